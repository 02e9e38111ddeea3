package import EventLog
internal import Glibc

/// The file views.state: which views file counts, and whether opening it is safe.
///
///     scrollback views 1
///     generation 3
///     boot 5f0c2a7e-…
///     file <device> <inode> <birth in nanoseconds>
///     state dirty
///
/// - It says `building` until a new generation has come to the end of the log: nobody may read
///   what is half folded, and after a crash it is begun anew.
/// - It says `clean` only after everything was forced to the disk, and `dirty` before the first
///   write that follows.
/// - It is replaced by a rename, so that a crash leaves the old one or the new one.
package struct ViewsState: Equatable, Sendable {
    package var generation: UInt64
    package var boot: BootIdentity?
    package var file: FileBirth
    package var condition: Condition

    package enum Condition: String, Sendable {
        case building
        case dirty
        case clean
    }

    private static let title = "scrollback views 1"
    private static let sizeLimit = 1_024

    package init(generation: UInt64, boot: BootIdentity?, file: FileBirth, condition: Condition) {
        self.generation = generation
        self.boot = boot
        self.file = file
        self.condition = condition
    }

    /// Whether the file can be opened without a risk: it is the very one that was written, and
    /// either all of it reached the disk or the system that has it in memory still runs.
    package func allowsOpening(file actual: FileBirth, boot current: BootIdentity?) -> Bool {
        guard file.inode == actual.inode, file.born == actual.born else { return false }
        switch condition {
        case .building: return false
        case .clean: return true
        case .dirty:
            guard let boot, let current else { return false }
            return boot == current && file.device == actual.device
        }
    }

    var text: String {
        """
        \(Self.title)
        generation \(generation)
        boot \(boot?.text ?? "unknown")
        file \(file.device) \(file.inode) \(file.born)
        state \(condition.rawValue)

        """
    }

    /// Reads the text of the file; nil for anything that `text` does not write.
    init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 6, lines[0] == Self.title, lines[5].isEmpty else { return nil }
        func words(_ line: Int, after name: String, count: Int) -> [Substring]? {
            let words = lines[line].split(separator: " ")
            return words.first.map(String.init) == name && words.count == count + 1
                ? Array(words.dropFirst()) : nil
        }
        guard let generation = words(1, after: "generation", count: 1).flatMap({ UInt64($0[0]) }),
            let boot = words(2, after: "boot", count: 1)?.first,
            let file = words(3, after: "file", count: 3),
            let device = UInt64(file[0]), let inode = UInt64(file[1]), let born = Int64(file[2]),
            let state = words(4, after: "state", count: 1)?.first,
            let condition = Condition(rawValue: String(state))
        else { return nil }
        self.generation = generation
        self.boot = boot == "unknown" ? nil : BootIdentity(String(boot))
        self.file = FileBirth(device: device, inode: inode, born: born)
        self.condition = condition
        guard self.text == text else { return nil }
    }

    /// What a store's file says; nil if it is missing or not to be believed.
    package static func read(in directory: StoreDirectory) -> ViewsState? {
        guard let file = try? OpenFile(directory.viewsStatePath, O_RDONLY),
            let text = try? file.text(limit: sizeLimit)
        else { return nil }
        return ViewsState(text: text)
    }

    /// Writes the file so that it lasts.
    package func write(in directory: StoreDirectory) throws(LogError) {
        try OpenFile.replace(directory.viewsStatePath, with: text, in: directory.path)
    }
}
