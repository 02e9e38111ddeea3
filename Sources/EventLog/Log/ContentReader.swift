internal import LogSchema
internal import Merkle
package import Wire

/// An event's sealed part: the content beside its structure.
package struct Content: ~Escapable {
    package enum State: Sendable {
        /// The event never had content.
        case none
        /// The content was erased.
        case erased
        /// The content exists.
        case present
    }

    package let state: State
    /// The content's bytes; empty unless present.
    package let bytes: RawSpan

    @_lifetime(copy bytes)
    init(_ state: State, _ bytes: RawSpan = RawSpan()) {
        self.state = state
        self.bytes = bytes
    }
}

/// The condition of an event's content, from its record and its slot.
package enum ContentCondition: Sendable {
    /// The event never had content.
    case none
    /// The content exists and opens under its seal.
    case present
    /// The record has no sealed content, and the slot is zeros.
    case erased
    /// The slot is zeros, and the record still has its sealed content.
    case leftInRecord
    /// The record has no sealed content, and the slot is not zeros.
    case leftInSlot
    /// The record's content does not match its seal.
    case spoiled
}

/// Opens sealed content; one for each thread that reads.
package struct ContentReader: ~Copyable {
    private let keys: KeyFile
    private let opened: OpenedContents
    private var sealer = Sealer()

    init(_ log: EventLog) {
        keys = log.keys
        opened = log.opened
    }

    /// Clears the content opened last, for a reader that is kept.
    package mutating func forget() { sealer.forget() }

    /// Whether a record has content, without opening it.
    package func hasContent(_ record: borrowing StoredRecord) throws(LogError) -> Bool {
        guard record.sealed.byteCount > 0 else { return false }
        return try !keys.slot(at: record.position.index).isErased
    }

    /// Returns the content of a record, valid until the next call; on request keeps it for others,
    /// with a gist of the event.
    ///
    /// Keep only committed records: a position that was rolled back is used again.
    ///
    /// - Throws: `damagedRecord` with `seal` if the content does not match its seal.
    @_lifetime(&self)
    package mutating func content(
        of record: borrowing StoredRecord,
        keeps: Bool = false,
        gist: (borrowing EncodedEvent, borrowing Content) -> EventGist = { _, _ in .nothing }
    ) throws(LogError) -> Content {
        let state = try open(record)
        if keeps, state == .present { _ = try keep(record, gist) }
        // The bytes belong to the sealer, which only this reader uses.
        let bytes =
            state == .present ? sealer.resultBytes : UnsafeRawBufferPointer(start: nil, count: 0)
        let content = Content(state, RawSpan(_unsafeBytes: bytes))
        return _overrideLifetime(content, mutating: &self)
    }

    /// Caches a record with its opened content, and returns its gist.
    private mutating func keep(
        _ record: borrowing StoredRecord,
        _ gist: (borrowing EncodedEvent, borrowing Content) -> EventGist
    ) throws(LogError) -> EventGist {
        let noted = gist(EncodedEvent(record), Content(.present, sealer.result))
        let entry = OpenedEntry(record, sealer.result, noted)
        try opened.keep(entry, record.envelopeBytes, sealer.result)
        return noted
    }

    /// Opens the content of a committed record, caches it, and returns its gist; `absent` if the
    /// content was erased.
    ///
    /// - Throws: `damagedRecord` with `seal` if the content does not match its seal.
    package mutating func openedGist(
        of record: borrowing StoredRecord,
        _ gist: (borrowing EncodedEvent, borrowing Content) -> EventGist
    ) throws(LogError) -> KeptGist {
        guard try open(record) == .present else { return .absent }
        let noted = try keep(record, gist)
        return noted.isNothing ? .nothing : .noted(noted, in: sealer.resultBytes)
    }

    /// Returns the event at a position and its content if an earlier reading kept both; valid until
    /// the next call.
    @_lifetime(&self)
    package mutating func keptEvent(at position: Position) throws(LogError) -> OpenedEvent? {
        let entry = try opened.find(position) { sealer.room(for: $0) }
        guard let entry else { return nil }
        let event = OpenedEvent(entry, RawSpan(_unsafeBytes: sealer.resultBytes))
        return _overrideLifetime(event, mutating: &self)
    }

    /// Returns what an earlier reading noted of the event at a position, with its text.
    package borrowing func keptGist(at position: Position) throws(LogError) -> KeptGist {
        try opened.gist(of: position)
    }

    /// Whether the content at a position is kept opened; it may be erased.
    package borrowing func keeps(_ position: Position) -> Bool { opened.holds(position) }

    /// Fetches what is kept of some events, and the keys of their contents, from memory, all at once,
    /// before they are read one after the other; this only saves time.
    package borrowing func fetch(_ positions: [Position]) {
        for position in positions where position > .zero { keys.fetchSlot(at: position.index) }
        opened.fetch(positions)
    }

    /// Determines the condition of a record's content by opening it.
    ///
    /// - Throws: `keysTooShort` if there is no slot.
    package mutating func condition(
        of record: borrowing StoredRecord
    ) throws(LogError) -> ContentCondition {
        guard let seal = record.envelope.seal else { return .none }
        let slot = try keys.slot(at: record.position.index)
        guard record.sealed.byteCount > 0 else { return slot.isErased ? .erased : .leftInSlot }
        if slot.isErased { return .leftInRecord }
        if sealer.opens(record.sealed, slot, seal: seal) { return .present }
        return try keys.slot(at: record.position.index).isErased ? .leftInRecord : .spoiled
    }

    /// Returns the salt of an event's slot, which lets others check the seal of this one content
    /// and of nothing else.
    package borrowing func salt(of position: Position) throws(LogError) -> UniqueID {
        try keys.slot(at: position.index).salt
    }

    private mutating func open(_ record: borrowing StoredRecord) throws(LogError) -> Content.State {
        guard let seal = record.envelope.seal else { return .none }
        guard record.sealed.byteCount > 0 else { return .erased }
        let index = record.position.index
        let slot = try keys.slot(at: index)
        if slot.isErased { return .erased }
        if sealer.opens(record.sealed, slot, seal: seal) { return .present }
        // An erasure may have zeroed the slot between the reads of its two halves.
        if try keys.slot(at: index).isErased { return .erased }
        throw .damagedRecord(record.position, .seal)
    }
}
