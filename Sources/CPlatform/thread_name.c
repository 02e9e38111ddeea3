#define _GNU_SOURCE
#include "thread_name.h"
#include <pthread.h>

void scrollback_name_this_thread(const char *name) {
    pthread_setname_np(pthread_self(), name);
}
