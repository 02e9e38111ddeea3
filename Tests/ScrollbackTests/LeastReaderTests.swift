import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

@testable import EventLog

@Suite struct `A log needs a newer reader from the first event that needs one` {
    private let chat: Chat

    init() async throws {
        chat = try Chat()
        try await chat.found()
        try await chat.send(anna, "one")
        try await chat.act(anna, .leave(Leave(conversation: group)))
    }

    private func leastReader() throws -> UInt32 {
        try chat.engine.log.snapshot().format(path: "").minimumReader
    }

    @Test func `the operator changes a conversation from outside`() async throws {
        #expect(try leastReader() == 1)
        try await chat.ask(.operator, .rename(Rename(conversation: group, title: "Trip")))
        #expect(try leastReader() == 3)
    }

    @Test func `a command among others that happen together`() async throws {
        let members = [
            Batch.Member(.mute(Mute(conversation: group))),
            Batch.Member(.setNotifications(SetNotifications(conversation: group, isOn: false))),
        ]
        #expect(try leastReader() == 1)
        let fresh = FreshIDs(first: UniqueID(high: 0x7fff_ffff, low: 1 << 63))
        _ = try await chat.engine.submit(
            Submission(as: .user(ben), together: members, fresh: fresh, at: chat.now)
        )
        #expect(try leastReader() == 3)
    }
}
