public import Wire

/// The numbers of a process that has a store open, since it opened it; for any metrics system.
///
/// Counts only grow while the process runs. Values of this moment are named so.
public struct Gauges: Hashable, Sendable {
    /// Sends, as their callers saw them; a batch of several commands is none.
    public struct Sends: Hashable, Sendable {
        /// How many messages were sent.
        public var done: UInt64
        /// How many sends a rule refused.
        public var refused: UInt64
        /// How many sends failed: overload, no room, a failed commit.
        public var failed: UInt64
        /// The time from the call to the answer, of those that were done.
        public var latency: LatencyHistogram

        /// Creates the numbers of sends.
        public init(
            done: UInt64 = 0,
            refused: UInt64 = 0,
            failed: UInt64 = 0,
            latency: LatencyHistogram = LatencyHistogram()
        ) {
            self.done = done
            self.refused = refused
            self.failed = failed
            self.latency = latency
        }
    }

    /// The bytes of free pages in the files, at this moment: later commits use them.
    public struct FreeBytes: Hashable, Sendable {
        /// In the log.
        public var log: UInt64
        /// In the views.
        public var views: UInt64

        /// Creates the bytes of free pages.
        public init(log: UInt64 = 0, views: UInt64 = 0) {
            self.log = log
            self.views = views
        }
    }

    /// The caches in memory: their sizes now, and their hits.
    public struct Caches: Hashable, Sendable {
        /// The bytes of content that is kept opened.
        public var openedBytes: UInt64
        /// How often an event's content was found there.
        public var openedHits: UInt64
        /// How often it was not.
        public var openedMisses: UInt64
        /// The bytes of names for the search of people.
        public var namesBytes: UInt64

        /// Creates the numbers of caches.
        public init(
            openedBytes: UInt64 = 0,
            openedHits: UInt64 = 0,
            openedMisses: UInt64 = 0,
            namesBytes: UInt64 = 0
        ) {
            self.openedBytes = openedBytes
            self.openedHits = openedHits
            self.openedMisses = openedMisses
            self.namesBytes = namesBytes
        }
    }

    /// Whether the process writes to the store; one that reads counts no commits and no sends.
    public var isWriting = false
    /// For how long the process has had the store open.
    public var openFor = Duration.zero
    /// The position of the newest durable event, at this moment.
    public var position = Position.zero
    /// The position that queries reflect, at this moment; zero if no view can be read.
    public var viewsPosition = Position.zero
    /// How many events were committed.
    public var appended: UInt64 = 0
    /// How many commits there were, each of one batch of commands.
    public var commits: UInt64 { commitLatency.count }
    /// The time that each commit of the log took.
    public var commitLatency = LatencyHistogram()
    /// The sends.
    public var sends = Sends()
    /// How many commands wait to be decided, at this moment.
    public var waiting = 0
    /// How many feeds and other followers wait for something new, at this moment.
    public var followers = 0
    /// The sizes of the files, at this moment.
    public var files = StoreState.Files(log: 0, keys: 0, views: 0)
    /// The free pages in them.
    public var free = FreeBytes()
    /// The reader that has held a snapshot for longest, if for more than two seconds.
    public var oldestReader: OldestReader?
    /// How many requests for erasure are not complete, at this moment: they continue in slices, or
    /// wait for a hold or a minimum of retention.
    public var pendingErasures = 0
    /// How many erasures continue in slices, at this moment.
    public var erasing = 0
    /// How many contents these still have to erase.
    public var erasingContents = 0
    /// The caches in memory.
    public var caches = Caches()

    /// Creates gauges without any counts.
    public init() {}
}

/// How many times fell into fixed ranges of latency.
public struct LatencyHistogram: Hashable, Sendable {
    /// The upper bounds of the ranges in microseconds, each inclusive; the last range has none.
    public static let bounds: [UInt64] = [
        100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000,
        1_000_000, 2_500_000,
    ]

    /// The count of each range: one more than there are bounds.
    public var counts: [UInt64]
    /// The sum of all times in microseconds.
    public var sum: UInt64

    /// Creates a histogram, without counts unless they are given.
    public init(
        counts: [UInt64] = Array(repeating: 0, count: Self.bounds.count + 1),
        sum: UInt64 = 0
    ) {
        self.counts = counts
        self.sum = sum
    }

    /// How many times were counted.
    public var count: UInt64 { counts.reduce(0, &+) }

    /// Counts a time in microseconds.
    package mutating func add(_ microseconds: UInt64) {
        let bounds = Self.bounds
        var range = 0
        while range < bounds.count, microseconds > bounds[range] { range += 1 }
        counts[range] &+= 1
        sum &+= microseconds
    }
}

/// The numbers of the process that has the store open; for the operator.
public struct GaugesQuery: ServedQuery {
    /// The numbers.
    public typealias Answer = Gauges

    package static let name = QueryName.gauges
    package static let audience = Audience.operator
    package static let pastNeed = PastNeed.conversation
    package static let isForWriter = true

    /// Creates a query for the numbers of the process.
    public init() {}

    package var opening: Opening? { nil }
}
