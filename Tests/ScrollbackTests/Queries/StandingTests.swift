import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

@Suite struct `Somebody's standing` {
    let store: StoreOfPeople

    init() throws { store = try StoreOfPeople() }

    private func judge(_ action: ModerationAction, until: Timestamp? = nil) async throws {
        let report = ReportID.named("\(store.now)")
        try await store.does(
            ann,
            .report(FileReport(report: report, target: .user(ben), reason: .spam))
        )
        try await store.does(
            dua,
            .resolveReport(ResolveReport(report: report, action: action, until: until))
        )
    }

    private func standing(_ user: UserID? = nil, by viewer: UserID) throws -> StandingItem {
        try store.seen(by: viewer).standing(of: user)
    }

    /// What is pushed to whom of the newest event.
    private func pushed() throws -> [String] {
        var evaluator = try store.operated()
        let plan = try evaluator.notificationPlan(NotificationPlanQuery(at: evaluator.position))
        return plan.items.map { item in
            #expect(item.title == "Your account" && item.threadID == "STANDING")
            return "\(item.user == ben) \(item.category) \(item.body)"
        }
    }

    @Test func `counts warnings and ends with a suspension`() async throws {  // MOD-08 D-115
        try await store.operates(.appointModerator(AppointModerator(user: dua)))
        #expect(try standing(by: ben) == StandingItem(of: ben, .good))
        try await judge(.warn)
        let warned = store.now
        #expect(try standing(by: ben) == StandingItem(of: ben, .good, warnings: 1, at: warned))
        #expect(
            try standing(ben, by: dua)
                == StandingItem(of: ben, .good, warnings: 1, at: warned, by: dua)
        )
        #expect(try pushed() == ["true standing The moderators warned you"])

        let until = Timestamp(microseconds: store.now.microseconds + 60_000_000)
        try await judge(.suspend, until: until)
        #expect(try standing(by: ben).standing == .suspended(until: until))
        #expect(try pushed() == ["true standing The moderators suspended your account"])
        let refusal = BatchRefusal(.request(.actorIsSuspended(until: until)))
        await #expect(throws: WriteError<BatchRefusal>.refused(refusal)) {
            try await store.does(ben, .addContact(cem))
        }
        store.wait(seconds: 60)
        #expect(try standing(by: ben).standing == .good && standing(by: ben).warnings == 1)
        #expect(try pushed() == [])

        try await judge(.ban)
        #expect(try standing(ben, by: dua).standing == .banned)
        try await store.does(dua, .reinstate(Reinstate(user: ben)))
        #expect(try standing(ben, by: dua).standing == .good)
        #expect(try standing(ben, by: dua).at == store.now)
        #expect(try pushed() == ["true standing The moderators reinstated your account"])
        try await judge(.dismiss)
        #expect(try pushed() == [])
        #expect(try standing(ben, by: dua).warnings == 1)
    }

    @Test func `of others is for moderators`() throws {  // D-115
        let evaluator = try store.seen(by: ann)
        let refused = ScrollbackTests.refusal { () throws(QueryError) in
            _ = try evaluator.standing(of: ben)
        }
        #expect(refused == .request(.isForModerators))
        #expect(try standing(ann, by: ann) == StandingItem(of: ann, .good))
    }

    @Test func `is the state's list of moderators, in the order of their appointment`()
        async throws
    {  // D-115
        for user in [dua, ann, cem, ann] {
            try await store.operates(.appointModerator(AppointModerator(user: user)))
        }
        #expect(try store.operated().storeState().moderators == [dua, ann, cem])
        try await store.operates(.dismissModerator(DismissModerator(user: dua)))
        try await store.operates(.appointModerator(AppointModerator(user: dua)))
        #expect(try store.operated().storeState().moderators == [ann, cem, dua])
    }
}
