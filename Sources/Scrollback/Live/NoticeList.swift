/// Numbered notices about subjects, of which only the newest of each subject counts.
///
/// Older notices of a subject are removed when the list has doubled since the last time, so its
/// memory is bounded by the number of subjects and not by that of the notices; adding takes
/// constant time on average.
package struct NoticeList<Subject: Hashable> {
    private struct Entry {
        let number: UInt64
        let subject: Subject
    }

    /// In the order of their numbers.
    private var entries: [Entry] = []
    /// The count of entries at which the list is tidied.
    private var full = smallest
    /// The most entries; beyond, the oldest half of the subjects is dropped.
    private let limit: Int
    /// The number of the newest notice.
    package private(set) var newest: UInt64 = 0

    /// Below this count tidying is not worth its time.
    private static var smallest: Int { 1_024 }

    package init(limit: Int) { self.limit = max(limit, Self.smallest) }

    /// The number of entries in memory.
    package var count: Int { entries.count }

    package mutating func add(_ subject: Subject) {
        if entries.count >= full { tidy() }
        newest += 1
        entries.append(Entry(number: newest, subject: subject))
    }

    /// The subjects of the notices after a number, each once for its newest notice and for some of
    /// the older ones, in the order of their numbers.
    ///
    /// - Complexity: O(log n + the subjects returned).
    package func subjects(after known: UInt64) -> [Subject] {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].number > known { high = middle } else { low = middle + 1 }
        }
        return entries[low...].map(\.subject)
    }

    private mutating func tidy() {
        var seen: Set<Subject> = []
        var kept = Array(entries.reversed().filter { seen.insert($0.subject).inserted }.reversed())
        if kept.count > limit / 2 { kept.removeFirst(kept.count - limit / 2) }
        full = min(limit, max(Self.smallest, kept.count * 2))
        // An array of this capacity: the one of a burst is freed.
        entries = []
        entries.reserveCapacity(full)
        entries += kept
    }
}
