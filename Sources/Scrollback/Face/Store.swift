internal import EventLog
internal import Glibc
internal import Locking
public import Messaging
internal import Views
internal import Wire

/// A store of conversations: what a backend opens once and keeps.
///
///     let store = try Store.open("chat.scrollback")
///     let sarah = store.session(for: sarahID)
///     let chat = try await sarah.startDirect(with: mikeID)
///     try await sarah.send("Are you free tomorrow?", to: chat)
///
/// It may be used from any thread. One process writes to a store, any number may read it.
public final class Store: Sendable {
    package let engine: Engine
    /// Where the store is.
    public var path: String { engine.log.directory.path }
    let options: Options
    /// The folder that goes away with the store.
    private let temporaryFolder: String?
    private let names: Lock<NameSource>
    /// The newest position that a caller was told.
    private let acknowledged = Lock(Position.zero)

    private struct NameSource {
        var ids = TimeOrderedIDs()
        var randomness: any RandomNumberGenerator & Sendable

        mutating func next(at time: Timestamp) -> UniqueID {
            ids.next(at: time, random: randomness.next())
        }
    }

    /// Takes over an engine that is open already, with the options that are not the engine's.
    package init(_ engine: Engine, _ options: Options, temporaryFolder: String? = nil) {
        self.engine = engine
        self.options = options
        self.temporaryFolder = temporaryFolder
        names = Lock(NameSource(randomness: options.randomness))
    }

    deinit { close() }

    /// Opens a store, and makes it first if it is missing and the options say so.
    ///
    /// - Throws: `cannotOpen`, with what is wrong and what to do about it.
    public static func open(
        _ path: String,
        options: Options = Options()
    ) throws(StoreError) -> Store {
        let mayCreate = options.access == .writing && options.creation != .never
        let isThere = Glibc.access(StoreDirectory(path: path).logPath, F_OK) == 0
        if mayCreate, !isThere || options.creation == .always {
            try create(at: path, options)
        }
        return Store(try engine(at: path, options), options)
    }

    /// Makes a store in a folder of its own, which goes away when it is closed: for tests.
    public static func temporary(options: Options = Options()) throws(StoreError) -> Store {
        var options = options
        options.access = .writing
        options.keysPath = nil
        var template = Array("/tmp/scrollback-XXXXXX".utf8CString)
        guard let folder = mkdtemp(&template) else {
            throw StoreError(.cannotOpen, "No temporary folder can be made.")
        }
        let path = String(cString: folder)
        do throws(StoreError) {
            try create(at: "\(path)/store", options)
            return Store(
                try engine(at: "\(path)/store", options),
                options,
                temporaryFolder: path
            )
        } catch {
            remove(path)
            throw error
        }
    }

    private static func create(at path: String, _ options: Options) throws(StoreError) {
        do throws(LogError) {
            try Engine.create(at: path, options: options.engine)
        } catch {
            throw StoreError(opening: .log(error))
        }
    }

    private static func engine(
        at path: String,
        _ options: Options
    ) throws(StoreError) -> Engine {
        do throws(StoreFault) {
            return try Engine(
                opening: path,
                access: options.access == .writing ? .writing : .reading,
                options: options.engine
            )
        } catch {
            throw StoreError(opening: error)
        }
    }

    /// One user's way in.
    public func session(for user: UserID) -> Session { Session(store: self, user: user) }

    /// The way in of whoever runs the store, who is no member of anything.
    public var `operator`: OperatorSession { OperatorSession(store: self) }

    /// Lets no more commands in, answers those that wait, and closes the files.
    ///
    /// What is being read is read to its end. Closing twice does nothing.
    public func close() {
        engine.close()
        if let temporaryFolder { Self.remove(temporaryFolder) }
    }

    /// Removes a folder with what is in it and in its folders.
    private static func remove(_ folder: String) {
        for name in OpenFile.names(in: folder) {
            let path = "\(folder)/\(name)"
            if unlink(path) != 0 { remove(path) }
        }
        rmdir(folder)
    }
}

