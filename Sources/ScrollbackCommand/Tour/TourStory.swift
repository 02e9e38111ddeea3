import Wire

/// The chat of the tour as lines for the pipe: twelve neighbours plan a street party for five
/// weeks, the last of them until twenty minutes ago.
///
/// Each line has the id of its command, so that telling the story twice changes nothing.
struct TourStory {
    /// The conversations.
    enum Chat: Int, CaseIterable {
        case party = 1
        case band, kitchen, withLeo, withPriya, withTom, leoWithInes

        /// The two people of a direct conversation, whose id the store chooses.
        var pair: (Neighbour, Neighbour)? {
            switch self {
            case .withLeo: (.maya, .leo)
            case .withPriya: (.priya, .maya)
            case .withTom: (.tom, .maya)
            case .leoWithInes: (.leo, .ines)
            case .party, .band, .kitchen: nil
            }
        }
    }

    /// A time in the story.
    enum Time {
        /// A number of days before today, at a local time of day.
        case day(Int, _ hour: Int, _ minute: Int)
        /// A number of minutes after the moment of last Tuesday to which the tour goes back.
        case afterTuesday(Int)
        case minutesAgo(Int)
    }

    /// The text by which `--at` names that moment.
    static let tuesday = "last tuesday 18:00"
    /// How many messages the largest group has.
    static let partyMessages = 500

    private struct Entry {
        let time: Int64
        let order: Int
        let line: String
    }

    private var entries: [Entry] = []
    /// How many of them make the people and their conversations.
    private var firstEntries = 0
    private let directs: [Chat: String]
    private let midnight: Int64
    private let tuesday: Int64
    private let now: Int64
    private var messages = 0
    private var partySent = 0

    /// The message with the time of the party, which is edited, reacted to and read.
    private(set) var plan = ""
    /// The message with a door code, which is erased.
    private(set) var code = ""

    /// A message of today.
    private(set) var tent = ""

    /// The lines that make the people and their conversations, in the order of their times.
    var people: [String] { Self.lines(entries[..<firstEntries]) }

    /// The lines in which they talk, in the order of their times.
    var talk: [String] { Self.lines(entries[firstEntries...]) }

    private static func lines(_ entries: ArraySlice<Entry>) -> [String] {
        entries.sorted { ($0.time, $0.order) < ($1.time, $1.order) }.map(\.line)
    }

    /// Tells the story so that it ends shortly before a time; nil if the local clock cannot be read.
    ///
    /// The ids of the direct conversations are needed for `talk` only.
    init?(now: Timestamp, directs: [Chat: String] = [:]) {
        guard let moment = GivenMoment(now: now), let midnight = try? moment.read("today"),
            let tuesday = try? moment.read(Self.tuesday)
        else { return nil }
        func milliseconds(_ time: Timestamp) -> Int64 { time.microseconds / 1_000 }
        self.directs = directs
        self.midnight = milliseconds(midnight)
        self.tuesday = milliseconds(tuesday)
        self.now = milliseconds(now)
        begin()
        firstEntries = entries.count
        talkInSmallerChats()
        plan = send(.leo, .party, "We start at 3 pm, and the band plays at 6.", .afterTuesday(-25))
        code = send(
            .nadia,
            .party,
            "The tables are in my cellar. Door code 4711.",
            .afterTuesday(-14)
        )
        discuss()
        finish()
        fillParty()
    }

    /// The id of a conversation.
    func id(_ chat: Chat) -> String { directs[chat] ?? TourID.text(.chat, chat.rawValue) }

    private func milliseconds(_ time: Time) -> Int64 {
        switch time {
        case .day(let days, let hour, let minute):
            midnight - Int64(days) * 86_400_000 + Int64(hour * 60 + minute) * 60_000
        case .afterTuesday(let minutes): tuesday + Int64(minutes) * 60_000
        case .minutesAgo(let minutes): now - Int64(minutes) * 60_000
        }
    }

    private mutating func tell(
        _ name: String?,
        _ command: String,
        _ fields: [(name: String, value: JSON)],
        _ time: Int64,
        id: String? = nil
    ) {
        let id = JSON.string(id ?? TourID.text(.command, entries.count + 1))
        let line = JSON.object(
            [("as", .string(name ?? "operator")), ("do", .string(command)), ("id", id)]
                + fields + [("at", .number(UInt64(time)))]
        )
        entries.append(Entry(time: time, order: entries.count, line: line.text))
    }

