#pragma once

#include <stdint.h>

/// How often this process has waited for the disk in fsync, fdatasync or msync since it began.
uint64_t flush_count(void);
