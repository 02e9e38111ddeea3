#pragma once

#include <stdint.h>

/// How often this process has waited for the disk in fsync, fdatasync or msync since it began.
uint64_t flush_count(void);

/// How many bytes of the heap this process uses now, in all arenas.
uint64_t heap_bytes(void);
