internal import Wire

/// Thinks up a workload, and remembers who is where so that no operation is in vain.
struct WorkloadMaker {
    struct Made {
        var users: [UniqueID] = []
        var conversations: [Workload.Conversation] = []
        var messages: [UniqueID] = []
        var operations: [Operation] = []
        var foundingOperations = 0
        var foundingEvents = 0
        var landmarks: Workload.Landmarks?
        var text: [UInt8] = []
    }

    /// Of 101 operations so many are messages, reactions, readings and changes of members.
    static let shares = (messages: 91, reactions: 4, readings: 5, members: 1)
    /// Of 100 conversations so many are of two, and of 3 to 12; the others have 50 to 200 members.
    static let kinds = (direct: 80, small: 15)

    private let shape: Shape
    private let ids: IdentifierMaker
    private let lengths = LogNormalLengths(median: 40, percentile95: 220, maximum: 4_000)
    private var generator: SplitMix64
    private var rooms: [Room] = []
    private var groups: [Int] = []
    private var pairs: Set<UInt64> = []
    private var reactions: [UInt64: UInt8] = [:]
    private var made = Made()

    init(_ shape: Shape) {
        self.shape = shape
        ids = IdentifierMaker(kind: shape.ids)
        generator = SplitMix64(seed: shape.seed)
    }

    mutating func make() -> Made {
        let landmarks = shape.landmarks
        // Those who talk with many are no part of the traffic.
        let extra = landmarks == nil ? 0 : 3
        for number in 0..<shape.users + extra {
            made.users.append(ids.next(at: milliseconds - Int64(shape.users - number), &generator))
        }
        for user in made.users.indices { add(Operation(.setProfile, by: user), events: 1) }
        for _ in 0..<shape.conversations { foundConversation() }
        var extras: [Extra] = []
        if let landmarks { extras = found(landmarks) }
        made.foundingOperations = made.operations.count
        makeTraffic(extras)
        return made
    }

    private var milliseconds: Int64 {
        (Workload.start.microseconds + Int64(made.operations.count) * Workload.step) / 1_000
    }

    private mutating func below(_ bound: Int) -> Int { Int(generator.next() % UInt64(bound)) }

    private mutating func nextID() -> UniqueID { ids.next(at: milliseconds, &generator) }

    private mutating func add(_ operation: Operation, events: Int) {
        made.operations.append(operation)
        made.foundingEvents += events
    }
}

// The founding.
extension WorkloadMaker {
    private mutating func foundConversation() {
        let kind = below(100)
        if kind < Self.kinds.direct {
            foundPair()
        } else {
            let isSmall = kind < Self.kinds.direct + Self.kinds.small
            let size = isSmall ? 3 + below(10) : 50 + below(151)
            groups.append(foundGroup(of: min(size, shape.users / 2)))
        }
    }

    /// A direct conversation of two who have none yet.
    private mutating func foundPair() {
        var pair = (below(shape.users), below(shape.users))
        while pair.0 == pair.1 || !pairs.insert(Self.key(pair)).inserted {
            pair = (below(shape.users), below(shape.users))
        }
        foundDirect(pair.0, pair.1)
    }

    private static func key(_ pair: (Int, Int)) -> UInt64 {
        UInt64(min(pair.0, pair.1)) << 32 | UInt64(max(pair.0, pair.1))
    }

    private mutating func foundDirect(_ founder: Int, _ other: Int) {
        let id = nextID()
        let number = open(id, [founder, other], isDirect: true)
        add(
            Operation(.startDirect, by: founder, in: number, subject: other, id: id),
            events: 3
        )
    }

    /// A group of different people; its number.
    private mutating func foundGroup(of size: Int) -> Int {
        var members: [Int] = []
        var known: Set<Int> = []
        while members.count < size {
            let user = below(shape.users)
            if known.insert(user).inserted { members.append(user) }
        }
        let id = nextID()
        let number = open(id, members, isDirect: false)
        // The group's own entry in its timeline.
        rooms[number].entries = 1
        add(
            Operation(.createGroup, by: members[0], in: number, id: nextID()),
            events: 1 + size
        )
        return number
    }

