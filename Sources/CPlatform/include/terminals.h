#pragma once
#include <stdint.h>

/// Makes a terminal that lets all bytes pass, at least so many columns wide or as wide as the
/// standard output: ends[0] reads what is written to ends[1]. Where the system has no terminal to
/// give it makes a pipe. Neither end is inherited. 0 for success.
int scrollback_terminal(int32_t ends[2], uint16_t columns);
