// The calls that change what is in a file, and those that make it last.

#if defined(__linux__)

#define _GNU_SOURCE
#include "recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PARTS_AT_MOST = 1024 };

/// Where a call writes: at an offset, or, without one, where the descriptor stands.
struct target {
    int descriptor;
    bool has_offset;
    off_t offset;
    int flags;
};

static ssize_t write_for_real(struct target target, const struct iovec *parts, int count) {
    if (!target.has_offset) return syscall(SYS_writev, target.descriptor, parts, count);
    if (target.flags) {
        return syscall(SYS_pwritev2, target.descriptor, parts, count, target.offset, 0,
                       target.flags);
    }
    return syscall(SYS_pwritev, target.descriptor, parts, count, target.offset, 0);
}

static size_t sum(const struct iovec *parts, int count) {
    size_t bytes = 0;
    for (int i = 0; i < count; i++) bytes += parts[i].iov_len;
    return bytes;
}

/// The first half of what was to be written, at least one byte.
static int halve(const struct iovec *parts, int count, struct iovec *half) {
    size_t bytes = sum(parts, count) / 2;
    if (bytes == 0) bytes = 1;
    int used = 0;
    while (used < count && bytes > 0) {
        half[used] = parts[used];
        if (half[used].iov_len > bytes) half[used].iov_len = bytes;
        bytes -= half[used++].iov_len;
    }
    return used;
}

static uint64_t offset_before(struct target target, struct file file, int status) {
    if (status & O_APPEND) return file.size;
    if (target.has_offset) return (uint64_t)target.offset;
    return (uint64_t)syscall(SYS_lseek, target.descriptor, (off_t)0, SEEK_CUR);
}

static ssize_t write_watched(struct target target, struct file file, const struct iovec *parts,
                             int count, const char *name) {
    struct iovec half[PARTS_AT_MOST];
    struct change change = recorder_begin(CALL_WRITE, name);
    if (change.error) {
        recorder_end(change);
        errno = change.error;
        return -1;
    }
    if (change.is_short && sum(parts, count) > 1) {
        count = halve(parts, count, half);
        parts = half;
    }
    int status = (int)syscall(SYS_fcntl, target.descriptor, F_GETFL);
    uint64_t offset = offset_before(target, file, status);
    bool is_synchronous = (status & O_DSYNC) || (target.flags & (RWF_DSYNC | RWF_SYNC));
    uint64_t serial = recorder_serial();
    ssize_t written;
    if (is_synchronous) {
        recorder_log(ENTRY_WRITE, 1, file.inode, offset, serial, NULL, parts, count,
                     sum(parts, count));
        recorder_pause(&change);
        written = write_for_real(target, parts, count);
        int error = errno;
        recorder_resume(&change);
        recorder_log(ENTRY_WRITTEN, 0, file.inode, (uint64_t)(written < 0 ? 0 : written), serial,
                     NULL, NULL, 0, 0);
        errno = error;
    } else {
        written = write_for_real(target, parts, count);
        if (written > 0) {
            recorder_log(ENTRY_WRITE, 0, file.inode, offset, serial, NULL, parts, count,
                         (size_t)written);
        }
    }
    recorder_end(change);
    return written;
}

static ssize_t write_parts(struct target target, const struct iovec *parts, int count,
                           const char *name) {
    if (!recorder_watches() || count < 0 || count > PARTS_AT_MOST) {
        return write_for_real(target, parts, count);
    }
    struct file file = recorder_file(target.descriptor);
    switch (file.role) {
    case FILE_ELSEWHERE:
        break;
    case FILE_WATCHED:
        return write_watched(target, file, parts, count, name);
    case FILE_ACKNOWLEDGEMENTS: {
        struct change change = recorder_mark();
        recorder_log(ENTRY_ACKNOWLEDGED, 0, 0, 0, 0, NULL, parts, count, sum(parts, count));
        recorder_end(change);
        break;
    }
    }
    return write_for_real(target, parts, count);
}

static ssize_t write_bytes(struct target target, const void *bytes, size_t count,
                           const char *name) {
    struct iovec part = {(void *)bytes, count};
    return write_parts(target, &part, 1, name);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    return write_bytes((struct target){descriptor, false, 0, 0}, bytes, count, "write");
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    return write_bytes((struct target){descriptor, true, offset, 0}, bytes, count, "pwrite");
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
    return pwrite(descriptor, bytes, count, offset);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
    return write_parts((struct target){descriptor, false, 0, 0}, parts, count, "writev");
}

ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t offset) {
    return write_parts((struct target){descriptor, true, offset, 0}, parts, count, "pwritev");
}

ssize_t pwritev64(int descriptor, const struct iovec *parts, int count, off64_t offset) {
    return pwritev(descriptor, parts, count, offset);
}

ssize_t pwritev2(int descriptor, const struct iovec *parts, int count, off_t offset, int flags) {
    struct target target = {descriptor, offset != -1, offset, flags};
    return write_parts(target, parts, count, "pwritev2");
}

ssize_t pwritev64v2(int descriptor, const struct iovec *parts, int count, off64_t offset,
                    int flags) {
    return pwritev2(descriptor, parts, count, offset, flags);
}

static int flush(int descriptor, long call, bool is_everything, const char *name) {
    struct file file = {.role = FILE_ELSEWHERE};
    if (recorder_watches()) file = recorder_file(descriptor);
    if (file.role != FILE_WATCHED) return (int)syscall(call, descriptor);
    struct change change = recorder_begin(CALL_SYNC, name);
    if (change.error) {
        recorder_end(change);
        errno = change.error;
        return -1;
    }
    uint64_t serial = recorder_serial();
    uint8_t flags = is_everything ? 1 : 0;
    recorder_log(ENTRY_FLUSH, flags, file.inode, 0, serial, NULL, NULL, 0, 0);
    recorder_pause(&change);
    int result = (int)syscall(call, descriptor);
    int error = errno;
    recorder_resume(&change);
    recorder_log(ENTRY_FLUSHED, flags, file.inode, (uint64_t)(int64_t)result, serial, NULL, NULL,
                 0, 0);
    recorder_end(change);
    errno = error;
    return result;
}

