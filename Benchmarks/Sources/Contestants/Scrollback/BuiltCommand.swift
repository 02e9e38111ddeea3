internal import Glibc

/// The built `scrollback`, beside this program.
package enum BuiltCommand {
    /// Its path.
    package static func path() throws -> String {
        guard let own = realpath("/proc/self/exe", nil) else {
            throw WrongResult(description: "this program does not find itself")
        }
        defer { free(own) }
        let folder = String(cString: own).split(separator: "/").dropLast().joined(separator: "/")
        return "/\(folder)/scrollback"
    }

    /// Runs it on words to its end, without its output.
    package static func run(_ words: [String]) throws {
        let path = try path()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        var pointers: [UnsafeMutablePointer<CChar>?] = ([path] + words).map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        var child: pid_t = 0
        guard posix_spawn(&child, path, &actions, nil, &pointers, environ) == 0 else {
            throw WrongResult(description: "\(path) cannot be started")
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else {
                throw WrongResult(description: "\(path) cannot be waited for")
            }
        }
        try demand(status == 0, "\(path) \(words.first ?? "") has failed")
    }
}
