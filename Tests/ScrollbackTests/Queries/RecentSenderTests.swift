import DomainSupport
import Messaging
import Projections
import Scrollback
import TestSupport
import Testing
import Wire

/// A head keeps fewer senders than this group has, so that counts come from it and from elsewhere.
@Suite struct `What is unread in a group of many senders` {
    private let people = [ann, ben, cem, dua, .named("eva"), .named("fin")]

    private struct Sent {
        let name: String
        let sender: UserID
        var isDeleted = false
    }

    /// Sends in an order in which some are silent for long, and deletes now and then.
    private func next(
        _ number: Int,
        _ sent: inout [Sent],
        in store: StoreOfPeople,
        _ random: inout SplitMix64
    ) async throws {
        if number.isMultiple(of: 7),
            let index = sent.indices.suffix(6).randomElement(using: &random),
            !sent[index].isDeleted
        {
            try await store.delete(sent[index].sender, sent[index].name)
            sent[index].isDeleted = true
            return
        }
        let sender = people.prefix(2 + number / 15).randomElement(using: &random) ?? ann
        try await store.send(sender, "message \(number)")
        sent.append(Sent(name: "message \(number)", sender: sender))
    }

    @Test func `is what others sent since one's own newest message`() async throws {
        let store = try StoreOfPeople()
        try await store.createTeam(of: Array(people.dropFirst()))
        var random = SplitMix64(seed: 11)
        var sent: [Sent] = []
        for number in 1...70 {
            try await next(number, &sent, in: store, &random)
            for user in people {
                let behind = sent.suffix(from: (sent.lastIndex { $0.sender == user } ?? -1) + 1)
                let unread = behind.filter { !$0.isDeleted }
                var evaluator = try store.seen(by: user)
                let item = try evaluator.unread(in: team)
                #expect(item.count == UInt64(unread.count))
                #expect(item.first == unread.first.map { .named($0.name) })
                #expect(try evaluator.unreadTotals().total == UInt64(unread.count))
                try expectNewest(of: user, in: evaluator)
            }
        }
    }

    /// The head and the view of senders name the same message, where it is asked for.
    private func expectNewest(of user: UserID, in evaluator: borrowing UserQueryEvaluator) throws {
        let (views, id) = (evaluator.state.projectors, team.rawValue)
        let head = try #require(try views.timeline.head(of: id, in: evaluator.state.views))
        let newest = try views.senders.newest(
            of: user.rawValue,
            in: id,
            views: evaluator.state.views
        )
        let found = try views.newestSending(
            of: user.rawValue,
            in: id,
            head,
            behind: 0,
            views: evaluator.state.views
        )
        #expect(found?.messageNumber == newest?.messageNumber)
        #expect(found?.position == newest?.position && found?.at == newest?.at)
    }
}
