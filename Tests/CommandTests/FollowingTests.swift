import Scrollback
import TestSupport
import Testing

private let ann = "00000000-0000-4000-8000-00000000000a"
private let ben = "00000000-0000-4000-8000-00000000000b"

@Suite struct `A process that reads follows the one that writes` {
    @Test(.timeLimit(.minutes(10)))
    func `it is told what is stored`() async throws {
        let folder = TemporaryFolder()
        let path = folder.path("chat.scrollback")
        let pipe = try Command.startPipe(path, "--create")
        func does(_ fields: String) throws -> String? {
            pipe.writeLine(#"{"as":"\#(ann)","do":\#(fields)}"#)
            return pipe.readLine()
        }
        #expect(try does(#""startDirect","with":"\#(ben)""#)?.contains(#""ok""#) == true)
        var options = Store.Options()
        options.access = .reading
        let store = try Store.open(path, options: options)
        let benID = try #require(UserID(ben))
        let start = try store.position
        let feed = store.session(for: benID).follow(since: start)
        let follower = Task {
            var told: [Position] = []
            for try await page in feed {
                told += page.items.map(\.position)
                if told.count >= 20 { break }
            }
            return told
        }
        let annID = try #require(UserID(ann))
        let chat = try #require(try store.session(for: benID).findDirect(with: annID))
        for number in 1...20 {
            #expect(try does(#""send","conversation":"\#(chat)","text":"\#(number)""#) != nil)
            // Now and then so slowly that the follower waits for each.
            if number.isMultiple(of: 4) { try await Task.sleep(for: .milliseconds(10)) }
        }
        #expect(try await follower.value == (1...20).map { start.advanced(by: $0) })
        let told = start.advanced(by: 20)

        // Who waits no longer is looked for no longer; who comes later is looked for again.
        let cancelled = Task { try await store.position(after: told) }
        try await Task.sleep(for: .milliseconds(10))
        cancelled.cancel()
        #expect(try await cancelled.value == nil)
        async let more = store.position(after: told)
        try await Task.sleep(for: .milliseconds(10))
        #expect(try does(#""send","conversation":"\#(chat)","text":"last""#) != nil)
        #expect(try await more == told.next)

        async let none = store.position(after: told.next)
        try await Task.sleep(for: .milliseconds(10))
        store.close()
        #expect(try await none == nil)
        pipe.endInput()
        #expect(pipe.wait() == .exited(0))
    }
}
