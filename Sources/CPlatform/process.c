#define _GNU_SOURCE
#include "process.h"
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>

// The signals for which Swift's runtime installs its crash report, before `main` and from the
// environment alone. The report prints memory that registers point to.
static const int crash_signals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP};

void scrollback_keep_memory_private(void) {
    // A core handler behind a pipe is given the memory whatever the limit says, unless the process
    // is not dumpable.
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    for (size_t index = 0; index < sizeof(crash_signals) / sizeof(*crash_signals); index++) {
        struct sigaction action;
        if (sigaction(crash_signals[index], NULL, &action) == 0 && action.sa_handler != SIG_IGN) {
            signal(crash_signals[index], SIG_DFL);
        }
    }
}

static sigset_t file_size_signal(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGXFSZ);
    return signals;
}

bool scrollback_block_file_size_signal(void) {
    sigset_t signals = file_size_signal(), before;
    return pthread_sigmask(SIG_BLOCK, &signals, &before) == 0 && !sigismember(&before, SIGXFSZ);
}

void scrollback_unblock_file_size_signal(void) {
    sigset_t signals = file_size_signal();
    struct timespec none = {0, 0};
    while (sigtimedwait(&signals, NULL, &none) == SIGXFSZ) {}
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}