extension Store {
    /// Whether the machine's clock is believed; while it is not, commands are refused with
    /// `clockNotAccepted`.
    ///
    /// It is not when it moved more than an hour against the time that went by, or stood more than
    /// five minutes behind the newest event when the store was opened. Set right, it is believed
    /// again by itself. A clock that is given by the options always is.
    public var clockState: ClockState { engine.clockState }

    /// Consents to write with the machine's clock as it stands now.
    ///
    /// Recorded time never goes back: with a clock that stands in the future, what comes after will
    /// have that time too until the future is there.
    public func acceptClock() { engine.acceptClock() }
}

extension Store {
    /// A name for something new, greater than those before it.
    package func nextID() -> UniqueID {
        let now = options.now
        return names.withLock { $0.next(at: now) }
    }

    func carryOut(
        _ command: Command,
        as actor: Actor,
        id: CommandID?
    ) async throws(StoreError) -> CommandOutcome {
        let fresh = FreshIDs(first: nextID())
        let done = try await submit(Submission(as: actor, command, id: id, fresh: fresh))
        return CommandOutcome(answer: done.answer, position: done.position)
    }

    func carryOut(
        _ commands: [Command],
        as actor: Actor,
        id: CommandID?
    ) async throws(StoreError) -> BatchOutcome {
        let members = commands.map { Batch.Member($0) }
        let fresh = FreshIDs(first: nextID())
        let done = try await submit(Submission(as: actor, together: members, id: id, fresh: fresh))
        return BatchOutcome(answers: done.answers, position: done.position)
    }

    private func submit(
        _ submission: Submission
    ) async throws(StoreError) -> SubmissionOutcome {
        guard engine.log.access == .writing else {
            throw StoreError(.readOnly, "The store is open for reading only.")
        }
        do throws(WriteError<BatchRefusal>) {
            let outcome = try await engine.submit(submission)
            acknowledge(outcome.position)
            return outcome
        } catch {
            throw StoreError(error)
        }
    }

    func acknowledge(_ position: Position) {
        acknowledged.withLock { $0 = max($0, position) }
    }

    /// A state that has everything in it that any caller of this store was told.
    ///
    /// The views are as far as the log but for moments after a failure.
    ///
    /// - Throws: `viewsUnavailable` in such a moment: nothing here sleeps on a caller's thread.
    func state() throws(StoreError) -> EngineSnapshot {
        do throws(StoreFault) {
            return try currentState()
        } catch {
            throw StoreError(reading: error)
        }
    }

    func currentState() throws(StoreFault) -> EngineSnapshot {
        let needed = acknowledged.withLock { $0 }
        let state = try engine.snapshot()
        if state.position >= needed { return state }
        throw .views(.unavailable(reason: "they are behind the log", .wait))
    }

    /// Asks on a state, and once more where the views were found damaged.
    package func asking<Found>(
        _ find: (consuming EngineSnapshot, Timestamp) throws(QueryError) -> Found
    ) throws(StoreError) -> Found {
        let result = try engine.asking(
            on: { () throws(StoreError) in try state() },
            { (state) throws(QueryError) in
                let now: Timestamp
                do throws(ViewsError) {
                    now = try time(on: state)
                } catch {
                    throw .failed(.views(error))
                }
                return try find(state, now)
            }
        )
        do throws(QueryError) {
            return try result.get()
        } catch {
            throw StoreError(error)
        }
    }

    /// By which time a state is looked at: never before its newest event.
    func now(on state: borrowing EngineSnapshot) throws(StoreError) -> Timestamp {
        do throws(ViewsError) {
            return try time(on: state)
        } catch {
            throw StoreError(reading: .views(state.hear(error)))
        }
    }

    private func time(on state: borrowing EngineSnapshot) throws(ViewsError) -> Timestamp {
        let newest = try state.newestTime()
        return clockState == .believed ? max(options.now, newest) : newest
    }
}
