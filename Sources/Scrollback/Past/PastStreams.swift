internal import EventLog
internal import Views

/// Which streams were folded into views of the past.
enum PastStreams: Hashable, Sendable {
    /// Every stream: the log as it was.
    case all
    /// Some streams, the store's own always among them.
    case some(Set<StreamID>)

    /// Whether views of these streams have every row that views of others have.
    func includes(_ others: PastStreams) -> Bool {
        switch (self, others) {
        case (.all, _): true
        case (.some, .all): false
        case (.some(let streams), .some(let others)): others.isSubset(of: streams)
        }
    }

    /// How many streams they are; the largest number for all.
    var count: Int {
        switch self {
        case .all: .max
        case .some(let streams): streams.count
        }
    }
}