    private mutating func tell(
        _ person: Neighbour?,
        _ command: String,
        _ fields: [(name: String, value: JSON)],
        _ time: Time,
        id: String? = nil
    ) {
        tell(person?.id, command, fields, milliseconds(time), id: id)
    }

    @discardableResult
    private mutating func send(
        _ person: Neighbour,
        _ chat: Chat,
        _ text: String,
        _ time: Time,
        replyTo: String? = nil
    ) -> String {
        send(person, chat, text, milliseconds(time), replyTo: replyTo)
    }

    private mutating func send(
        _ person: Neighbour,
        _ chat: Chat,
        _ text: String,
        _ time: Int64,
        replyTo: String? = nil
    ) -> String {
        messages += 1
        if chat == .party { partySent += 1 }
        let message = TourID.text(.message, messages)
        var fields: [(name: String, value: JSON)] = [
            ("conversation", .string(id(chat))), ("text", .string(text)),
        ]
        if let replyTo { fields.append(("replyTo", .string(replyTo))) }
        tell(person.id, "send", fields, time, id: message)
        return message
    }

    private mutating func edit(
        _ person: Neighbour,
        _ message: String,
        _ text: String,
        _ time: Time
    ) {
        tell(person, "edit", [("message", .string(message)), ("text", .string(text))], time)
    }

    private mutating func react(
        _ person: Neighbour,
        _ message: String,
        _ reaction: String,
        _ time: Time
    ) {
        tell(
            person,
            "react",
            [("message", .string(message)), ("reaction", .string(reaction))],
            time
        )
    }

    private mutating func read(_ person: Neighbour, _ chat: Chat, _ time: Time) {
        tell(person, "markRead", [("conversation", .string(id(chat)))], time)
    }
}

// What happens.

extension TourStory {
    private mutating func begin() {
        tell(nil, "configure", [("rateLimit", .null)], .day(35, 8, 0))
        for person in Neighbour.allCases {
            tell(
                person,
                "setProfile",
                [("username", .string(person.username)), ("fullName", .string(person.fullName))],
                .day(35, 8, 10 + person.rawValue)
            )
        }
        group(.party, "Street party", .maya, Neighbour.allCases, .day(34, 7, 30))
        group(.band, "Band", .leo, [.maya, .leo, .jonas, .aiko, .sam], .day(34, 12, 0))
        group(.kitchen, "Kitchen", .priya, [.maya, .priya, .ines, .ruth, .nadia], .day(34, 12, 10))
        for chat in Chat.allCases {
            guard let (person, other) = chat.pair else { continue }
            tell(person, "startDirect", [("with", .string(other.id))], .day(34, 19, 0))
        }
        tell(.maya, "pin", [("conversation", .string(id(.party)))], .day(34, 19, 30))
        tell(
            .maya,
            "setRole",
            [
                ("conversation", .string(id(.party))), ("user", .string(Neighbour.leo.id)),
                ("role", .string("admin")),
            ],
            .day(34, 19, 40)
        )
    }

    private mutating func group(
        _ chat: Chat,
        _ title: String,
        _ founder: Neighbour,
        _ people: [Neighbour],
        _ time: Time
    ) {
        let members = people.filter { $0 != founder }.map { JSON.string($0.id) }
        tell(
            founder,
            "createGroup",
            [("title", .string(title)), ("members", .array(members))],
            time,
            id: id(chat)
        )
    }

    /// The smaller chats.
    private mutating func talkInSmallerChats() {
        let lines: [(Chat, Neighbour, String)] = [
            (.band, .leo, "Three songs are enough to start with."),
            (.band, .jonas, "I only know two."),
            (.band, .aiko, "Then we play one of them twice."),
            (.kitchen, .priya, "Who cooks for sixty?"),
            (.kitchen, .ruth, "I make the soup."),
            (.kitchen, .ines, "Bread is on me."),
            (.withLeo, .maya, "Will you lead the group with me?"),
            (.withLeo, .leo, "Gladly."),
            (.withTom, .tom, "We are moving to Lisbon."),
            (.withTom, .maya, "Oh no! Who will run the grill?"),
            (.leoWithInes, .leo, "Would you sing with us?"),
            (.leoWithInes, .ines, "Only if nobody films it."),
            (.withPriya, .priya, "Can I borrow your big pot?"),
            (.withPriya, .maya, "It is at your door."),
        ]
        for (number, (chat, person, text)) in lines.enumerated() {
            send(person, chat, text, .day(24 - number, 12 + number % 8, 17))
        }
        for chat in [Chat.band, .kitchen, .withLeo] {
            read(.maya, chat, .day(10, 22, 30))
        }
        tell(.tom, "leave", [("conversation", .string(id(.party)))], .day(9, 21, 15))
    }

