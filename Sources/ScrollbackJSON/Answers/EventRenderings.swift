internal import Merkle
internal import Messaging
internal import Wire

extension Rendering<EventPage> {
    static let events = object(
        .always("items", .list(of: .event)) { $0.items },
        .optional(
            "next",
            .position.noting(
                "Where to go on, as `from`. A page ends after so many events, looked at or shown, "
                    + "so that it may be empty while there is more."
            )
        ) { $0.next }
    )
}

extension Rendering<EventItem> {
    fileprivate static let event = object(
        .always("position", .position) { $0.position },
        .always("type", .text) { $0.type },
        .always("at", .time) { $0.recorded },
        .optional("sentAt", .time) { $0.sent },
        .always("stream", .streamKind) { $0.stream },
        .optional("conversation", .id) { event in
            if case .conversation(let id) = event.stream { id } else { nil }
        },
        .optional("user", .id) { event in
            if case .user(let id) = event.stream { id } else { nil }
        },
        .always("version", .version) { $0.version },
        .optional("actor", .id) { $0.actor },
        .optional("command", .commandTrace) { $0.command },
        .always("schema", .count) { $0.schema },
        .always("leaf", .digest) { $0.leaf },
        .optional("previous", .digest) { $0.previous },
        .optional("seal", .digest) { $0.seal },
        .always("fields", .described) { $0.fields },
        .optional("content", .content) { $0.content },
        .optional("erased", .boolean) { $0.isErased ? true : nil }
    )
}

extension Rendering<Version> {
    fileprivate static let version = Rendering<UInt64>.count.of { (version: Version) in
        version.rawValue
    }
}

extension Rendering<Stream> {
    fileprivate static let streamKind = Rendering(
        .choice(["store", "conversation", "user"])
    ) { stream, writer in
        switch stream {
        case .store: writer.write("store")
        case .conversation: writer.write("conversation")
        case .user: writer.write("user")
        }
    }
}

extension Rendering<CommandTrace> {
    /// Which command it was, and which of those that happened together.
    fileprivate static let commandTrace = object(
        .always("id", .uniqueID) { $0.id },
        .optional("do", .text) { EventWords.command($0.kind) },
        .optional("member", .count) { $0.members == 0 ? nil : $0.member },
        .optional("members", .count) { $0.members == 0 ? nil : $0.members }
    )
}

extension Rendering<EventItem.Content> {
    /// The fields; in hexadecimal what no schema describes.
    fileprivate static let content = Rendering(
        .either([Rendering<DescribedFields>.described.schema, .text])
    ) { content, writer in
        switch content {
        case .described(let fields): Rendering<DescribedFields>.described.write(fields, &writer)
        case .opaque(let bytes): writer.write(Hexadecimal.encode(bytes.span.bytes))
        }
    }
}

extension Rendering<DescribedFields> {
    /// Named as in the schemas of the log, in which the types of events say which there are.
    static let described = Rendering(
        .noted("The fields of the event's message in schemas/scrollback/v1.", .fields)
    ) { fields, writer in writer.write(fields) }
}

extension JSONWriter {
    fileprivate mutating func write(_ fields: DescribedFields) {
        object { writer in
            for field in fields.fields {
                writer.name(field.name)
                writer.write(field.value)
            }
            guard !fields.unknown.isEmpty else { return }
            writer.name("unknown")
            writer.array { writer in
                for unknown in fields.unknown {
                    writer.object { writer in
                        writer.field("number", unknown.number)
                        writer.field("hex", Hexadecimal.encode(unknown.bytes.span.bytes))
                    }
                }
            }
        }
    }

    private mutating func write(_ value: DescribedValue) {
        switch value {
        case .boolean(let flag): write(flag)
        case .unsigned(let number):
            // Beyond that a reader would take another number for it.
            if number <= UInt64(JSONInteger.largest) { write(number) } else { write("\(number)") }
        case .bits(let bits): Rendering<UInt64>.bits.write(bits, &self)
        case .real(let number): write(number)
        case .time(let time): write(time)
        case .word(let number, let enumeration):
            if let word = EventWords.word(number, of: enumeration) {
                write(word)
            } else {
                write(number)
            }
        case .text(let text): write(text)
        case .bytes(let bytes): write(Hexadecimal.encode(bytes.span.bytes))
        case .id(let id): write(id)
        case .digest(let digest): write(digest.description)
        case .message(let fields): write(fields)
        case .list(let values):
            array { writer in
                for value in values { writer.write(value) }
            }
        }
    }
}

/// The outside form's names of the values of the schemas' enumerations.
enum EventWords {
    /// The outside form's own words, by enumeration; the others are called as in the schemas.
    private static let outside: [String: [Int32: String]] = [
        "ConversationKind": words(ConversationKind.self),
        "ReactionPolicy": words(ReactionPolicy.self),
        "HistoryPolicy": words(HistoryPolicy.self),
        "Role": words(Role.self),
        "AttachmentKind": words(AttachmentKind.self),
        "GroupAdds": words(GroupAdds.self),
        "Previews": words(Previews.self),
        "AutoDownload": words(AutoDownload.self),
        "ImageQuality": words(ImageQuality.self),
        "KeepMessages": words(KeepMessages.self),
        "ReportReason": words(ReportReason.self),
        "ModerationAction": words(ModerationAction.self),
        "ReceiptPolicy": words(ReceiptPolicy.self),
        "EmailPolicy": words(EmailPolicy.self),
        "MessageKind": words(MessageKind.self),
    ]

    private static func words<Words: Named & WireEnumeration>(
        _: Words.Type
    ) -> [Int32: String] {
        Dictionary(uniqueKeysWithValues: Words.names.map { ($0.value.rawValue, $0.name) })
    }

    /// A value's word; nil for one of newer software.
    static func word(_ number: Int32, of enumeration: EnumerationDescription) -> String? {
        outside[enumeration.name]?[number] ?? enumeration.words[number]
    }

    /// The command that led to an event; nil for one of newer software.
    static func command(_ number: Int32) -> String? {
        EnumerationDescription.commandKind.words[number]
    }
}
