/// The schema of a message, so that any message can be shown without code of its own.
///
/// The tables are generated, so there is one for every event.
package struct MessageDescription: Sendable {
    package let name: String
    /// By number.
    package let fields: [FieldDescription]

    init(_ name: String, _ fields: [FieldDescription]) {
        self.name = name
        self.fields = fields
    }

    func field(_ number: UInt32) -> FieldDescription? { fields.first { $0.number == number } }
}

package struct FieldDescription: Sendable {
    package enum Presence: Sendable {
        /// Not written where it has its default.
        case implicit
        case optional
        case repeated
    }

    package let number: UInt32
    package let name: String
    package let kind: FieldKind
    package let presence: Presence

    init(
        _ number: UInt32,
        _ name: String,
        _ kind: FieldKind,
        _ presence: Presence = .implicit
    ) {
        self.number = number
        self.name = name
        self.kind = kind
        self.presence = presence
    }
}

/// The type of a field.
package indirect enum FieldKind: Sendable {
    case boolean
    /// How many there are, or at which place something is.
    case unsigned
    /// Sixty-four bits that count nothing.
    case bits
    case real
    /// In microseconds since the start of 1970.
    case time
    case enumeration(EnumerationDescription)
    case text
    case bytes
    case id
    case digest
    case message(MessageDescription)
}

/// The words of an enumeration, without the one for nothing.
public struct EnumerationDescription: Hashable, Sendable {
    /// The field's name in the schemas.
    public let name: String
    /// The word for each number.
    public let words: [Int32: String]

    init(_ name: String, _ words: [Int32: String]) {
        self.name = name
        self.words = words
    }
}

/// The schema of one type of event.
package struct EventDescription: Sendable {
    /// Its number in the envelope.
    package let number: UInt32
    package let name: String
    /// The structure, in the envelope.
    package let structure: MessageDescription
    /// The sealed content; nil for an event that has only structure.
    package let content: MessageDescription?

    init(
        _ number: UInt32,
        _ name: String,
        _ structure: MessageDescription,
        _ content: MessageDescription?
    ) {
        self.number = number
        self.name = name
        self.structure = structure
        self.content = content
    }

    private static let byNumber = Dictionary(uniqueKeysWithValues: all.map { ($0.number, $0) })

    /// The event with a number; nil for one that these schemas do not know.
    package static func of(_ number: UInt32) -> EventDescription? { byNumber[number] }
}
