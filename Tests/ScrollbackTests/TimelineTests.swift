import DomainSupport
import EventLog
import Messaging
import Projections
import Scrollback
import TestSupport
import Testing
import Views
import Wire

@Suite struct `What stands in a conversation` {
    private static let messages: UInt64 = 24

    /// A group whose creation is entry 1 and whose messages are the entries behind it.
    private func filled() async throws -> StoreOfPeople {
        let store = try StoreOfPeople()
        try await store.createTeam()
        for number in 1...Self.messages { try await store.send(ann, "message \(number)") }
        return store
    }

    private func entry(_ ordinal: UInt64, of evaluator: borrowing UserQueryEvaluator) throws
        -> TimelineEntry?
    {
        try evaluator.state.projectors.timeline.entry(
            at: ordinal,
            of: team.rawValue,
            in: evaluator.state.views
        )
    }

    private func visit(
        from first: UInt64 = 1,
        through last: UInt64 = .max,
        descending: Bool = false,
        of evaluator: borrowing UserQueryEvaluator,
        _ body: (UInt64, TimelineEntry) -> Visit
    ) throws(ViewsError) {
        try evaluator.state.projectors.timeline.forEachEntry(
            of: team.rawValue,
            from: first,
            through: last,
            descending: descending,
            in: evaluator.state.views
        ) { (ordinal, entry) throws(ViewsError) in body(ordinal, entry) }
    }

    private func ordinals(
        _ first: UInt64,
        _ last: UInt64,
        descending: Bool,
        atMost count: Int = .max,
        of evaluator: borrowing UserQueryEvaluator
    ) throws -> [UInt64] {
        var visited: [UInt64] = []
        try visit(from: first, through: last, descending: descending, of: evaluator) {
            visited.append($0)
            #expect($1.messageNumber == $0 - 1)
            return visited.count < count ? .goOn : .stop
        }
        return visited
    }

    private func entries(of evaluator: borrowing UserQueryEvaluator) throws -> [TimelineEntry] {
        var found: [TimelineEntry] = []
        try visit(of: evaluator) {
            found.append($1)
            return .goOn
        }
        return found
    }

    @Test func `is visited between any two places, both ways`() async throws {
        let evaluator = try await filled().seen(by: ann)
        let all = Array(1...(Self.messages + 1))
        for first in 0...(Self.messages + 3) {
            for last in Array(0...(Self.messages + 3)) + [.max] {
                let expected = all.filter { $0 >= first && $0 <= last }
                let forwards = try ordinals(first, last, descending: false, of: evaluator)
                let backwards = try ordinals(first, last, descending: true, of: evaluator)
                #expect(forwards == expected && backwards == expected.reversed())
                let few = try ordinals(first, last, descending: true, atMost: 3, of: evaluator)
                #expect(few == expected.suffix(3).reversed())
            }
        }
    }

    @Test func `is found by its place, and is not where nothing stands`() async throws {
        let evaluator = try await filled().seen(by: ann)
        for ordinal in 1...(Self.messages + 1) {
            let found = try entry(ordinal, of: evaluator)
            #expect(found?.messageNumber == ordinal - 1)
        }
        for ordinal in [0, Self.messages + 2, Self.messages + 20, .max] {
            let found = try entry(ordinal, of: evaluator)
            #expect(found == nil)
        }
    }

    /// The entries 9, 10 and 11 lie where one row ends and the next begins.
    @Test func `is told with what came to it later, and its neighbours without`() async throws {
        let store = try await filled()
        let before = try store.seen(by: ann)
        let end = before.state.position.rawValue
        var expected = try entries(of: before)

        try await store.edit(ann, "message 9")
        let preview = LinkPreview(url: "message 8")
        let annotate = AnnotateMessage(message: .named("message 8"), linkPreview: preview)
        try await store.does(ann, .annotate(annotate))
        try await store.delete(ann, "message 10")
        expected[9].content = Position(end + 1)
        expected[9].edits = 1
        expected[8].linkPreview = Position(end + 2)
        expected[10].deleted = Position(end + 3)
        var found = try entries(of: try store.seen(by: ann))
        #expect(found == expected)

        try await store.delete(ann, "message 9")
        try await store.edit(ann, "message 8")
        try await store.send(ann, "message 25")
        try await store.edit(ann, "message 25")
        expected[9].deleted = Position(end + 4)
        expected[8].content = Position(end + 5)
        expected[8].edits = 1
        found = try entries(of: try store.seen(by: ann))
        #expect(Array(found.dropLast()) == expected)
        #expect(found.last?.content == Position(end + 7) && found.last?.edits == 1)
    }

