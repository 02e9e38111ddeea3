// The trace, the files that are watched, and the faults that are injected.
//
// Every real call is made with `syscall`: nothing is looked up at run time, so the recorder works
// before the program's constructors and cannot call itself.

#if defined(__linux__)

#define _GNU_SOURCE
#include "recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

struct identity {
    dev_t device;
    ino_t inode;
    bool is_lock;
};

struct entry_head {
    uint32_t bytes;
    uint8_t kind;
    uint8_t flags;
    uint16_t path_bytes;
    uint64_t inode;
    uint64_t a;
    uint64_t b;
} __attribute__((packed));

enum { WATCHED_LIMIT = 1024, PARTS_LIMIT = 1024 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
static __thread bool is_inside;

static char root[PATH_LIMIT];
static size_t root_bytes;
static char acknowledged[PATH_LIMIT];
static int trace = -1;

// Guarded by `order`.
static struct identity watched[WATCHED_LIMIT];
static int watched_count;
static struct identity acknowledgements;
static uint64_t serial;
static uint64_t change_count;
static uint64_t kill_at;
static int fail_calls;
static uint64_t fail_at;
static uint64_t fail_count;
static int fail_errno;
static uint64_t matching_calls;

static uint64_t number(const char *name) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : 0;
}

static int calls_named(const char *text) {
    static const struct {
        const char *name;
        int call;
    } names[] = {
        {"write", CALL_WRITE},   {"sync", CALL_SYNC},   {"open", CALL_OPEN},
        {"rename", CALL_RENAME}, {"unlink", CALL_UNLINK}, {"mkdir", CALL_MKDIR},
        {"truncate", CALL_TRUNCATE},
    };
    int calls = 0;
    for (size_t i = 0; text && i < sizeof names / sizeof names[0]; i++) {
        if (strstr(text, names[i].name)) calls |= names[i].call;
    }
    return calls;
}

static void start(void) {
    const char *wanted = getenv("RECORDER_ROOT");
    if (!wanted || !realpath(wanted, root)) return;
    const char *marks = getenv("RECORDER_ACKNOWLEDGED");
    if (marks) strncpy(acknowledged, marks, sizeof acknowledged - 1);
    kill_at = number("RECORDER_KILL_AT");
    fail_calls = calls_named(getenv("RECORDER_FAIL_CALLS"));
    fail_at = number("RECORDER_FAIL_AT");
    fail_count = number("RECORDER_FAIL_COUNT");
    fail_errno = (int)number("RECORDER_FAIL_ERRNO");
    const char *path = getenv("RECORDER_TRACE");
    if (path) {
        int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
        trace = (int)syscall(SYS_openat, AT_FDCWD, path, flags, 0600);
        if (trace < 0) abort();
    }
    // A program that this one starts is not part of the history.
    unsetenv("LD_PRELOAD");
    root_bytes = strlen(root);
}

__attribute__((constructor)) static void start_early(void) { pthread_once(&once, start); }

bool recorder_watches(void) {
    if (is_inside) return false;
    int error = errno;
    is_inside = true;
    pthread_once(&once, start);
    is_inside = false;
    errno = error;
    return root_bytes > 0;
}

static void enter(void) {
    is_inside = true;
    pthread_mutex_lock(&order);
}

static void leave(void) {
    pthread_mutex_unlock(&order);
    is_inside = false;
}

static bool is_below_root(const char *path) {
    if (strncmp(path, root, root_bytes) != 0) return false;
    return path[root_bytes] == '\0' || path[root_bytes] == '/';
}

static bool path_of(int descriptor, char result[PATH_LIMIT]) {
    char link[64] = "/proc/self/fd/";
    char digits[16];
    int count = 0, rest = descriptor;
    do digits[count++] = (char)('0' + rest % 10);
    while (rest /= 10);
    size_t end = strlen(link);
    while (count > 0) link[end++] = digits[--count];
    link[end] = '\0';
    ssize_t bytes = syscall(SYS_readlinkat, AT_FDCWD, link, result, PATH_LIMIT - 1);
    if (bytes < 0) return false;
    result[bytes] = '\0';
    return true;
}

bool recorder_path(int folder, const char *path, char result[PATH_LIMIT]) {
    int error = errno;
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    char parent[PATH_LIMIT] = ".";
    if (slash) {
        size_t bytes = slash == path ? 1 : (size_t)(slash - path);
        if (bytes >= sizeof parent) return false;
        memcpy(parent, path, bytes);
        parent[bytes] = '\0';
    }
    int flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
    int descriptor = (int)syscall(SYS_openat, folder, parent, flags, 0);
    bool is_found = descriptor >= 0 && path_of(descriptor, result);
    if (descriptor >= 0) syscall(SYS_close, descriptor);
    errno = error;
    size_t used = is_found ? strlen(result) : 0;
    if (!is_found || used + 1 + strlen(name) >= PATH_LIMIT) return false;
    if (*name) {
        if (result[used - 1] != '/') result[used++] = '/';
        strcpy(result + used, name);
    }
    return is_below_root(result);
}

uint64_t recorder_inode(const char *path) {
    struct stat status;
    int error = errno;
    bool is_there = fstatat(AT_FDCWD, path, &status, AT_SYMLINK_NOFOLLOW) == 0;
    errno = error;
    return is_there ? status.st_ino : 0;
}

static bool ends_in_lock(const char *path) {
    size_t bytes = strlen(path);
    return bytes >= 4 && strcmp(path + bytes - 4, "lock") == 0;
}