    private mutating func open(_ id: UniqueID, _ members: [Int], isDirect: Bool) -> Int {
        let number = rooms.count
        rooms.append(Room(members: members))
        made.conversations.append(
            Workload.Conversation(
                id: id,
                founders: members.map(Int32.init),
                isDirect: isDirect,
                title: isDirect ? "" : "Group \(number)"
            )
        )
        return number
    }

    /// Messages that landmarks still want: which conversations, and how many.
    private struct Extra {
        let rooms: Range<Int>
        var messages: Int
    }

    private mutating func found(_ landmarks: Shape.Landmarks) -> [Extra] {
        var numbers = Workload.Landmarks()
        numbers.long = foundGroup(of: 8)
        numbers.large = foundGroup(of: 8)
        numbers.middle = foundGroup(of: 8)
        numbers.group = foundGroup(of: landmarks.groupMembers)
        var extras = [
            Extra(rooms: numbers.long..<numbers.long + 1, messages: landmarks.longMessages),
            Extra(rooms: numbers.large..<numbers.large + 1, messages: landmarks.largeMessages),
            Extra(rooms: numbers.middle..<numbers.middle + 1, messages: landmarks.middleMessages),
            Extra(rooms: numbers.group..<numbers.group + 1, messages: landmarks.groupMessages),
        ]
        for size in landmarks.sizes {
            let number = rooms.count
            if size == 2 { foundPair() } else { _ = foundGroup(of: size) }
            numbers.bySize[size] = number
            extras.append(
                Extra(rooms: number..<number + 1, messages: landmarks.messagesOfSizes)
            )
        }
        numbers.withMany = shape.users
        numbers.withSome = shape.users + 1
        numbers.withFew = shape.users + 2
        for (user, chats) in [
            (numbers.withMany, landmarks.manyChats), (numbers.withSome, landmarks.someChats),
            (numbers.withFew, landmarks.fewChats),
        ] {
            let first = rooms.count
            for other in 0..<chats { foundDirect(other, user) }
            extras.append(
                Extra(
                    rooms: first..<rooms.count,
                    messages: chats * landmarks.messagesInChats
                )
            )
        }
        made.landmarks = numbers
        return extras
    }
}

// The traffic.
extension WorkloadMaker {
    private mutating func makeTraffic(_ extras: [Extra]) {
        let ranks = ZipfRanks(count: shape.conversations)
        var extras = extras
        var ordinary = shape.events
        var left = extras.reduce(ordinary) { $0 + $1.messages }
        while left > 0 {
            // Landmarks grow among the rest and at the same pace, as conversations do.
            var turn = below(left)
            if turn < ordinary {
                // The busiest are spread over all ages: who came first is not who talks most.
                let room = ranks.next(&generator) * 1_237 % shape.conversations
                step(in: room, ranks)
                ordinary -= 1
                left -= 1
                continue
            }
            turn -= ordinary
            guard
                let index = extras.indices.first(where: { index in
                    defer { turn -= extras[index].messages }
                    return turn < extras[index].messages
                })
            else { continue }
            let rooms = extras[index].rooms
            let room = rooms.lowerBound + below(rooms.count)
            if stepOfLandmark(in: room) {
                extras[index].messages -= 1
                left -= 1
            }
        }
    }

    /// Something that happens in a conversation, or elsewhere where it cannot happen there.
    private mutating func step(in room: Int, _ ranks: ZipfRanks) {
        let shares = Self.shares
        var room = room
        var kind = below(shares.messages + shares.reactions + shares.readings + shares.members)
        if kind < shares.messages { return send(in: room) }
        kind -= shares.messages
        while true {
            if kind < shares.reactions {
                if react(in: room) { return }
            } else if kind < shares.reactions + shares.readings {
                if read(in: room) { return }
            } else if changeMembers(in: groups.isEmpty ? room : groups[below(groups.count)]) {
                return
            }
            if made.operations.count == made.foundingOperations { return send(in: room) }
            room = ranks.next(&generator) * 1_237 % shape.conversations
        }
    }

