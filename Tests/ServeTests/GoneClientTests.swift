import Locking
import Messaging
import Scrollback
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct `A client that leaves before its answer` {
    /// Without this the whole state is folded, and kept for the next query.
    @Test func `has no state of the past folded for it`() async throws {
        let served = try ServedStore(sockets: true)
        let session = served.store.session(for: try #require(UserID(anna)))
        let chat = try await session.startDirect(with: try #require(UserID(ben)))
        for number in 0..<40 { _ = try await session.send("\(number)", to: chat) }
        let size = try served.store.position.rawValue

        func foldsAnew(_ position: UInt64) throws -> Bool {
            let folded = Lock(false)
            let past = try served.store.asOf(.position(Position(position))) { _, _ in
                folded.withLock { $0 = true }
            }
            _ = try past.operator.state()
            return folded.withLock { $0 }
        }
        func ask(_ position: UInt64) -> RawClient {
            let client = served.client(at: .operatorSocket)
            let body = #"{"as":"operator","asOf":\#(position)}"#
            client.send(served.request("/v1/queries/state", body, key: nil))
            return client
        }

        #expect(ask(size).answer()?.status == 200)
        #expect(try !foldsAnew(size), "the state of a client that waited is kept")
        let isFreshlyFolded = try (size - 30..<size).contains { position in
            // The client's end comes while its request is read.
            do { _ = ask(position) }
            // Requests of a socket are taken in their order.
            #expect(ask(size).answer()?.status == 200)
            return try foldsAnew(position)
        }
        #expect(isFreshlyFolded)
    }
}
