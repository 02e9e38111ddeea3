internal import Glibc

/// What the system says of itself in files and through commands.
package enum SystemText {
    /// The lines of a file; none if it cannot be read.
    package static func lines(of path: String) -> [String] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        return lines(of: file)
    }

    /// The lines that a shell command prints; none if it cannot be run.
    package static func lines(ofCommand command: String) -> [String] {
        guard let pipe = popen("\(command) 2>/dev/null", "r") else { return [] }
        defer { pclose(pipe) }
        return lines(of: pipe)
    }

    private static func lines(of file: UnsafeMutablePointer<FILE>) -> [String] {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&block, 1, block.count, file)
            if count == 0 { break }
            bytes += block[..<count]
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
