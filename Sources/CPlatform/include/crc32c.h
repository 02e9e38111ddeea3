#pragma once
#include <stddef.h>
#include <stdint.h>

/// The CRC-32C (Castagnoli) of `count` bytes, continued from `seed`; start with 0.
uint32_t scrollback_crc32c(uint32_t seed, const void *bytes, size_t count);

/// The CRC-32C of two runs of bytes, one behind the other, continued from `seed`.
uint32_t scrollback_crc32c_of_two(uint32_t seed, const void *first, size_t first_count,
                                  const void *second, size_t second_count);

/// The same as `scrollback_crc32c` by tables alone, so that a test can hold one against the other.
uint32_t scrollback_crc32c_portable(uint32_t seed, const void *bytes, size_t count);
