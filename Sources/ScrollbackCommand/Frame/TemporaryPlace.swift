import Glibc
import Wire

/// New folders for temporary files.
enum TemporaryPlace {
    /// Makes a folder of mode 0700 in TMPDIR, or in /tmp.
    ///
    /// - Throws: a failure that names the folder in which none can be made.
    static func make(_ purpose: String) throws(CommandFailure) -> String {
        let root = Environment.value("TMPDIR") ?? "/tmp"
        var template = Array("\(root)/scrollback-\(purpose)-XXXXXX".utf8CString)
        let isMade = template.withUnsafeMutableBufferPointer {
            $0.baseAddress.flatMap(mkdtemp) != nil
        }
        guard isMade else {
            throw .failure(
                "noFolder",
                "no temporary folder can be made in \(TerminalText.line(root)): "
                    + "\(systemMessage(errno)); set TMPDIR to a folder that can be written, or use "
                    + "--at"
            )
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
