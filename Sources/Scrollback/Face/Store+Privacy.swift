internal import CPlatform

extension Store {
    /// Keeps the memory of this process out of core files and crash reports.
    ///
    /// A store's keys and cipher buffers are left out of core files in any case. The texts that a
    /// program has been answered lie in its own memory, and only the program can decide about that.
    /// Call this first in `main`, before you install signal handlers and in every process that you
    /// start. It affects the whole process, until it ends:
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