int fsync(int descriptor) { return flush(descriptor, SYS_fsync, false, "fsync"); }
int fdatasync(int descriptor) { return flush(descriptor, SYS_fdatasync, false, "fdatasync"); }
int syncfs(int descriptor) { return flush(descriptor, SYS_syncfs, true, "syncfs"); }

int sync_file_range(int descriptor, off64_t offset, off64_t bytes, unsigned int flags) {
    // It waits for data alone, never for what makes them reachable: nothing lasts by it.
    return (int)syscall(SYS_sync_file_range, descriptor, offset, bytes, flags);
}

static int resize(int descriptor, enum entry_kind kind, uint64_t end, const char *name,
                  int (*perform)(const void *), const void *context) {
    struct file file = {.role = FILE_ELSEWHERE};
    if (recorder_watches()) file = recorder_file(descriptor);
    if (file.role != FILE_WATCHED) return perform(context);
    struct change change = recorder_begin(CALL_TRUNCATE, name);
    if (change.error) {
        recorder_end(change);
        errno = change.error;
        return -1;
    }
    int result = perform(context);
    if (result == 0) recorder_log(kind, 0, file.inode, end, 0, NULL, NULL, 0, 0);
    recorder_end(change);
    return result;
}

struct size_change {
    int descriptor, mode;
    off_t offset, bytes;
};

static int truncate_for_real(const void *context) {
    const struct size_change *change = context;
    return (int)syscall(SYS_ftruncate, change->descriptor, change->bytes);
}

static int allocate_for_real(const void *context) {
    const struct size_change *change = context;
    return (int)syscall(SYS_fallocate, change->descriptor, change->mode, change->offset,
                        change->bytes);
}

int ftruncate(int descriptor, off_t size) {
    struct size_change change = {descriptor, 0, 0, size};
    return resize(descriptor, ENTRY_RESIZED, (uint64_t)size, "ftruncate", truncate_for_real,
                  &change);
}

int ftruncate64(int descriptor, off64_t size) { return ftruncate(descriptor, size); }

int truncate(const char *path, off_t size) {
    int descriptor = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    int result = ftruncate(descriptor, size);
    int error = errno;
    syscall(SYS_close, descriptor);
    errno = error;
    return result;
}

int truncate64(const char *path, off64_t size) { return truncate(path, size); }

int fallocate(int descriptor, int mode, off_t offset, off_t bytes) {
    struct size_change change = {descriptor, mode, offset, bytes};
    if (mode != 0 && recorder_watches() &&
        recorder_file(descriptor).role == FILE_WATCHED) {
        struct change begun = recorder_begin(CALL_TRUNCATE, "fallocate");
        recorder_unmodelled("fallocate with a mode", NULL);
        recorder_end(begun);
    }
    return resize(descriptor, ENTRY_ALLOCATED, (uint64_t)(offset + bytes), "fallocate",
                  allocate_for_real, &change);
}

int fallocate64(int descriptor, int mode, off64_t offset, off64_t bytes) {
    return fallocate(descriptor, mode, offset, bytes);
}

int posix_fallocate(int descriptor, off_t offset, off_t bytes) {
    int before = errno;
    int error = fallocate(descriptor, 0, offset, bytes) == 0 ? 0 : errno;
    errno = before;
    return error;
}

int posix_fallocate64(int descriptor, off64_t offset, off64_t bytes) {
    return posix_fallocate(descriptor, offset, bytes);
}

ssize_t copy_file_range(int source, off64_t *from, int target, off64_t *to, size_t bytes,
                        unsigned int flags) {
    if (recorder_watches() && recorder_file(target).role == FILE_WATCHED) {
        struct change change = recorder_begin(CALL_WRITE, "copy_file_range");
        recorder_unmodelled("copy_file_range", NULL);
        recorder_end(change);
    }
    return syscall(SYS_copy_file_range, source, from, target, to, bytes, flags);
}

ssize_t sendfile(int target, int source, off_t *offset, size_t bytes) {
    if (recorder_watches() && recorder_file(target).role == FILE_WATCHED) {
        struct change change = recorder_begin(CALL_WRITE, "sendfile");
        recorder_unmodelled("sendfile", NULL);
        recorder_end(change);
    }
    return syscall(SYS_sendfile, target, source, offset, bytes);
}

ssize_t sendfile64(int target, int source, off64_t *offset, size_t bytes) {
    return sendfile(target, source, offset, bytes);
}

void *mmap(void *address, size_t bytes, int protection, int flags, int descriptor,
           off_t offset) {
    bool is_writing = descriptor >= 0 && (protection & PROT_WRITE) &&
                      (flags & MAP_TYPE) != MAP_PRIVATE;
    if (is_writing && recorder_watches()) {
        struct file file = recorder_file(descriptor);
        // What a lock file says does not matter after a power cut.
        if (file.role == FILE_WATCHED && !file.is_lock) {
            struct change change = recorder_begin(CALL_WRITE, "mmap");
            recorder_unmodelled("a shared writable map", NULL);
            recorder_end(change);
        }
    }
    return (void *)syscall(SYS_mmap, address, bytes, protection, flags, descriptor, offset);
}

void *mmap64(void *address, size_t bytes, int protection, int flags, int descriptor,
             off64_t offset) {
    return mmap(address, bytes, protection, flags, descriptor, offset);
}

#endif
