import DomainSupport
import EventLog
import Glibc
import LMDB
import Locking
import Messaging
import Scrollback
import TestSupport
import Testing
import Views
import Wire
import WriterSupport

/// A store with a group, whose row can be damaged while the store is closed.
private struct DamagedStore: ~Copyable {
    let folder = TemporaryFolder()
    let notices = Notices()
    let sarah = UserID.named("sarah")
    let mike = UserID.named("mike")
    let chat = ConversationID.named("chat")
    /// What is added to the machine's time for the bound of rebuilds.
    var later: Int64 = 0

    var path: String { folder.path("chat.scrollback") }

    init() async throws {
        let store = try open()
        let group = CreateGroup(conversation: chat, members: [mike, .named("third")])
        _ = try await store.engine.submit(
            Submission(as: .user(sarah), .createGroup(group), fresh: fresh(1))
        )
        store.close()
    }

    func fresh(_ number: UInt64) -> FreshIDs {
        FreshIDs(first: UniqueID(high: number << 16, low: 1 << 63))
    }

    func open(_ access: EventLog.Access = .writing) throws -> Opened {
        var options = Engine.Options()
        let (notices, later) = (notices, later)
        options.notice = { notices.add($0.message) }
        options.upkeepSeconds = 0.01
        // Rebuilding them flushes files, which takes long where others flush too.
        if access == .writing { options.patienceOfQueries = .seconds(60) }
        options.views.now = {
            Timestamp(microseconds: systemTime().microseconds + later * 1_000_000)
        }
        if Glibc.access(path, F_OK) != 0 { try Engine.create(at: path, options: options) }
        return Opened(engine: try Engine(opening: path, access: access, options: options))
    }

    struct Opened {
        let engine: Engine

        func close() { engine.close() }

        /// Asks for the group as the pipe does: once more when the views were waited for.
        func ask(
            _ chat: ConversationID,
            as user: UserID
        ) async -> Result<ConversationPortrait, StoreError> {
            let first = askOnce(chat, as: user)
            guard case .failure(let error) = first, error.retryAfter == .seconds(1) else {
                return first
            }
            await engine.waitForViews()
            return askOnce(chat, as: user)
        }

        /// Asks for the group as a session does.
        func askOnce(_ chat: ConversationID, as user: UserID) -> Result<
            ConversationPortrait, StoreError
        > {
            do throws(StoreFault) {
                let answered = try engine.asking(
                    on: { () throws(StoreFault) in try engine.snapshot() },
                    { (state) throws(QueryError) in
                        var evaluator = UserQueryEvaluator(
                            state,
                            by: user,
                            now: Timestamp(microseconds: 0)
                        )
                        return try evaluator.answer(ConversationQuery(chat))
                    }
                )
                return answered.mapError { StoreError($0) }
            } catch {
                return .failure(StoreError(reading: error))
            }
        }

        func ask(_ store: borrowing DamagedStore) async -> Result<ConversationPortrait, StoreError>
        {
            let (chat, user) = (store.chat, store.sarah)
            return await ask(chat, as: user)
        }

        /// What the operator is shown.
        func state() throws -> StoreState {
            let evaluator = OperatorQueryEvaluator(
                try engine.snapshot(),
                now: Timestamp(microseconds: 0)
            )
            return try evaluator.storeState()
        }

        /// Whether it is as if nothing had been damaged.
        var isSound: Bool { get throws { try engine.views.differenceFromRecount() == nil } }
    }

    /// Makes the group's row too short, in a file that is believed.
    func damage() throws {
        try changeViews(in: path, table: "conversations") { rows in
            for index in rows.indices { rows[index].value.removeLast() }
        }
    }

    var generation: UInt64? {
        get throws { try ViewsState.read(in: StoreDirectory(path: path))?.generation }
    }
}

