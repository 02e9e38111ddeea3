// For memmem.
#define _GNU_SOURCE
#include "bytes.h"
#include <string.h>

const void *scrollback_find_bytes(const void *bytes, size_t count,
                                  const void *wanted, size_t wanted_count) {
    return memmem(bytes, count, wanted, wanted_count);
}
