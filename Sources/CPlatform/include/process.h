#pragma once
#include <stdbool.h>

/// Keeps the memory of this process out of core files and crash reports; see
/// `Store.keepMemoryPrivate`.
void scrollback_keep_memory_private(void);

/// Blocks SIGXFSZ in the calling thread, so that a write beyond the limit on a file's size fails
/// with EFBIG instead of ending the process; false if it was blocked already.
bool scrollback_block_file_size_signal(void);

/// Undoes a call that returned true; a signal that came meanwhile is dropped.
void scrollback_unblock_file_size_signal(void);
