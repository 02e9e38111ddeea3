package import LogSchema
internal import Wire

/// Copies the events of another log into a new one, at their positions; used while the new store
/// is built under a temporary name.
///
/// What the envelopes say stays, but links and seals, which are of the new log. Erased content has
/// no key here either: its slot is zeros, and the envelope keeps the seal that it had.
package struct LogImport: ~Copyable {
    private var writer: LogWriter
    /// The newest event of every stream.
    private var heads: [StreamID: StreamHead] = [
        .store: StreamHead(version: Version(1), position: Position(1))
    ]
    /// The slots of the positions that erasures name.
    private var named: [Range<UInt64>] = []
    private var isOpen = false
    private var batch = (events: 0, bytes: 0)

    /// A transaction must not dirty too many pages.
    private static let mostPerCommit = (events: 1_024, bytes: 2 << 20)

    init(_ writer: consuming LogWriter) {
        self.writer = writer
    }

    /// Appends the next event.
    ///
    /// `content` is in the clear, and empty where there is none; `isErased` says that the event had
    /// content that is gone.
    ///
    /// - Throws: `damagedRecord` if it does not continue its stream.
    package mutating func append(
        _ envelope: borrowing EncodedEnvelope,
        of stream: StreamID,
        content: RawSpan,
        isErased: Bool
    ) throws(LogError) {
        if !isOpen {
            try writer.begin()
            isOpen = true
        }
        let position = writer.size.next
        if writer.head(of: stream) == nil { try writer.confirm(heads[stream], of: stream) }
        if envelope.eventNumber == EnvelopeEvent.contentErased {
            named += try Erasure(valid: envelope.event, at: position).slots
        }
        try writer.append(
            envelope,
            of: stream,
            content: content,
            isErased: isErased
        )
        heads[stream] = writer.head(of: stream)
        batch.events += 1
        batch.bytes += envelope.bytes.byteCount + content.byteCount
        if batch.events >= Self.mostPerCommit.events || batch.bytes >= Self.mostPerCommit.bytes {
            try commit()
        }
    }

    private mutating func commit() throws(LogError) {
        guard isOpen else { return }
        try writer.commitWhole()
        isOpen = false
        batch = (0, 0)
    }

    /// Makes all events durable, and destroys the keys of everything that an erasure names.
    ///
    /// - Throws: `noSuchPosition` if there are fewer events than that, or more.
    mutating func finish(_ events: UInt64) throws(LogError) {
        try commit()
        guard writer.size.rawValue == events else {
            throw .noSuchPosition(Position(events), size: writer.size)
        }
        if !named.isEmpty { try writer.log.keys.erase(named) }
    }
}
