#define _GNU_SOURCE
#include "pipes.h"
#include <fcntl.h>
#include <unistd.h>

int scrollback_bell(int32_t ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

void scrollback_widen_pipe(int32_t descriptor, int32_t bytes) {
    fcntl(descriptor, F_SETPIPE_SZ, bytes);
}