static struct identity *find(const struct stat *status) {
    for (int i = 0; i < watched_count; i++) {
        if (watched[i].inode == status->st_ino && watched[i].device == status->st_dev) {
            return &watched[i];
        }
    }
    return NULL;
}

/// Learns what a descriptor is; true if the file lies below the root.
static bool learn(int descriptor, const struct stat *status, char path[PATH_LIMIT]) {
    if (!path_of(descriptor, path)) return false;
    struct identity *known = find(status);
    if (!is_below_root(path)) {
        // The inode of a removed file was given to one that is none of our business.
        if (known) *known = watched[--watched_count];
        if (*acknowledged && strcmp(path, acknowledged) == 0) {
            acknowledgements = (struct identity){status->st_dev, status->st_ino, false};
        }
        return false;
    }
    if (!known) {
        if (watched_count == WATCHED_LIMIT) abort();
        known = &watched[watched_count++];
    }
    *known = (struct identity){status->st_dev, status->st_ino, ends_in_lock(path)};
    return true;
}

static void log_locked(enum entry_kind kind, uint8_t flags, uint64_t inode, uint64_t a, uint64_t b,
                       const char *path, const struct iovec *data, int count, size_t bytes) {
    if (trace < 0) return;
    struct entry_head head = {
        .kind = (uint8_t)kind, .flags = flags, .inode = inode, .a = a, .b = b};
    struct iovec parts[PARTS_LIMIT];
    head.path_bytes = path ? (uint16_t)strlen(path) : 0;
    head.bytes = (uint32_t)(sizeof head + head.path_bytes + bytes);
    parts[0] = (struct iovec){&head, sizeof head};
    parts[1] = (struct iovec){(void *)path, head.path_bytes};
    int used = 2;
    for (int i = 0; i < count && bytes > 0; i++) {
        if (used == PARTS_LIMIT) abort();
        size_t part = data[i].iov_len < bytes ? data[i].iov_len : bytes;
        parts[used++] = (struct iovec){data[i].iov_base, part};
        bytes -= part;
    }
    int error = errno;
    // A trace with a hole would prove things that never were.
    if (syscall(SYS_writev, trace, parts, used) != (ssize_t)head.bytes) abort();
    errno = error;
}

void recorder_log(enum entry_kind kind, uint8_t flags, uint64_t inode, uint64_t a, uint64_t b,
                  const char *path, const struct iovec *data, int count, size_t bytes) {
    log_locked(kind, flags, inode, a, b, path, data, count, bytes);
}

void recorder_unmodelled(const char *what, const char *path) {
    struct iovec data = {(void *)path, path ? strlen(path) : 0};
    log_locked(ENTRY_UNMODELLED, 0, 0, 0, 0, what, &data, path ? 1 : 0, data.iov_len);
}

void recorder_opened(int descriptor, bool is_truncated) {
    struct stat status;
    char path[PATH_LIMIT];
    int error = errno;
    if (fstat(descriptor, &status) == 0 && learn(descriptor, &status, path)) {
        uint8_t flags = (uint8_t)((S_ISDIR(status.st_mode) ? 1 : 0) | (is_truncated ? 2 : 0));
        log_locked(ENTRY_OPENED, flags, status.st_ino, (uint64_t)status.st_size, 0, path, NULL, 0,
                   0);
    }
    errno = error;
}

struct file recorder_file(int descriptor) {
    struct file file = {.role = FILE_ELSEWHERE};
    struct stat status;
    int error = errno;
    if (fstat(descriptor, &status) != 0 ||
        !(S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))) {
        errno = error;
        return file;
    }
    enter();
    struct identity *known = find(&status);
    if (!known && !(acknowledgements.inode == status.st_ino &&
                    acknowledgements.device == status.st_dev)) {
        // Opened by a call that cannot be seen, such as fopen.
        recorder_opened(descriptor, false);
        known = find(&status);
    }
    if (known) {
        file = (struct file){
            .role = FILE_WATCHED,
            .inode = status.st_ino,
            .size = (uint64_t)status.st_size,
            .is_folder = S_ISDIR(status.st_mode),
            .is_lock = known->is_lock,
        };
    } else if (acknowledgements.inode == status.st_ino &&
               acknowledgements.device == status.st_dev) {
        file.role = FILE_ACKNOWLEDGEMENTS;
    }
    leave();
    errno = error;
    return file;
}

struct change recorder_begin(enum call_kind call, const char *name) {
    struct change change = {.is_locked = true};
    enter();
    change_count++;
    if (kill_at > 0 && change_count == kill_at) {
        syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
    }
    if (fail_at > 0 && (fail_calls & (int)call)) {
        matching_calls++;
        bool is_due = matching_calls >= fail_at &&
                      (fail_count == 0 || matching_calls < fail_at + fail_count);
        if (is_due) {
            change.error = fail_errno;
            change.is_short = fail_errno == 0 && call == CALL_WRITE;
            log_locked(ENTRY_INJECTED, 0, 0, matching_calls, 0, name, NULL, 0, 0);
        }
    }
    return change;
}

struct change recorder_mark(void) {
    enter();
    return (struct change){.is_locked = true};
}

void recorder_end(struct change change) {
    if (change.is_locked) leave();
}

void recorder_pause(struct change *change) {
    // Stays inside: the call that follows is the real one.
    pthread_mutex_unlock(&order);
    change->is_locked = false;
}

void recorder_resume(struct change *change) {
    pthread_mutex_lock(&order);
    change->is_locked = true;
}

uint64_t recorder_serial(void) { return ++serial; }

#endif
