/// Twenty people in four conversations who write, read, receive and react, all at once, and a
/// record of what everybody should see.
///
/// What it remembers is bounded, so that what the process holds is the store's.
struct Load {
    /// How many things are done; nil for as many as there is time for.
    var operations: Int?
    var duration: Duration?

    /// How much more memory than after a quarter may be held in the end.
    static let growth = 48 << 20

    private static let people = 20

    /// Does it; a sentence for everything that is not as it should be.
    func run(on backend: any Backend) async throws -> [String] {
        var run = try await Run(backend, people: Self.people)
        let start = ContinuousClock.now
        var early: Int?
        while isGoingOn(run.done, start) {
            try await run.round()
            guard early == nil, isQuarterDone(run.done, start) else { continue }
            early = try backend.residentBytes()
        }
        let late = try backend.residentBytes()
        if late - (early ?? late) > Self.growth {
            run.problems.append("memory grew from \(early ?? late) to \(late) bytes")
        }
        try run.checkEverything()
        return run.problems
    }

    private func isGoingOn(_ done: Int, _ start: ContinuousClock.Instant) -> Bool {
        if let duration { return ContinuousClock.now - start < duration }
        return done < operations ?? 0
    }

    private func isQuarterDone(_ done: Int, _ start: ContinuousClock.Instant) -> Bool {
        if let duration { return ContinuousClock.now - start > duration / 4 }
        return done >= (operations ?? 0) / 4
    }
}

/// A conversation as it should be.
private struct Room {
    let id: String
    let members: [Int]
    /// The newest ordinal; the first one is the entry of its creation.
    var newest = 1
    /// Of every message, whichever order they are met in.
    var fingerprint = 0
    /// How far each member has read, received, and what each has sent behind the others' reading.
    var read: [Int: Int] = [:]
    var delivered: [Int: Int] = [:]
    /// The last ones, oldest first.
    var recent: [(sender: Int, draft: Draft, done: Done)] = []
    /// The ordinals of each member's own messages that somebody may still have unread.
    var own: [Int: [Int]] = [:]

    static func mark(of message: String, at ordinal: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(message)
        hasher.combine(ordinal)
        return hasher.finalize()
    }
}

private struct Run {
    let backend: any Backend
    let people: [Person]
    var rooms: [Room] = []
    var random = Randomness(state: 30)
    var done = 0
    var problems: [String] = []

    init(_ backend: any Backend, people count: Int) async throws {
        self.backend = backend
        people = (0..<count).map { number in
            Person(id: freshID(), name: "Person \(number)", backend: backend)
        }
        try await backend.operates(.liftRateLimit)
        // One of all, and three in which some are.
        for spacing in 1...4 {
            let members = stride(from: 0, to: count, by: spacing).map { $0 }
            let others = members.dropFirst().map { people[$0] }
            let id = try await people[0].gathers(others, title: "Room \(spacing)")
            rooms.append(Room(id: id, members: members))
        }
    }

    /// Everybody does something, and then everybody says what they have seen.
    mutating func round() async throws {
        try await talk()
        try await acknowledge()
        if random.next(50) == 0 { try check() }
    }

    private mutating func talk() async throws {
        var wishes: [(room: Int, sender: Int, draft: Draft, before: Done?)] = []
        for person in people.indices {
            let room = anyRoom(of: person)
            // Now and then an answer was lost, and the same message comes again.
            let old = rooms[room].recent.last { $0.sender == person }
            if random.next(10) == 0, let old {
                wishes.append((room, person, old.draft, old.done))
            } else {
                let text = "\(done) from \(person)"
                let draft = Draft(id: freshID(), conversation: rooms[room].id, text: text)
                wishes.append((room, person, draft, nil))
            }
        }
        let outcomes = try await backend.perform(
            wishes.map { people[$0.sender].wish(.send($0.draft)) }
        )
        var fresh: [(room: Int, sender: Int, draft: Draft, done: Done)] = []
        for (wish, outcome) in zip(wishes, outcomes) {
            let sent = try outcome.get()
            done += 1
            if let before = wish.before {
                if sent != before { problems.append("a repetition was answered anew: \(sent)") }
            } else {
                fresh.append((wish.room, wish.sender, wish.draft, sent))
            }
        }
        for (room, sender, draft, sent) in fresh.sorted(by: { $0.done.position < $1.done.position })
        {
            rooms[room].newest += 1
            if sent.ordinal != rooms[room].newest {
                problems.append("ordinal \(sent.ordinal ?? 0) instead of \(rooms[room].newest)")
            }
            rooms[room].fingerprint ^= Room.mark(of: draft.id, at: rooms[room].newest)
            rooms[room].read[sender] = rooms[room].newest
            rooms[room].own[sender, default: []].append(rooms[room].newest)
            rooms[room].recent.append((sender, draft, sent))
        }
        for room in rooms.indices {
            rooms[room].recent.removeFirst(max(rooms[room].recent.count - 100, 0))
            let slowest = rooms[room].members.map { rooms[room].read[$0] ?? 0 }.min() ?? 0
            for member in rooms[room].members {
                rooms[room].own[member]?.removeAll { $0 <= slowest }
            }
        }
    }

