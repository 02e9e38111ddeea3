import Contestants
import Measuring
import Scrollback

/// Asks what a send costs while many wait for something else, and while all of a group wait for it.
func sendingBesideFollowers(_ idle: Int, group: Int, seconds: Double) -> RowPlan {
    let name = "a durable send while \(Text.number(idle)) idle followers wait"
    return RowPlan(name: name) { _ in
        let alone = "\(Names.scrollback), nobody waits"
        let crowded = "\(Names.scrollback), \(Text.number(idle)) wait for others"
        return Row(
            name,
            compared: .p50,
            with: alone,
            targets: [Target(crowded, .times(of: alone, 1.2))],
            bounds:
                "A send notes its position; whom it concerns is found in another task, from the "
                + "members of the conversation. Each idle follower looks by itself every few "
                + "seconds. In a group of which all wait, the cores are busy with waking them.",
            contestants: [
                SendingBesideFollowers(name: alone, followers: 0, members: 0, seconds: seconds),
                SendingBesideFollowers(
                    name: crowded,
                    followers: idle,
                    members: 0,
                    seconds: seconds
                ),
                SendingBesideFollowers(
                    name: "\(Names.scrollback), all of a group of \(Text.number(group)) wait",
                    followers: 0,
                    members: group,
                    seconds: seconds
                ),
            ]
        )
    }
}

/// One sender, and people who follow: strangers in groups of a hundred, or the members of the group
/// that is written to.
private struct SendingBesideFollowers: Contestant {
    let name: String
    let followers: Int
    let members: Int
    let seconds: Double

    private static let strangersTogether = 100

    func run(in folder: String) async throws -> Sample {
        let store = try Store.open("\(folder)/chat.scrollback")
        let sender = store.session(for: .fresh())
        try await store.operator.carryOut(.configure(Configure(rateLimit: .unlimited)))
        let pair = try await sender.startDirect(with: .fresh())
        var users: [UserID] = []
        while users.count < followers {
            let strangers = (0..<Self.strangersTogether).map { _ in UserID.fresh() }
            try await store.session(for: strangers[0]).createGroup(
                members: Array(strangers.dropFirst())
            )
            users += strangers
        }
        var place = pair
        if members > 0 {
            users = (1..<members).map { _ in UserID.fresh() }
            place = try await sender.createGroup(members: users)
        }
        let beginning = try store.position
        let tasks = users.map { user in
            Task {
                var told = 0
                for try await page in store.session(for: user).follow(since: beginning) {
                    told += page.items.count
                }
                return told
            }
        }
        // Until all wait.
        for number in 0..<20 {
            try await sender.send("before \(number)", to: place)
            try await Task.sleep(for: .milliseconds(20))
        }
        let meter = Meter()
        var latencies: [Double] = []
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            let start = ContinuousClock.now
            try await sender.send("message \(latencies.count)", to: place)
            latencies.append((ContinuousClock.now - start).microseconds)
        }
        let usage = meter.read()
        store.close()
        for task in tasks {
            let told = try await task.value
            // A follower that closing overtakes is told the rest when it follows again.
            try demand(members > 0 || told == 0, "a stranger is told \(told) changes")
        }
        var sample = Sample(usage, events: latencies.count)
        sample.note(latencies: latencies)
        return sample
    }
}
