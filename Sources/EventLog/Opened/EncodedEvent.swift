package import LogSchema
package import Wire

/// An event in place: in the log, or in the cache of opened events.
package struct EncodedEvent: ~Escapable {
    package let position: Position
    /// When people are told that it happened.
    package let sent: Timestamp
    /// Which type of event it is.
    package let number: UInt32
    /// The event without a person's words.
    package let structure: RawSpan
    fileprivate let envelopeBytes: RawSpan

    @_lifetime(copy record)
    package init(_ record: borrowing StoredRecord) {
        position = record.position
        sent = record.sent
        number = record.envelope.eventNumber
        structure = record.envelope.event
        envelopeBytes = record.envelopeBytes
    }

    /// Who did what in which stream; decoded each time, because most do not ask.
    package var envelope: EncodedEnvelope {
        @_lifetime(copy self)
        get throws(WireError) { try EncodedEnvelope(envelopeBytes) }
    }
}

extension StreamID {
    /// The stream of an event whose envelope was checked.
    package init(of envelope: borrowing EncodedEnvelope) {
        let kind = UInt8(exactly: envelope.streamKind.rawValue).flatMap(Kind.init) ?? .store
        self.init(kind: kind, id: envelope.stream ?? .zero)
    }

    /// The stream that an envelope from outside names; nil if a log has no such stream.
    @inline(__always)
    package init?(checking envelope: borrowing EncodedEnvelope) {
        let id = envelope.stream
        guard let number = UInt8(exactly: envelope.streamKind.rawValue),
            let kind = Kind(rawValue: number), (kind == .store) == (id == nil)
        else { return nil }
        self.init(kind: kind, id: id ?? .zero)
    }
}

/// An event and its content, from among those that are kept opened.
package struct OpenedEvent: ~Escapable {
    package let event: EncodedEvent
    package let content: Content

    @_lifetime(copy bytes)
    init(_ entry: OpenedEntry, _ bytes: RawSpan) {
        let envelope = bytes.extracting(first: Int(entry.envelopeCount))
        event = EncodedEvent(entry, envelope)
        content = Content(.present, bytes.extracting(last: Int(entry.contentCount)))
    }
}

extension EncodedEvent {
    @_lifetime(copy envelope)
    fileprivate init(_ entry: OpenedEntry, _ envelope: RawSpan) {
        position = entry.position
        sent = entry.sent
        number = entry.number
        structure = envelope.extracting(entry.structure)
        envelopeBytes = envelope
    }
}
