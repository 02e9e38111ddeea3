/// An operation whose instructions are counted.
enum GuardedOperation: String, CaseIterable {
    /// Makes the store that the others work on; it is not counted.
    case prepare
    /// One message of a pair, in commits of a thousand.
    case send
    /// An event of the benchmarks' workload, in commits of a thousand; times are thousands.
    case traffic
    /// The newest fifty messages of a pair, with everything that belongs to them.
    case open
    /// The same of a conversation that was not opened before.
    case first
    /// The first twenty of two hundred conversations.
    case list
    /// The same of a member of fifty conversations of two, in the benchmarks' workload.
    case fifty
    /// The same of random members, most of whom have a few conversations.
    case member
    /// What is unread in one conversation, and which message is the first.
    case unread
    /// What is unread in two hundred conversations.
    case total
    /// Every record of the log, checked and decoded.
    case scan

    func run(in path: String, times: Int) async throws {
        switch self {
        case .prepare:
            try await GuardedStore.prepare(at: path)
            try await GuardedStore.prepareUnopened(besides: path)
            try await GuardedPeople.prepare(besides: path)
        case .send:
            let store = try GuardedStore(at: path)
            try await store.send(times)
            store.close()
        case .traffic: try await GuardedTraffic.carryOut(thousands: times, in: path)
        case .open, .first, .list, .unread, .total:
            let place = self == .first ? GuardedStore.unopenedPlace(besides: path) : path
            let store = try GuardedStore(at: place)
            for number in 0..<times { try store.ask(self, number) }
            store.close()
        case .fifty, .member:
            let store = try GuardedStore(at: GuardedPeople.place(besides: path))
            let people = GuardedPeople.viewers(of: self)
            for number in 0..<times {
                try store.ask(self, number, by: people[number % people.count])
            }
            store.close()
        case .scan:
            let store = try GuardedStore(at: path)
            for _ in 0..<times { try store.scan() }
            store.close()
        }
    }
}
