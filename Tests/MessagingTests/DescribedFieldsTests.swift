import DomainSupport
import Messaging
import Testing
import Wire

/// The fields of a generated message, as Swift calls them.
private func labels(of message: Any) -> [String] {
    Mirror(reflecting: message).children.compactMap(\.label)
}

/// What an event holds: its structure, then its content where it has some.
private func parts(of event: Event) -> [Any] {
    guard let value = Mirror(reflecting: event).children.first?.value else { return [] }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .tuple else { return [value] }
    return mirror.children.compactMap { part in
        let optional = Mirror(reflecting: part.value)
        return optional.displayStyle == .optional ? optional.children.first?.value : part.value
    }
}

@Suite struct `Every event is described` {
    @Test(arguments: Event.samples)
    func `each of its fields by its name, nothing left out`(event: Event) throws {
        let stored = StoredEvent(event)
        let description = try #require(EventDescription.of(stored.number))
        #expect(description.name == Mirror(reflecting: event).children.first?.label)
        let parts = parts(of: event)
        let structure = try DescribedFields(
            reading: stored.structure.span.bytes,
            as: description.structure
        )
        #expect(structure.fields.map(\.name) == labels(of: parts[0]))
        #expect(structure.unknown == [])
        #expect((description.content != nil) == (stored.content != nil))
        guard let content = stored.content, let words = description.content else { return }
        let described = try DescribedFields(reading: content.span.bytes, as: words)
        #expect(described.fields.map(\.name) == labels(of: parts[1]))
        #expect(described.unknown == [])
    }

    @Test func `there is no other, and each has a number and a name of its own`() {
        let all = EventDescription.all
        #expect(Set(all.map(\.number)) == Set(Event.samples.map(\.number)))
        #expect(Set(all.map(\.name)).count == all.count)
        #expect(EventDescription.of(15) == nil)
    }

    private func described(_ bytes: [UInt8], _ number: UInt32) throws -> DescribedFields {
        let description = try #require(EventDescription.of(number))
        return try DescribedFields(reading: bytes.span.bytes, as: description.structure)
    }

    @Test func `what is absent says its default, or nothing`() throws {
        let deleted = MessageDeleted(message: UniqueID.numbered(1))
        let stored = StoredEvent(.messageDeleted(deleted))
        let fields = try described(stored.structure, stored.number).fields
        #expect(fields.map(\.name) == ["message", "ordinal", "messageNumber"])
        #expect(
            fields.map(\.value) == [.id(UniqueID.numbered(1)), .unsigned(0), .unsigned(0)]
        )
    }

    @Test func `values are what they mean`() throws {
        var sent = MessageSent(message: UniqueID.numbered(1), kind: .image, broadcast: true)
        sent.mentions = [UniqueID.numbered(2), UniqueID.numbered(3)]
        sent.attachments = [.image, .unrecognized(9)]
        sent.claimedAt = 1_000
        let stored = StoredEvent(.messageSent(sent, nil))
        let fields = try described(stored.structure, stored.number).fields
        let values = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
        guard case .word(2, let kinds)? = values["kind"] else {
            Issue.record("A kind is a word.")
            return
        }
        #expect(kinds.words[2] == "image")
        #expect(values["broadcast"] == .boolean(true))
        #expect(values["payment"] == .boolean(false))
        #expect(values["claimedAt"] == .time(Timestamp(microseconds: 1_000)))
        #expect(
            values["mentions"] == .list([.id(UniqueID.numbered(2)), .id(UniqueID.numbered(3))])
        )
        guard case .list(let attachments)? = values["attachments"] else {
            Issue.record("Attachments are a list.")
            return
        }
        let numbers = attachments.map { attachment -> Int32? in
            if case .word(let number, _) = attachment { number } else { nil }
        }
        #expect(numbers == [1, 9])
        #expect(values["replyTo"] == nil)
    }

    @Test func `what newer software wrote is kept as it stands`() throws {
        let stored = StoredEvent(.messageDeleted(MessageDeleted(ordinal: 7)))
        // Field 1000 twice, as a number, and 2000 as bytes.
        let newer: [UInt8] = [0xC0, 0x3E, 0x05, 0xC0, 0x3E, 0x06, 0x82, 0x7D, 0x01, 0xFF]
        let fields = try described(stored.structure + newer, stored.number)
        #expect(fields.fields.contains { $0.name == "ordinal" && $0.value == .unsigned(7) })
        #expect(
            fields.unknown == [
                .init(number: 1_000, bytes: Array(newer[0..<6])),
                .init(number: 2_000, bytes: Array(newer[6..<10])),
            ]
        )
    }

    @Test(
        arguments: [
            [0x08], [0x0A, 0x01], [0x0A], [0xFF], [0x10, 0x00, 0x08, 0x01], [0x15, 0, 0, 0, 0],
        ] as [[UInt8]]
    )
    func `rubbish is refused, and does not trap`(bytes: [UInt8]) {
        for event in EventDescription.all {
            for description in [event.structure, event.content].compactMap({ $0 }) {
                _ = try? DescribedFields(reading: bytes.span.bytes, as: description)
            }
        }
        #expect(throws: WireError.self) { try described(bytes, 50) }
    }
}
