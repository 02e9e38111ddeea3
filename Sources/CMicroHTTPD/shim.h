#pragma once
#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <microhttpd.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// Swift does not import variadic functions and macros with casts.

typedef struct {
    /// A socket that listens; the daemon closes it.
    int32_t listener;
    uint32_t connections;
    /// The seconds without a byte after which a connection is closed.
    uint32_t silence;
    /// The bytes of memory of a connection: more than a request's head may have.
    size_t memory;
    MHD_AccessHandlerCallback request;
    /// Called with the request's target as it was sent, before the library decodes it.
    void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback changed;
    void *context;
    /// Gives the certificate of a handshake; NULL for a server without TLS.
    gnutls_certificate_retrieve_function2 *certificate;
} scrollback_http_options;

/// Starts a daemon with a thread of its own; NULL if it cannot be started.
static inline struct MHD_Daemon *scrollback_http_start(const scrollback_http_options *options) {
    struct MHD_OptionItem tls[] = {
        {MHD_OPTION_HTTPS_CERT_CALLBACK, 0, (void *)options->certificate},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME |
            (options->certificate != NULL ? MHD_USE_TLS : 0),
        0, NULL, NULL,
        options->request, options->context,
        MHD_OPTION_LISTEN_SOCKET, (MHD_socket)options->listener,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned int)options->connections,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned int)options->silence,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->memory,
        MHD_OPTION_CONNECTION_MEMORY_INCREMENT, (size_t)4096,
        MHD_OPTION_URI_LOG_CALLBACK, options->target, options->context,
        MHD_OPTION_NOTIFY_COMPLETED, options->completed, options->context,
        MHD_OPTION_NOTIFY_CONNECTION, options->changed, options->context,
        MHD_OPTION_ARRAY, options->certificate != NULL ? tls : none,
        MHD_OPTION_END);
}

/// The connection's socket; -1 if it has none any more.
static inline int32_t scrollback_http_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : (int32_t)info->connect_fd;
}

/// What the notification of the connection's beginning has left with it.
static inline void *scrollback_http_connection_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

/// The bytes of the request's line and headers.
static inline size_t scrollback_http_head_size(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info == NULL ? SIZE_MAX : info->header_size;
}

// Version 0.9.75 takes a bare line feed for the end of a line, puts a folded line into the name of
// the header before it, and ends a value at a zero byte. It leaves the head where it was received,
// with zeros for the ends of lines and for the colons. So each part must begin exactly where the
// one before it ends: anything else was not sent as "name: value\r\n".

typedef struct {
    /// Where the next header must begin; NULL once something was in another place.
    const char *next;
} scrollback_http_walk;

static inline enum MHD_Result scrollback_http_step(
    void *context, enum MHD_ValueKind kind, const char *name, size_t name_size,
    const char *value, size_t value_size) {
    scrollback_http_walk *walk = (scrollback_http_walk *)context;
    (void)kind;
    if (walk->next != name || value == NULL) {
        walk->next = NULL;
        return MHD_NO;
    }
    const char *gap = name + name_size + 1;
    while (gap < value && (*gap == ' ' || *gap == '\t')) gap++;
    walk->next = gap == value ? value + value_size + 2 : NULL;
    return walk->next == NULL ? MHD_NO : MHD_YES;
}

/// Whether the head of the request came in lines that end with CR and LF, one for each header.
///
/// The target is the one that the callback for targets was given.
static inline bool scrollback_http_is_plain(
    struct MHD_Connection *connection, const char *method, const char *target,
    const char *version, size_t target_size) {
    if (method == NULL || target == NULL || version == NULL) return false;
    if (method + strlen(method) + 1 != target || target + target_size + 1 != version) return false;
    scrollback_http_walk walk = {version + strlen(version) + 2};
    MHD_get_connection_values_n(connection, MHD_HEADER_KIND, scrollback_http_step, &walk);
    // Behind the last header, an empty line of two bytes ends the head, which begins with the method.
    const char *end = walk.next;
    return end != NULL && end[-2] == 0 && end[-1] == 0 &&
        method + scrollback_http_head_size(connection) == end + 2;
}

/// Writes the last bytes of a connection, as far as the system has room for them at once.
///
/// What the client has sent behind its request is thrown away: unread, it would make the system reset
/// the connection, and the client might lose the answer.
static inline void scrollback_http_write_last(
    struct MHD_Connection *connection, const void *bytes, size_t size) {
    const union MHD_ConnectionInfo *tls =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    if (tls != NULL && tls->tls_session != NULL) {
        (void)gnutls_record_send((gnutls_session_t)tls->tls_session, bytes, size);
        return;
    }
    int socket = scrollback_http_socket(connection);
    if (socket < 0) return;
    (void)send(socket, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    char rest[4096];
    for (int i = 0; i < 64 && recv(socket, rest, sizeof rest, MSG_DONTWAIT) > 0; i++) {}
}

// A certificate is asked for at each handshake, so that it can be renewed while connections go on:
// a daemon that is given one at its start keeps it.

/// A chain of certificates and the key of its first.
typedef struct {
    gnutls_pcert_st *chain;
    uint32_t count;
    gnutls_privkey_t key;
} scrollback_certificate;

static inline void scrollback_certificate_free(scrollback_certificate *certificate) {
    for (uint32_t i = 0; i < certificate->count; i++) {
        gnutls_pcert_deinit(&certificate->chain[i]);
    }
    free(certificate->chain);
    if (certificate->key != NULL) gnutls_privkey_deinit(certificate->key);
    *certificate = (scrollback_certificate){NULL, 0, NULL};
}

/// Reads a chain and its key from PEM; 0, or an error of GnuTLS, as where the key is another's.
static inline int32_t scrollback_certificate_read(
    scrollback_certificate *certificate, const void *chain, size_t chain_size, const void *key,
    size_t key_size) {
    enum { MOST = 16 };
    gnutls_datum_t chain_text = {(unsigned char *)chain, (unsigned int)chain_size};
    gnutls_datum_t key_text = {(unsigned char *)key, (unsigned int)key_size};
    *certificate = (scrollback_certificate){NULL, 0, NULL};
    gnutls_certificate_credentials_t both;
    int error = gnutls_certificate_allocate_credentials(&both);
    if (error != 0) return error;
    // It alone compares the two.
    error = gnutls_certificate_set_x509_key_mem(both, &chain_text, &key_text, GNUTLS_X509_FMT_PEM);
    gnutls_certificate_free_credentials(both);
    if (error < 0) return error;
    certificate->chain = (gnutls_pcert_st *)calloc(MOST, sizeof *certificate->chain);
    if (certificate->chain == NULL) return GNUTLS_E_MEMORY_ERROR;
    unsigned int count = MOST;
    error = gnutls_pcert_list_import_x509_raw(
        certificate->chain, &count, &chain_text, GNUTLS_X509_FMT_PEM, 0);
    if (error >= 0) {
        certificate->count = count;
        error = gnutls_privkey_init(&certificate->key);
    }
    if (error >= 0) {
        error = gnutls_privkey_import_x509_raw(
            certificate->key, &key_text, GNUTLS_X509_FMT_PEM, NULL, 0);
    }
    if (error < 0) {
        scrollback_certificate_free(certificate);
        return error;
    }
    return 0;
}

/// The connection of a handshake.
static inline struct MHD_Connection *scrollback_http_connection(gnutls_session_t session) {
    return (struct MHD_Connection *)gnutls_session_get_ptr(session);
}
