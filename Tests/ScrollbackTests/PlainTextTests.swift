import EventLog
import LogSchema
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire
import WriterSupport

/// Everything that a person can write, ten thousand times, and a search through every byte.
@Suite struct `No file of a store holds what a person wrote` {
    /// Stands in every text, again and again, so that a piece of a page would show it as well.
    private static let marker = "the old harbour "
    private static let sarah = UserID(UniqueID(high: 1, low: 1))
    private static let mike = UserID(UniqueID(high: 1, low: 2))
    private static let chat = ConversationID(UniqueID(high: 2, low: 1))

    @Test(arguments: [(1, 200), (50, 3_000), (1_000, 6_800)])
    func `texts of twenty to nine thousand bytes`(together: Int, count: Int) async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        try await begin(engine)
        var random = SplitMix64(seed: 42)
        var sent = 0
        while sent < count {
            let asks = (sent..<min(sent + together, count)).map { number in
                Self.ask(
                    Self.sarah,
                    .send(
                        SendMessage(
                            conversation: Self.chat,
                            message: MessageID(UniqueID(high: 3, low: UInt64(number))),
                            text: Self.text(ofBytes: Int.random(in: 20...9_000, using: &random))
                        )
                    )
                )
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for ask in asks { group.addTask { _ = try await engine.submit(ask) } }
                try await group.waitForAll()
            }
            sent += asks.count
        }
        try await writeEverythingElse(engine)
        // While the store is open, and when its views were flushed.
        #expect(names(ofFilesIn: store.path, containing: Self.marker) == [])
        engine.close()
        #expect(names(ofFilesIn: store.path, containing: Self.marker) == [])
        let reopened = try store.open()
        #expect(try reopened.snapshot().text(of: Self.message(0))?.contains(Self.marker) == true)
    }

    @Test func `the search finds what is not sealed`() async throws {
        let store = try StoreInFolder()
        let engine = try store.open()
        _ = try await engine.submit(
            Append([
                Append.Event(
                    to: .conversation(Self.chat.rawValue),
                    type: 200,
                    body: Array(Self.text(ofBytes: 3_000).utf8)
                )
            ])
        )
        engine.close()
        #expect(names(ofFilesIn: store.path, containing: Self.marker) == ["log.mdb"])
    }

    private static func message(_ number: UInt64) -> MessageID {
        MessageID(UniqueID(high: 3, low: number))
    }

    private static func text(ofBytes count: Int) -> String {
        let copies = count / marker.utf8.count + 1
        return String(String(repeating: marker, count: copies).prefix(count - 4)) + "ende"
    }

    private static func ask(_ user: UserID, _ command: Command) -> Submission {
        Submission(
            as: .user(user),
            command,
            fresh: FreshIDs(first: UniqueID(high: 4, low: 1 << 63))
        )
    }

    private func begin(_ engine: Engine) async throws {
        _ = try await engine.submit(
            Submission(
                as: .operator,
                .configure(Configure(rateLimit: .unlimited)),
                fresh: FreshIDs(first: UniqueID(high: 5, low: 1 << 63))
            )
        )
        _ = try await engine.submit(
            Self.ask(
                Self.sarah,
                .createGroup(
                    CreateGroup(
                        conversation: Self.chat,
                        title: Self.text(ofBytes: 60),
                        photo: "https://example.org/\(Self.marker)",
                        members: [Self.mike, UserID(UniqueID(high: 1, low: 3))],
                        custom: Self.text(ofBytes: 1_000)
                    )
                )
            )
        )
    }

    /// What else holds words: profiles, edits, annotations, attachments, reports, custom events.
    private func writeEverythingElse(_ engine: Engine) async throws {
        let words = Self.text(ofBytes: 200)
        let commands: [Command] = [
            .setProfile(
                SetProfile(username: Self.marker + "s", fullName: Self.marker, custom: words)
            ),
            .edit(EditMessage(message: Self.message(1), text: words)),
            .annotate(
                AnnotateMessage(
                    message: Self.message(2),
                    linkPreview: LinkPreview(url: Self.marker, title: words),
                    priority: AnnotateMessage.Priority(isPriority: true, reason: words)
                )
            ),
            .rename(Rename(conversation: Self.chat, title: Self.text(ofBytes: 50))),
            .report(
                FileReport(
                    report: ReportID(UniqueID(high: 6, low: 1)),
                    target: .user(Self.mike),
                    reason: .other,
                    details: words
                )
            ),
            .recordCustom(RecordCustom(type: "a", conversation: Self.chat, data: words)),
            .send(
                SendMessage(
                    conversation: Self.chat,
                    message: MessageID(UniqueID(high: 7, low: 1)),
                    attachments: [
                        Attachment(kind: .file, url: "https://example.org/f", name: words)
                    ],
                    location: Location(latitude: 1, longitude: 2, name: words),
                    custom: words
                )
            ),
            .delete(DeleteMessage(message: Self.message(3))),
        ]
        for command in commands { _ = try await engine.submit(Self.ask(Self.sarah, command)) }
    }
}
