#define _GNU_SOURCE
#include "terminals.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static int open_terminal(int32_t ends[2]) {
    ends[0] = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (ends[0] < 0) return -1;
    char name[128];
    if (grantpt(ends[0]) == 0 && unlockpt(ends[0]) == 0 &&
        ptsname_r(ends[0], name, sizeof name) == 0) {
        ends[1] = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
        if (ends[1] >= 0) return 0;
    }
    close(ends[0]);
    return -1;
}

int scrollback_terminal(int32_t ends[2], uint16_t columns) {
    if (open_terminal(ends) != 0) return pipe2(ends, O_CLOEXEC);
    struct termios settings;
    if (tcgetattr(ends[1], &settings) == 0) {
        cfmakeraw(&settings);
        tcsetattr(ends[1], TCSANOW, &settings);
    }
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < columns) {
        size.ws_col = columns;
    }
    if (size.ws_row == 0) size.ws_row = 24;
    ioctl(ends[1], TIOCSWINSZ, &size);
    return 0;
}
