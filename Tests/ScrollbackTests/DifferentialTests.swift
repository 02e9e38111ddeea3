import DomainSupport
import EventLog
import Glibc
import LMDB
import Locking
import Messaging
import Scrollback
import ScrollbackTesting
import TestSupport
import Testing
import Views
import Wire

/// Random commands, asked of a store and of a world in memory that shares no code with its views.
@Suite struct `A store answers as a world in memory does` {
    private static let lives: Range<UInt64> = 0..<4
    /// What the lives that have ended were told.
    private static let told = Lock<(lives: Int, kinds: Set<String>)>((0, []))

    @Test(arguments: lives)
    func `after every command, a reopening and a rebuild`(life: UInt64) async throws {
        let seed = seed(for: "a store answers as a world in memory does")
        let kinds = try await live(seed &+ life)
        let all = Self.told.withLock { told in
            told.lives += 1
            told.kinds.formUnion(kinds)
            return told
        }
        guard all.lives == Self.lives.count else { return }
        // A kind of change that no life was told would have been compared with nothing.
        let untold = ChangeItem.kinds.subtracting(all.kinds)
        #expect(untold.count < 5, "SEED=\(seed): \(untold.sorted())")
    }

    /// Plays a life; the kinds of changes it was told.
    private func live(_ seed: UInt64) async throws -> Set<String> {
        var twin = try await Twin(seed: seed)
        for step in 0..<Self.commands {
            let problem = await twin.step()
            guard problem.isEmpty else {
                Issue.record("SEED=\(seed), step \(step): \(problem)")
                return []
            }
            if step % 100 == 99 {
                let differences = try twin.differences()
                guard differences.isEmpty else {
                    Issue.record("SEED=\(seed), step \(step): \(differences.prefix(5))")
                    return []
                }
            }
            if step % 400 == 399 { try twin.reopen() }
        }
        #expect(try twin.differences() == [], "SEED=\(seed)")
        #expect(try twin.firstDifferenceFromRecount() == nil, "SEED=\(seed)")
        try await twin.expectOneDump("SEED=\(seed)")
        #expect(twin.carriedOut > Self.commands / 8, "SEED=\(seed)")
        return twin.kinds.told
    }

    /// Small batches, each committed to the views beside the next one: slowly, and some not at all.
    @Test(arguments: 0..<4)
    func `while batches lie on top of each other, and some are lost`(run: UInt64) async throws {
        let seed = seed(for: "batches on top of each other") &+ run
        // Every so many, so that a short run loses some too; a prime goes through all kinds of batches.
        let batches = Lock(0)
        let chance = Lock(SplitMix64(seed: seed))
        var twin = try await Twin(seed: seed) { options in
            options.batchCommands = 1 + Int(run) * 2
            options.sharedCommands = 1
            options.committers.views = { (batch) throws(ViewsError) in
                usleep(UInt32(chance.withLock { $0.next() } % 1_500))
                let number = batches.withLock { number in
                    number += 1
                    return number
                }
                if number % 13 == 0 { throw .storage(.transactionFailed) }
                try batch.commit()
            }
        }
        for step in 0..<Self.commands / 50 {
            let problems = await twin.steps(50)
            guard problems.isEmpty else {
                Issue.record("SEED=\(seed), step \(step): \(problems.prefix(5))")
                return
            }
            if step % 10 == 9 {
                let differences = try twin.differences()
                guard differences.isEmpty else {
                    Issue.record("SEED=\(seed), step \(step): \(differences.prefix(5))")
                    return
                }
            }
        }
        #expect(try twin.firstDifferenceFromRecount() == nil, "SEED=\(seed)")
        #expect(batches.withLock { $0 } > 13)
        #expect(twin.carriedOut > Self.commands / 8, "SEED=\(seed)")
    }

    /// `MODEL_COMMANDS` asks for more than a usual run.
    private static var commands: Int {
        getenv("MODEL_COMMANDS").flatMap { Int(String(cString: $0)) } ?? 1_500
    }
}

