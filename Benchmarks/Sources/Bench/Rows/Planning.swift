import Contestants
import Measuring
import Scrollback

/// Asks what the pushes of a message in a large group take.
func notificationPlan(_ members: Int) -> RowPlan {
    let name = "notification plan for \(Text.number(Double(members))) members, a page of 500"
    return RowPlan(name: name) { _ in
        Row(
            name,
            compared: .p50,
            targets: [Target(Names.scrollback, .atMost(.p50, 10_000))],
            bounds:
                "For each member settings, blocks, the place in the conversation and the badge, "
                + "which is the sum of the unread messages of all their conversations.",
            contestants: [PlannedPushes(members: members)]
        )
    }
}

private struct PlannedPushes: Contestant {
    let name = Names.scrollback
    let members: Int

    private static let rounds = 10

    func run(in folder: String) async throws -> Sample {
        let store = try Store.open("\(folder)/chat.scrollback")
        defer { store.close() }
        let sender = UserID.fresh()
        let others = (0..<members - 1).map { _ in UserID.fresh() }
        try await store.session(for: sender).setProfile(SetProfile(username: "s", fullName: "Sam"))
        let session = store.session(for: sender)
        let group = try await session.createGroup(title: "All", members: others)
        let message = try await session.send("hello to all of you", to: group)
        var latencies: [Double] = []
        for _ in 0..<Self.rounds {
            var told: Set<UserID> = []
            var cursor: Cursor?
            repeat {
                let start = ContinuousClock.now
                let page = try store.operator.notificationPlan(
                    at: message.position,
                    limit: 500,
                    from: cursor
                )
                latencies.append((ContinuousClock.now - start).microseconds)
                for item in page.items {
                    try demand(
                        item.badge == 1 && item.title == "Sam"
                            && item.body == "hello to all of you",
                        "a member is told '\(item.body)' with \(item.badge)"
                    )
                    try demand(told.insert(item.user).inserted, "a member is told twice")
                }
                cursor = page.next
            } while cursor != nil
            try demand(told == Set(others), "\(told.count) of \(others.count) are told")
        }
        var sample = Sample()
        sample.note(latencies: latencies)
        return sample
    }
}
