import Glibc

/// The program that shows long output page by page: PAGER, or `less` if it is installed.
final class Pager {
    /// The end of the pipe to write to.
    let input: Int32
    private let process: pid_t
    private var isOpen = true

    /// Starts the pager; nil if there is none.
    init?() {
        let wanted = Environment.value("PAGER")
        if wanted == "cat" || getenv("PAGER").map({ $0.pointee == 0 }) == true { return nil }
        let words = wanted.map { ["sh", "-c", $0] } ?? ["less"]
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // Show colours, leave the screen, and end at once if one page is enough.
        setenv("LESS", "FRX", 0)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var heard = sigset_t()
        sigemptyset(&heard)
        sigaddset(&heard, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &heard)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let arguments = words.map { strdup($0) }
        defer { for word in arguments { free(word) } }
        var child: pid_t = 0
        let code = posix_spawnp(
            &child,
            words[0],
            &actions,
            &attributes,
            arguments + [nil],
            environ
        )
        close(ends[0])
        guard code == 0 else {
            close(ends[1])
            return nil
        }
        // The keys that end this program are the pager's meanwhile.
        signal(SIGINT, SIG_IGN)
        process = child
        input = ends[1]
    }

    /// Ends the pager's input and waits for the person to leave it.
    func wait() {
        guard isOpen else { return }
        isOpen = false
        close(input)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    deinit { wait() }
}
