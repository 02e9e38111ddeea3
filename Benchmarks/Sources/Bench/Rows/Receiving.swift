import Contestants
import Glibc
import Measuring
import Scrollback

/// Asks how soon all who follow a group have what was sent to it.
func receivingByAll(_ followers: Int, messages: Int) -> RowPlan {
    let name = "from sending to all of \(Text.number(followers)) followers"
    return RowPlan(name: name) { _ in
        Row(
            name,
            compared: .p50,
            // A second is what the specifications ask for.
            targets: [Target(Names.scrollback, .atMost(.p99, 1_000_000))],
            bounds:
                "A flush, and then for each follower a task that is woken and reads the message "
                + "in a snapshot of its own: the cores bound it.",
            contestants: [FollowingGroup(followers: followers, messages: messages)]
        )
    }
}

/// Asks how soon a follower outside the writer's process has what was sent.
func receivingElsewhere(messages: Int) -> RowPlan {
    let name = "from sending to a follower in another process, and through the pipe"
    return RowPlan(name: name) { _ in
        let target = 200_000.0
        return Row(
            name,
            compared: .p50,
            targets: [
                Target(FollowingProcess.title, .atMost(.p99, target)),
                Target(AskingPipe.title, .atMost(.p99, target)),
            ],
            bounds:
                "A flush, then what a process that only reads takes to look again, which is two "
                + "milliseconds at most. Through the pipe: the line that sends, and behind it the "
                + "line that asks what has changed.",
            contestants: [
                FollowingProcess(messages: messages),
                AskingPipe(messages: messages),
            ]
        )
    }
}

/// Who was told of which message, and when.
private struct Hearing: Sendable {
    let message: MessageID
    let time: ContinuousClock.Instant
}

/// Every member of a group reads a feed of their own.
private struct FollowingGroup: Contestant {
    let name = Names.scrollback
    let followers: Int
    let messages: Int

    func run(in folder: String) async throws -> Sample {
        let store = try Store.open("\(folder)/chat.scrollback")
        let sender = store.session(for: .fresh())
        try await store.operator.carryOut(.configure(Configure(rateLimit: .unlimited)))
        let users = (0..<followers).map { _ in UserID.fresh() }
        let group = try await sender.createGroup(members: users)
        let beginning = try store.position
        let (heard, teller) = AsyncStream.makeStream(of: Hearing.self)
        let tasks = users.map { user in
            Task {
                for try await page in store.session(for: user).follow(since: beginning) {
                    for case .message(let message, _) in page.items.map(\.change) {
                        teller.yield(Hearing(message: message.message, time: .now))
                    }
                }
            }
        }
        var hearings = heard.makeAsyncIterator()
        var latencies: [Double] = []
        for number in 0..<messages {
            let id = MessageID.fresh()
            let start = ContinuousClock.now
            try await sender.send("message \(number)", to: group, id: id)
            var last = start
            for _ in 0..<followers {
                let hearing = await hearings.next()
                guard let hearing else { throw WrongResult(description: "a feed has ended") }
                try demand(hearing.message == id, "a follower is told of another message")
                last = max(last, hearing.time)
            }
            latencies.append((last - start).microseconds)
        }
        store.close()
        for task in tasks { try await task.value }
        var sample = Sample()
        sample.note(latencies: latencies)
        return sample
    }
}

/// This program started once more, to follow what another process writes.
struct FollowingProcess: Contestant {
    static let title = "\(Names.scrollback), another process"
    /// The first argument of such a start; not for people.
    static let argument = "open-and-follow"

    let name = title
    let messages: Int

    func run(in folder: String) async throws -> Sample {
        let path = "\(folder)/chat.scrollback"
        let store = try Store.open(path)
        try await store.operator.carryOut(.configure(Configure(rateLimit: .unlimited)))
        let sender = store.session(for: .fresh())
        let user = UserID.fresh()
        let chat = try await sender.startDirect(with: user)
        let beginning = try store.position
        guard let own = realpath("/proc/self/exe", nil) else {
            throw WrongResult(description: "this program does not find itself")
        }
        defer { free(own) }
        let command =
            "'\(String(cString: own))' \(Self.argument) '\(path)' \(user) \(beginning) \(messages)"
        guard let output = popen(command, "r") else {
            throw WrongResult(description: "no process can be started: \(command)")
        }
        var latencies: [Double] = []
        try demand(line(of: output) == "ready", "the follower did not start: \(command)")
        for number in 0..<messages {
            let start = ContinuousClock.now
            let sent = try await sender.send("message \(number)", to: chat)
            let told = line(of: output)
            latencies.append((ContinuousClock.now - start).microseconds)
            try demand(
                told == "\(sent.message)",
                "the follower says '\(told)', not \(sent.message)"
            )
        }
        let status = pclose(output)
        store.close()
        try demand(status == 0, "the follower ended with \(status)")
        var sample = Sample()
        sample.note(latencies: latencies)
        return sample
    }

    private func line(of output: UnsafeMutablePointer<FILE>) -> String {
        var start: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(start) }
        guard getline(&start, &capacity, output) > 0, let start else { return "" }
        return String(String(cString: start).dropLast())
    }

    /// What the process does: it prints the id of each message that its user is told.
    static func follow(_ path: String, as user: String, since: String, count: String) async throws {
        guard let user = UserID(user), let since = UInt64(since), var left = Int(count) else {
            throw WrongResult(description: "that cannot be followed")
        }
        var options = Store.Options()
        options.access = .reading
        let store = try Store.open(path, options: options)
        defer { store.close() }
        let feed = store.session(for: user).follow(since: Position(since))
        print("ready")
        fflush(nil)
        for try await page in feed {
            for case .message(let message, _) in page.items.map(\.change) {
                print("\(message.message)")
                fflush(nil)
                left -= 1
            }
            if left <= 0 { return }
        }
    }
}

/// A client of the pipe that sends as one user and asks as another what is new.
private struct AskingPipe: Contestant {
    static let title = "\(Names.scrollback), pipe"

    let name = title
    let messages: Int

    func run(in folder: String) async throws -> Sample {
        let store = ScrollbackStore(in: folder)
        let made = try Store.open(store.path)
        try await made.operator.carryOut(.configure(Configure(rateLimit: .unlimited)))
        let (sender, user) = (UserID.fresh(), UserID.fresh())
        let chat = try await made.session(for: sender).startDirect(with: user)
        var position = "\(try made.position)"
        made.close()
        let client = try PipeClient(store)
        var latencies: [Double] = []
        for number in 0..<messages {
            let id = MessageID.fresh()
            let start = ContinuousClock.now
            try client.write(
                #"{"as":"\#(sender)","do":"send","conversation":"\#(chat)","id":"\#(id)","#
                    + #""text":"message \#(number)"}"# + "\n"
                    + #"{"as":"\#(user)","ask":"changes","since":\#(position)}"# + "\n"
            )
            let sent = try client.readLine()
            let told = try client.readLine()
            latencies.append((ContinuousClock.now - start).microseconds)
            try demand(sent.contains("\"ok\""), "not sent: \(sent)")
            try demand(told.contains("\"\(id)\""), "not told of \(id): \(told)")
            guard let next = told.ranges(of: "\"next\":").last else {
                throw WrongResult(description: "no next: \(told)")
            }
            position = String(told[next.upperBound...].prefix { $0.isNumber })
        }
        _ = try client.close()
        var sample = Sample()
        sample.note(latencies: latencies)
        return sample
    }
}
