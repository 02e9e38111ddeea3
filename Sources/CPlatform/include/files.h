#pragma once
#include <stdint.h>

/// The number that names the kind of filesystem a path lies on; -1 if it cannot be asked.
int64_t scrollback_filesystem_magic(const char *path);

/// Renames, and fails with EEXIST rather than replace anything.
int scrollback_rename_without_replacing(const char *from, const char *to);

/// What tells a file from every copy of it.
struct scrollback_file_birth {
    uint64_t device;
    uint64_t inode;
    /// Nanoseconds since 1970; 0 where the filesystem does not keep it.
    int64_t born;
};

/// Looks at a file without following a link; 0 for success.
int scrollback_file_birth(const char *path, struct scrollback_file_birth *birth);

/// Takes the exclusive lock on an open file's first byte, which ends with the open file; -1 where
/// another process has a lock on it.
int scrollback_lock_first_byte(int file);
