import Glibc
import Oracle
import Testing

/// Everybody asks for everything, by every route that reads, in small worlds of much coming and
/// going; the oracle says what each may be told.
@Suite struct `Nobody is shown what is not theirs, and everybody what is` {
    /// Each goes through as many worlds as it takes until all have asked for a hundred thousand
    /// pairs of a viewer and an event.
    @Test(arguments: 0..<parts)
    func `whichever route they take`(part: Int) async throws {
        var pairs = 0
        var seed = Self.firstSeed + UInt64(part) * 1_000
        while pairs < Self.pairs / Self.parts {
            guard let world = try await Self.world(seed: seed) else { return }
            pairs += world
            seed += 1
        }
    }

    private static let parts = 8
    private static let lines = 450
    private static let pairs = number("MATRIX_PAIRS") ?? 100_000
    private static let firstSeed = UInt64(number("SEED") ?? 10_000)

    /// Makes a world and lets everybody ask; how many pairs that were, or nil after a difference.
    private static func world(seed: UInt64) async throws -> Int? {
        let contest = try Contest()
        defer { contest.close() }
        var generator = Generator(seed: seed)
        for _ in 0..<lines {
            let line = generator.next(contest.oracle)
            if let difference = try await contest.play(line) {
                Issue.record("SEED=\(seed), while the world was made: \(difference)")
                return nil
            }
            if let answer = contest.lastAnswer { generator.learn(line, answer) }
        }
        for viewer in Generator.everybody {
            if let difference = try await firstDifference(for: viewer, in: contest) {
                Issue.record("SEED=\(seed): \(difference)")
                return nil
            }
        }
        return Generator.everybody.count * contest.oracle.position
    }

    private static func number(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }
    }

    /// What a viewer is told otherwise than the oracle says; nil if nothing.
    private static func firstDifference(
        for viewer: String,
        in contest: Contest
    ) async throws -> String? {
        for line in ofNoConversation(viewer) {
            if let difference = try await contest.play(line) { return difference }
        }
        var visible: Set<String> = []
        for (conversation, entries) in contest.oracle.everything {
            for line in ofConversation(conversation, viewer) {
                if let difference = try await contest.play(line) { return difference }
            }
            for (entry, isSystem) in entries {
                for line in ofMessage(entry, in: conversation, viewer) {
                    if let difference = try await contest.play(line) { return difference }
                    guard line.verb == .ask("message") else { continue }
                    let isSeen = contest.lastReply?["ok"] != nil
                    if isSeen, !isSystem { visible.insert(entry) }
                    if let difference = try await explanationDifference(
                        of: entry,
                        for: viewer,
                        isSeen: isSeen,
                        in: contest
                    ) {
                        return difference
                    }
                }
            }
        }
        return try await changesDifference(for: viewer, shown: visible, in: contest)
    }

    private static func ofNoConversation(_ viewer: String) -> [Line] {
        let lists = ["active", "archived", "hidden", "former", "all"].map { filter in
            Line(
                viewer,
                .ask("conversations"),
                ["filter": .string(filter), "limit": 500]
            )
        }
        return lists + [
            Line(viewer, .ask("unread")),
            Line(viewer, .ask("mentions"), ["limit": 500]),
            Line(viewer, .ask("mentions"), ["limit": 500, "unreadOnly": true]),
            Line(viewer, .ask("users"), ["search": "", "limit": 500]),
            Line(
                viewer,
                .ask("presence"),
                ["users": .array(Generator.everybody.map(Value.string))]
            ),
        ]
    }

    private static func ofConversation(_ id: String, _ viewer: String) -> [Line] {
        let one: [String: Value] = ["conversation": .string(id)]
        func with(_ more: [String: Value]) -> [String: Value] { one.merging(more) { $1 } }
        return [
            Line(viewer, .ask("conversation"), one),
            Line(viewer, .ask("messages"), with(["limit": 500])),
            Line(viewer, .ask("messages"), with(["limit": 500, "deleted": false])),
            Line(viewer, .ask("media"), with(["limit": 500])),
            Line(viewer, .ask("members"), with(["limit": 500, "former": true])),
            Line(viewer, .ask("unread"), one),
            Line(viewer, .ask("typing"), one),
        ]
    }

    private static func ofMessage(
        _ id: String,
        in conversation: String,
        _ viewer: String
    ) -> [Line] {
        let one: [String: Value] = ["message": .string(id)]
        let around: [String: Value] = [
            "conversation": .string(conversation), "around": .string(id), "limit": 3,
        ]
        return ["message", "history", "reactions", "receipts", "replies"]
            .map { Line(viewer, .ask($0), one) } + [Line(viewer, .ask("messages"), around)]
    }

    /// What `explain` says otherwise than the answer to `message`, which the user was given.
    private static func explanationDifference(
        of entry: String,
        for viewer: String,
        isSeen: Bool,
        in contest: Contest
    ) async throws -> String? {
        let line = Line(
            Line.theOperator,
            .ask("explain"),
            ["message": .string(entry), "user": .string(viewer)]
        )
        let item = contest.lastReply?["ok"]
        if let difference = try await contest.play(line) { return difference }
        // What the store has not named yet, nobody was asked about.
        guard let explained = contest.lastReply?["ok"] else { return nil }
        let hasContent = isSeen && item?["deleted"] != true && item?["erased"] != true
        guard explained["visible"] == .bool(isSeen), explained["content"] == .bool(hasContent)
        else {
            return "\(viewer) was answered \(item ?? .null) and the operator \(explained)"
        }
        return nil
    }

    /// The messages that `changes` tells of, from the beginning, are those that are shown.
    ///
    /// The oracle leaves the form of changes open, so only which messages they are is compared.
    private static func changesDifference(
        for viewer: String,
        shown: Set<String>,
        in contest: Contest
    ) async throws -> String? {
        var told: Set<String> = []
        var since = 0
        while since < contest.oracle.position {
            let line = Line(viewer, .ask("changes"), ["since": .int(since), "limit": 500])
            if let difference = try await contest.play(line) { return difference }
            guard let page = contest.lastReply?["ok"], let next = page["next"]?.int, next > since,
                case .array(let items)? = page["items"]
            else { return "\(viewer): changes since \(since) lead nowhere" }
            since = next
            for item in items where item["type"] == .string("message") {
                if let message = (item["item"] ?? item)["message"]?.string { told.insert(message) }
            }
        }
        let (extra, missing) = (told.subtracting(shown), shown.subtracting(told))
        if extra.isEmpty, missing.isEmpty { return nil }
        return "\(viewer): changes tell of \(extra.sorted()) and not of \(missing.sorted())"
    }
}