    /// Around last Tuesday, six in the evening.
    private mutating func discuss() {
        let plan = plan
        react(.priya, plan, "like", .afterTuesday(-22))
        let worry = send(.ruth, .party, "The square is not free until 3!", .afterTuesday(-20))
        let answer = send(
            .leo,
            .party,
            "Then I will ask the town hall.",
            .afterTuesday(-18),
            replyTo: worry
        )
        react(.maya, answer, "love", .afterTuesday(-17))
        read(.maya, .party, .afterTuesday(-10))
        read(.jonas, .party, .afterTuesday(-9))
        send(.oskar, .party, "I can bring the wagon for the tables.", .afterTuesday(-8))
        send(.ines, .kitchen, "How many loaves, thirty?", .afterTuesday(-5))
        edit(.leo, plan, "We start at 4 pm, and the band plays at 6.", .afterTuesday(45))
        for (number, person) in [Neighbour.maya, .ruth, .aiko].enumerated() {
            react(person, plan, "love", .afterTuesday(50 + number))
        }
        tell(
            .maya,
            "rename",
            [("conversation", .string(id(.party))), ("title", .string("Party on the square"))],
            .afterTuesday(60)
        )
        read(.ruth, .party, .afterTuesday(61))
        read(.aiko, .party, .afterTuesday(62))
        tell(
            nil,
            "erase",
            [
                ("message", .string(code)), ("basis", .string("GDPR, article 17")),
                ("reason", .string("Nadia asked for it")),
            ],
            .afterTuesday(75)
        )
        read(.maya, .party, .afterTuesday(90))
        read(.maya, .kitchen, .afterTuesday(91))
    }

    /// The last hours.
    private mutating func finish() {
        let soup = send(.ruth, .kitchen, "Soup for sixty: 18 litres.", .minutesAgo(64))
        react(.priya, soup, "laugh", .minutesAgo(62))
        send(.priya, .kitchen, "My pot holds 12. Maya's too.", .minutesAgo(61))
        send(.leo, .withLeo, "Town hall says yes!", .minutesAgo(58))
        send(.jonas, .band, "I know three songs now.", .minutesAgo(49))
        let count = send(.ines, .party, "I count 12 tables.", .minutesAgo(44))
        edit(.ines, count, "I count 14 tables.", .minutesAgo(42))
        send(.ben, .party, "Ice is ordered 🧊", .minutesAgo(38))
        let slip = send(.sam, .party, "Wrong chat, sorry", .minutesAgo(31))
        tell(.sam, "delete", [("message", .string(slip))], .minutesAgo(30))
        let rain = send(.aiko, .party, "And if it rains?", .minutesAgo(26))
        tent = send(.oskar, .party, "Then we have a tent.", .minutesAgo(24), replyTo: rain)
        for person in [Neighbour.aiko, .ben] { react(person, tent, "like", .minutesAgo(21)) }
        for person in [Neighbour.priya, .sam, .nadia] {
            tell(
                person,
                "markDelivered",
                [("conversation", .string(id(.party))), ("upTo", .string(tent))],
                .minutesAgo(21)
            )
        }
        read(.leo, .party, .minutesAgo(20))
    }

    /// Fills the largest group with small talk, in waking hours.
    private mutating func fillParty() {
        let count = Self.partyMessages - partySent
        let times = (0..<count).map { number in
            let day = 33 - number * 33 / count
            let time = milliseconds(.day(day, 8, 1 + (number * 179) % 830))
            // Around that moment only what the tour is about is said.
            let isAside = abs(time - tuesday) < 100 * 60_000
            return isAside ? time - 240 * 60_000 : time
        }.sorted()
        let people = Neighbour.allCases
        let end = milliseconds(.day(9, 21, 0))
        for (number, time) in times.enumerated() {
            var person = people[(number * 7 + number / 12) % people.count]
            if person == .tom, time > end { person = .jonas }
            _ = send(person, .party, SmallTalk.text(number), time)
        }
    }
}
