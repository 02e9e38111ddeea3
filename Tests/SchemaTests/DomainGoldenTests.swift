import LogSchema
import Merkle
import Messaging
import Testing
import Wire

@Suite struct `The golden events are read as they are written down` {
    @Test func `a message that was sent`() throws {
        let envelope = try EncodedEnvelope(Golden.named("envelope_message_sent").bytes.span.bytes)
        #expect(envelope.streamKind == .conversation)
        #expect(envelope.stream == Self.id(from: 0x10))
        #expect(envelope.actor == Self.id(from: 0xA0))
        #expect(envelope.version == 7)
        #expect(envelope.seal != nil)
        let event = try Event(
            number: envelope.eventNumber,
            structure: envelope.event,
            content: Golden.named("message_content_scripts").bytes.span.bytes
        )
        let sent = MessageSent(
            message: Self.id(from: 0x10),
            kind: .mixed,
            replyTo: Self.id(from: 0x30),
            replyToOrdinal: 300,
            forwardedFrom: Self.id(from: 0x50),
            broadcast: true,
            payment: true,
            claimedAt: 1_760_000_000_123_456,
            mentions: [Self.id(from: 0x90), Self.id(from: 0x97)],
            attachments: [.file, .image],
            location: true,
            links: .max,
            characters: 300,
            silent: true
        )
        let text = "a\0b שלום عرب e\u{301} 👩‍👩‍👧‍👦 🇩🇪"
        #expect(event == .messageSent(sent, MessageContent(text: text)))
    }

    @Test func `content that was erased`() throws {
        let envelope = try EncodedEnvelope(Golden.named("envelope_content_erased").bytes.span.bytes)
        #expect(envelope.streamKind == .store)
        #expect(envelope.stream == nil)
        #expect(envelope.actor == nil)
        #expect(envelope.seal == nil)
        let event = try Event(
            number: envelope.eventNumber,
            structure: envelope.event,
            content: nil
        )
        let ranges = [PositionRange(first: 2, count: 3), PositionRange(first: .max, count: 1)]
        #expect(event == .contentErased(ContentErased(ranges: ranges)))
    }

    @Test func `a profile, of which the envelope says nothing`() throws {
        let envelope = try EncodedEnvelope(Golden.named("envelope_profile_set").bytes.span.bytes)
        #expect(envelope.streamKind == .user)
        #expect(envelope.event.byteCount == 0)
        let event = try Event(
            number: envelope.eventNumber,
            structure: envelope.event,
            content: Golden.named("profile_content_empty").bytes.span.bytes
        )
        #expect(event == .profileSet(ProfileSet(), ProfileContent()))
    }

    @Test func `a member who was added`() throws {
        let envelope = try EncodedEnvelope(
            Golden.named("envelope_participant_added").bytes.span.bytes
        )
        #expect(envelope.command == nil)
        let added = try ParticipantAdded(decoding: envelope.event)
        let expected = ParticipantAdded(
            user: Self.id(from: 0x10),
            role: .creator,
            canAdd: true,
            canRemove: true,
            canEdit: true,
            founder: true,
            entry: Self.id(from: 0x70)
        )
        #expect(added == expected)
    }

    @Test func `a suspension and its end`() throws {
        let envelope = try EncodedEnvelope(Golden.named("envelope_suspended").bytes.span.bytes)
        #expect(envelope.eventNumber == EnvelopeEvent.suspended)
        let suspended = try Suspended(decoding: envelope.event)
        #expect(suspended.report == Self.id(from: 0x10))
        #expect(suspended.until == 1_760_000_000_123_456)
    }

    @Test func `settings that are switched off are not absent`() throws {
        let golden = try Golden.named("settings_changed_present_zeros")
        let change = try SettingsChanged(decoding: golden.bytes.span.bytes)
        #expect(change.sendReadReceipts == false)
        #expect(change.saveToPhotos == false)
        #expect(change.keepMessages == .unspecified)
        let empty = try Golden.named("settings_changed_empty")
        #expect(try SettingsChanged(decoding: empty.bytes.span.bytes) == SettingsChanged())
    }

    @Test func `kinds from later schemas keep their numbers`() throws {
        let golden = try Golden.named("message_sent_unknown_kinds")
        let sent = try MessageSent(decoding: golden.bytes.span.bytes)
        #expect(sent.kind == .unrecognized(99))
        let kinds: [AttachmentKind] = [.image, .unrecognized(77), .unspecified, .unrecognized(-1)]
        #expect(sent.attachments == kinds)
    }

    private static func id(from start: UInt8) -> UniqueID {
        let bytes = (0..<16).map { start + UInt8($0) }
        return UniqueID(bytes.span.bytes)
    }
}
