import LogSchema
import Merkle
import Wire

/// The description of an event by its envelope.
enum EnvelopeWords {
    /// Lines for people and fields for programs, with the content if it is given.
    ///
    /// An unreadable envelope is described as unreadable.
    static func describe(
        _ bytes: [UInt8],
        content: [UInt8]? = nil
    ) -> (lines: [String], fields: JSON, says: JSON) {
        let envelope: Envelope
        let event: DescribedEvent
        do throws(WireError) {
            let encoded = try EncodedEnvelope(bytes.span.bytes)
            envelope = try Envelope(encoded)
            event = DescribedEvent(encoded)
        } catch {
            return (
                ["envelope  proved, but not one that this version reads (\(error))"], .null, .null
            )
        }
        let kind = word(for: envelope.streamKind)
        let stream = envelope.stream.map { "\(kind) \($0)" } ?? kind
        let time = Timestamp(microseconds: envelope.recorded).iso8601
        var lines = [
            "stream    \(stream), version \(envelope.version)",
            "type      \(event.type)",
            "recorded  \(time)",
        ]
        if let sent = envelope.sent {
            lines.append("sent      \(Timestamp(microseconds: sent).iso8601)")
        }
        if let actor = envelope.actor { lines.append("\(event.actorLabel)  \(actor)") }
        lines.append("content   \(envelope.seal == nil ? "none" : "sealed")")
        lines += event.lines
        let says = content.map { event.says($0) }
        if let says { lines += says.lines }
        let fields: [(name: String, value: JSON)] = [
            ("streamKind", .string(kind)),
            ("stream", envelope.stream.map { .string("\($0)") } ?? .null),
            ("version", .number(envelope.version)),
            ("type", .number(UInt64(event.number))),
            ("recorded", .string(time)),
            ("sent", envelope.sent.map { .string(Timestamp(microseconds: $0).iso8601) } ?? .null),
            ("actor", envelope.actor.map { .string("\($0)") } ?? .null),
            ("sealed", .boolean(envelope.seal != nil)),
        ]
        return (lines, .object(fields + event.fields), says?.fields ?? .null)
    }

    private static func word(for kind: StreamKind) -> String {
        switch kind {
        case .unspecified: "unspecified"
        case .store: "store"
        case .conversation: "conversation"
        case .user: "user"
        case .unrecognized(let number): "kind \(number)"
        }
    }
}
