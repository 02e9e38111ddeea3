#pragma once
#include <stddef.h>

/// Where some bytes first stand in others; null where they do not.
const void *scrollback_find_bytes(const void *bytes, size_t count,
                                  const void *wanted, size_t wanted_count);
