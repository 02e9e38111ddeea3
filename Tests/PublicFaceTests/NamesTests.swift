import Foundation
import Scrollback
import Testing

/// What `import Scrollback` must not hide: this file compiles only if these names mean what they
/// mean without it.
@Suite struct `One import` {
    private actor Counter: Actor {
        private(set) var count = 0
        func add() { count += 1 }
    }

    @Test func `hides no actor`() async {
        let counter = Counter()
        await counter.add()
        #expect(await counter.count == 1)
    }

    @Test func `hides no stream`() {
        let stream: Stream = InputStream(data: Data([1]))
        #expect(stream.streamStatus == .notOpen)
    }
}
