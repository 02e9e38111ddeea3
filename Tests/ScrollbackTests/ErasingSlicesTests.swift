import DomainSupport
import EventLog
import Glibc
import LMDB
import Locking
import LogSchema
import Messaging
import Scrollback
import Testing
import Wire

/// D-83: an erasure of more than a slice goes on behind its answer, other commands between.
@Suite final class `An erasure of more than a slice` {
    private let store: StoreInFolder
    private static let written = 2_500

    init() throws { store = try StoreInFolder(ErasingSlicesOptions.plain) }

    private static let forget = Messaging.Command.forgetUser(ForgetUser(user: ann, basis: "b"))

    /// Lets some appends that erase be committed, and no more until it is opened.
    private final class Gate: Sendable {
        private let left: Lock<Int>

        init(letting count: Int) { left = Lock(count) }

        func open() { left.withLock { $0 = .max } }

        var options: Engine.Options {
            var options = ErasingSlicesOptions.plain
            options.committers.log = { [self] (log) throws(CommitFailure) in
                // The first one ends with what becomes of the user's conversations.
                let last = [
                    EnvelopeEvent.contentErased, EnvelopeEvent.erasureProgress,
                    EnvelopeEvent.ownershipPassed,
                ]
                if let number = try? log.newest().envelope.eventNumber, last.contains(number) {
                    let isLet = left.withLock { left in
                        if left == 0 { return false }
                        left -= 1
                        return true
                    }
                    guard isLet else { throw .storageFull }
                }
                try log.commit()
            }
            return options
        }
    }

    /// A store in which one has written more than a slice, every tenth message changed later.
    private func filled(_ options: Engine.Options = ErasingSlicesOptions.plain) async throws
        -> Engine
    {
        let engine = try store.open(.writing, options)
        try await ask(engine, .configure(Configure(rateLimit: .unlimited)))
        let create = CreateGroup(conversation: team, members: [ben, cem])
        try await ask(engine, .createGroup(create), as: .user(ann))
        try await ask(
            engine,
            (0..<Self.written).map { .send(Self.message("\($0)")) },
            as: .user(ann)
        )
        try await ask(engine, .send(Self.message("ben's")), as: .user(ben))
        try await ask(
            engine,
            stride(from: 0, to: Self.written, by: 10).map {
                .edit(EditMessage(message: .named("\($0)"), text: "changed"))
            },
            as: .user(ann)
        )
        return engine
    }

    private static func message(
        _ name: String,
        in conversation: ConversationID = team
    ) -> SendMessage {
        SendMessage(conversation: conversation, message: .named(name), text: name)
    }

    @discardableResult
    private func ask(
        _ engine: Engine,
        _ command: Messaging.Command,
        as actor: Actor = .operator,
        id: CommandID? = nil
    ) async throws -> SubmissionOutcome {
        try await engine.submit(fresh(command, as: actor, id: id))
    }

    private func ask(_ engine: Engine, _ commands: [Messaging.Command], as actor: Actor)
        async throws
    {
        for outcome in await engine.submit(commands.map { fresh($0, as: actor) }) {
            _ = try outcome.get()
        }
    }

    private func erasure(_ outcome: SubmissionOutcome) throws -> Messaging.Erasure {
        guard case .erasure(let erasure) = outcome.answer else { throw NoErasure() }
        return erasure
    }

    private struct NoErasure: Error {}

    private func fresh(
        _ command: Messaging.Command,
        as actor: Actor = .operator,
        id: CommandID? = nil
    ) -> Submission {
        var generator = SystemRandomNumberGenerator()
        let fresh = FreshIDs(first: .random(using: &generator))
        return Submission(as: actor, command, id: id, fresh: fresh)
    }

    /// How many contents of a user's words are left.
    private func left(of user: UserID, in engine: Engine) throws -> Int {
        let snapshot = try engine.snapshot()
        var count = 0
        snapshot.forEachContent(
            after: .zero,
            through: snapshot.size,
            where: { $0.actor == user && $0.message != nil }
        ) { content in
            if !content.isErased { count += 1 }
            return true
        }
        return count
    }

    private func waitUntilErased(_ engine: Engine) async throws {
        try await follow { try left(of: ann, in: engine) }
        // The views are committed behind the log; a snapshot is theirs.
        let size = try engine.log.snapshot().size.rawValue
        try await follow {
            let viewed = try engine.snapshot().size.rawValue
            return viewed < size ? size - viewed : 0
        }
        #expect(try left(of: ann, in: engine) == 0)
    }

