import Contestants
import Measuring
import Workload

/// Asks what a screen costs: each question from nothing, timed alone, answered with values.
private func questions(
    _ name: String,
    _ count: Int,
    target: Target.Bound,
    bounds: String,
    _ choose: @escaping @Sendable (Workload, inout SplitMix64) -> Question
) -> RowPlan {
    RowPlan(name: name) { fixtures in
        let workload = fixtures.world
        var generator = SplitMix64(seed: 17)
        let questions = (0..<count).map { _ in choose(workload, &generator) }
        let asking = Asking(row: name, questions: questions, book: fixtures.book)
        return Row(
            name,
            compared: .p50,
            with: Names.sqlite,
            targets: [Target(Names.scrollback, target)],
            bounds: bounds,
            contestants: [
                ScrollbackAnswers(
                    asking: asking,
                    store: try await fixtures.store(workload),
                    workload: workload
                ),
                SQLiteAnswers(
                    asking: asking,
                    store: try fixtures.database(workload),
                    workload: workload
                ),
            ]
        )
    }
}

/// How many of the events that were looked for with their content were kept opened.
private let foundOpened = Figure("found opened", "%")

/// The questions of a row, and the digests of the answers to them.
struct Asking: Sendable {
    let row: String
    let questions: [Question]
    /// Asked first and not measured, so that what is read is in memory.
    let before: [Question]
    let book: AnswerBook

    /// Asks each question; the first few twice, unless others are asked before.
    init(row: String, questions: [Question], before: [Question]? = nil, book: AnswerBook) {
        self.row = row
        self.questions = questions
        self.before = before ?? Array(questions.prefix(questions.count / 10 + 1))
        self.book = book
    }

    func run<Reader: ChatReader>(
        _ reader: Reader,
        by contestant: String,
        uses: () -> (hits: UInt64, misses: UInt64) = { (0, 0) }
    ) throws -> Sample {
        try demand(!questions.isEmpty, "the row '\(row)' has no question")
        for question in before { _ = try reader.answer(question) }
        let earlier = uses()
        var latencies: [Double] = []
        latencies.reserveCapacity(questions.count)
        var digest: UInt64 = 0
        for question in questions {
            let start = ContinuousClock.now
            let answer = try reader.answer(question)
            latencies.append((ContinuousClock.now - start).microseconds)
            digest = digest &* 31 &+ reader.digest(of: answer)
        }
        let later = uses()
        try book.hold(digest, to: row, by: contestant)
        var sample = Sample()
        sample.note(latencies: latencies)
        let hits = Double(later.hits - earlier.hits)
        let looked = hits + Double(later.misses - earlier.misses)
        if looked > 0 { sample[foundOpened] = 100 * hits / looked }
        return sample
    }
}

struct ScrollbackAnswers: Contestant {
    let name = Names.scrollback
    let asking: Asking
    let store: ScrollbackStore
    let workload: Workload

    func run(in _: String) async throws -> Sample {
        let reader = try ScrollbackReader(store, workload)
        defer { reader.close() }
        return try asking.run(reader, by: name) { reader.usesOfOpened }
    }
}

struct SQLiteAnswers: Contestant {
    let name = Names.sqlite
    let asking: Asking
    let store: SQLiteStore
    let workload: Workload

    func run(in _: String) async throws -> Sample {
        let reader = try SQLiteReader(store, workload)
        defer { reader.close() }
        return try asking.run(reader, by: name)
    }
}

/// What bounds the rows that open a conversation.
private let pageBounds = """
    Half is each entry's record: found, checked, its seal computed and its text decrypted. A quarter \
    makes the values that are shown; the rest is the timeline, reactions, receipts and names. \
    SQLite finds a row of one range and one by its number, and copies a text; it checks and opens \
    nothing.
    """

/// What bounds the rows about lists.
private let listBounds = """
    In a long list, two rows read and a place in the order for each of the viewer's conversations, \
    for a message writes nothing for those who are to read it; in a short one, what is shown of \
    each. SQLite does the same, in one statement that keeps the best twenty only.
    """

/// What bounds the rows about unread messages.
private let countBounds = """
    Two rows for each conversation, from which the count of most is a difference; what a member \
    removed, cleared or missed while away takes look-ups more. Of a single count much is taking a \
    look at one state of two files. SQLite has no deletions here, and takes one number from another.
    """

