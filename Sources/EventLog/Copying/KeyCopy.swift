internal import Glibc
internal import LogSchema
package import Wire

/// The slots of some events beside a backup: a file like keys.bin, without unused slots.
///
/// - Slots are copied as they are, and zeroed in place.
/// - A slot of zeros stays zeros: the run that copies asks afterwards which erasures were logged.
package struct KeyCopy: ~Copyable {
    private let file: OpenFile

    private static let chunkSlots: UInt64 = KeyFile.slotsPerBlock

    /// Opens the file; creates a missing one, if that is asked for.
    package init(path: String, creates: Bool) throws(LogError) {
        let flags = creates ? O_RDWR | O_CREAT : O_RDONLY
        file = try OpenFile(path, flags | O_NOFOLLOW)
    }

    /// The number of slots in the file.
    package var slotCount: UInt64 {
        get throws(LogError) { try file.byteCount / KeyFile.slotBytes }
    }

    /// Copies the slots of the events after a size of the log, up to another one, and flushes them.
    ///
    /// Slots beyond are not copied: they are drawn anew at each opening.
    package func copySlots(
        of log: EventLog,
        from first: Position,
        through last: Position
    ) throws(LogError) {
        let source = try OpenFile(log.keys.path, O_RDONLY)
        try Self.copy(first.rawValue..<max(first.rawValue, last.rawValue), of: source, to: file)
        try file.flush()
    }

    /// Zeroes the slots of some positions, and flushes them.
    package func erase(_ positions: [ClosedRange<UInt64>]) throws(LogError) {
        let count = try slotCount
        for range in positions where range.lowerBound <= count {
            var slot = range.lowerBound - 1
            let end = min(range.upperBound, count)
            while slot < end {
                let part = min(end - slot, Self.chunkSlots)
                let zeros = [UInt8](repeating: 0, count: Int(part * KeyFile.slotBytes))
                try file.write(zeros.span.bytes, at: slot * KeyFile.slotBytes)
                slot += part
            }
        }
        try file.flushData()
    }

    /// Makes the keys of a log of some size: the copied slots, and new ones after them.
    package func restore(to path: String, size: Position) throws(LogError) {
        try KeyFile.create(path: path)
        let target = try OpenFile(path, O_RDWR)
        try target.cut(to: 0)
        try Self.copy(0..<size.rawValue, of: file, to: target)
        let keys = try KeyFile(path: path, forWriting: true, mapBytes: 1 << 20)
        try keys.renewUnused(from: size.rawValue)
    }

    private static func copy(
        _ slots: Range<UInt64>,
        of source: borrowing OpenFile,
        to target: borrowing OpenFile
    ) throws(LogError) {
        var first = slots.lowerBound
        let buffer = PrivateMemory(
            byteCount: Int(chunkSlots * KeyFile.slotBytes),
            isLocked: true
        )
        while first < slots.upperBound {
            let count = min(slots.upperBound - first, chunkSlots)
            let part = UnsafeMutableRawBufferPointer(
                rebasing: buffer.bytes[..<Int(count * KeyFile.slotBytes)]
            )
            guard try source.read(into: part, at: first * KeyFile.slotBytes) == part.count else {
                throw .keysTooShort(path: source.path, slots: first, events: slots.upperBound)
            }
            try target.write(
                RawSpan(_unsafeBytes: UnsafeRawBufferPointer(part)),
                at: first * KeyFile.slotBytes
            )
            first += count
        }
    }
}

/// Opens the contents of a log's records with a copy of its keys.
package struct CopiedKeys: ~Copyable {
    private let keys: KeyFile
    private var sealer = Sealer()

    package init(path: String) throws(LogError) {
        keys = try KeyFile(path: path, forWriting: false, mapBytes: 1 << 20)
    }

    /// Whether the slot of an event is zeros.
    ///
    /// - Throws: `keysTooShort` if there is none.
    package func isErased(at position: Position) throws(LogError) -> Bool {
        try keys.slot(at: position.index).isErased
    }

    /// Whether the slot of a record opens its content; true if it has none.
    package mutating func opens(_ record: borrowing StoredRecord) throws(LogError) -> Bool {
        guard let seal = record.envelope.seal, record.sealed.byteCount > 0 else { return true }
        return sealer.opens(record.sealed, try keys.slot(at: record.position.index), seal: seal)
    }
}
