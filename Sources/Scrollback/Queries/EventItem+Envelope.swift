internal import EventLog
package import LogSchema
package import Merkle
package import Messaging
package import Wire

extension EventItem {
    /// Reads an event from its envelope, and from its content if that is shown.
    package init(
        at position: Position,
        _ envelope: borrowing EncodedEnvelope,
        leaf: Digest,
        content: RawSpan?,
        isErased: Bool
    ) throws(WireError) {
        let description = EventDescription.of(envelope.eventNumber)
        var shown: Content?
        if let content {
            if let kind = description?.content {
                shown = .described(try DescribedFields(reading: content, as: kind))
            } else {
                shown = .opaque(content.withUnsafeBytes { Array($0) })
            }
        }
        self.init(
            position: position,
            type: description?.name ?? "\(envelope.eventNumber)",
            recorded: Timestamp(microseconds: envelope.recorded),
            sent: envelope.sent.map(Timestamp.init(microseconds:)),
            stream: Stream(StreamID(of: envelope)),
            version: Version(envelope.version),
            actor: envelope.actor.map(UserID.init),
            command: envelope.trace,
            schema: envelope.schema,
            leaf: leaf,
            previous: envelope.previous,
            seal: envelope.seal,
            fields: try Self.structure(of: envelope, description?.structure),
            content: shown,
            isErased: isErased
        )
    }

    private static func structure(
        of envelope: borrowing EncodedEnvelope,
        _ description: MessageDescription?
    ) throws(WireError) -> DescribedFields {
        guard let description else {
            let unknown = DescribedFields.Unknown(
                number: envelope.eventNumber,
                bytes: envelope.event.withUnsafeBytes { Array($0) }
            )
            return DescribedFields(unknown: [unknown])
        }
        return try DescribedFields(reading: envelope.event, as: description)
    }
}
