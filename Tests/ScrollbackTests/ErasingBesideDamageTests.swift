import DomainSupport
import Messaging
import Scrollback
import Testing
import Wire

/// An erasure cannot be undone.
///
/// So whatever is wrong in the views' file, nothing goes that a hold
/// or minimum retention keeps, and nothing that was not asked for.
@Suite struct `Damaged views lead to no erasure` {
    private let store: StoreOfPeople
    private let hold = HoldID.named("hold")

    init() throws { store = try StoreOfPeople() }

    /// How the row of a hold can be wrong: position (8), released at (8).
    enum Damage: CaseIterable {
        case removed, released, elsewhere, renamed

        func callAsFunction(_ rows: inout [(key: [UInt8], value: [UInt8])]) {
            switch self {
            case .removed: rows.removeAll()
            case .released: rows[0].value[15] ^= 1 << 3
            case .elsewhere: rows[0].value[7] ^= 1
            case .renamed: rows[0].key[3] ^= 1
            }
        }
    }

    static let commands: [Messaging.Command] = [
        .runRetention(RunRetention()),
        .erase(Erase(target: .message(.named("one")), basis: "b", reason: "r")),
        .erase(Erase(target: .user(ann), basis: "b", reason: "r")),
        .erase(Erase(target: .conversation(team), basis: "b", reason: "r")),
        .forgetUser(ForgetUser(user: ann, basis: "b")),
    ]

    private func text(of name: String) throws -> String? {
        var view = try store.seen(by: ben)
        return try view.message(.named(name)).text
    }

    private func erased(by command: Messaging.Command) async throws -> Int {
        guard case .erasure(let erasure) = try await store.operates(command).answer else {
            return -1
        }
        return erasure.erased
    }

    @Test(arguments: Damage.allCases, commands)
    func `though a hold is missing in them`(
        damage: Damage,
        command: Messaging.Command
    ) async throws {
        try await store.createTeam()
        try await store.send(ann, "one")
        try await store.operates(.placeHold(PlaceHold(hold: hold, matter: "Matter 1")))
        try await store.operates(.setRetention(SetRetention(kind: .group, maximum: .days(1))))
        store.wait(seconds: 3 * 86_400)
        try store.changeViews(table: "holds") { damage(&$0) }

        #expect(try await erased(by: command) == 0)

        #expect(try text(of: "one") == "one")
        #expect(try store.operated().state.activeHolds().map(\.id) == [hold])
    }

    @Test func `though a release would carry out what another hold keeps`() async throws {
        let other = HoldID.named("other")
        try await store.createTeam()
        try await store.send(ann, "one")
        for id in [hold, other] {
            try await store.operates(.placeHold(PlaceHold(hold: id, matter: "Matter 2")))
        }
        try await store.operates(Self.commands[1])
        try store.changeViews(table: "holds") { rows in
            rows.removeAll { $0.key == other.rawValue.bytes }
        }

        try await store.operates(.releaseHold(ReleaseHold(hold: hold)))

        #expect(try text(of: "one") == "one")
    }

    @Test func `of a message whose edit a hold covers, though its row is lost`() async throws {
        try await store.createTeam()
        try await store.send(ann, "one")
        let sentAt = store.now
        store.wait(seconds: 60)
        try await store.edit(ann, "one")
        try await store.operates(
            .placeHold(
                PlaceHold(
                    hold: hold,
                    matter: "Matter 3",
                    from: Timestamp(microseconds: sentAt.microseconds + 1_000_000)
                )
            )
        )
        try store.changeViews(table: "edits") { $0.removeAll() }

        #expect(try await erased(by: Self.commands[1]) == 0)

        #expect(try text(of: "one") == "one, edited")
    }

    @Test func `before the minimum age, though the bounds in them are others`() async throws {
        try await store.createTeam()
        try await store.send(ann, "one")
        try await store.operates(.setRetention(SetRetention(kind: .group, minimum: .days(9))))
        try store.changeViews(table: "settings") { rows in
            for index in rows.indices where rows[index].value.count == 8 {
                rows[index].value[3] = 0
            }
        }

        #expect(try await erased(by: Self.commands[1]) == 0)

        #expect(try text(of: "one") == "one")
    }

    @Test func `before the minimum age, though the conversation is of another kind in them`()
        async throws
    {
        try await store.createTeam()
        try await store.send(ann, "one")
        try await store.operates(.setRetention(SetRetention(kind: .group, minimum: .days(9))))
        try store.changeViews(table: "conversations") { rows in
            for index in rows.indices { rows[index].value[8] = 1 }
        }

        #expect(try await erased(by: Self.commands[1]) == 0)

        #expect(try text(of: "one") == "one")
    }

    @Test(arguments: ["messages", "timeline", "edits", "streams", "forwards"])
    func `of what was not asked for`(table: String) async throws {
        let other = ConversationID.named("elsewhere")
        try await store.createTeam()
        try await store.createTeam(as: other)
        for name in ["one", "two"] {
            try await store.send(ann, name)
            try await store.edit(ann, name)
        }
        try await store.send(ben, "three", in: other)
        try await store.does(
            ben,
            .send(
                SendMessage(
                    conversation: other,
                    message: .named("copy"),
                    text: "one",
                    forwardedFrom: .named("one")
                )
            )
        )
        try store.changeViews(table: table) { rows in
            switch table {
            case "forwards": rows[0].value = MessageID.named("three").rawValue.bytes
            case "messages":
                let places = ["one", "two"].compactMap { name in
                    rows.firstIndex { $0.key == MessageID.named(name).rawValue.bytes }
                }
                let value = rows[places[0]].value
                rows[places[0]].value = rows[places[1]].value
                rows[places[1]].value = value
            // The rows of one entry or conversation are another one's.
            default:
                let values = rows.map(\.value)
                for (index, value) in values.reversed().enumerated()
                where rows[index].value.count == value.count {
                    rows[index].value = value
                }
                if table == "edits" {
                    let keys = rows.map { Array($0.key.suffix(8)) }
                    for (index, key) in keys.reversed().enumerated() {
                        rows[index].key = Array(rows[index].key.prefix(24)) + key
                    }
                }
            }
        }
        let command =
            table == "streams"
            ? Self.commands[3]
            : .erase(
                Erase(
                    target: .message(.named("one")),
                    basis: "b",
                    reason: "r",
                    includesForwards: true
                )
            )

        _ = try? await store.operates(command)

        if table != "streams" { #expect(try text(of: "two") == "two, edited") }
        #expect(try text(of: "three") == "three")
        if table != "streams" {
            // The views are right again, and what was asked for is gone.
            #expect(try text(of: "one") == nil)
            #expect(try text(of: "copy") == nil)
        }
    }
}

extension UniqueID {
    /// The id as rows of views hold it.
    fileprivate var bytes: [UInt8] {
        [high, low].flatMap { half in withUnsafeBytes(of: half.bigEndian) { Array($0) } }
    }
}
