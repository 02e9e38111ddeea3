import Messaging
import Wire

/// A value in a table for people.
enum Cell {
    case none
    /// Text of a person, or of another program: anything may be in it.
    case text(String)
    /// Such text, with ids that may be short.
    case described((_ isShort: Bool) -> String)
    /// A word of this program.
    case word(String)
    case number(UInt64)
    case id(UniqueID)
    case time(Timestamp)
    /// A person: the name, unless it is withheld, and the end of the id, which no name can imitate.
    case person(String?, UniqueID)

    static func id(_ id: (some Identifier)?) -> Cell { id.map { .id($0.rawValue) } ?? .none }
    static func time(_ time: Timestamp?) -> Cell { time.map { .time($0) } ?? .none }

    /// The cell on one line of a terminal, cut to a width.
    ///
    /// Of a person the name is cut, never the id. If `isShort`, the end of an id and the minute of
    /// a time are enough.
    func text(isShort: Bool, width: Int = .max) -> String {
        switch self {
        case .none: return ""
        case .text(let text): return TextWidth.cut(Self.visible(text), to: width)
        case .described(let text):
            return TextWidth.cut(Self.visible(text(isShort)), to: width)
        case .word(let word): return TextWidth.cut(word, to: width)
        case .number(let number): return "\(number)"
        case .id(let id): return Self.id(id, isShort: isShort)
        case .time(let time): return LocalTime.text(time, hasSeconds: !isShort)
        case .person(let name?, let id) where !name.isEmpty:
            let end = Self.end(of: id)
            return "\(TextWidth.cut(Self.visible(name), to: width - 1 - end.count)) \(end)"
        case .person(_, let id): return Self.id(id, isShort: isShort)
        }
    }

    /// The cell for programs: ids whole, times in UTC.
    var plain: String {
        switch self {
        case .none: ""
        case .text(let text): Self.visible(text)
        case .time(let time): time.iso8601
        case .person(_, let id): "\(id)"
        case .described, .word, .number, .id: text(isShort: false)
        }
    }

    static func id(_ id: UniqueID, isShort: Bool) -> String { isShort ? end(of: id) : "\(id)" }

    /// The end of an id, marked as such.
    private static func end(of id: UniqueID) -> String { "…\("\(id)".suffix(8))" }

    /// How many marks may stand over one character; more would reach into other lines.
    private static let marksTogether = 6

    /// Untrusted text on one line, with everything visible that is in it.
    static func visible(_ text: String) -> String {
        var visible = ""
        var marks = 0
        for scalar in text.unicodeScalars {
            marks = TextWidth.isCombining(scalar) ? marks + 1 : 0
            switch scalar {
            case "\n": visible += "↵"
            case "\t": visible += "⇥"
            case _ where marks > marksTogether: visible += "\\u{\(String(scalar.value, radix: 16))}"
            default: visible += TerminalText.line(String(scalar))
            }
        }
        return visible
    }
}

/// A column of a table.
struct Column<Row> {
    /// The heading; in CSV the name of the field.
    let name: String
    /// Whether the cell may be cut on a narrow terminal, or continued on other lines.
    let room: Room
    /// A cell as wide as those of most rows, where rows come that are not known yet.
    let usual: Cell
    let cell: (Row) -> Cell

    enum Room {
        /// The cell is shown whole, ids perhaps shortened.
        case whole
        /// The cell may be cut.
        case cut
        /// The cell goes on in further lines, in the same columns; for the last column.
        case wrapped
        /// The cell may be cut, and is not in CSV.
        case textOnly
        /// The same, going on in further lines.
        case wrappedTextOnly
        /// The cell is in CSV only.
        case dataOnly
    }

    var isInText: Bool { room != .dataOnly }
    var isInData: Bool { room != .textOnly && room != .wrappedTextOnly }
    var isWrapped: Bool { room == .wrapped || room == .wrappedTextOnly }
    var mayBeCut: Bool { room == .cut || room == .textOnly }

    init(
        _ name: String,
        _ room: Room = .whole,
        usual: Cell = .none,
        _ cell: @escaping (Row) -> Cell
    ) {
        self.name = name
        self.room = room
        self.usual = usual
        self.cell = cell
    }
}
