package import EventLog
internal import Glibc

/// The file views.state: which views file counts, and whether opening it is safe.
///
///     scrollback views 2
///     generation 3
///     boot 5f0c2a7e-…
///     file <device> <inode> <birth in nanoseconds>
///     state dirty
///     starts 1
///     rebuilds <microseconds> <microseconds> because row timeline
///
/// - It says `building` until a new generation has reached the end of the log: no query reads
///   a partly folded generation, and after a crash it is begun anew.
/// - It says `clean` only after everything was forced to the disk, and `dirty` before the first
///   write that follows. `unchecked` is like `clean`, but a user before did not close the file, and
///   its tables are still to be compared with their sums.
/// - `starts` counts the processes that began to write this generation and neither closed it nor
///   used it for a minute. It goes up before the file is opened, so that a file that kills its
///   opener is counted, however the process died.
/// - `rebuilds` are the latest times at which views were thrown away in doubt, and the last cause.
/// - It is replaced by a rename, so that a crash leaves the old one or the new one.
package struct ViewsState: Equatable, Sendable {
    package var generation: UInt64
    package var boot: BootIdentity?
    package var file: FileBirth
    package var condition: Condition
    /// The number of processes that began to use this generation and did not end well.
    package var starts: UInt64
    /// The latest rebuilds because of damage.
    package var rebuilds: RebuildHistory

    package enum Condition: String, Sendable {
        case building
        case dirty
        case clean
        case unchecked
    }

    private static let title = "scrollback views 2"
    private static let sizeLimit = 1_024

    package init(
        generation: UInt64,
        boot: BootIdentity?,
        file: FileBirth,
        condition: Condition,
        starts: UInt64 = 0,
        rebuilds: RebuildHistory = RebuildHistory()
    ) {
        self.generation = generation
        self.boot = boot
        self.file = file
        self.condition = condition
        self.starts = starts
        self.rebuilds = rebuilds
    }

    /// Whether opening the file is safe: it is the original file, and either all of it reached the
    /// disk or the system that has it in memory still runs.
    package func allowsOpening(file actual: FileBirth, boot current: BootIdentity?) -> Bool {
        guard file.inode == actual.inode, file.born == actual.born else { return false }
        switch condition {
        case .building: return false
        case .clean, .unchecked: return true
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
        starts \(starts)
        rebuilds \(rebuilds.text)

        """
    }

    /// Reads the text of the file; nil for anything that `text` does not write.
    init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 8, lines[0] == Self.title, lines[7].isEmpty else { return nil }
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
            let condition = Condition(rawValue: String(state)),
            let starts = words(5, after: "starts", count: 1).flatMap({ UInt64($0[0]) }),
            lines[6].hasPrefix("rebuilds "),
            let rebuilds = RebuildHistory(text: lines[6].dropFirst("rebuilds ".count))
        else { return nil }
        self.generation = generation
        self.boot = boot == "unknown" ? nil : BootIdentity(String(boot))
        self.file = FileBirth(device: device, inode: inode, born: born)
        self.condition = condition
        self.starts = starts
        self.rebuilds = rebuilds
        guard self.text == text else { return nil }
    }

    /// Reads the file of a store; nil if it is missing, damaged or unreadable on the disk.
    ///
    /// - Throws: the error that keeps this process from reading it, which implies nothing about the
    ///   views.
    package static func read(in directory: StoreDirectory) throws(LogError) -> ViewsState? {
        do throws(LogError) {
            let file = try OpenFile(directory.viewsStatePath, O_RDONLY)
            return try file.text(limit: sizeLimit).flatMap { ViewsState(text: $0) }
        } catch {
            if case .system(_, _, let number) = error, number == ENOENT || number == EIO {
                return nil
            }
            throw error
        }
    }

    /// Writes the file durably.
    package func write(in directory: StoreDirectory) throws(LogError) {
        try OpenFile.replace(directory.viewsStatePath, with: text, in: directory.path)
    }
}