    /// The newest message that is neither deleted nor erased, as the head has it.
    private func living(in store: StoreOfPeople) throws -> UInt64? {
        let evaluator = try store.seen(by: ann)
        let head = try evaluator.state.projectors.timeline
            .head(of: team.rawValue, in: evaluator.state.views)
        guard let head, head.livingOrdinal > 0 else { return nil }
        let entry = try entry(head.livingOrdinal, of: evaluator)
        #expect(entry?.isLivingMessage == true && entry?.position == head.livingPosition)
        return entry?.messageNumber
    }

    @Test func `has its newest living message before all that one erasure takes`() async throws {
        let store = try StoreOfPeople()
        try await store.operates(.configure(Configure(rateLimit: .unlimited)))
        try await store.createTeam()
        for number in 1...3 { try await store.send(ann, "message \(number)") }
        let sent = await store.attempt(
            (1...200).map { number in
                let name = "gone \(number)"
                let send = SendMessage(conversation: team, message: .named(name), text: name)
                return (actor: .user(cem), command: .send(send))
            }
        )
        #expect(sent.allSatisfy { $0 })
        #expect(try living(in: store) == 203)
        try await store.operates(.erase(Erase(target: .user(cem), basis: "b", reason: "r")))
        #expect(try living(in: store) == 3)
    }

    /// System entries lie among the messages, and rows of 4,096 numbers say which are removed.
    @Test func `has its newest living message, however many are removed behind it`() async throws {
        let store = try StoreOfPeople()
        try await store.operates(.configure(Configure(rateLimit: .unlimited)))
        try await store.createTeam()
        let count = 9_000
        func act(_ range: some Sequence<Int>, _ command: (Int) -> Messaging.Command) async {
            var commands = range.map { (actor: Actor.user(ann), command: command($0)) }
            while !commands.isEmpty {
                let accepted = await store.attempt(Array(commands.prefix(1_000)))
                #expect(accepted.allSatisfy { $0 })
                commands.removeFirst(min(1_000, commands.count))
            }
        }
        func send(_ number: Int) -> Messaging.Command {
            let name = "message \(number)"
            return .send(SendMessage(conversation: team, message: .named(name), text: name))
        }
        func delete(_ number: Int) -> Messaging.Command {
            .delete(DeleteMessage(message: .named("message \(number)")))
        }
        for part in 0..<9 {
            await act(part * 1_000 + 1...(part + 1) * 1_000, send)
            try await store.does(ann, .rename(Rename(conversation: team, title: "\(part)")))
        }
        // What remains: 1, 7, 4,095 to 4,097, 8,950 and the last.
        let kept = [1, 7, 4_095, 4_096, 4_097, 8_950, count]
        await act((1...count).filter { !kept.contains($0) }.shuffled(), delete)
        for (place, number) in kept.enumerated().reversed() {
            #expect(try living(in: store) == UInt64(number))
            // Sent and deleted again, which is what comes back every time.
            await act([count + number], send)
            #expect(try living(in: store) != UInt64(number))
            await act([count + number], delete)
            #expect(try living(in: store) == UInt64(number))
            await act([number], delete)
            #expect(try living(in: store) == (place == 0 ? nil : UInt64(kept[place - 1])))
        }
    }

    enum Damage: CaseIterable {
        case shortByAByte, shortByAnEntry, tooLong, empty, unnumbered, laterShort, laterMissing

        /// What a walk over everything tells of it.
        var damagedTable: String {
            self == .laterShort || self == .laterMissing ? "timeline.later" : "timeline"
        }

        /// Does it to the first row.
        func strike(_ rows: inout [(key: [UInt8], value: [UInt8])]) {
            switch self {
            case .shortByAByte, .laterShort: rows[0].value.removeLast()
            case .shortByAnEntry: rows[0].value.removeLast(41)
            case .tooLong: rows[0].value += rows[0].value
            case .empty: rows[0].value = []
            case .unnumbered: rows.insert((rows[0].key + [0], rows[0].value), at: 1)
            case .laterMissing: rows.removeFirst()
            }
        }
    }

    @Test(arguments: Damage.allCases)
    func `is not told where its rows cannot be believed`(damage: Damage) async throws {
        let store = try StoreOfPeople()
        try await store.createTeam()
        for number in 1...Self.messages { try await store.send(ann, "message \(number)") }
        try await store.edit(ann, "message 5")
        try store.changeViews(table: damage.damagedTable) { damage.strike(&$0) }

        let evaluator = try store.seen(by: ann)
        for descending in [false, true] {
            var failure: ViewsError?
            do throws(ViewsError) {
                try visit(descending: descending, of: evaluator) { _, _ in .goOn }
            } catch {
                failure = error
            }
            #expect(failure == .damagedRow(table: damage.damagedTable))
        }
    }
}
