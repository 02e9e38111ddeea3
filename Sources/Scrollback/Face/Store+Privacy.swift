internal import CPlatform

extension Store {
    /// Keeps the memory of this process out of core files and crash reports.
    ///
    /// Core files never contain a store's keys and cipher buffers. The texts that queries return
    /// lie in the program's own memory; this function protects them too. Call it first in `main`,
    /// before you install signal handlers, in every process that you start. It affects the whole
    /// process until its end:
    ///
    /// - No core file is written, and no core handler is given the memory (`PR_SET_DUMPABLE` 0,
    ///   `RLIMIT_CORE` 0; child processes inherit the limit).
    /// - Debuggers and profilers of the same user cannot attach, and the files in `/proc/<pid>`
    ///   belong to root.
    /// - SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV and SIGTRAP end the process at once,
    ///   unless they are ignored. This turns off Swift's crash report, which prints memory and is
    ///   otherwise configured before `main` by `SWIFT_BACKTRACE`; a handler of yours that is
    ///   installed earlier is removed too.
    public static func keepMemoryPrivate() { scrollback_keep_memory_private() }
}
