import Contestants
import Measuring
import Workload

/// A row that is made only if it is asked for.
struct RowPlan {
    let name: String
    let make: (Fixtures) async throws -> Row
}

/// How large the rows are.
struct Sizes: Sendable {
    let users: Int
    let conversations: Int
    let bulk: [Int]
    let logOnly: Int
    /// The events of the row with that many callers.
    let callers: [(callers: Int, events: Int)]
    let stored: Int
    let worldTraffic: Int
    /// What lies in the world beside its traffic.
    let landmarks: Shape.Landmarks
    let questions: Int
    let reads: Int
    let proofs: Int
    let followed: Int
    /// Messages to a follower elsewhere, or to many.
    let heard: Int
    /// How long a user sends beside followers, in seconds.
    let besideFollowers: Double
    let group: Int
    let pipe: Int
    let oneByOne: Int
    let erasures: Int
    /// The messages of a store of which half is erased.
    let forgotten: Int
    /// How many people are searched.
    let people: [Int]
    /// The messages whose number is asked for.
    let counted: Int

    static let quick = Sizes(
        users: 6_000,
        conversations: 600,
        bulk: [30_000],
        logOnly: 30_000,
        callers: [(1, 200), (64, 6_000)],
        stored: 50_000,
        worldTraffic: 20_000,
        landmarks: Shape.Landmarks(longMessages: 20_000, largeMessages: 5_000, manyChats: 2_000),
        questions: 300,
        reads: 50_000,
        proofs: 1_000,
        followed: 200,
        heard: 100,
        besideFollowers: 1,
        group: 5_000,
        pipe: 5_000,
        oneByOne: 100,
        erasures: 10,
        forgotten: 20_000,
        people: [20_000],
        counted: 15_000
    )
    static let full = Sizes(
        users: 10_000,
        conversations: 2_000,
        bulk: [100_000, 1_000_000],
        logOnly: 100_000,
        callers: [(1, 5_000), (16, 40_000), (64, 100_000), (256, 200_000)],
        stored: 1_000_000,
        worldTraffic: 100_000,
        landmarks: Shape.Landmarks(),
        questions: 4_000,
        reads: 500_000,
        proofs: 5_000,
        followed: 5_000,
        heard: 1_000,
        besideFollowers: 6,
        group: 50_000,
        pipe: 100_000,
        oneByOne: 2_000,
        erasures: 100,
        forgotten: 200_000,
        people: [20_000, 200_000],
        counted: 99_000
    )
}

/// Names that tables and targets share.
enum Names {
    static let scrollback = Contender.own
    static let sqlite = Contender.peer
    static let sqliteNormal = "SQLite, WAL, NORMAL (not durable)"
    static let floor = "floor: bare LMDB"
}

/// Every row, in the order of the report.
func allRows(_ sizes: Sizes) -> [RowPlan] {
    var plans: [RowPlan] = []
    for count in sizes.bulk {
        let isSmall = count < 1_000_000
        plans.append(bulkAppend(count, sqliteTarget: isSmall ? 0.5 : 0.4, notesNormal: isSmall))
    }
    plans.append(bulkAppendLogOnly(sizes.logOnly))
    plans.append(treePart(sizes.logOnly))
    plans.append(durableSenders(sizes.callers))
    plans.append(following(sizes.followed))
    plans.append(receivingElsewhere(messages: sizes.heard))
    plans.append(receivingByAll(50, messages: sizes.heard))
    plans.append(receivingByAll(1_000, messages: sizes.heard / 10))
    plans.append(
        sendingBesideFollowers(10_000, group: 5_000, seconds: sizes.besideFollowers)
    )
    plans.append(queuedSends(20))
    plans.append(olderPages(10_000))
    plans.append(presence(10_000))
    plans += sizes.people.map(peopleSearch)
    plans.append(conversationSearch(1_000))
    plans.append(notificationPlan(5_000))
    plans.append(largeGroup(sizes.group))
    plans.append(pipe(sizes.pipe, oneByOne: sizes.oneByOne))
    plans += readings(sizes)
    plans += openingsAgain()
    plans.append(pageReadByAll(5_000))
    plans.append(messageCounts(sizes.counted))
    plans.append(pastOfFew(sizes.stored))
    plans.append(exports(sizes.stored))
    plans.append(backups(sizes.stored))
    plans.append(rebuilding(sizes.stored))
    plans.append(scanRecords(sizes.stored))
    plans.append(scanContents(sizes.stored))
    plans.append(verifyLog(sizes.stored))
    plans.append(inclusionProofs(sizes.proofs, of: sizes.stored))
    plans.append(randomReads(sizes.reads, of: sizes.stored))
    plans.append(disk(sizes.stored))
    plans.append(memory(sizes.stored))
    plans += reopenings(sizes.stored)
    // Last, for it takes away what others read.
    plans.append(erasing(sizes.erasures, of: sizes.stored))
    plans.append(bulkErasing(sizes.forgotten, callers: 16))
    return plans
}

extension Sample {
    /// What a run used up, for each of its events.
    init(_ usage: Meter.Usage, events: Int) {
        self.init()
        self[.timePerEvent] = usage.seconds * 1e6 / Double(events)
        self[.processor] = usage.processorSeconds * 1e6 / Double(events)
    }

    /// Adds how many events a second that makes.
    mutating func noteRate(_ usage: Meter.Usage, events: Int) {
        self[.rate] = Double(events) / usage.seconds
    }

    /// Adds what was written for each event.
    mutating func noteWritten(_ usage: Meter.Usage, events: Int) {
        self[.written] = Double(usage.writtenBytes) / Double(events)
    }

    /// Adds what a run that writes left behind; the events are all that the folder holds.
    mutating func note(
        written usage: Meter.Usage,
        in folder: String,
        events: Int,
        flushes: Int
    ) {
        self[.size] = Double(Folder.allocatedBytes(of: folder)) / Double(events)
        self[.memory] = Double(usage.peakBytes) / Double(1 << 20)
        self[.flushes] = Double(flushes)
    }

    /// Adds how long single calls took, in microseconds.
    mutating func note(latencies: [Double]) {
        let sorted = latencies.sorted()
        self[.p50] = percentile(0.5, ofSorted: sorted)
        self[.p99] = percentile(0.99, ofSorted: sorted)
    }
}
