import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(5))) struct `A message that has no room left in a batch` {
    @Test func `counts once, though it is decided twice`() async throws {
        let store = try Store.temporary()
        defer { store.close() }
        let (sarah, mike) = (UserID.fresh(), UserID.fresh())
        let session = store.session(for: sarah)
        let chat = try await session.startDirect(with: mike)
        // Some 12 MB, of which a batch takes 4 MiB.
        let count = 200
        let text = String(repeating: "words ", count: 10_000)
        try await store.operator.configure(
            Configure(
                textLimit: text.utf8.count,
                rateLimit: .limit(RateLimit(messages: UInt32(count), seconds: 3_600))
            )
        )
        let refused = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<count {
                group.addTask { (try? await session.send(text, to: chat)) == nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(refused == 0)
        await #expect {
            try await session.send(text, to: chat)
        } throws: { error in
            (error as? StoreError)?.code == .rateLimited
        }
    }
}