@Suite struct `Damage that a query finds is mended` {
    @Test func `the query is answered from views that are made anew`() async throws {
        let store = try await DamagedStore()
        let before = try store.generation
        try store.damage()
        let opened = try store.open()

        guard case .success(let portrait) = await opened.ask(store) else {
            Issue.record("It was not answered.")
            return
        }

        #expect(portrait.item.conversation == store.chat)
        let after = try store.generation
        #expect(after == before.map { $0 + 1 })
        #expect(store.notices.all.contains { $0.contains("a row of conversations is damaged") })
        #expect(try opened.isSound)
        // And writing goes on.
        let group = CreateGroup(
            conversation: .named("other"),
            members: [store.mike, .named("third")]
        )
        _ = try await opened.engine.submit(
            Submission(as: .user(store.sarah), .createGroup(group), fresh: store.fresh(2))
        )
        #expect(try opened.isSound)
        opened.close()
        let again = try store.open()
        #expect(await again.ask(store).isSuccess)
        #expect(try store.generation == after)
        again.close()
    }

    private func forgetsChats(_ store: borrowing DamagedStore) throws {
        try changeViews(in: store.path, table: "chats") { $0.removeAll() }
    }

    @Test func `a command whose event needs a lost row is carried out on views made anew`()
        async throws
    {
        let store = try await DamagedStore()
        try forgetsChats(store)
        let opened = try store.open()
        let before = try store.generation

        _ = try await opened.engine.submit(
            Submission(
                as: .user(store.sarah),
                .arrange(Arrange(.pin, conversation: store.chat)),
                fresh: store.fresh(2)
            )
        )

        #expect(try store.generation == before.map { $0 + 1 })
        #expect(try opened.isSound)
        opened.close()
    }

    @Test func `an opening whose missed event needs a lost row makes views anew`() async throws {
        let store = try await DamagedStore()
        let generation = try #require(try store.generation)
        let files = ["views.\(generation).mdb", "views.state"].map { "\(store.path)/\($0)" }
        let older = files.map { readFile($0) }
        let first = try store.open()
        _ = try await first.engine.submit(
            Submission(
                as: .user(store.sarah),
                .arrange(Arrange(.pin, conversation: store.chat)),
                fresh: store.fresh(2)
            )
        )
        first.close()
        // In place, so that they are believed: they have not seen the newest event.
        for (file, bytes) in zip(files, older) { writeFile(file, bytes) }
        try forgetsChats(store)

        let opened = try store.open()

        #expect(try store.generation == generation + 1)
        #expect(try opened.isSound)
        opened.close()
    }

    @Test func `views are rebuilt three times in ten minutes and not a fourth time`() async throws {
        var store = try await DamagedStore()
        let first = try #require(try store.generation)
        for round in 1...3 as ClosedRange<UInt64> {
            try store.damage()
            let opened = try store.open()
            #expect(await opened.ask(store).isSuccess)
            #expect(try store.generation == first + round)
            #expect((try opened.state().spentRebuilds == nil) == (round < 3))
            opened.close()
        }
        try store.damage()
        var opened = try store.open()

        for _ in 0..<2 {
            guard case .failure(let error) = await opened.ask(store) else {
                Issue.record("A damaged row was answered.")
                return
            }
            #expect(error.code == .viewsUnavailable)  // D-81
            #expect(error.message.contains("rebuilt 3 times in ten minutes"))
            let wait = error.retryAfter ?? .zero
            #expect(wait > .seconds(60) && wait <= .seconds(600))
        }
        #expect(try store.generation == first + 3)
        let spent = try #require(try opened.state().spentRebuilds)
        #expect(spent.count == 3 && spent.cause == "a row of conversations is damaged")
        opened.close()
        #expect(try store.generation == first + 3)

        store.later = 601
        opened = try store.open()
        #expect(await opened.ask(store).isSuccess)
        #expect(try store.generation == first + 4)
        #expect(try opened.state().spentRebuilds == nil)
        opened.close()
    }

    @Test func `a query is told at once that views are made anew, and never sleeps`() async throws {
        let store = try await DamagedStore()
        let engine = try store.open().engine
        let generation = try #require(engine.views.generation)
        let (began, begin) = AsyncStream.makeStream(of: Void.self)
        // The writer is busy until the query was told.
        let isTold = Lock(false)
        async let working: Void = engine.perform {
            (_) -> Result<Void, WriteError<CheckpointRefusal>> in
            _ = engine.views.doubt(generation, because: .page)
            begin.finish()
            while !isTold.withLock({ $0 }) { usleep(1_000) }
            return .success(())
        }
        for await _ in began {}

        let start = ContinuousClock.now
        #expect(throws: StoreFault.views(.unavailable(reason: "they are being rebuilt", .wait))) {
            _ = try engine.snapshot()
        }
        #expect(ContinuousClock.now - start < .milliseconds(900))
        isTold.withLock { $0 = true }

