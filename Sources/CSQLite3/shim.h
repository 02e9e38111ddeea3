#pragma once

#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

// An open file as a database: SQLite opens files by their names, and this file may have none yet.

#define SCROLLBACK_SQLITE_NAME "/.scrollback-open-file-"

/// Stands in for open(2) in SQLite: a name made of a descriptor's number gives that file.
static inline int scrollback_sqlite_open(const char *name, int flags, int mode) {
    size_t length = strlen(SCROLLBACK_SQLITE_NAME);
    if (strncmp(name, SCROLLBACK_SQLITE_NAME, length) == 0) {
        return fcntl(atoi(name + length), F_DUPFD_CLOEXEC, 3);
    }
    return open(name, flags, mode);
}

/// Opens a database that is the file of a descriptor.
static inline int scrollback_sqlite_database(int descriptor, sqlite3 **database) {
    sqlite3_vfs *system = sqlite3_vfs_find("unix");
    if (system == NULL || system->iVersion < 3) return SQLITE_CANTOPEN;
    sqlite3_syscall_ptr replaced = (sqlite3_syscall_ptr)scrollback_sqlite_open;
    int code = system->xSetSystemCall(system, "open", replaced);
    if (code != SQLITE_OK) return code;
    char name[64];
    sqlite3_snprintf(sizeof name, name, SCROLLBACK_SQLITE_NAME "%d", descriptor);
    return sqlite3_open_v2(name, database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, "unix");
}

/// Binds a text, which is copied.
static inline int scrollback_sqlite_bind(
    sqlite3_stmt *statement, int place, const char *text, int length
) {
    return sqlite3_bind_text(statement, place, text, length, SQLITE_TRANSIENT);
}
