internal import Merkle
package import Messaging
internal import Wire

extension Rendering<EventPage> {
    static let events = object {
        always("items", .list(of: .event)) { $0.items }
        optional(
            "next",
            .position.noting(
                "Where to go on, as `from`. A page ends after so many events, looked at or shown, "
                    + "so that it may be empty while there is more."
            )
        ) { $0.next }
    } make: {
        EventPage($0, next: $1)
    }
}

extension Rendering<EventItem> {
    static let event = object {
        always("position", .position) { $0.position }
        always("type", .text) { $0.type }
        always("at", .time) { $0.recorded }
        optional("sentAt", .time) { $0.sent }
        RenderedFields<Stream>.stream.of { $0.stream }
        always("version", .version) { $0.version }
        optional("actor", .id) { $0.actor }
        optional("command", .commandTrace) { $0.command }
        always("schema", .count) { $0.schema }
        always("leaf", .digest) { $0.leaf }
        optional("previous", .digest) { $0.previous }
        optional("seal", .digest) { $0.seal }
        always("fields", .described) { $0.fields }
        optional("content", .content) { $0.content }
        optional("erased", .boolean) { $0.isErased ? true : nil }
    } make: {
        position,
        type,
        recorded,
        sent,
        stream,
        version,
        actor,
        command,
        schema,
        leaf,
        previous,
        seal,
        fields,
        content,
        isErased in
        EventItem(
            position: position,
            type: type,
            recorded: recorded,
            sent: sent,
            stream: stream,
            version: version,
            actor: actor,
            command: command,
            schema: schema,
            leaf: leaf,
            previous: previous,
            seal: seal,
            fields: fields,
            content: content,
            isErased: isErased ?? false
        )
    }
}

extension Rendering<Version> {
    static let version = Rendering<UInt64>.count.of { (version: Version) in
        version.rawValue
    } make: {
        Version($0)
    }
}

/// Which sort of stream it is.
private enum StreamKind: Named {
    case store, conversation, user

    static var names: [(name: String, value: StreamKind)] {
        [("store", .store), ("conversation", .conversation), ("user", .user)]
    }
}

extension RenderedField<Stream, Stream> {
    fileprivate static let stream = all {
        always("stream", .word) { stream -> StreamKind in
            switch stream {
            case .store: .store
            case .conversation: .conversation
            case .user: .user
            }
        }
        optional("conversation", .id) { if case .conversation(let id) = $0 { id } else { nil } }
        optional("user", .id) { if case .user(let id) = $0 { id } else { nil } }
    } make: { kind, conversation, user throws(FormFault) in
        switch kind {
        case .store: return .store
        case .conversation:
            if let conversation { return .conversation(conversation) }
            throw FormFault(.isMissing, at: [.field("conversation")])
        case .user:
            if let user { return .user(user) }
            throw FormFault(.isMissing, at: [.field("user")])
        }
    }
}

extension Rendering<CommandTrace> {
    /// Which command it was, and which of those that happened together.
    static let commandTrace = object {
        always("id", .uniqueID) { $0.id }
        optional("do", .text) { EventWords.command($0.kind) }
        optional("member", .count) { $0.members == 0 ? nil : $0.member }
        optional("members", .count) { $0.members == 0 ? nil : $0.members }
        optional("batch", .uniqueID) { $0.batch }
    } make: { id, command, member, members, batch in
        CommandTrace(
            id: id,
            kind: command.flatMap(EventWords.commandKind) ?? 0,
            member: member ?? 0,
            members: members ?? 0,
            batch: batch
        )
    }
}

extension Rendering<EventItem.Content> {
    /// The fields; in hexadecimal what no schema describes.
    static let content = either(
        Rendering<DescribedFields>.described.shape.map { .described($0) },
        Shape(.text) { json throws(FormFault) in
            let text = try Shape<String>.text.read(json)
            guard let bytes = Hexadecimal.decode(text.utf8Span.span.bytes) else {
                throw FormFault(.isOutOfRange("hexadecimal digits in lower case"))
            }
            return .opaque(bytes)
        }
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
        Shape(.noted("The fields of the event's message in schemas/scrollback/v1.", .fields)) {
            json throws(FormFault) in
            try DescribedFields(json)
        }
    ) { fields, writer in writer.write(fields) }
}

private let unknownName = "unknown"

extension DescribedFields {
    /// The fields in JSON, as an event's item has them.
    package var json: [UInt8] { Rendering<DescribedFields>.described.json(of: self) }
}

extension Rendering<DescribedFields.Unknown> {
    fileprivate static let unknown = object {
        always("number", .count) { $0.number }
        always("hex", .text) { Hexadecimal.encode($0.bytes.span.bytes) }
    } make: { number, digits throws(FormFault) in
        guard let bytes = Hexadecimal.decode(digits.utf8Span.span.bytes) else {
            throw FormFault(.isOutOfRange("hexadecimal digits in lower case"), at: [.field("hex")])
        }
        return DescribedFields.Unknown(number: number, bytes: bytes)
    }
}

extension DescribedFields {
    /// Reads a value whose type the JSON does not name: a text for an id, a digest and bytes, a
    /// number for a time.
    fileprivate init(_ json: JSONValue) throws(FormFault) {
        guard let object = json.object else { throw FormFault(.isNot(.object)) }
        var fields: [Field] = []
        var unknown: [Unknown] = []
        for member in object.members {
            let name = member.name
            do throws(FormFault) {
                if name == unknownName {
                    unknown = try Shape.list(of: Rendering.unknown.shape).read(member.value)
                } else {
                    fields.append(Field(name: name, value: try DescribedValue(member.value)))
                }
            } catch {
                throw error.inside(.field(name))
            }
        }
        self.init(fields, unknown: unknown)
    }
}

extension DescribedValue {
    fileprivate init(_ json: JSONValue) throws(FormFault) {
        if let flag = json.boolean {
            self = .boolean(flag)
        } else if let text = json.string {
            self = .text(text)
        } else if case .number(let number)? = json.integer, number >= 0 {
            self = .unsigned(UInt64(number))
        } else if let number = json.number {
            self = .real(number)
        } else if let elements = json.elements {
            var values: [DescribedValue] = []
            for element in elements { values.append(try DescribedValue(element)) }
            self = .list(values)
        } else if json.isNull {
            self = .real(.nan)
        } else {
            self = .message(try DescribedFields(json))
        }
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ fields: DescribedFields) {
        object { writer in
            for field in fields.fields {
                writer.name(field.name)
                writer.write(field.value)
            }
            guard !fields.unknown.isEmpty else { return }
            writer.name(unknownName)
            Rendering.list(of: Rendering<DescribedFields.Unknown>.unknown)
                .write(fields.unknown, &writer)
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

/// The words of the outside form for the values of the schemas' enumerations.
package enum EventWords {
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
    package static func word(_ number: Int32, of enumeration: EnumerationDescription) -> String? {
        outside[enumeration.name]?[number] ?? enumeration.words[number]
    }

    /// The command that led to an event; nil for one of newer software.
    static func command(_ number: Int32) -> String? {
        EnumerationDescription.commandKind.words[number]
    }

    /// The number of a command; nil for one of newer software.
    static func commandKind(_ name: String) -> Int32? {
        EnumerationDescription.commandKind.words.first { $0.value == name }?.key
    }
}