        try await working
        await engine.waitForViews()
        #expect(try engine.snapshot().views.generation == generation + 1)
        engine.close()
    }

    @Test func `a reading process asks the one that writes`() async throws {
        let store = try await DamagedStore()
        try store.damage()
        // As the process that writes holds it.
        let lock = Glibc.open("\(store.path)/writer.lock", O_RDWR)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        defer { Glibc.close(lock) }
        let reader = try store.open(.reading)

        guard case .failure(let error) = await reader.ask(store) else {
            Issue.record("A damaged row was answered.")
            return
        }

        #expect(error.code == .viewsUnavailable && error.retryAfter == .seconds(1))
        #expect(error.message.contains("was asked to rebuild them"))
        let directory = StoreDirectory(path: store.path)
        let request = ViewsDoubt.read(in: directory)
        #expect(request?.cause == .row(table: "conversations"))
        reader.close()
    }

    @Test func `where no process writes, it says to open the store`() async throws {
        let store = try await DamagedStore()
        try store.damage()
        let reader = try store.open(.reading)
        guard case .failure(let error) = await reader.ask(store) else {
            Issue.record("A damaged row was answered.")
            return
        }
        #expect(error.code == .viewsUnavailable)
        #expect(error.message.contains("Open the store for writing once"))
        reader.close()
        let before = try #require(try store.generation)
        let writer = try store.open()
        #expect(try store.generation == before + 1)
        #expect(await writer.ask(store).isSuccess)
        writer.close()
    }

    @Test func `where it cannot leave a request, it says whom to tell`() async throws {
        let store = try await DamagedStore()
        try store.damage()
        // A folder stands where the request would be written.
        mkdir("\(store.path)/views.doubt.new", 0o700)
        let reader = try store.open(.reading)
        guard case .failure(let error) = await reader.ask(store) else {
            Issue.record("A damaged row was answered.")
            return
        }
        #expect(error.code == .viewsUnavailable)
        #expect(error.message.contains("scrollback rebuild"))
        reader.close()
    }

    @Test func `the writing process sees a request within a moment`() async throws {
        let store = try await DamagedStore()
        let opened = try store.open()
        let first = try #require(try store.generation)
        let directory = StoreDirectory(path: store.path)
        #expect(ViewsDoubt(generation: first, cause: .page).leave(in: directory))
        #expect(try await eventually(within: .seconds(60)) { try store.generation == first + 1 })
        #expect(
            await eventually(within: .seconds(60)) { ViewsDoubt.read(in: directory) == nil }
        )
        // One of the generation before asks for nothing.
        #expect(ViewsDoubt(generation: first, cause: .page).leave(in: directory))
        #expect(
            await eventually(within: .seconds(60)) { ViewsDoubt.read(in: directory) == nil }
        )
        #expect(await opened.ask(store).isSuccess)
        #expect(try store.generation == first + 1)
        opened.close()
    }

    @Test func `what a person asks for is done beside the present views, and never too often`()
        async throws
    {
        let store = try await DamagedStore()
        let opened = try store.open()
        let directory = StoreDirectory(path: store.path)
        for _ in 0..<4 {
            let request = try RebuildRequest(leftIn: directory)
            #expect(
                await eventually(within: .seconds(60)) {
                    if case .done = request.state { true } else { false }
                }
            )
            #expect(
                await eventually(within: .seconds(60)) { ViewsDoubt.read(in: directory) == nil }
            )
        }
        #expect(try opened.state().spentRebuilds == nil)
        #expect(try opened.isSound)
        opened.close()
    }

    @Test func `a store that has stopped writing makes no views anew, and says so`() async throws {
        let folder = TemporaryFolder()
        let path = folder.path("chat.scrollback")
        try Engine.create(at: path)
        var options = Engine.Options()
        options.committers.log = { (_) throws(CommitFailure) in
            throw .outcomeUnknown(.system(errno: EIO))
        }
        let engine = try Engine(opening: path, options: options)
        let cause = StoreFault.log(.storage(.system(errno: EIO)))
        await #expect(throws: WriteError<Append.Refusal>.unwritten(.outcomeUnknown(cause))) {
            try await engine.append("x", to: stream(1))
        }
        await #expect(throws: WriteError<Append.Refusal>.unwritten(.stopped(cause))) {
            try await engine.append("x", to: stream(1))
        }
        let generation = try #require(engine.views.generation)
        _ = engine.views.doubt(generation, because: .page)
        // The writer hears of it as it takes the next command.
        await #expect(throws: WriteError<Append.Refusal>.unwritten(.stopped(cause))) {
            try await engine.append("x", to: stream(1))
        }
        var said = ""
        wait {
            do throws(StoreFault) {
                _ = try engine.snapshot()
            } catch {
                said = "\(error)"
            }
            return said.contains("stopped writing")
        }
        #expect(said.contains("has stopped writing"))
        engine.close()
        #expect(ViewsDoubt.read(in: StoreDirectory(path: path))?.cause == .page)
        let again = try Engine(opening: path)
        #expect(again.views.generation == generation + 1)
        again.close()
    }

    @Test func `views that were to be made anew when the store stopped are said to be gone`()
        async throws
    {
        let store = try await DamagedStore()
        let engine = try store.open().engine
        let generation = try #require(engine.views.generation)
        let (began, begin) = AsyncStream.makeStream(of: Void.self)
        let isAsked = Lock(false)
        async let doubting: Void = engine.perform {
            (_) -> Result<Void, WriteError<CheckpointRefusal>> in
            begin.finish()
            // The next work is in line when this ends, so that nothing is made anew between them.
            wait(milliseconds: 120_000) {
                isAsked.withLock { $0 } && engine.gauges().waiting > 0
            }
            _ = engine.views.doubt(generation, because: .page)
            return .success(())
        }
        for await _ in began {}
        await #expect(throws: (any Error).self) {
            isAsked.withLock { $0 = true }
            try await engine.perform { (_) -> Result<Void, WriteError<CheckpointRefusal>> in
                .failure(.unwritten(.outcomeUnknown(.log(.storage(.system(errno: EIO))))))
            }
        }
        try await doubting
        var said = ""
        do throws(StoreFault) {
            _ = try engine.snapshot()
        } catch {
            said = "\(error)"
        }
        #expect(said.contains("has stopped writing") && said.contains("Open the store again"))
        engine.close()
    }
}