/// A store and a world to which the same happens.
private struct Twin: ~Copyable {
    private let folder = TemporaryFolder("twin")
    private var engine: Engine
    private var world: World
    /// The world at each leaving, which is what the leaver goes on seeing.
    private var past: [Position: World] = [:]
    private var rates = RateLimiter()
    private var generator: CommandGenerator
    private let clock = TestClock()
    private var asked: UInt64 = 0
    private(set) var carriedOut = 0
    let kinds = KindsOfChanges()

    init(
        seed: UInt64,
        _ change: (inout Engine.Options) -> Void = { _ in }
    ) async throws {
        let clock = clock
        let path = folder.path("chat.scrollback")
        try Engine.create(at: path, options: Self.options(clock))
        var options = Self.options(clock)
        change(&options)
        engine = try Engine(opening: path, options: options)
        world = World(at: clock.now)
        generator = CommandGenerator(seed: seed)
    }

    private static func options(_ clock: TestClock) -> Engine.Options {
        var options = Engine.Options()
        options.log = EventLog.Options(flushing: .never)
        options.clock = { clock.now }
        options.projectors = [MessagesByUser(), Votes()]
        return options
    }

    /// Asks both for the same; says what they do not agree on.
    mutating func step() async -> [String] { await steps(1) }

    /// Asks both for the same, the store for all of it at once.
    mutating func steps(_ count: Int) async -> [String] {
        var submissions: [Submission] = []
        var commands: [Command] = []
        var expected: [Result<Expected, Refusal>] = []
        for _ in 0..<count {
            clock.advance(by: generator.pause())
            let (actor, command, id) = generator.next(on: world)
            asked += 1
            let fresh = FreshIDs(first: UniqueID(high: 0x7000 &+ asked << 16, low: 1 << 63))
            submissions.append(
                Submission(as: actor, command, id: id, fresh: fresh, at: clock.now)
            )
            commands.append(command)
            expected.append(decideOnWorld(actor, command, id, fresh))
        }
        let outcomes = await engine.submit(submissions)
        // A batch that the views have lost is folded again after its commands were answered.
        wait { (try? engine.snapshot().position) == world.size }
        return zip(commands, zip(expected, outcomes)).flatMap { command, answers in
            disagreements(on: command, answers.0, answers.1)
        }
    }

    private func disagreements(
        on command: Command,
        _ expected: Result<Expected, Refusal>,
        _ actual: SubmissionResult
    ) -> [String] {
        switch (expected, actual) {
        case (.failure(let refusal), .failure(.refused(let told))):
            return refusal == told.refusal ? [] : ["\(command) is refused: \(told), not \(refusal)"]
        case (.success(let outcome), .success(let told)):
            let isAgreed = outcome.answer == told.answer && outcome.position == told.position
            return isAgreed ? [] : ["\(command) is answered \(told), not \(outcome)"]
        default:
            return ["\(command) gives \(actual), not \(expected)"]
        }
    }

    private mutating func decideOnWorld(
        _ actor: Actor,
        _ command: Command,
        _ id: CommandID?,
        _ fresh: FreshIDs
    ) -> Result<Expected, Refusal> {
        let request = Request(as: actor, command, id: id, now: clock.now, fresh: fresh)
        do throws(Refusal) {
            let decision = try decide(request, on: world)
            try rates.admit(
                decision,
                by: actor,
                under: world.configuration.rateLimits,
                at: clock.now
            )
            world.append(
                decision.events,
                by: actor,
                command: request.trace,
                at: clock.now
            )
            rates.keep(under: world.configuration.rateLimits, at: clock.now)
            if !decision.events.isEmpty { carriedOut += 1 }
            switch decision.events.last?.event {
            case .participantLeft, .participantRemoved: past[world.size] = world
            default: break
            }
            return .success(
                Expected(answer: decision.answer, position: decision.repeats ?? world.size)
            )
        } catch {
            return .failure(error)
        }
    }

    /// Closes the store and opens it again, as an orderly program does.
    mutating func reopen() throws {
        engine.close()
        engine = try Engine(opening: folder.path("chat.scrollback"), options: Self.options(clock))
        // The limiter lives in memory.
        rates = RateLimiter()
    }

    func firstDifferenceFromRecount() throws -> ViewsDifference? {
        try engine.views.differenceFromRecount(runBytes: 4_096)
    }

