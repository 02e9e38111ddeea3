#pragma once

/// Asks the processor for the bytes at an address, and does not wait for them; any address will do.
static inline void scrollback_fetch(const void *address) { __builtin_prefetch(address); }
