#pragma once
#include <stdint.h>

/// Makes a pipe whose ends do not wait and are not inherited; 0 for success.
int scrollback_bell(int32_t ends[2]);

/// Lets a pipe hold up to so many bytes, if it is one and the system allows it.
void scrollback_widen_pipe(int32_t descriptor, int32_t bytes);
