#define _GNU_SOURCE
#include "files.h"
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include <sys/stat.h>
#include <sys/vfs.h>

int64_t scrollback_filesystem_magic(const char *path) {
    struct statfs status;
    if (statfs(path, &status) != 0) return -1;
    return (int64_t)(uint32_t)status.f_type;
}

int scrollback_rename_without_replacing(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int scrollback_file_birth(const char *path, struct scrollback_file_birth *birth) {
    struct statx status;
    if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_INO | STATX_BTIME, &status) != 0) {
        return -1;
    }
    birth->device = (uint64_t)status.stx_dev_major << 32 | status.stx_dev_minor;
    birth->inode = status.stx_ino;
    birth->born = status.stx_mask & STATX_BTIME
        ? (int64_t)status.stx_btime.tv_sec * 1000000000 + status.stx_btime.tv_nsec
        : 0;
    return 0;
}

int scrollback_lock_first_byte(int file) {
    struct flock lock = {0};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_len = 1;
    return fcntl(file, F_OFD_SETLK, &lock);
}