    private mutating func anyRoom(of person: Int) -> Int {
        let own = rooms.indices.filter { rooms[$0].members.contains(person) }
        return own[random.next(own.count)]
    }

    private mutating func acknowledge() async throws {
        var wishes: [Wish] = []
        for person in people.indices {
            let room = anyRoom(of: person)
            guard let newest = rooms[room].recent.last else { continue }
            switch random.next(3) {
            case 0:
                wishes.append(people[person].wish(.markRead(rooms[room].id)))
                rooms[room].read[person] = rooms[room].newest
            case 1:
                let message = newest.draft.id
                wishes.append(
                    people[person].wish(.markDelivered(rooms[room].id, upTo: message))
                )
                rooms[room].delivered[person] = rooms[room].newest
            default:
                wishes.append(people[person].wish(.react("like", to: newest.draft.id)))
            }
        }
        for outcome in try await backend.perform(wishes) { _ = try outcome.get() }
        done += wishes.count
    }

    /// Looks at one conversation with the eyes of one member.
    private mutating func check() throws {
        let room = rooms[random.next(rooms.count)]
        let person = room.members[random.next(room.members.count)]
        let page = try backend.messages(in: room.id, Window(limit: 50), for: people[person].id)
        let newest = page.items.filter { $0.kind == "text" }
        let expected = room.recent.suffix(newest.count)
        if newest.map(\.message) != expected.map(\.draft.id)
            || newest.map(\.text) != expected.map(\.draft.text)
        {
            problems.append("the newest of \(room.id) are others")
        }
        try checkUnread(of: person, in: room)
        guard let message = room.recent.randomElement(using: &random),
            let ordinal = message.done.ordinal
        else { return }
        let receipts = try people[message.sender].receipts(of: message.done)
        let others = room.members.filter { $0 != message.sender }
        let read = others.filter { room.read[$0] ?? 0 >= ordinal }
        let delivered = others.filter {
            max(room.read[$0] ?? 0, room.delivered[$0] ?? 0) >= ordinal
        }
        if Set(receipts.read.map(\.user)) != Set(read.map { people[$0].id })
            || Set(receipts.delivered.map(\.user)) != Set(delivered.map { people[$0].id })
            || receipts.waiting.count != others.count - read.count
        {
            problems.append("the receipts of \(message.draft.id) are wrong")
        }
    }

    private mutating func checkUnread(of person: Int, in room: Room) throws {
        let read = room.read[person] ?? 1
        let own = (room.own[person] ?? []).filter { $0 > read }.count
        let expected = room.newest - max(read, 1) - own
        let unread = try people[person].unread(in: room.id)
        if unread != expected {
            problems.append("\(unread) unread in \(room.id) instead of \(expected)")
        }
    }

    /// Goes through every conversation from its newest message to its first.
    mutating func checkEverything() throws {
        for room in rooms {
            var (window, upcoming, fingerprint) = (Window(limit: 500), room.newest, 0)
            while true {
                let page = try backend.messages(in: room.id, window, for: people[0].id)
                for entry in page.items.reversed() {
                    if entry.ordinal != upcoming {
                        problems.append("\(entry.ordinal) of \(room.id) instead of \(upcoming)")
                    }
                    upcoming = entry.ordinal - 1
                    if entry.kind == "text" {
                        fingerprint ^= Room.mark(of: entry.message, at: entry.ordinal)
                    }
                }
                guard let before = page.before else { break }
                window.place = .before(before)
            }
            if upcoming != 0 || fingerprint != room.fingerprint {
                problems.append("\(room.id) has other messages than were sent")
            }
            for person in room.members { try checkUnread(of: person, in: room) }
        }
    }
}

/// The same numbers in every run.
struct Randomness: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func next(_ count: Int) -> Int { Int(next() % UInt64(count)) }
}
