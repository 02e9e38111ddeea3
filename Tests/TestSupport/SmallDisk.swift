import Glibc

/// A filesystem of a few megabytes, for filling up; there is none where mounting is not allowed.
package final class SmallDisk: Sendable {
    package let path: String

    /// Mounts one; nil where that is not permitted.
    package init?(megabytes: Int) {
        var template = Array("\(TemporaryFolder.root)/small-disk-XXXXXX".utf8CString)
        guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap(mkdtemp) }) != nil
        else { return nil }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let options = "size=\(megabytes)m,mode=0700"
        guard run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", path]) else {
            rmdir(path)
            return nil
        }
    }

    deinit {
        run(["umount", path])
        rmdir(path)
    }

    /// Whether a disk can be mounted here.
    package static let isPossible: Bool = SmallDisk(megabytes: 1) != nil

    /// Takes up all room but some bytes.
    package func fill(leaving bytes: UInt64) {
        var status = statvfs()
        statvfs(path, &status)
        let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        guard free > bytes else { return }
        writeFile("\(path)/ballast", [UInt8](repeating: 1, count: Int(free - bytes)))
    }

    /// Gives back what `fill` took.
    package func relieve() {
        unlink("\(path)/ballast")
    }
}

/// Runs a program found in PATH, without its output; true if it succeeded.
@discardableResult
package func run(_ words: [String]) -> Bool {
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var child: pid_t = 0
    guard let name = words.first, posix_spawnp(&child, name, &actions, nil, &pointers, environ) == 0
    else { return false }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
        guard errno == EINTR else { return false }
    }
    return status == 0
}
