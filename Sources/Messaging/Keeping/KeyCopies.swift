internal import LogSchema
public import Wire

/// A copy of the keys beside a backup, as the log knows it.
public struct KeyCopyItem: Hashable, Sendable {
    /// The id of the place.
    public var place: KeyCopyID
    /// The operator's name of the place.
    public var label: String
    /// The time when the copy was begun.
    public var begunAt: Timestamp
    /// The position up to which it has carried out every erasure; nil for one that was never
    /// completed.
    public var upTo: Position?
    /// Whether something was erased since: an older backup with this copy still has its text.
    public var isOlder: Bool

    /// Creates an item.
    public init(
        place: KeyCopyID,
        label: String,
        begunAt: Timestamp,
        upTo: Position? = nil,
        isOlder: Bool = false
    ) {
        self.place = place
        self.label = label
        self.begunAt = begunAt
        self.upTo = upTo
        self.isOlder = isOlder
    }
}

/// The facts of a copy of the keys on which rules decide.
package struct KeyCopyFacts: Hashable, Sendable {
    package var isGone: Bool

    package init(isGone: Bool) { self.isGone = isGone }
}

/// The copies of the keys that exist, folded from the events about them.
package struct KeyCopies: Sendable {
    private struct Copy {
        var item: KeyCopyItem
        var begun: Position
        var isGone = false
    }

    private var copies: [Copy] = []
    private var newestErasure = Position.zero

    /// The types of events that tell of copies, and of erasures.
    package static let types = [
        EnvelopeEvent.keyCopyBegun, EnvelopeEvent.keyCopyDone, EnvelopeEvent.keyCopyGone,
        EnvelopeEvent.contentErased,
    ]

    package init() {}

    /// Folds an event; ignores one of another type.
    package mutating func take(_ recorded: RecordedEvent) {
        switch recorded.event {
        case .keyCopyBegun(let begun):
            guard let place = begun.place else { return }
            copies.append(
                Copy(
                    item: KeyCopyItem(
                        place: KeyCopyID(place),
                        label: begun.label,
                        begunAt: recorded.recorded
                    ),
                    begun: recorded.position
                )
            )
        case .keyCopyDone(let done):
            guard let at = index(of: done.place) else { return }
            copies[at].item.upTo = Position(done.upTo)
        case .keyCopyGone(let gone):
            guard let at = index(of: gone.place) else { return }
            copies[at].isGone = true
        case .contentErased:
            newestErasure = max(newestErasure, recorded.position)
        default: break
        }
    }

    private func index(of place: UniqueID?) -> Int? {
        copies.lastIndex { $0.item.place.rawValue == place }
    }

    /// The copies that exist, in the order of their beginning.
    package var items: [KeyCopyItem] {
        copies.filter { !$0.isGone }.map { copy in
            var item = copy.item
            item.isOlder = newestErasure > (item.upTo ?? copy.begun)
            return item
        }
    }

    /// Returns the facts of a copy; nil for a copy that was never begun.
    package func facts(of place: KeyCopyID) -> KeyCopyFacts? {
        index(of: place.rawValue).map { KeyCopyFacts(isGone: copies[$0].isGone) }
    }
}

/// A step of a backup that the log has to know of: a place for a copy of the keys, or that the copy
/// there is up to date.
package enum KeyCopyNote: Hashable, Sendable {
    /// No key has left yet.
    case begun(KeyCopyID, label: String)
    /// The backup up to a position is whole, and its copy of the keys has carried out every erasure.
    case done(KeyCopyID, upTo: Position)

    package var place: KeyCopyID {
        switch self {
        case .begun(let place, _), .done(let place, _): place
        }
    }

    /// Refuses a label that the log does not take.
    package static func check(label: String) throws(Refusal) {
        guard (1...Limits.label).contains(label.utf8.count),
            !label.unicodeScalars.contains(where: \.isControl)
        else { throw .keeping(.labelIsInvalid) }
    }

    /// Returns the event of the step; nil where the log has it already.
    ///
    /// - Parameters:
    ///   - facts: What the log knows.
    ///   - version: The version of the newest event of the store's stream up to a position.
    /// - Returns: The event.
    /// - Throws: a refusal of a label, of a copy that was not begun, and of one that is gone.
    package func event(
        on facts: borrowing some Facts & ~Copyable,
        version: (Position) -> Version
    ) throws(Refusal) -> NewEvent? {
        let known = facts.keyCopy(place)
        switch self {
        case .begun(let place, let label):
            guard known == nil else { return nil }
            try Self.check(label: label)
            return NewEvent(
                .keyCopyBegun(KeyCopyBegun(place: place.rawValue, label: label)),
                in: .store
            )
        case .done(let place, let upTo):
            guard let known, !known.isGone else { throw .keeping(.keyCopyIsNotFound) }
            let done = KeyCopyDone(
                place: place.rawValue,
                upTo: upTo.rawValue,
                version: version(upTo).rawValue
            )
            return NewEvent(.keyCopyDone(done), in: .store)
        }
    }
}
