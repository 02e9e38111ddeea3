public import Wire

/// The state of a custom view in the views file.
///
///     version 3
///     tables counts seen
///     follows | behind <position> | faulted <position> <type of the error>
struct CustomViewState: Equatable, Sendable {
    var version: UInt32
    var tables: [String]
    var condition: CustomCondition

    /// The state of a view at the same position as the views themselves.
    init(following view: CustomView) {
        self.init(of: view, .follows)
    }

    init(of view: CustomView, _ condition: CustomCondition) {
        version = view.version
        tables = view.tables
        self.condition = condition
    }

    /// Whether the rows were made by a view as it is declared now.
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

/// The condition of an embedder's view.
public enum CustomCondition: Hashable, Sendable {
    /// The view has folded the same events as the built-in views.
    case follows
    /// The view has folded the events up to a position, and is being folded or not kept at present.
    case behind(Position)
    /// Its projector could not fold the event at a position, and is skipped from there on.
    ///
    /// The error is named by its type only, because its text may contain users' words.
    case faulted(Position, error: String)
}

/// The condition of an embedder's view, as shown to an operator.
public struct CustomViewStatus: Hashable, Sendable {
    /// The view's name.
    public let name: String
    /// The version that this process declares.
    public let version: UInt32
    /// The condition; nil if the views file does not know the view.
    public let condition: CustomCondition?
}
