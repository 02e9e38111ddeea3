internal import LogSchema
internal import Merkle
package import Wire

/// What an event says beyond its structure.
package struct Content: ~Escapable {
    package enum State: Sendable {
        /// It never had any.
        case none
        /// It had some, which was erased.
        case erased
        /// It is there.
        case present
    }

    package let state: State
    /// The words themselves; empty unless present.
    package let bytes: RawSpan

    @_lifetime(copy bytes)
    init(_ state: State, _ bytes: RawSpan = RawSpan()) {
        self.state = state
        self.bytes = bytes
    }
}

/// What the record of an event and its slot say of its content.
package enum ContentCondition: Sendable {
    /// It never had any.
    case none
    /// It is there and opens under its seal.
    case present
    /// What was sealed is not in the record, and the slot is zeros.
    case erased
    /// The slot is zeros, and what was sealed is still in the record.
    case leftInRecord
    /// What was sealed is not in the record, and the slot is not zeros.
    case leftInSlot
    /// What is in the record is not what was sealed.
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

    /// Clears what was opened last, for a reader that is kept.
    package mutating func forget() { sealer.forget() }

    /// Whether a record's content is there, without opening it.
    package func hasContent(_ record: borrowing StoredRecord) throws(LogError) -> Bool {
        guard record.sealed.byteCount > 0 else { return false }
        return try !keys.slot(at: record.position.index).isErased
    }

    /// The content of a record, good until the next call; on request kept for other readers, which
    /// is for committed records alone: a position that was rolled back is used again.
    ///
    /// - Throws: `damagedRecord` with `seal` where the content is not the one that was sealed.
    @_lifetime(&self)
    package mutating func content(
        of record: borrowing StoredRecord,
        keeps: Bool = false
    ) throws(LogError) -> Content {
        let state = try open(record)
        if keeps, state == .present {
            try opened.keep(OpenedEntry(record, sealer.result), record.envelopeBytes, sealer.result)
        }
        // The bytes are the sealer's, which is this reader's alone.
        let bytes =
            state == .present ? sealer.resultBytes : UnsafeRawBufferPointer(start: nil, count: 0)
        let content = Content(state, RawSpan(_unsafeBytes: bytes))
        return _overrideLifetime(content, mutating: &self)
    }

    /// The event at a position and its content, where both are kept from an earlier reading; good
    /// until the next call.
    @_lifetime(&self)
    package mutating func keptEvent(at position: Position) throws(LogError) -> OpenedEvent? {
        let entry = try opened.find(position) { sealer.room(for: $0) }
        guard let entry else { return nil }
        let event = OpenedEvent(entry, RawSpan(_unsafeBytes: sealer.resultBytes))
        return _overrideLifetime(event, mutating: &self)
    }

    /// What is left of a record's content; opens it to see.
    ///
    /// - Throws: `keysTooShort` where there is no slot.
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

    /// The salt of an event's slot, which lets others check the seal of this one content and of
    /// nothing else.
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
        // An erasure may have zeroed the slot between its two halves being read.
        if try keys.slot(at: index).isErased { return .erased }
        throw .damagedRecord(record.position, .seal)
    }
}