    /// Live, however a recount is split, and after a rebuild, the rows are the same.
    func expectOneDump(_ comment: Comment) async throws {
        let live = try engine.dump()
        #expect(Set(live.compactMap { $0.split(separator: " ").first }).count > 20, comment)
        for runBytes in [1, 10_000, Replay.runBytes] {
            let isEqual = try engine.dump(inRunsOf: runBytes) == live
            #expect(isEqual, comment)
        }
        let report = try await engine.rebuildViews(comparing: true)
        let isEqual = try engine.dump() == live
        #expect(report.comparison == .equal && isEqual, comment)
    }

    /// Every look-up in which the store's views differ from the world.
    func differences() throws -> [String] {
        let snapshot = try engine.snapshot()
        var found = Differences()
        found.compare("size", snapshot.size, world.size)
        found.compare("configuration", snapshot.configuration, world.configuration)
        for kind in [ConversationKind.direct, .group, .request] {
            found.compare("retention", snapshot.retention(of: kind), world.retention(of: kind))
        }
        found.compare("own retention", snapshot.ownRetentions(), world.ownRetentions())
        found.compare("holds", snapshot.activeHolds(), world.activeHolds())
        for id in world.conversations.keys.sorted() {
            compareConversation(id, snapshot, &found)
        }
        for id in world.messages.keys.sorted() { compareMessage(id, snapshot, &found) }
        for user in CommandGenerator.everybody { compareUser(user, snapshot, &found) }
        for id in world.reports.keys.sorted() {
            found.compare("report", snapshot.report(id), world.report(id))
        }
        for record in world.records { compareRecord(record, snapshot, &found) }
        for user in CommandGenerator.everybody { try compareAnswers(to: user, &found) }
        if let failure = snapshot.takeFailure() {
            found.lines.append("a look-up failed: \(failure)")
        }
        return found.lines
    }

    private func compareConversation(
        _ id: ConversationID,
        _ snapshot: borrowing EngineSnapshot,
        _ found: inout Differences
    ) {
        found.compare("conversation", snapshot.conversation(id), world.conversation(id))
        found.compare("members", snapshot.activeMembers(of: id), world.activeMembers(of: id))
        let details = (snapshot.details(of: id), world.details(of: id))
        found.compare("title", details.0.title, details.1.title)
        found.compare("photo", details.0.photo, details.1.photo)
        found.compare("contents", snapshot.contents(of: id), world.contents(of: id))
        for user in CommandGenerator.everybody {
            guard let member = world.member(user, of: id), let chat = world.conversation(id) else {
                found.compare("member", snapshot.member(user, of: id), nil)
                continue
            }
            found.compare("member", snapshot.member(user, of: id), member)
            found.compare("personal", snapshot.personal(user, in: id), world.personal(user, in: id))
            let sight = world.visibility(of: member, in: chat, now: clock.now)
            found.compare(
                "newest entry",
                snapshot.newestEntry(of: id, for: sight),
                world.newestEntry(of: id, for: sight)
            )
        }
    }

    private func compareMessage(
        _ id: MessageID,
        _ snapshot: borrowing EngineSnapshot,
        _ found: inout Differences
    ) {
        found.compare("message", snapshot.message(id), world.message(id))
        found.compare("contents", snapshot.contents(of: id), world.contents(of: id))
        found.compare("forwards", snapshot.forwards(of: id), world.forwards(of: id))
        if world.message(id)?.isSystem == false {
            found.compare("text", snapshot.text(of: id), world.text(of: id))
        }
        for user in CommandGenerator.everybody {
            found.compare(
                "reactions",
                snapshot.reactions(of: user, on: id),
                world.reactions(of: user, on: id)
            )
        }
    }

    private func compareUser(
        _ user: UserID,
        _ snapshot: borrowing EngineSnapshot,
        _ found: inout Differences
    ) {
        found.compare("settings", snapshot.settings(of: user), world.settings(of: user))
        found.compare("standing", snapshot.standing(of: user), world.standing(of: user))
        found.compare("moderator", snapshot.isModerator(user), world.isModerator(user))
        found.compare(
            "conversations",
            snapshot.conversations(of: user),
            world.conversations(of: user)
        )
        found.compare(
            "written",
            snapshot.contents(writtenBy: user),
            world.contents(writtenBy: user)
        )
        found.compare(
            "profiles",
            snapshot.profileContents(of: user),
            world.profileContents(of: user)
        )
        for other in CommandGenerator.everybody {
            found.compare(
                "direct",
                snapshot.direct(between: user, and: other),
                world.direct(between: user, and: other)
            )
            found.compare(
                "contact",
                snapshot.isContact(other, of: user),
                world.isContact(other, of: user)
            )
            found.compare(
                "blocked",
                snapshot.isBlocked(other, by: user),
                world.isBlocked(other, by: user)
            )
        }
    }

