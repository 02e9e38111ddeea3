#pragma once
#include <curl/curl.h>
#include <stdbool.h>
#include <stdint.h>

// Swift does not import variadic functions.

typedef struct {
    const char *url;
    /// Whether the URL is of the form http, without TLS.
    bool is_plain;
    struct curl_slist *headers;
    const void *body;
    int64_t body_size;
    int64_t connect_milliseconds;
    int64_t total_milliseconds;
    /// A file of authorities; NULL for the system's.
    const char *authorities;
    /// Opens a socket to an address that the name led to, or refuses it.
    curl_opensocket_callback open;
    /// Called at least once a second; anything but 0 ends the request.
    curl_xferinfo_callback progress;
    curl_write_callback header;
    curl_write_callback data;
    void *context;
} scrollback_curl_post;

/// Sets all options of a POST. Redirects, proxies, cookies, .netrc and other protocols are off.
static inline CURLcode scrollback_curl_prepare(CURL *handle, const scrollback_curl_post *post) {
    const char *protocol = post->is_plain ? "http" : "https";
    CURLcode code = CURLE_OK;
#define SET(option, value) \
    if (code == CURLE_OK) code = curl_easy_setopt(handle, option, value)
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_URL, post->url);
    SET(CURLOPT_PROTOCOLS_STR, protocol);
    SET(CURLOPT_REDIR_PROTOCOLS_STR, protocol);
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    // An empty proxy also keeps those of the environment away.
    SET(CURLOPT_PROXY, "");
    SET(CURLOPT_NOPROXY, "*");
    SET(CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    SET(CURLOPT_HTTP09_ALLOWED, 0L);
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    SET(CURLOPT_SSL_VERIFYPEER, 1L);
    SET(CURLOPT_SSL_VERIFYHOST, 2L);
    if (post->authorities != NULL) {
        SET(CURLOPT_CAINFO, post->authorities);
        // Else the system's folder would count beside the file.
        SET(CURLOPT_CAPATH, (const char *)NULL);
    }
    SET(CURLOPT_POST, 1L);
    SET(CURLOPT_POSTFIELDS, (const char *)post->body);
    SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)post->body_size);
    SET(CURLOPT_HTTPHEADER, post->headers);
    SET(CURLOPT_USERAGENT, "scrollback");
    SET(CURLOPT_CONNECTTIMEOUT_MS, (long)post->connect_milliseconds);
    SET(CURLOPT_TIMEOUT_MS, (long)post->total_milliseconds);
    SET(CURLOPT_OPENSOCKETFUNCTION, post->open);
    SET(CURLOPT_OPENSOCKETDATA, post->context);
    SET(CURLOPT_NOPROGRESS, 0L);
    SET(CURLOPT_XFERINFOFUNCTION, post->progress);
    SET(CURLOPT_XFERINFODATA, post->context);
    SET(CURLOPT_HEADERFUNCTION, post->header);
    SET(CURLOPT_HEADERDATA, post->context);
    SET(CURLOPT_WRITEFUNCTION, post->data);
    SET(CURLOPT_WRITEDATA, post->context);
#undef SET
    return code;
}

/// The status of the answer; 0 if there was none.
static inline int64_t scrollback_curl_status(CURL *handle) {
    long status = 0;
    curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
    return status;
}

/// The seconds of the header Retry-After; 0 if there was none.
static inline int64_t scrollback_curl_retry_after(CURL *handle) {
    curl_off_t seconds = 0;
    curl_easy_getinfo(handle, CURLINFO_RETRY_AFTER, &seconds);
    return seconds;
}
