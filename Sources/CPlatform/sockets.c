#define _GNU_SOURCE
#include "sockets.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

// A socket address has room for 107 bytes; the kernel leads a longer path through the descriptor of
// what it begins with.

static int set_address(struct sockaddr_un *address, const char *path) {
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    if (strlen(path) >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address->sun_path, path);
    return 0;
}

static int open_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    char folder[4096];
    size_t count = slash ? (size_t)(slash - path) : 1;
    if (count >= sizeof folder) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(folder, slash ? path : ".", count);
    folder[count] = 0;
    return open(count ? folder : "/", O_PATH | O_DIRECTORY | O_CLOEXEC);
}

static void close_keeping_error(int descriptor) {
    int number = errno;
    close(descriptor);
    errno = number;
}

int32_t scrollback_socket_offer(const char *path, uint32_t mode) {
    static atomic_uint offers;
    int folder = open_folder(path);
    if (folder < 0) return -1;
    // It gets its name when it listens, so that a client that finds it can connect, and it takes the place
    // of a stale one in one step.
    char temporary[64], bound[96];
    snprintf(temporary, sizeof temporary, ".control-%d-%u", (int)getpid(),
             atomic_fetch_add(&offers, 1));
    snprintf(bound, sizeof bound, "/proc/self/fd/%d/%s", folder, temporary);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor < 0) {
        close_keeping_error(folder);
        return -1;
    }
    const char *slash = strrchr(path, '/');
    struct sockaddr_un address;
    // From its first moment the file allows no more than the descriptor's mode.
    if (set_address(&address, bound) != 0 || fchmod(descriptor, (mode_t)mode) != 0 ||
        (unlinkat(folder, temporary, 0) != 0 && errno != ENOENT) ||
        bind(descriptor, (struct sockaddr *)&address, sizeof address) != 0) {
        close_keeping_error(descriptor);
        close_keeping_error(folder);
        return -1;
    }
    // What the process's mask took away, as the group's right to write.
    if (fchmodat(folder, temporary, (mode_t)mode, 0) != 0 || listen(descriptor, 16) != 0 ||
        renameat(folder, temporary, folder, slash ? slash + 1 : path) != 0) {
        int number = errno;
        unlinkat(folder, temporary, 0);
        errno = number;
        close_keeping_error(descriptor);
        close_keeping_error(folder);
        return -1;
    }
    close(folder);
    return descriptor;
}

int32_t scrollback_socket_accept(int32_t listener) {
    return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int32_t scrollback_socket_connect(const char *path, int32_t seconds) {
    int file = open(path, O_PATH | O_CLOEXEC);
    if (file < 0) return -1;
    char name[64];
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    int kind = SOCK_STREAM | SOCK_CLOEXEC | (seconds > 0 ? 0 : SOCK_NONBLOCK);
    int descriptor = socket(AF_UNIX, kind, 0);
    struct sockaddr_un address;
    struct timeval patience = {seconds, 0}, forever = {0, 0};
    if (descriptor < 0 || set_address(&address, name) != 0 ||
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) != 0 ||
        connect(descriptor, (struct sockaddr *)&address, sizeof address) != 0 ||
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &forever, sizeof forever) != 0) {
        if (descriptor >= 0) close_keeping_error(descriptor);
        close_keeping_error(file);
        return -1;
    }
    close(file);
    return descriptor;
}

int32_t scrollback_socket_peer(int32_t descriptor, struct scrollback_peer *peer) {
    struct ucred found;
    socklen_t size = sizeof found;
    if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &found, &size) != 0) return -1;
    peer->process = found.pid;
    peer->user = found.uid;
    return 0;
}

int scrollback_peer_has_ended(int32_t socket) {
    struct pollfd watched = {.fd = socket, .events = POLLRDHUP};
    return poll(&watched, 1, 0) > 0;
}