    /// What somebody asks, and what going through everything finds.
    private func compareAnswers(to user: UserID, _ found: inout Differences) throws {
        var evaluator = UserQueryEvaluator(try engine.snapshot(), by: user, now: clock.now)
        let chats = world.conversations.keys.compactMap {
            NaiveChat($0, of: user, in: world, past: past, at: clock.now)
        }.inOrder
        for filter in ListFilter.allCases {
            let expected = chats.filter { filter == .all || filter == $0.filter }.map(\.id)
            var listed: [ConversationID] = []
            var cursor: Messaging.Cursor?
            repeat {
                let query = ConversationsQuery(filter: filter, limit: 3, cursor: cursor)
                let page = try evaluator.conversations(query)
                listed += page.items.map(\.conversation)
                cursor = page.next
            } while cursor != nil
            found.compare("\(filter) list of \(user)", listed, expected)
        }
        let totals = try evaluator.unreadTotals()
        let counted = chats.filter { !$0.isHidden && !$0.unread.isEmpty }
        found.compare(
            "unread of \(user)",
            totals.conversations.map(\.conversation),
            counted.map(\.id)
        )
        found.compare("total", totals.total, counted.reduce(0) { $0 + UInt64($1.unread.count) })
        for chat in chats { try compareChat(chat, &evaluator, &found) }
        try compareChanges(chats, &evaluator, &found)
    }

    /// What is told page by page, of everything and of each conversation alone.
    private func compareChanges(
        _ chats: [NaiveChat],
        _ evaluator: inout UserQueryEvaluator,
        _ found: inout Differences
    ) throws {
        let user = evaluator.viewer
        let naive = NaiveChanges(user, in: world, chats, at: clock.now)
        // Everything that is new since the last time, and sometimes all there is.
        let isWhole = world.size.rawValue % 5 == 0
        let since = isWhole ? .zero : Position(max(world.size.rawValue, 120) - 120)
        for id in [nil] + chats.map({ Optional($0.id) }) {
            let changes = try evaluator.allChanges(since: since, in: id, limit: 7)
            kinds.add(changes)
            let told = changes.map(\.line)
            let expected = naive.lines(since: since, in: id)
            let name = "changes of \(id.map { "\($0)" } ?? "all") for \(user)"
            guard told != expected else { continue }
            let place = zip(told, expected).prefix { $0 == $1 }.count
            found.compare(
                "\(name), \(place)",
                told.dropFirst(place).first,
                expected.dropFirst(place).first
            )
            found.compare("\(name), count", told.count, expected.count)
        }
    }

