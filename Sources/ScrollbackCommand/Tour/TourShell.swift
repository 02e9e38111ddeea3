import CPlatform
import Glibc
import Wire

/// Runs the tour's commands, as they are printed, by the shell in the tour's folder.
///
/// They write to a terminal of 80 columns or as many as this one has, so that they lay out what
/// they show as for a person, also where the tour's own output is a file.
enum TourShell {
    private static let columns: UInt16 = 80

    /// Runs a line and passes on what it prints.
    ///
    /// - Returns: its exit code; nil if it was killed.
    static func run(_ line: String, on screen: borrowing TourScreen) throws(CommandFailure)
        -> Int32?
    {
        var terminal: [Int32] = [-1, -1]
        guard scrollback_terminal(&terminal, columns) == 0 else { throw cannotStart(errno) }
        var errors: [Int32] = [-1, -1]
        guard pipe(&errors) == 0 else {
            let number = errno
            for end in terminal { close(end) }
            throw cannotStart(number)
        }
        for end in errors { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { for end in [terminal[0], errors[0]] { close(end) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, terminal[1], 1)
        posix_spawn_file_actions_adddup2(&actions, errors[1], 2)
        let texts: [String] = ["sh", "-c", ". ./\(TourFolder.names)\n\(line)"]
        let words = texts.map { strdup($0) }
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let code = posix_spawnp(&child, "sh", &actions, nil, words + [nil], environ)
        for end in [terminal[1], errors[1]] { close(end) }
        guard code == 0 else { throw cannotStart(code) }
        // Also if the output cannot be passed on.
        var status: Int32 = 0
        defer { while waitpid(child, &status, 0) < 0, errno == EINTR {} }
        try pass([terminal[0], errors[0]], to: screen)
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
    }

    /// Copies what comes from files until all have ended.
    private static func pass(
        _ files: [Int32],
        to screen: borrowing TourScreen
    ) throws(CommandFailure) {
        var waiting = files.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while waiting.contains(where: { $0.fd >= 0 }) {
            guard poll(&waiting, nfds_t(waiting.count), -1) > 0 else { continue }
            for index in waiting.indices where waiting[index].revents != 0 {
                let count = read(waiting[index].fd, &chunk, chunk.count)
                if count > 0 {
                    try screen.write(chunk.span.extracting(0..<count).bytes)
                } else if count == 0 || errno != EINTR {
                    // A terminal whose other end is closed has an error.
                    waiting[index].fd = -1
                }
            }
        }
    }

    private static func cannotStart(_ number: Int32) -> CommandFailure {
        .failure("cannotStart", "the tour cannot start `sh`: \(systemMessage(number))")
    }
}
