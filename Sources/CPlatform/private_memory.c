#define _GNU_SOURCE
#include "private_memory.h"

#include <sys/mman.h>

int scrollback_lock_memory(const void *start, size_t count) {
    return mlock2(start, count, MLOCK_ONFAULT) == 0;
}