    private func compareChat(
        _ chat: NaiveChat,
        _ evaluator: inout UserQueryEvaluator,
        _ found: inout Differences
    ) throws {
        let name = "\(chat.id) of \(chat.user)"
        let portrait = try evaluator.conversation(chat.id)
        let row = portrait.item
        found.compare("last in \(name)", row.last?.message, chat.last)
        found.compare("activity in \(name)", row.lastActivityAt, chat.lastActivity)
        found.compare("reading in \(name)", row.lastReadAt, chat.lastRead)
        found.compare("membership in \(name)", row.membership, chat.membership)
        found.compare("title in \(name)", row.isTitled ? row.title : nil, chat.title)
        let known = chat.known.conversation(chat.id)
        found.compare("closing of \(name)", row.isClosed, known?.isClosed)
        // Erasing takes it out of the past as well.
        let isErased = chat.world.event(at: chat.chat.position)?.isErased ?? false
        let context = isErased ? nil : known?.context
        found.compare("context of \(name)", portrait.context, context)
        found.compare("count in \(name)", portrait.memberCount, known?.memberCount)
        let unread = try evaluator.unread(in: chat.id)
        found.compare("unread in \(name)", unread.count, UInt64(chat.unread.count))
        found.compare("row's unread in \(name)", row.unread, UInt64(chat.unread.count))
        found.compare("first unread in \(name)", unread.first, chat.unread.first)
        for entry in chat.entries {
            let shown = try pages { (cursor) throws(QueryError) in
                try evaluator.replies(RepliesQuery(to: entry.id, limit: 2, cursor: cursor))
            }
            let replies = shown.map(\.message)
            found.compare("replies in \(name)", replies, chat.replies(to: entry.id))
        }
        for kind in MediaKind.allCases.map(Optional.some) + [nil] {
            var count: UInt64 = 0
            let shown = try pages { (cursor) throws(QueryError) in
                let found = try evaluator.media(
                    MediaQuery(in: chat.id, kind: kind, limit: 3, cursor: cursor)
                )
                count = found.count
                return found.page
            }
            let media = chat.media(kind)
            found.compare("media in \(name)", shown.map(\.words), media)
            found.compare("media count in \(name)", count, UInt64(media.count))
        }
        for former in [false, true] {
            let query = MembersQuery(of: chat.id, includesFormer: former)
            let members = try evaluator.members(query)
            let shown = members.page.items.map {
                "\($0.user) \($0.role) \($0.permissions) \($0.leftAt == nil)"
            }
            found.compare("members in \(name)", shown, chat.members(former: former))
            found.compare("member count in \(name)", members.count, known?.memberCount)
        }
    }

    /// The items of all pages of a query, which share none.
    private func pages<Item>(
        _ query: (Messaging.Cursor?) throws(QueryError) -> Page<Item>
    ) throws(QueryError) -> [Item] {
        var items: [Item] = []
        var cursor: Messaging.Cursor?
        repeat {
            let page = try query(cursor)
            items += page.items
            cursor = page.next
        } while cursor != nil
        return items
    }

    private func compareRecord(
        _ record: RecordedEvent,
        _ snapshot: borrowing EngineSnapshot,
        _ found: inout Differences
    ) {
        // The genesis of a store has an id of its own.
        guard record.position > Position(1) else { return }
        found.compare("event \(record.position)", snapshot.event(at: record.position), record)
        guard let command = record.command.map({ CommandID($0.id) }) else { return }
        found.compare(
            "outcome",
            snapshot.outcome(of: command, by: record.actor),
            world.outcome(of: command, by: record.actor)
        )
    }
}

extension MediaItem {
    fileprivate var words: String {
        switch medium {
        case .attachment(let attachment): "\(message) \(kind) \(attachment.url)"
        case .location(let location): "\(message) \(kind) \(location)"
        case .link(let link): "\(message) \(kind) \(link)"
        }
    }
}

/// What the world answers.
private struct Expected {
    let answer: Answer
    let position: Position
}

/// Of which kinds the changes were that anybody was told.
private final class KindsOfChanges {
    private(set) var told: Set<String> = []

    func add(_ changes: [ChangeItem]) { told.formUnion(changes.map(\.kind)) }
}

/// What two that should agree do not agree on.
private struct Differences {
    var lines: [String] = []

    mutating func compare<Value: Equatable>(_ name: String, _ actual: Value, _ expected: Value) {
        if actual != expected { lines.append("\(name): \(actual), not \(expected)") }
    }
}

extension EngineSnapshot {
    fileprivate func contents(of conversation: ConversationID) -> [ContentFacts] {
        var found: [ContentFacts] = []
        _ = forEachContent(of: conversation, after: .zero, atMost: .max) { content in
            found.append(content)
            return true
        }
        return found
    }

    fileprivate func contents(writtenBy user: UserID) -> [ContentFacts] {
        contents { $0.actor == user && $0.role != .profile }
    }

    fileprivate func profileContents(of user: UserID) -> [ContentFacts] {
        contents { $0.stream == .user(user) && $0.role == .profile }
    }

    private func contents(where fits: (ContentFacts) -> Bool) -> [ContentFacts] {
        var found: [ContentFacts] = []
        forEachContent(after: .zero, through: size, where: fits) { content in
            found.append(content)
            return true
        }
        return found
    }
}
