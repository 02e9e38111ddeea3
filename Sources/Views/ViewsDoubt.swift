package import EventLog
internal import Glibc

/// The file views.doubt: a request to the writing process to make the views anew.
///
///     scrollback doubt 1
///     generation 3
///     because row timeline
///
/// A process that only reads leaves it, as does `scrollback rebuild` beside a writer. The writer
/// looks for it every second, and ignores and removes one of another generation.
package struct ViewsDoubt: Hashable, Sendable {
    package var generation: UInt64
    package var cause: Cause

    /// The reason to rebuild views.
    package enum Cause: Hashable, Sendable {
        /// A row of a table is damaged.
        case row(table: String)
        /// A table has lost or gained rows.
        case sum(table: String)
        /// A page of the file is damaged.
        case page
        /// A row contradicts the log.
        case contradiction
        /// Processes died soon after they had begun to use the views.
        case deaths
        /// The operator asked for it.
        case asked
    }

    package init(generation: UInt64, cause: Cause) {
        self.generation = generation
        self.cause = cause
    }

    private static let title = "scrollback doubt 1"
    private static let sizeLimit = 512

    var text: String { "\(Self.title)\ngeneration \(generation)\nbecause \(cause.text)\n" }

    init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 4, lines[0] == Self.title, lines[3].isEmpty,
            lines[1].hasPrefix("generation "), lines[2].hasPrefix("because "),
            let generation = UInt64(lines[1].dropFirst("generation ".count)),
            let cause = Cause(text: String(lines[2].dropFirst("because ".count)))
        else { return nil }
        self.init(generation: generation, cause: cause)
    }

    /// Reads the file of a store; nil if there is none, or it cannot be read.
    package static func read(in directory: StoreDirectory) -> ViewsDoubt? {
        guard access(path(in: directory), F_OK) == 0,
            let file = try? OpenFile(path(in: directory), O_RDONLY)
        else { return nil }
        let text = (try? file.text(limit: sizeLimit)) ?? ""
        // A file that cannot be understood gets generation 0, and is removed like any other
        // generation's.
        return ViewsDoubt(text: text) ?? ViewsDoubt(generation: 0, cause: .page)
    }

    /// Leaves the file for the writing process; false if this process may not.
    package func leave(in directory: StoreDirectory) -> Bool {
        if Self.read(in: directory) == self { return true }
        do throws(LogError) {
            try OpenFile.replace(Self.path(in: directory), with: text, in: directory.path)
            return true
        } catch {
            return false
        }
    }

    /// Removes the file.
    package static func remove(in directory: StoreDirectory) {
        unlink(path(in: directory))
    }

    private static func path(in directory: StoreDirectory) -> String {
        "\(directory.path)/views.doubt"
    }
}

extension ViewsDoubt.Cause {
    /// The cause in a word or two, for files.
    package var text: String {
        switch self {
        case .row(let table): "row \(table)"
        case .sum(let table): "sum \(table)"
        case .page: "page"
        case .contradiction: "contradiction"
        case .deaths: "deaths"
        case .asked: "asked"
        }
    }

    /// Reads the text; nil for anything that `text` does not write.
    init?(text: String) {
        switch text {
        case "page": self = .page
        case "contradiction": self = .contradiction
        case "deaths": self = .deaths
        case "asked": self = .asked
        default:
            let words = text.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count == 2, Self.isName(words[1]) else { return nil }
            switch words[0] {
            case "row": self = .row(table: String(words[1]))
            case "sum": self = .sum(table: String(words[1]))
            default: return nil
            }
        }
    }

    /// The cause for doubt in an error of reading views; nil if there is none.
    package init?(_ error: ViewsError) {
        switch error {
        case .damagedRow(let table):
            // An embedder's name could contain any characters.
            self = Self.isName(table) ? .row(table: table) : .page
        case .wrongSum(let table): self = Self.isName(table) ? .sum(table: table) : .page
        case .notOfThisLog, .log(.headNotConfirmed), .log(.noSuchPosition): self = .contradiction
        case .storage(let error): if error.isDamageOfViews { self = .page } else { return nil }
        case .unavailable, .projectorFailed, .undeclaredEvent, .refusedView, .faultedView,
            .unkeptView, .noSuchTable, .log:
            return nil
        }
    }

    private static func isName(_ table: some StringProtocol) -> Bool {
        !table.isEmpty && table.utf8.count <= 128
            && table.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

extension ViewsDoubt.Cause: CustomStringConvertible {
    package var description: String {
        switch self {
        case .row(let table): "a row of \(table) is damaged"
        case .sum(let table): "\(table) has lost or gained rows"
        case .page: "a page of their file is damaged"
        case .contradiction: "a row contradicts the log"
        case .deaths: "two processes died soon after they had begun to use them"
        case .asked: "it was asked for"
        }
    }
}