extension Result {
    fileprivate var isSuccess: Bool {
        if case .success = self { true } else { false }
    }
}

@Suite struct `After an opening that was not clean the tables are compared with their sums` {
    /// Kills a process that has the store open, and removes a row of the views that it leaves.
    private func removeRowAfterKill(of store: borrowing DamagedStore) async throws -> UInt64 {
        let path = store.path
        await #expect(processExitsWith: .exitCode(9)) { [path = path as String] in
            let engine = try Engine(opening: path)
            // Held to the end: to let go of a store closes it.
            withExtendedLifetime(engine) { _exit(9) }
        }
        let first = try #require(try store.generation)
        try changeViews(in: store.path, table: "conversations") { $0.removeLast() }
        return first
    }

    @Test func `a row that is gone is found in the background, and mended`() async throws {
        let store = try await DamagedStore()
        let first = try await removeRowAfterKill(of: store)

        let opened = try store.open()

        #expect(try await eventually(within: .seconds(60)) { try store.generation == first + 1 })
        #expect(await opened.ask(store).isSuccess)
        #expect(store.notices.all.contains { $0.contains("conversations has lost or gained rows") })
        #expect(try opened.isSound)
        opened.close()
    }

    @Test func `closing before they were compared makes them no less doubtful`() async throws {
        let store = try await DamagedStore()
        let first = try await removeRowAfterKill(of: store)

        for _ in 0..<3 { try store.open().close() }
        let opened = try store.open()

        #expect(try await eventually(within: .seconds(60)) { try store.generation == first + 1 })
        // Asking waits until the new generation may be read.
        #expect(await opened.ask(store).isSuccess)
        #expect(try opened.isSound)
        opened.close()
        #expect(try ViewsState.read(in: StoreDirectory(path: store.path))?.condition == .clean)
    }
}