    /// Waits until something has come down to 0, for as long as it comes down.
    ///
    /// The writer rests nineteen times as long as a slice took: long, under a sanitizer on a busy
    /// machine.
    private func follow(_ left: () throws -> some BinaryInteger) async throws {
        let patience = getenv("ERASURE_PATIENCE").flatMap { Int(String(cString: $0)) } ?? 60
        var before = try left()
        var last = ContinuousClock.now
        while before > 0, last.duration(to: .now) < .seconds(patience) {
            try await Task.sleep(for: .milliseconds(5))
            let now = try left()
            if now < before { last = .now }
            before = now
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `is answered after the first, and goes on between other commands`() async throws {
        let engine = try await filled()
        let id = CommandID(UniqueID(high: 1, low: 2))
        let outcome = try await ask(engine, Self.forget, id: id)
        let erasure = try self.erasure(outcome)
        #expect(erasure.erased == Self.written + Self.written / 10)
        #expect(erasure.erasedList.count == 100)
        #expect(erasure.deferredCount == 0)
        #expect(erasure.pending == Self.written * 11 / 10 - 1_100)
        for number in 0..<20 {
            try await ask(engine, .send(Self.message("more \(number)")), as: .user(ben))
        }
        try await waitUntilErased(engine)
        #expect(try left(of: ben, in: engine) == 21)

        let again = try self.erasure(try await ask(engine, Self.forget, id: id))
        #expect(again.erased == erasure.erased && again.pending == 0)
        #expect(again.request == erasure.request)
        #expect(store.notices.all == [])
        engine.close()
    }

    @Test(.timeLimit(.minutes(5)))
    func `is counted while others are served`() async throws {
        let engine = try await filled()
        let (erase, send) = (fresh(Self.forget), fresh(.send(Self.message("late")), as: .user(ben)))
        let outcomes = await engine.submit([erase, send])
        let erasure = try self.erasure(try outcomes[0].get())
        // The message came behind the request, and was decided before it.
        let request = try #require(erasure.request)
        #expect(try outcomes[1].get().position < request)
        #expect(erasure.erased == Self.written * 11 / 10)
        try await waitUntilErased(engine)
        #expect(try left(of: ben, in: engine) == 2)
        engine.close()
    }

    @Test(.timeLimit(.minutes(5)))
    func `goes on when the store is opened again`() async throws {
        let gate = Gate(letting: 1)
        let engine = try await filled(gate.options)
        let asked = try self.erasure(try await ask(engine, Self.forget))
        #expect(asked.pending > 0)
        // The gate keeps the rest back, so the gauges show it.
        try await follow { engine.gauges().erasing == 1 ? 0 : 1 }
        let gauges = engine.gauges()
        #expect(gauges.erasing == 1 && gauges.erasingContents == asked.pending)
        engine.close()

        let reopened = try store.open(.writing, ErasingSlicesOptions.plain)
        try await waitUntilErased(reopened)
        try await follow { reopened.gauges().erasing }
        #expect(reopened.gauges().erasing == 0 && reopened.gauges().erasingContents == 0)
        #expect(try left(of: ben, in: reopened) == 1)
        let request = try #require(asked.request)
        let progress = try reopened.snapshot().progress(ofErasureAt: request)
        #expect(
            progress == ErasingProgress(erased: UInt64(Self.written * 11 / 10), pending: 0)
        )
        reopened.close()
    }

    @Test(.timeLimit(.minutes(5)))
    func `stops before what a hold covers meanwhile`() async throws {
        let gate = Gate(letting: 2)
        let engine = try await filled(gate.options)
        let asked = try self.erasure(try await ask(engine, Self.forget))
        #expect(asked.pending > 0)
        let hold = PlaceHold(hold: .named("hold"), matter: "Matter 1", user: ann)
        try await ask(engine, .placeHold(hold))
        gate.open()
        let before = try left(of: ann, in: engine)
        #expect(before > 0)
        let request = try #require(asked.request)
        try await follow { try engine.snapshot().progress(ofErasureAt: request)?.pending ?? 1 }
        #expect(try engine.snapshot().progress(ofErasureAt: request)?.pending == 0)
        #expect(try left(of: ann, in: engine) == before)
        // A dry run tells that nothing is left to go.
        let dry = try self.erasure(
            try await ask(
                engine,
                .erase(Erase(target: .user(ann), basis: "b", reason: "r", isDryRun: true))
            )
        )
        #expect(dry.erased == 0 && dry.pending == 0 && dry.request == nil)
        #expect(dry.deferredCount == before && dry.deferred.count == min(before, 100))

        try await ask(engine, .releaseHold(ReleaseHold(hold: .named("hold"))))
        try await waitUntilErased(engine)
        engine.close()
    }

    @Test(.timeLimit(.minutes(5)))
    func `keeps a later change of a message that a hold keeps`() async throws {
        func options(at seconds: Int64) -> Engine.Options {
            var options = ErasingSlicesOptions.plain
            options.clock = { Timestamp(microseconds: seconds * 1_000_000) }
            return options
        }
        let held = (0..<100).map { "held \($0)" }
        var engine = try store.open(.writing, options(at: 4_000_000_000))
        try await ask(engine, .configure(Configure(rateLimit: .unlimited)))
        let create = CreateGroup(conversation: team, members: [ben, cem])
        try await ask(engine, .createGroup(create), as: .user(ann))
        try await ask(engine, held.map { .send(Self.message($0)) }, as: .user(ann))
        engine.close()

        engine = try store.open(.writing, options(at: 4_000_000_500))
        try await ask(
            engine,
            (0..<Self.written).map { .send(Self.message("\($0)")) }
                + held.map { .edit(EditMessage(message: .named($0), text: "changed")) },
            as: .user(ann)
        )
        var hold = PlaceHold(hold: .named("hold"), matter: "Matter 1", user: ann)
        hold.until = Timestamp(microseconds: 4_000_000_100_000_000)
        try await ask(engine, .placeHold(hold))
        let erasure = try self.erasure(try await ask(engine, Self.forget))
        #expect(erasure.erased == Self.written)
        #expect(erasure.deferredCount == 2 * held.count)
        #expect(try left(of: ann, in: engine) == 2 * held.count)
        // No slice was refused on its way.
        #expect(store.notices.all == [])
        engine.close()
    }

    @Test(.timeLimit(.minutes(5)))
    func `of a conversation takes all messages and their copies`() async throws {
        var options = ErasingSlicesOptions.plain
        options.clock = { Timestamp(microseconds: 1_700_000_000_000_000) }
        let engine = try store.open(.writing, options)
        try await ask(engine, .configure(Configure(rateLimit: .unlimited)))
        let other = ConversationID.named("other")
        for conversation in [team, other] {
            let create = CreateGroup(conversation: conversation, members: [ben, cem])
            try await ask(engine, .createGroup(create), as: .user(ann))
        }
        // The other conversation is ahead, and every record of it lies before one of the first.
        try await ask(
            engine,
            (0..<1_000).map { .send(Self.message("before \($0)", in: other)) },
            as: .user(ben)
        )
        try await ask(
            engine,
            (0..<900).flatMap { number -> [Messaging.Command] in
                var copies = (0..<2).map { Self.message("copy \($0) of \(number)", in: other) }
                for index in copies.indices { copies[index].forwardedFrom = .named("\(number)") }
                return ([Self.message("\(number)")] + copies).map { .send($0) }
            },
            as: .user(ann)
        )
        let erase = Erase(
            target: .conversation(team),
            basis: "b",
            reason: "r",
            includesForwards: true
        )
        let erasure = try self.erasure(try await ask(engine, .erase(erase)))
        #expect(erasure.erased == 2_700 && erasure.forwardsCount == 1_800)
        #expect(try left(of: ann, in: engine) == 0)
        #expect(try left(of: ben, in: engine) == 1_000)
        engine.close()
    }

    @Test(.timeLimit(.minutes(5)))
    func `is listed page by page, what waits of it apart`() async throws {
        let gate = Gate(letting: 2)
        let engine = try await filled(gate.options)
        let asked = try self.erasure(try await ask(engine, Self.forget))
        let request = try #require(asked.request)
        var state = try await self.state(of: engine) { $0.erasing.first?.erased ?? 0 > 1_100 }
        #expect(state.erasing.map(\.position) == [request])
        #expect(state.erasing.map(\.command) == [.forgetUser])
        #expect(state.erasing.map { $0.erased + $0.pending } == [Self.written * 11 / 10])
        #expect(state.pendingErasures == [])
        let erased = try lists(.erased, of: request, in: engine)
        #expect(Set(erased).count == state.erasing[0].erased)
        // What goes by itself waits for nothing.
        #expect(try lists(.deferred, of: request, in: engine) == [])

        let hold = PlaceHold(hold: .named("hold"), matter: "Matter 1", user: ann)
        try await ask(engine, .placeHold(hold))
        gate.open()
        state = try await self.state(of: engine) { $0.erasing == [] }
        let left = try left(of: ann, in: engine)
        #expect(state.pendingErasures.map(\.waiting) == [left])
        let deferred = try lists(.deferred, of: request, in: engine)
        #expect(Set(deferred).count == left && deferred == deferred.sorted())
        #expect(Set(erased).isDisjoint(with: deferred))
        #expect(throws: QueryError.self) {
            try lists(.erased, of: Position(request.rawValue - 1), in: engine)
        }
        engine.close()
    }

