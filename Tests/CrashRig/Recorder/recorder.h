#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

enum {
    PATH_LIMIT = 4096,
};

enum entry_kind {
    ENTRY_OPENED = 1,
    ENTRY_WRITE = 2,
    ENTRY_WRITTEN = 3,
    ENTRY_FLUSH = 4,
    ENTRY_FLUSHED = 5,
    ENTRY_RESIZED = 6,
    ENTRY_ALLOCATED = 7,
    ENTRY_RENAMED = 8,
    ENTRY_REMOVED = 9,
    ENTRY_MADE = 11,
    ENTRY_LINKED = 12,
    ENTRY_ACKNOWLEDGED = 13,
    ENTRY_UNMODELLED = 14,
    ENTRY_INJECTED = 15,
};

enum call_kind {
    CALL_WRITE = 1 << 0,
    CALL_SYNC = 1 << 1,
    CALL_OPEN = 1 << 2,
    CALL_RENAME = 1 << 3,
    CALL_UNLINK = 1 << 4,
    CALL_MKDIR = 1 << 5,
    CALL_TRUNCATE = 1 << 6,
};

enum file_role {
    FILE_ELSEWHERE,
    FILE_WATCHED,
    FILE_ACKNOWLEDGEMENTS,
};

/// A change about to happen; between `begin` and `end` no other thread changes anything.
struct change {
    bool is_locked;
    bool is_short;
    int error;
};

struct file {
    enum file_role role;
    uint64_t inode;
    uint64_t size;
    bool is_folder;
    bool is_lock;
};

/// Whether calls are to be looked at: there is a root, and this thread is not in the recorder.
bool recorder_watches(void);

/// What is behind a descriptor; a file below the root that was never seen opening is logged.
struct file recorder_file(int descriptor);

/// The path without links of an entry, whether it is there or not; false outside the root.
bool recorder_path(int folder, const char *path, char result[PATH_LIMIT]);

/// The inode of a path, 0 if there is nothing.
uint64_t recorder_inode(const char *path);

/// Counts a change, kills the process if its turn has come, decides whether it fails.
struct change recorder_begin(enum call_kind call, const char *name);
void recorder_end(struct change change);

/// Enters like `recorder_begin` for something that is no change.
struct change recorder_mark(void);

/// Leaves and enters again what `recorder_begin` locked, around a call that may take long.
void recorder_pause(struct change *change);
void recorder_resume(struct change *change);

uint64_t recorder_serial(void);
void recorder_opened(int descriptor, bool is_truncated);
void recorder_log(enum entry_kind kind, uint8_t flags, uint64_t inode, uint64_t a, uint64_t b,
                  const char *path, const struct iovec *data, int count, size_t bytes);
void recorder_unmodelled(const char *what, const char *path);
