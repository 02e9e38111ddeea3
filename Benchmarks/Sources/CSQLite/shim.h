#pragma once

#include <sqlite3.h>

// Swift does not import a C function whose arguments vary.
static inline int sqlite_keep_no_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}
