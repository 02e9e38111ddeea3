import Contestants
import Glibc
import Measuring
import Scrollback
import Workload

/// Asks what the past of a conversation and of a list costs in a log of many others.
func pastOfFew(_ messages: Int) -> RowPlan {
    let name = "the past in a log of \(Text.number(Double(messages))): a page, a list, a slider"
    return RowPlan(name: name) { fixtures in
        let town = Town(messages, in: try fixtures.place("past"))
        try await town.fill()
        return Row(
            name,
            compared: .p50,
            targets: [
                Target(PastRead.page.rawValue, .atMost(.p50, 10_000)),
                Target(PastRead.slider.rawValue, .atMost(.p50, 10_000)),
                Target(PastRead.list.rawValue, .atMost(.p50, 2_000_000)),
            ],
            bounds: "The streams of the conversation and of its people are folded up to the "
                + "position, in a file without a name; a slider that goes on folds what is new. "
                + "For a list the streams of all of its conversations are folded.",
            contestants: PastRead.allCases.map { PastReading(read: $0, town: town) }
        )
    }
}

/// Asks how long the export of everything takes, as lines and as a database.
func exports(_ messages: Int) -> RowPlan {
    let name = "export of \(Text.number(Double(messages))) messages"
    return RowPlan(name: name) { fixtures in
        let town = Town(messages, in: try fixtures.place("exports"))
        try await town.fill()
        return Row(
            name,
            compared: .duration,
            targets: ExportedForm.allCases.map { Target($0.rawValue, .atMost(.duration, 60_000)) },
            bounds: "Each content is opened, and each event written as JSON with its envelope; or "
                + "as rows of the views, which SQLite sorts into indexes at the end.",
            contestants: ExportedForm.allCases.map { Exporting(form: $0, town: town) }
        )
    }
}

/// One person in a thousand groups and in one of 500 messages, among many messages of others.
struct Town: Sendable {
    static let groups = 1_000
    static let page = 50
    private static let pageMessages = 500
    private static let others = 300

    let path: String
    let messages: Int
    let viewer = UserID.fresh()
    let conversation = ConversationID.fresh()

    init(_ messages: Int, in folder: String) {
        path = "\(folder)/chat.scrollback"
        self.messages = messages
    }

    func fill() async throws {
        let store = try Store.open(path)
        defer { store.close() }
        try await store.operator.carryOut(.configure(Configure(rateLimit: .unlimited)))
        let own = store.session(for: viewer)
        let people = (0..<Self.others).map { _ in UserID.fresh() }
        try await own.createGroup(conversation, members: [people[0], people[1]])
        for number in 0..<Self.groups {
            let group = ConversationID.fresh()
            let member = people[number % Self.others]
            try await own.createGroup(group, members: [member, people[(number + 1) % Self.others]])
            try await store.session(for: member).send("hello \(number)", to: group)
        }
        let groups = people.indices.map { _ in ConversationID.fresh() }
        for (place, group) in groups.enumerated() {
            let members = [people[(place + 1) % people.count], people[(place + 2) % people.count]]
            try await store.session(for: people[place]).createGroup(group, members: members)
        }
        let (messages, conversation) = (messages, conversation)
        let every = max(1, messages / Self.pageMessages)
        try await store.asCallers { caller, callers in
            for number in stride(from: caller, to: messages, by: callers) {
                let place = number % people.count
                try await store.session(for: people[place])
                    .send("the number of this message is \(number)", to: groups[place])
                guard number % every == 0 else { continue }
                try await own.send("page \(number)", to: conversation)
            }
        }
    }
}

private enum PastRead: String, CaseIterable, Sendable {
    case page = "a page of 50 at any position"
    case slider = "the page, one step further"
    case list = "the first 50 of 1,000 conversations"

    var readings: UInt64 { self == .list ? 8 : 60 }
}

private struct PastReading: Contestant {
    let read: PastRead
    let town: Town

    var name: String { read.rawValue }

    func run(in _: String) async throws -> Sample {
        let store = try Store.open(town.path)
        defer { store.close() }
        let size = try store.operator.state().size.rawValue
        var generator = SplitMix64(seed: 9)
        var latencies: [Double] = []
        for number in 0..<read.readings {
            // In the newer half each page is full.
            let place =
                read == .slider
                ? number * (size / 2) / read.readings : generator.next() % (size / 2)
            let start = ContinuousClock.now
            let past = try store.asOf(.position(Position(size / 2 + place)))
            let session = past.session(for: town.viewer)
            let count =
                read == .list
                ? try session.conversations(limit: Town.page).items.count
                : try session.messages(in: town.conversation, limit: Town.page).items.count
            latencies.append((ContinuousClock.now - start).microseconds)
            try demand(count == Town.page, "the past has \(count) of \(Town.page) items")
        }
        var sample = Sample()
        sample.note(latencies: latencies)
        return sample
    }
}

private enum ExportedForm: String, CaseIterable, Sendable {
    case lines = "scrollback export"
    case database = "scrollback export --sqlite"
}

/// The built command, as a process of its own.
private struct Exporting: Contestant {
    let form: ExportedForm
    let town: Town

    var name: String { form.rawValue }

    func run(in folder: String) async throws -> Sample {
        let target = "\(folder)/exported"
        let words =
            form == .lines
            ? ["export", town.path, target, "--quiet"]
            : ["export", town.path, "--sqlite", target, "--words", "--unlogged", "--quiet"]
        let start = ContinuousClock.now
        try BuiltCommand.run(words)
        let microseconds = (ContinuousClock.now - start).microseconds
        try demand(access(target, F_OK) == 0, "nothing was exported")
        var sample = Sample()
        sample[.duration] = microseconds / 1e3
        sample[.bytes] = Double(Folder.allocatedBytes(of: target)) / Double(town.messages)
        return sample
    }
}
