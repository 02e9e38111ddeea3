import Foundation
import Testing

/// Screens opened and closed by the thousand.
@Suite(.timeLimit(.minutes(5))) struct `Screens that come and go` {
    /// What this process holds.
    private struct Held {
        /// That of files is left out, as the store's pages are some.
        var memory: Int
        var files: Int
        var threads: Int

        init() throws {
            memory = try anonymousBytes(of: "self")
            let manager = FileManager.default
            files = try manager.contentsOfDirectory(atPath: "/proc/self/fd").count
            threads = try manager.contentsOfDirectory(atPath: "/proc/self/task").count
        }
    }

    private struct Missed: Error { var time: Int }

    /// Opens and closes screens on conversations in turn; one in fifty is told of a message.
    private static func open(
        _ count: Int,
        by viewer: Person,
        on chats: inout [(sender: Person, id: String, known: Int)]
    ) async throws {
        for time in 0..<count {
            let place = time % chats.count
            let screen = try viewer.watches(chats[place].id, since: chats[place].known)
            if time % 100 < chats.count {
                let sent = try await chats[place].sender.sends("\(time)", to: chats[place].id)
                let told = try await screen.next(1).map(\.message)
                guard told == [sent.message] else { throw Missed(time: time) }
            }
            let rest = try await screen.stop()
            guard rest.items.isEmpty else { throw Missed(time: time) }
            chats[place].known = rest.next
        }
    }

    /// In a process of its own, whose memory no other test uses.
    @Test func `leave nothing behind after a thousand`() async throws {  // LIVE-20 TEST-28
        await #expect(processExitsWith: .success) {
            let backend = try SwiftBackend(at: Place(), keepsContent: false)
            try await backend.operates(.liftRateLimit)
            let people = try await backend.people("Ann", "Ben", "Cem")
            var chats: [(sender: Person, id: String, known: Int)] = []
            for sender in people[1...] {
                let id = try await sender.meets(people[0])
                chats.append((sender, id, try people[0].present()))
            }
            try await Self.open(1_000, by: people[0], on: &chats)
            let before = try Held()
            try await Self.open(1_000, by: people[0], on: &chats)
            let after = try Held()
            #expect(after.memory - before.memory < 1_000 * 128)
            #expect(after.files == before.files && after.threads < before.threads + 4)
            backend.close()
        }
    }

    @Test func `are told of rapid changes together`() async throws {  // LIVE-20
        let backend = try SwiftBackend(at: Place())
        try await backend.operates(.liftRateLimit)
        let people = try await backend.people("Ann", "Ben")
        let chat = try await people[0].meets(people[1])
        let start = try people[1].present()
        _ = await backend.perform(
            (1...200).map { number in
                let draft = Draft(id: freshID(), conversation: chat, text: "\(number)")
                return people[0].wish(.send(draft))
            }
        )
        let watcher = try people[1].watches(chat, since: start)
        let screen = try #require(watcher as? FollowingWatcher)
        #expect(try await screen.next(200).count == 200)
        #expect(await screen.pageCount == 4)
        _ = try await screen.stop()
        backend.close()
    }
}
