public import Wire

/// What the views file says of an embedder's view.
///
///     version 3
///     tables counts seen
///     follows | behind <position> | faulted <position> <type of the error>
struct CustomViewState: Equatable, Sendable {
    var version: UInt32
    var tables: [String]
    var condition: CustomCondition

    /// The state of a view that is as far as the views themselves.
    init(following view: CustomView) {
        self.init(of: view, .follows)
    }

    init(of view: CustomView, _ condition: CustomCondition) {
        version = view.version
        tables = view.tables
        self.condition = condition
    }

    /// Whether the rows are those that a view as it is declared now would have.
    func isMade(by view: CustomView) -> Bool {
        version == view.version && tables == view.tables
    }

    var text: String {
        let last =
            switch condition {
            case .follows: "follows"
            case .behind(let position): "behind \(position.rawValue)"
            case .faulted(let position, let error): "faulted \(position.rawValue) \(error)"
            }
        return "version \(version)\ntables \(tables.joined(separator: " "))\n\(last)"
    }

    /// Reads the row; nil for anything that `text` does not write.
    init?(_ bytes: RawSpan) {
        let text = bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 3, lines[0].hasPrefix("version "), lines[1].hasPrefix("tables "),
            let version = UInt32(lines[0].dropFirst("version ".count))
        else { return nil }
        self.version = version
        tables = lines[1].dropFirst("tables ".count).split(separator: " ").map(String.init)
        let words = lines[2].split(separator: " ", maxSplits: 2).map(String.init)
        let position = words.count > 1 ? UInt64(words[1]).map(Position.init) : nil
        switch (words.first, position, words.count) {
        case ("follows", nil, 1): condition = .follows
        case ("behind", let position?, 2): condition = .behind(position)
        case ("faulted", let position?, 3): condition = .faulted(position, error: words[2])
        default: return nil
        }
        guard self.text == text else { return nil }
    }
}

/// How an embedder's view stands.
public enum CustomCondition: Hashable, Sendable {
    /// It has seen what the built-in views have.
    case follows
    /// It has seen the events up to a position, and is being folded or not kept at present.
    case behind(Position)
    /// Its projector could not fold the event at a position, and is skipped from there on.
    ///
    /// The error is named by its type alone: its words may be a person's.
    case faulted(Position, error: String)
}

/// How an embedder's view stands, as an operator is shown it.
public struct CustomViewStatus: Hashable, Sendable {
    /// What the view is called.
    public let name: String
    /// The version that this process declares.
    public let version: UInt32
    /// Nil for one that the views file has not heard of.
    public let condition: CustomCondition?
}