    /// True for a message.
    private mutating func stepOfLandmark(in room: Int) -> Bool {
        let shares = Self.shares
        let kind = below(shares.messages + shares.reactions + shares.readings)
        if kind >= shares.messages {
            _ = kind < shares.messages + shares.reactions ? react(in: room) : read(in: room)
            return false
        }
        send(in: room)
        return true
    }

    private mutating func send(in number: Int) {
        let sender = rooms[number].members[below(rooms[number].members.count)]
        let start = made.text.count
        appendText(of: lengths.next(&generator))
        let id = nextID()
        made.operations.append(
            Operation(.send, by: sender, in: number, text: start..<made.text.count, id: id)
        )
        rooms[number].noteMessage(made.messages.count, by: sender)
        made.messages.append(id)
    }

    /// Words of one to nine letters.
    private mutating func appendText(of length: Int) {
        var untilSpace = 1 + below(9)
        for place in 0..<length {
            let random = generator.next()
            if untilSpace == 0, place < length - 1 {
                made.text.append(UInt8(ascii: " "))
                untilSpace = 1 + Int(random % 9)
            } else {
                made.text.append(97 + UInt8(random % 26))
                untilSpace = max(untilSpace - 1, 0)
            }
        }
    }

    private mutating func react(in number: Int) -> Bool {
        let room = rooms[number]
        guard !room.recent.isEmpty else { return false }
        let message = room.recent[below(room.recent.count)]
        let user = room.members[below(room.members.count)]
        let key = UInt64(message) << 32 | UInt64(user)
        var reaction = UInt8(below(Workload.reactions.count))
        if reactions[key] == reaction {
            reaction = (reaction + 1) % UInt8(Workload.reactions.count)
        }
        reactions[key] = reaction
        made.operations.append(
            Operation(.react, by: user, in: number, subject: message, reaction: reaction)
        )
        return true
    }

    private mutating func read(in number: Int) -> Bool {
        for _ in 0..<4 {
            let user = rooms[number].members[below(rooms[number].members.count)]
            if rooms[number].noteReading(by: user) {
                made.operations.append(Operation(.markRead, by: user, in: number))
                return true
            }
        }
        return false
    }

    private mutating func changeMembers(in number: Int) -> Bool {
        guard made.conversations[number].isDirect == false else { return false }
        if generator.next() & 1 == 0 {
            // Who founded it stays.
            let place = below(rooms[number].members.count)
            guard place > 0, rooms[number].members.count > 3 else { return false }
            let user = rooms[number].members.remove(at: place)
            made.operations.append(Operation(.leave, by: user, in: number, id: nextID()))
        } else {
            let user = below(shape.users)
            guard rooms[number].known.insert(user).inserted else { return false }
            rooms[number].members.append(user)
            made.operations.append(
                Operation(
                    .add,
                    by: rooms[number].members[0],
                    in: number,
                    subject: user,
                    id: nextID()
                )
            )
        }
        rooms[number].entries += 1
        return true
    }
}

/// What is so far in a conversation.
private struct Room {
    /// Now; who founded it comes first.
    var members: [Int]
    /// Now or ever.
    var known: Set<Int>
    var entries = 0
    private var read: [Int: Int] = [:]
    /// The newest messages, in no order.
    private(set) var recent: [Int] = []
    private var messages = 0

    /// So many messages are new enough to be reacted to.
    private static let recentCount = 50

    init(members: [Int]) {
        self.members = members
        known = Set(members)
    }

    mutating func noteMessage(_ number: Int, by sender: Int) {
        entries += 1
        read[sender] = entries
        if recent.count < Self.recentCount {
            recent.append(number)
        } else {
            recent[messages % Self.recentCount] = number
        }
        messages += 1
    }

    /// Whether there is something that they have not read.
    mutating func noteReading(by user: Int) -> Bool {
        guard read[user, default: 0] < entries else { return false }
        read[user] = entries
        return true
    }
}
