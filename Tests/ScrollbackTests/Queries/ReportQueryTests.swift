import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `What was reported` {
    let store: StoreOfPeople

    init() throws { store = try StoreOfPeople() }

    /// Dua is the moderator; Ben has sent a message to the team.
    private func begin() async throws {
        try await store.operates(.appointModerator(AppointModerator(user: dua)))
        try await store.name(ann, "Ann", username: "ann")
        try await store.createTeam()
        try await store.send(ben, "buy gold")
    }

    private func report(
        _ name: String,
        _ target: FileReport.Target = .message(.named("buy gold")),
        by user: UserID = ann,
        details: String? = nil
    ) async throws {
        try await store.does(
            user,
            .report(
                FileReport(report: .named(name), target: target, reason: .scam, details: details)
            )
        )
    }

    private func resolve(
        _ name: String,
        _ action: ModerationAction,
        note: String? = nil
    ) async throws {
        let resolve = ResolveReport(report: .named(name), action: action, note: note)
        try await store.does(dua, .resolveReport(resolve))
    }

    private func page(
        _ query: ReportsQuery = ReportsQuery(),
        by user: UserID = dua
    ) throws -> Page<ReportItem> {
        var viewing = try store.seen(by: user)
        return try viewing.reports(query)
    }

    private func refusal(of query: ReportsQuery, by user: UserID) throws -> Refusal? {
        var viewing = try store.seen(by: user)
        return ScrollbackTests.refusal { () throws(QueryError) in
            _ = try viewing.reports(query)
        }
    }

    @Test func `says who, what, why and what it is about`() async throws {  // MOD-01 MOD-06 D-58
        try await begin()
        try await report("one", details: "look")
        let filed = store.now
        try await report("two", .conversation(team), by: cem)
        try await report("three", .user(ben), by: outsider)
        let items = try page().items
        #expect(items.map(\.report) == [.named("three"), .named("two"), .named("one")])
        #expect(
            items.last
                == ReportItem(
                    report: .named("one"),
                    reporter: ann,
                    reporterName: "Ann",
                    user: ben,
                    userName: "Unknown",
                    message: .named("buy gold"),
                    reason: .scam,
                    details: "look",
                    preview: "buy gold",
                    at: filed
                )
        )
        #expect(items[1].conversation == team && items[1].user == nil && items[1].message == nil)
        #expect(items[0].user == ben && items[0].conversation == nil && items[0].preview == nil)
        #expect(items[0].reporterName == "Unknown")
    }

    @Test func `says what became of it`() async throws {  // MOD-07 D-58
        try await begin()
        let actions: [ModerationAction] = [.dismiss, .warn, .suspend, .ban]
        for action in actions { try await report("\(action)") }
        try await report("open")
        for action in actions {
            try await resolve("\(action)", action, note: "seen")
            let item = try page().items.first { $0.report == .named("\(action)") }
            #expect(
                item?.resolution
                    == .init(
                        by: dua,
                        name: "Unknown",
                        at: store.now,
                        action: action,
                        note: "seen"
                    )
            )
        }
        #expect(
            try page().items.map(\.status) == [.open, .banned, .suspended, .warned, .dismissed]
        )
        for (status, name) in zip(
            ReportStatus.allCases,
            ["open", "dismiss", "warn", "suspend", "ban"]
        ) {
            let found = try page(.init(status: status)).items
            #expect(found.map(\.report) == [.named(name)], "\(status)")
            #expect(found.map(\.status) == [status])
        }
    }

    @Test func `shows the message as it is now, or was until it was deleted`() async throws {
        try await begin()
        try await report("one")
        try await store.does(ben, .edit(EditMessage(message: .named("buy gold"), text: "sorry")))
        #expect(try page().items.first?.preview == "sorry")
        try await store.delete(ben, "buy gold")
        #expect(try page().items.first?.preview == "sorry")
    }

    @Test func `shows nothing of a message or of details that were erased`() async throws {
        try await begin()
        try await report("one", details: "look")
        try await store.operates(
            .erase(Erase(target: .message(.named("buy gold")), basis: "b", reason: "r"))
        )
        let item = try #require(try page().items.first)
        #expect(item.preview == nil && item.details == "look")
        try await store.operates(.forgetUser(ForgetUser(user: ann, basis: "b")))
        let later = try #require(try page().items.first)
        #expect(later.details == nil && later.reporterName == "Unknown" && later.reporter == ann)
    }

    @Test func `is for moderators alone, also for one who is suspended`() async throws {
        // MOD-08 D-49 D-66
        try await begin()
        try await report("one")
        for user in [ann, ben, outsider] {
            #expect(try refusal(of: .init(), by: user) == .request(.isForModerators))
            // Nothing else is told to who may not ask at all.
            #expect(
                try refusal(of: .init(limit: 0, cursor: Cursor("x")), by: user)
                    == .request(.isForModerators)
            )
        }
        try await store.operates(.appointModerator(AppointModerator(user: ben)))
        try await report("two", .user(ben))
        try await resolve("two", .suspend)
        #expect(try page(by: ben).items.count == 2)
        try await store.operates(.dismissModerator(DismissModerator(user: ben)))
        #expect(try refusal(of: .init(), by: ben) == .request(.isForModerators))
    }

    @Test func `comes in pages, into which nothing new slips`() async throws {  // D-53
        try await begin()
        for number in 0..<7 { try await report("\(number)") }
        let first = try page(.init(status: .open, limit: 3))
        #expect(first.items.map(\.report) == [.named("6"), .named("5"), .named("4")])
        try await report("7")
        try await resolve("3", .dismiss)
        let second = try page(.init(status: .open, limit: 3, cursor: first.next))
        #expect(second.items.map(\.report) == [.named("2"), .named("1"), .named("0")])
        #expect(second.next == nil)
        let all = try page(.init(limit: 8))
        #expect(all.items.count == 8 && all.next == nil)
        #expect(try page(.init(limit: 500)) == all)
    }

    @Test func `refuses cursors of another list, and impossible limits`() async throws {  // D-53
        try await begin()
        for number in 0..<3 { try await report("\(number)") }
        try await store.operates(.appointModerator(AppointModerator(user: ben)))
        let next = try #require(try page(.init(limit: 1)).next)
        #expect(
            try refusal(of: .init(cursor: next), by: ben) == .request(.cursorIsForeign)
        )
        #expect(
            try refusal(of: .init(status: .open, cursor: next), by: dua)
                == .request(.cursorIsForeign)
        )
        for cursor in rubbishCursors {
            #expect(try refusal(of: .init(cursor: cursor), by: dua) == .request(.cursorIsForeign))
        }
        for limit in [0, -1, 501, .max] {
            #expect(
                try refusal(of: .init(limit: limit), by: dua) == .request(.limitIsOutOfRange)
            )
        }
    }
}
