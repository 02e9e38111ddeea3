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
        var evaluator = try store.seen(by: user)
        return try evaluator.reports(query)
    }

    private func refusal(of query: ReportsQuery, by user: UserID) throws -> Refusal? {
        var evaluator = try store.seen(by: user)
        return ScrollbackTests.refusal { () throws(QueryError) in
            _ = try evaluator.reports(query)
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

    private func edit(_ text: String) async throws {
        try await store.does(ben, .edit(EditMessage(message: .named("buy gold"), text: text)))
    }

    private func detail(_ name: String, by user: UserID = dua) throws -> ReportDetail {
        var evaluator = try store.seen(by: user)
        return try evaluator.reportDetail(.named(name))
    }

    @Test func `shows the message as the reporter saw it, whatever became of it`() async throws {
        // MOD-05 D-115
        try await begin()
        try await edit("buy more gold")
        try await report("one", details: "look")
        try await edit("sorry")
        try await report("two", by: cem)
        try await store.delete(ben, "buy gold")
        try await report("three")
        #expect(try page().items.map(\.preview) == [nil, "sorry", "buy more gold"])

        let first = try detail("one")
        #expect(first.report == (try page().items.last))
        #expect(first.title == nil)
        let evidence = try #require(first.reported)
        #expect(evidence.message.text == "buy more gold" && evidence.message.editCount == 1)
        #expect(evidence.message.sender == ben && evidence.message.conversation == team)
        #expect(!evidence.message.isDeleted && !evidence.message.isErased)
        #expect(evidence.versions.map(\.text) == ["buy gold"])
        let second = try #require(try detail("two").reported)
        #expect(second.message.text == "sorry")
        #expect(second.versions.map(\.text) == ["buy gold", "buy more gold"])
        // What was a placeholder to the reporter stays one.
        let third = try #require(try detail("three").reported)
        #expect(third.message.isDeleted && third.message.text == nil && third.versions == [])
    }

    @Test func `shows a former member's report as of the leaving`() async throws {  // D-115 D-16
        try await begin()
        try await store.does(cem, .leave(Leave(conversation: team)))
        try await edit("sorry")
        try await report("one", by: cem)
        let evidence = try #require(try detail("one").reported)
        #expect(evidence.message.text == "buy gold" && evidence.versions == [])
        // Nor a title that they were not there to see.
        try await store.does(ann, .rename(Rename(conversation: team, title: "Secret")))
        try await report("two", by: cem)
        #expect(try detail("two").title == nil)
    }

    @Test func `has the title of its time, and no message where none was reported`()
        async throws
    {  // D-115
        try await begin()
        try await store.does(ann, .rename(Rename(conversation: team, title: "Gold")))
        try await report("one", .conversation(team))
        try await report("two")
        try await report("three", .user(ben))
        try await store.does(ann, .rename(Rename(conversation: team, title: "Silver")))
        #expect(try detail("one").title == "Gold" && detail("one").reported == nil)
        #expect(try detail("two").title == "Gold")
        #expect(try detail("three").title == nil && detail("three").reported == nil)
        var evaluator = try store.seen(by: dua)
        let unknown = ScrollbackTests.refusal { () throws(QueryError) in
            _ = try evaluator.reportDetail(.named("none"))
        }
        #expect(unknown == .moderation(.reportIsNotFound))
        var other = try store.seen(by: ann)
        let refused = ScrollbackTests.refusal { () throws(QueryError) in
            _ = try other.reportDetail(.named("one"))
        }
        #expect(refused == .request(.isForModerators))
    }

    // Q26
    @Test func `is listed by the user whom it concerns`() async throws {  // D-115
        try await begin()
        try await report("one")
        try await report("two", .conversation(team))
        try await report("three", .user(ben), by: cem)
        try await report("four", .user(ann), by: cem)
        try await resolve("one", .warn)
        func found(_ user: UserID, _ status: ReportStatus? = nil) throws -> [ReportID] {
            try page(.init(status: status, about: user)).items.map(\.report)
        }
        #expect(try found(ben) == [.named("three"), .named("one")])
        #expect(try found(ben, .open) == [.named("three")])
        #expect(try found(ben, .warned) == [.named("one")])
        #expect(try found(ann) == [.named("four")] && found(outsider) == [])
        let next = try #require(try page(.init(about: ben, limit: 1)).next)
        #expect(try page(.init(about: ben, cursor: next)).items.map(\.report) == [.named("one")])
        #expect(
            try refusal(of: .init(about: ann, cursor: next), by: dua)
                == .request(.cursorIsForeign)
        )
    }

    @Test func `is told to every moderator but the reporter`() async throws {  // MOD-06 D-115
        try await begin()
        try await store.operates(.appointModerator(AppointModerator(user: cem)))
        let start = try store.operated().position
        try await report("one", details: "look")
        try await report("two", .user(ben), by: cem)
        func told(_ user: UserID) throws -> [ReportID] {
            var evaluator = try store.seen(by: user)
            return try evaluator.changes(ChangesQuery(since: start)).items.compactMap { change in
                guard case .report(let item) = change.change else { return nil }
                #expect(change.conversation == nil)
                return item.report
            }
        }
        #expect(try told(dua) == [.named("one"), .named("two")])
        #expect(try told(cem) == [.named("one")])
        for user in [ann, ben, outsider] { #expect(try told(user) == []) }
        var evaluator = try store.seen(by: dua)
        #expect(try evaluator.changes(ChangesQuery(since: start, in: nil)).items.count == 2)
    }

    @Test func `is pushed to moderators who want it, also to those who are blocked`()
        async throws
    {  // NOTIF-02 D-115
        try await begin()
        for user in [cem, outsider] {
            try await store.operates(.appointModerator(AppointModerator(user: user)))
        }
        try await store.does(ann, .block(dua))
        try await store.does(
            cem,
            .setSettings(SetSettings(SettingsChanged(notifications: false)))
        )
        try await report("one")
        var evaluator = try store.operated()
        let position = evaluator.position
        func plan() throws -> [NotificationItem] {
            var evaluator = try store.operated()
            return try evaluator.notificationPlan(NotificationPlanQuery(at: position)).items
        }
        let told = try evaluator.notificationPlan(NotificationPlanQuery(at: position)).items
        #expect(told.map(\.user) == [dua, outsider])
        let item = try #require(told.first)
        #expect(item.category == .report && item.threadID == "REPORT")
        #expect(item.title == "Ann" && item.body == "Reported a message for a scam")
        #expect(item.conversation == nil && item.message == nil)
        let first = try evaluator.notificationPlan(
            NotificationPlanQuery(at: position, limit: 1)
        )
        #expect(first.items.map(\.user) == [dua])
        let rest = try evaluator.notificationPlan(
            NotificationPlanQuery(at: position, limit: 1, cursor: first.next)
        )
        #expect(rest.items.map(\.user) == [outsider] && rest.next == nil)
        try await resolve("one", .dismiss)
        #expect(try plan() == [])
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
