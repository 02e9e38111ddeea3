import Glibc

/// This program started once more, with its standard output read here.
struct ChildProcess {
    private let identifier: pid_t
    private let output: Int32
    private var buffer: [UInt8] = []

    /// Starts this program with arguments; nil if the system refuses.
    init?(arguments: [String]) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        defer { posix_spawn_file_actions_destroy(&actions) }
        var words: [UnsafeMutablePointer<CChar>?] = (["scrollback"] + arguments).map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let code = posix_spawn(&child, "/proc/self/exe", &actions, nil, &words, environ)
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            return nil
        }
        identifier = child
        output = ends[0]
    }

    /// The next line that the child printed; nil at the end of its output.
    mutating func nextLine() -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer.removeFirst(end + 1)
                return line
            }
            var chunk = [UInt8](repeating: 0, count: 4_096)
            let count = read(output, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return nil }
            buffer += chunk[..<count]
        }
    }

    /// Ends the child as a crash would: without a chance to tidy up.
    func kill() {
        Glibc.kill(identifier, SIGKILL)
    }

    /// Waits until the child is gone, and closes its output.
    func wait() {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
        close(output)
    }
}