/// Every row about what applications ask.
func readings(_ sizes: Sizes) -> [RowPlan] {
    let (long, large) = (text(sizes.landmarks.longMessages), text(sizes.landmarks.largeMessages))
    let (many, some) = (text(sizes.landmarks.manyChats), text(sizes.landmarks.someChats))
    return [
        questions(
            "open a conversation: the newest 50, joined",
            sizes.questions,
            target: .times(of: Names.sqlite, 1),
            bounds: pageBounds
        ) {
            workload,
            generator in
            let number = busy(workload, &generator)
            return .page(number, viewer: founder(of: number, workload), limit: 50)
        },
        questions(
            "open the conversation of 500 messages: the newest 50",
            sizes.questions,
            target: .times(of: Names.sqlite, 1),
            bounds: pageBounds
        ) { workload, generator in
            page(of: marks(workload).middle, workload, &generator, limit: 50)
        },
        questions(
            "open the conversation of \(large) messages: the newest 50",
            sizes.questions,
            target: .times(of: Names.sqlite, 1),
            bounds: pageBounds
        ) { workload, generator in
            page(of: marks(workload).large, workload, &generator, limit: 50)
        },
        questions(
            "open the conversation of \(long) messages: the newest 50",
            sizes.questions,
            target: .times(of: Names.sqlite, 1),
            bounds: pageBounds
        ) { workload, generator in
            page(of: marks(workload).long, workload, &generator, limit: 50)
        },
        questions(
            "read all of the conversation of 500 messages",
            sizes.questions / 4,
            target: .times(of: Names.sqlite, 1),
            bounds: pageBounds
        ) {
            workload,
            generator in
            page(of: marks(workload).middle, workload, &generator, limit: 500)
        },
        questions(
            "open a conversation of two: the newest 50, by a random member",
            sizes.questions,
            target: .times(of: Names.sqlite, 1),
            bounds: pageBounds
        ) { workload, generator in
            page(of: marks(workload).bySize[2] ?? 0, workload, &generator, limit: 50)
        },
        questions(
            "open a group of 50: the newest 50, by a random member",
            sizes.questions,
            target: .times(of: Names.sqlite, 1),
            bounds: pageBounds
        ) { workload, generator in
            page(of: marks(workload).bySize[50] ?? 0, workload, &generator, limit: 50)
        },
        questions(
            "open a group of 500: the newest 50, by a random member",
            sizes.questions,
            target: .times(of: Names.sqlite, 1),
            bounds: pageBounds
        ) { workload, generator in
            page(of: marks(workload).bySize[500] ?? 0, workload, &generator, limit: 50)
        },
        questions(
            "open a group of 5,000: the newest 50, by a random member",
            sizes.questions,
            target: .times(of: Names.sqlite, 1),
            bounds: pageBounds
        ) { workload, generator in
            page(of: marks(workload).group, workload, &generator, limit: 50)
        },
        questions(
            "list the first 20 conversations of a random member",
            sizes.questions,
            target: .times(of: Names.sqlite, 0.8),
            bounds: listBounds
        ) {
            workload,
            generator in
            .list(viewer: Int(generator.next() % UInt64(workload.shape.users)), limit: 20)
        },
        questions(
            "list the first 20 conversations of a member of 50",
            sizes.questions,
            target: .times(of: Names.sqlite, 0.8),
            bounds: listBounds
        ) { workload, _ in .list(viewer: marks(workload).withFew, limit: 20) },
        questions(
            "order and unread alone: count all unread messages of a member of 50 conversations",
            sizes.questions,
            target: .atMost(.p50, 25),
            bounds: "No question asks for order and unread of the first 20 alone. This one comes "
                + "nearest: all that are unread, in the order of the list, without what is shown "
                + "of them."
        ) { workload, _ in .totals(viewer: marks(workload).withFew) },
        questions(
            "list the first 20 conversations of a member of \(some)",
            sizes.questions / 4,
            target: .atMost(.p50, 275),
            bounds: listBounds
        ) { workload, _ in .list(viewer: marks(workload).withSome, limit: 20) },
        questions(
            "list the first 20 conversations of a member of \(many)",
            sizes.questions / 20,
            target: .atMost(.p50, 1_750),
            bounds: listBounds
        ) { workload, _ in .list(viewer: marks(workload).withMany, limit: 20) },
        questions(
            "count the unread messages of a conversation",
            sizes.questions,
            target: .atMost(.p50, 3),
            bounds: countBounds
        ) {
            workload,
            generator in
            let number = busy(workload, &generator)
            return .unread(number, viewer: founder(of: number, workload))
        },
        questions(
            "count all unread messages of a member of \(some) conversations",
            sizes.questions / 4,
            target: .atMost(.p50, 200),
            bounds: countBounds
        ) { workload, _ in .totals(viewer: marks(workload).withSome) },
    ]
}

private func text(_ count: Int) -> String { Text.number(Double(count)) }

private func marks(_ workload: Workload) -> Workload.Landmarks {
    workload.landmarks ?? Workload.Landmarks()
}

/// A conversation as often as it has traffic; no landmark.
private func busy(_ workload: Workload, _ generator: inout SplitMix64) -> Int {
    while true {
        let place = Int(generator.next() % UInt64(workload.traffic.count))
        let number = workload.operations[workload.traffic.lowerBound + place].conversation
        if number < workload.shape.conversations { return Int(number) }
    }
}

/// The founder of a conversation is still in it.
private func founder(of conversation: Int, _ workload: Workload) -> Int {
    Int(workload.conversations[conversation].founders[0])
}

/// A page for one of the members; nobody leaves a landmark.
private func page(
    of conversation: Int,
    _ workload: Workload,
    _ generator: inout SplitMix64,
    limit: Int
) -> Question {
    let members = workload.conversations[conversation].founders
    let viewer = Int(members[Int(generator.next() % UInt64(members.count))])
    return .page(conversation, viewer: viewer, limit: limit)
}
