// The calls that change which names there are.

#if defined(__linux__)

#define _GNU_SOURCE
#include "recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int open_at(int folder, const char *path, int flags, mode_t mode) {
    char name[PATH_LIMIT];
    bool is_watched = recorder_watches() && recorder_path(folder, path, name);
    if (!is_watched) return (int)syscall(SYS_openat, folder, path, flags, mode);
    struct change change = recorder_begin(CALL_OPEN, "open");
    if (change.error) {
        recorder_end(change);
        errno = change.error;
        return -1;
    }
    bool is_nameless = (flags & O_TMPFILE) == O_TMPFILE;
    int descriptor = (int)syscall(SYS_openat, folder, path, flags, mode);
    if (descriptor >= 0 && !(flags & O_PATH)) {
        if (is_nameless) recorder_unmodelled("a file without a name", name);
        recorder_opened(descriptor, (flags & O_TRUNC) && (flags & O_ACCMODE) != O_RDONLY);
    }
    recorder_end(change);
    return descriptor;
}

static mode_t mode_from(int flags, va_list arguments) {
    bool has_mode = (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE;
    return has_mode ? va_arg(arguments, mode_t) : 0;
}

#define OPEN_WITH(folder)                                                                          \
    va_list arguments;                                                                             \
    va_start(arguments, flags);                                                                    \
    mode_t mode = mode_from(flags, arguments);                                                     \
    va_end(arguments);                                                                             \
    return open_at(folder, path, flags, mode)

int open(const char *path, int flags, ...) { OPEN_WITH(AT_FDCWD); }
int open64(const char *path, int flags, ...) { OPEN_WITH(AT_FDCWD); }
int openat(int folder, const char *path, int flags, ...) { OPEN_WITH(folder); }
int openat64(int folder, const char *path, int flags, ...) { OPEN_WITH(folder); }

// What a fortified build calls instead.
int __open_2(const char *path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }
int __open64_2(const char *path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }
int __openat_2(int folder, const char *path, int flags) { return open_at(folder, path, flags, 0); }
int __openat64_2(int folder, const char *path, int flags) {
    return open_at(folder, path, flags, 0);
}

int creat(const char *path, mode_t mode) {
    return open_at(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

int creat64(const char *path, mode_t mode) { return creat(path, mode); }

/// A call that gives, takes or moves a name, with what the trace says if it succeeds.
struct naming {
    enum call_kind call;
    const char *title;
    enum entry_kind entry;
    uint8_t flags;
    long number;
    int folder;
    const char *path;
    int other_folder;
    const char *other_path;
    long argument;
};

static int perform(const struct naming *naming) {
    switch (naming->number) {
    case SYS_unlinkat:
    case SYS_mkdirat:
        return (int)syscall(naming->number, naming->folder, naming->path, naming->argument);
    default:
        return (int)syscall(naming->number, naming->folder, naming->path, naming->other_folder,
                            naming->other_path, naming->argument);
    }
}

static int change_name(struct naming naming) {
    char name[PATH_LIMIT], other[PATH_LIMIT] = "";
    bool is_watched = recorder_watches() && recorder_path(naming.folder, naming.path, name);
    bool is_other_watched = naming.other_path && recorder_watches() &&
                            recorder_path(naming.other_folder, naming.other_path, other);
    if (!is_watched && !is_other_watched) return perform(&naming);
    struct change change = recorder_begin(naming.call, naming.title);
    if (change.error) {
        recorder_end(change);
        errno = change.error;
        return -1;
    }
    int result = perform(&naming);
    int error = errno;
    if (result == 0) {
        if (naming.other_path && is_watched != is_other_watched) {
            recorder_unmodelled("a name that crosses the root", is_watched ? name : other);
        } else {
            bool is_new = naming.entry == ENTRY_MADE || naming.entry == ENTRY_LINKED;
            uint64_t inode = is_new ? recorder_inode(naming.other_path ? other : name) : 0;
            struct iovec data = {other, strlen(other)};
            recorder_log(naming.entry, naming.flags, inode, 0, 0, name, &data, 1, data.iov_len);
        }
    }
    recorder_end(change);
    errno = error;
    return result;
}

static int rename_at(int folder, const char *path, int other_folder, const char *other_path,
                     unsigned int flags) {
    return change_name((struct naming){
        CALL_RENAME, "rename", ENTRY_RENAMED, (flags & RENAME_EXCHANGE) ? 1 : 0, SYS_renameat2,
        folder, path, other_folder, other_path, flags});
}

int rename(const char *from, const char *to) { return rename_at(AT_FDCWD, from, AT_FDCWD, to, 0); }

int renameat(int folder, const char *from, int other_folder, const char *to) {
    return rename_at(folder, from, other_folder, to, 0);
}

int renameat2(int folder, const char *from, int other_folder, const char *to, unsigned int flags) {
    return rename_at(folder, from, other_folder, to, flags);
}

int linkat(int folder, const char *from, int other_folder, const char *to, int flags) {
    return change_name((struct naming){CALL_RENAME, "link", ENTRY_LINKED, 0, SYS_linkat, folder,
                                       from, other_folder, to, flags});
}

int link(const char *from, const char *to) { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }

int unlinkat(int folder, const char *path, int flags) {
    bool is_folder = flags & AT_REMOVEDIR;
    return change_name((struct naming){CALL_UNLINK, is_folder ? "rmdir" : "unlink", ENTRY_REMOVED,
                                       is_folder ? 1 : 0, SYS_unlinkat, folder, path, 0, NULL,
                                       flags});
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int remove(const char *path) {
    int result = unlink(path);
    return result != 0 && errno == EISDIR ? rmdir(path) : result;
}

int mkdirat(int folder, const char *path, mode_t mode) {
    return change_name((struct naming){CALL_MKDIR, "mkdir", ENTRY_MADE, 0, SYS_mkdirat, folder,
                                       path, 0, NULL, (long)mode});
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int symlinkat(const char *target, int folder, const char *path) {
    char name[PATH_LIMIT];
    if (recorder_watches() && recorder_path(folder, path, name)) {
        struct change change = recorder_begin(CALL_RENAME, "symlink");
        recorder_unmodelled("a symbolic link", name);
        recorder_end(change);
    }
    return (int)syscall(SYS_symlinkat, target, folder, path);
}

int symlink(const char *target, const char *path) { return symlinkat(target, AT_FDCWD, path); }

#endif
