#pragma once
#include <stddef.h>
#include <stdint.h>

/// The CRC-32C (Castagnoli) of `count` bytes, continued from `seed`; start with 0.
uint32_t scrollback_crc32c(uint32_t seed, const void *bytes, size_t count);

/// The same by tables alone, so that a test can hold one against the other.
uint32_t scrollback_crc32c_portable(uint32_t seed, const void *bytes, size_t count);