    /// The positions in one of the lists of an erasure, page by page.
    private func lists(
        _ list: ErasureQuery.List,
        of request: Position,
        in engine: Engine
    ) throws -> [Position] {
        var found: [Position] = []
        var query = ErasureQuery(list, ofErasureAt: request, limit: 300)
        repeat {
            let evaluator = OperatorQueryEvaluator(try engine.snapshot(), now: Engine.wallClock())
            switch try evaluator.erasure(query) {
            case .erased(let page):
                found += page.items
                query.cursor = page.next
            case .deferred(let page):
                found += page.items.map(\.position)
                query.cursor = page.next
            case .forwards(let page): query.cursor = page.next
            }
        } while query.cursor != nil
        return found
    }

    private func state(
        of engine: Engine,
        once isReached: (StoreState) -> Bool
    ) async throws -> StoreState {
        for _ in 0..<20_000 {
            let evaluator = OperatorQueryEvaluator(try engine.snapshot(), now: Engine.wallClock())
            let state = try evaluator.storeState()
            if isReached(state) { return state }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw NoErasure()
    }

    @Test(.timeLimit(.minutes(5)))
    func `erases a message with all its parts in one append`() async throws {
        let engine = try await filled()
        try await ask(engine, Self.forget)
        try await waitUntilErased(engine)
        let snapshot = try engine.snapshot()
        var appends: [MessageID: Set<Position>] = [:]
        var position = Position(1)
        var lead = position
        while position <= snapshot.size {
            guard let event = snapshot.event(at: position) else { throw NoErasure() }
            if case .contentErased(let erased) = event.event {
                for range in erased.ranges {
                    for offset in 0..<range.count {
                        let place = Position(range.first).advanced(by: offset)
                        guard let content = snapshot.content(at: place) else { throw NoErasure() }
                        if let message = content.message {
                            appends[message, default: []].insert(lead)
                        }
                    }
                }
            } else {
                lead = position
            }
            position = position.next
        }
        #expect(appends.count == Self.written)
        #expect(appends.values.allSatisfy { $0.count == 1 })
        #expect(Set(appends.values.joined()).count == 3)
        engine.close()
    }

    @Test(.timeLimit(.minutes(5)))
    func `is finished before the answer where the time is given`() async throws {
        var options = ErasingSlicesOptions.plain
        options.clock = { Timestamp(microseconds: 4_000_000_000_000_000) }
        let engine = try await filled(options)
        let erasure = try self.erasure(try await ask(engine, Self.forget))
        #expect(erasure.pending > 0)
        #expect(try left(of: ann, in: engine) == 0)
        engine.close()
    }

    @Test(.timeLimit(.minutes(5)))
    func `of what is too old goes on too`() async throws {
        var options = ErasingSlicesOptions.plain
        options.clock = { Timestamp(microseconds: 1_700_000_000_000_000) }
        var engine = try await filled(options)
        engine.close()
        options.clock = { Timestamp(microseconds: 1_800_000_000_000_000) }
        engine = try store.open(.writing, options)
        try await ask(engine, .setRetention(SetRetention(kind: .group, maximum: .days(30))))
        let erasure = try self.erasure(try await ask(engine, .runRetention(RunRetention())))
        #expect(erasure.erased == Self.written * 11 / 10 + 1 && erasure.pending > 0)
        #expect(try left(of: ann, in: engine) == 0)
        #expect(try left(of: ben, in: engine) == 0)
        engine.close()
    }
}

private enum ErasingSlicesOptions {
    static var plain: Engine.Options {
        var options = Engine.Options()
        options.log = EventLog.Options(flushing: .never)
        return options
    }
}

extension EngineSnapshot {
    /// What the envelope of an event says of its content.
    fileprivate func content(at position: Position) -> ContentFacts? {
        var found: ContentFacts?
        forEachContent(
            after: Position(position.rawValue - 1),
            through: position,
            where: { _ in true }
        ) { content in
            found = content
            return true
        }
        return found
    }
}
