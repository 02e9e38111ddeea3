import DomainSupport
import Messaging
import Projections
import Scrollback
import TestSupport
import Testing
import Wire

@Suite struct `Who sent what` {
    private let senders = [ann, ben, cem]
    private let messages = 120

    /// Sends messages in an order that gives each sender several rows.
    private func fill(_ store: StoreOfPeople) async throws -> [UserID] {
        try await store.createTeam()
        var random = SplitMix64(seed: 7)
        var sent: [UserID] = []
        for number in 1...messages {
            let sender = senders.randomElement(using: &random) ?? ann
            try await store.send(sender, "message \(number)")
            sent.append(sender)
        }
        return sent
    }

    @Test func `is found up to and from any message`() async throws {
        let store = try StoreOfPeople()
        let sent = try await fill(store)
        let evaluator = try store.seen(by: ann)
        let view = evaluator.state.projectors.senders
        for sender in senders {
            let own = sent.indices.filter { sent[$0] == sender }.map { UInt64($0 + 1) }
            let newest = try view.newest(
                of: sender.rawValue,
                in: team.rawValue,
                views: evaluator.state.views
            )
            #expect(newest?.messageNumber == own.last)
            #expect(newest?.count == UInt64(own.count))
            for number in 0...UInt64(messages + 1) {
                let upTo = try view.newest(
                    of: sender.rawValue,
                    in: team.rawValue,
                    upTo: number,
                    views: evaluator.state.views
                )
                #expect(upTo?.messageNumber == own.last { $0 <= number })
                #expect(upTo?.count ?? 0 == UInt64(own.count { $0 <= number }))
                let first = try view.first(
                    of: sender.rawValue,
                    in: team.rawValue,
                    behind: number,
                    upTo: 100,
                    views: evaluator.state.views
                ) { $0.messageNumber >= 40 }
                #expect(first?.messageNumber == own.first { $0 > number && $0 >= 40 && $0 <= 100 })
            }
        }
    }
}
