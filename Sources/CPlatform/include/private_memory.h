#pragma once
#include <stddef.h>

/// Keeps pages out of swap from when they are first used; false where this process may lock no
/// more memory.
int scrollback_lock_memory(const void *start, size_t count);
