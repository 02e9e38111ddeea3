import Glibc
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
            let view = try EnvelopeView(bytes.span.bytes)
            envelope = try Envelope(view)
            event = DescribedEvent(view)
        } catch {
            return (
                ["envelope  proved, but not one that this version reads (\(error))"], .null, .null
            )
        }
        let kind = word(for: envelope.streamKind)
        let stream = envelope.stream.map { "\(kind) \($0)" } ?? kind
        let time = Time.text(envelope.recorded)
        var lines = [
            "stream    \(stream), version \(envelope.version)",
            "type      \(event.type)",
            "recorded  \(time)",
        ]
        if let sent = envelope.sent { lines.append("sent      \(Time.text(sent))") }
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
            ("sent", envelope.sent.map { .string(Time.text($0)) } ?? .null),
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

/// Timestamps as text.
enum Time {
    /// Microseconds since 1970 as RFC 3339 in UTC; a number if RFC 3339 has no such year.
    static func text(_ microseconds: Int64) -> String {
        var seconds = microseconds / 1_000_000
        var rest = microseconds % 1_000_000
        if rest < 0 {
            seconds -= 1
            rest += 1_000_000
        }
        var moment = time_t(seconds)
        var parts = tm()
        guard gmtime_r(&moment, &parts) != nil, (0...9_999).contains(parts.tm_year + 1_900) else {
            return "\(microseconds) µs since 1970"
        }
        func padded(_ number: some BinaryInteger, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let date =
            "\(padded(parts.tm_year + 1_900, 4))-\(padded(parts.tm_mon + 1, 2))-"
            + padded(parts.tm_mday, 2)
        let time =
            "\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2)):\(padded(parts.tm_sec, 2))"
        return "\(date)T\(time).\(padded(rest, 6))Z"
    }
}
