internal import Merkle
internal import Wire

/// What an event says beyond its structure.
package enum Content: ~Escapable {
    /// It never had any.
    case none
    /// It had some, which was erased.
    case erased
    /// The words themselves.
    case bytes(RawSpan)
}

/// Opens sealed content; one for each thread that reads.
package struct ContentReader: ~Copyable {
    private let keys: KeyFile
    private var sealer = Sealer()

    init(_ keys: KeyFile) {
        self.keys = keys
    }

    /// The content of a record, good until the next call.
    ///
    /// - Throws: `damagedRecord` with `seal` where the content is not the one that was sealed.
    @_lifetime(&self)
    package mutating func content(of record: borrowing StoredRecord) throws(LogError) -> Content {
        guard let seal = record.envelope.seal else { return .none }
        guard record.sealed.byteCount > 0 else { return .erased }
        let index = record.position.index
        let slot = try keys.slot(at: index)
        if slot.isErased { return .erased }
        let bytes = sealer.apply(slot, seal: seal, to: record.sealed)
        if Sealer.seal(of: bytes, salt: slot.salt) == seal { return .bytes(bytes) }
        // An erasure may have zeroed the slot between its two halves being read.
        if try keys.slot(at: index).isErased { return .erased }
        throw .damagedRecord(record.position, .seal)
    }
}
