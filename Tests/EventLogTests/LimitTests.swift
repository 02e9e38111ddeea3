import EventLog
import LogSupport
import Testing
import Wire

@Suite struct `An event has limits that are said` {
    /// Tries one event between two others in one batch.
    private func append(_ event: Event) throws -> (refusal: LogError?, stored: [StoredEvent]) {
        let store = try LogInFolder()
        let log = try store.open()
        var writer = try LogWriter(log)
        try writer.begin()
        try writer.append(Event(to: stream(1)))
        let (size, root, head) = (writer.size, writer.root, writer.head(of: stream(1)))
        var refusal: LogError?
        do throws(LogError) {
            try writer.append(event)
        } catch {
            refusal = error
            #expect(writer.size == size)
            #expect(writer.root == root)
            #expect(writer.head(of: stream(1)) == head)
        }
        try writer.append(Event(to: stream(1)))
        try writer.commit()
        let all = try events(of: log, from: 2)
        #expect(
            writer.root == NaiveTree.root(try events(of: log).map { NaiveTree.leaf($0.envelope) })
        )
        return (refusal, all)
    }

    @Test(arguments: [-1, 0, 1])
    func `content of more than 1 MiB is refused`(excess: Int) throws {
        var event = Event(to: stream(1))
        event.content = [UInt8](repeating: 3, count: (1 << 20) + excess)
        let (refusal, stored) = try append(event)

        let tooLarge = LogError.eventTooLarge(bytes: (1 << 20) + 1, limit: 1 << 20)
        #expect(refusal == (excess > 0 ? tooLarge : nil))
        #expect(stored.map(\.version) == (excess > 0 ? [1, 2] : [1, 2, 3]))
    }

    @Test(arguments: [-1, 0, 1])
    func `an envelope of more than 32 KiB is refused`(excess: Int) throws {
        var event = Event(to: stream(1))
        event.actor = UniqueID(high: 1, low: 1)
        event.content = [1]
        event.body = [UInt8](repeating: 0, count: 20_000)
        // From 16,384 bytes on the structure's length takes three bytes.
        let header = try #require(append(event).stored.dropFirst().first).envelope.count - 20_000
        event.body = [UInt8](repeating: 9, count: (32 << 10) - header + excess)
        let (refusal, stored) = try append(event)

        let tooLarge = LogError.eventTooLarge(bytes: (32 << 10) + 1, limit: 32 << 10)
        #expect(refusal == (excess > 0 ? tooLarge : nil))
        #expect(stored.map(\.version) == (excess > 0 ? [1, 2] : [1, 2, 3]))
        if excess == 0 { #expect(stored[1].envelope.count == 32 << 10) }
    }

    @Test func `what is said to fit does, with every field at its longest`() throws {
        var bodyBytes = 32 << 10
        while !EventList.fits(bodyBytes: bodyBytes, contentBytes: 1 << 20) { bodyBytes -= 1 }
        var event = Event(to: .user(UniqueID(high: .max, low: .max)))
        event.type = EventList.types.upperBound
        event.actor = UniqueID(high: .max, low: .max)
        event.command = UniqueID(high: .max, low: .max)
        event.sent = .min
        event.recorded = .max
        event.body = [UInt8](repeating: 1, count: bodyBytes)
        event.content = [UInt8](repeating: 1, count: 1 << 20)
        let (refusal, stored) = try append(event)

        #expect(refusal == nil)
        #expect(stored.count == 3)
        #expect(!EventList.fits(bodyBytes: 0, contentBytes: (1 << 20) + 1))
    }
}
