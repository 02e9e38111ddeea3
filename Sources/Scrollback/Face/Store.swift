internal import EventLog
internal import Glibc
internal import Locking
public import Messaging
internal import Views
internal import Wire

/// A store of conversations; a backend opens it once and keeps it open.
///
///     let store = try Store.open("chat.scrollback")
///     let sarah = store.session(for: sarahID)
///     let chat = try await sarah.startDirect(with: mikeID)
///     try await sarah.send("Are you free tomorrow?", to: chat)
///
/// Any thread may use it. One process at a time may write to a store, any number may read it.
public final class Store: Sendable {
    package let engine: Engine
    /// The path of the store's folder.
    public var path: String { engine.log.directory.path }
    let options: Options
    /// The folder to remove when the store is closed.
    private let temporaryFolder: String?
    private let names: Lock<NameSource>
    let acknowledged = Acknowledgements()
    private let attachments = Lock<[any StoreAttachment]>([])

    private struct NameSource {
        var ids = TimeOrderedIDs()
        var randomness: any RandomNumberGenerator & Sendable

        mutating func next(at time: Timestamp) -> UniqueID {
            ids.next(at: time, random: randomness.next())
        }
    }

    /// Creates a store from an open engine, with the options that are not the engine's.
    package init(_ engine: Engine, _ options: Options, temporaryFolder: String? = nil) {
        self.engine = engine
        self.options = options
        self.temporaryFolder = temporaryFolder
        names = Lock(NameSource(randomness: options.randomness))
    }

    deinit { close() }

    /// Opens a store; creates a missing one, unless the options say otherwise.
    ///
    /// - Throws: `cannotOpen`; the message says what is wrong and what to do.
    /// - Complexity: O(events) if the views must be folded: after a crash of the machine, from a
    ///   restored copy, and for a new custom view. `Options.progress` reports it.
    public static func open(
        _ path: String,
        options: Options = Options()
    ) throws(StoreError) -> Store {
        if options.access == .writing, options.creation != .never {
            try create(at: path, options)
        }
        return Store(try engine(at: path, options), options)
    }

    /// Creates a store for a test, in a new folder under `/tmp` that `close` removes.
    ///
    /// - Throws: `cannotOpen`; the message says what is wrong and what to do.
    public static func temporary(options: Options = Options()) throws(StoreError) -> Store {
        var options = options
        options.access = .writing
        options.keysPath = nil
        let path = try makeTemporaryFolder()
        do throws(StoreError) {
            try create(at: "\(path)/store", options)
            return Store(
                try engine(at: "\(path)/store", options),
                options,
                temporaryFolder: path
            )
        } catch {
            removeFolder(path)
            throw error
        }
    }

    /// Makes a folder for a store that is not kept, and returns its path.
    package static func makeTemporaryFolder() throws(StoreError) -> String {
        var template = Array("/tmp/scrollback-XXXXXX".utf8CString)
        guard let folder = mkdtemp(&template) else {
            throw StoreError(.cannotOpen, "No temporary folder can be made.")
        }
        return String(cString: folder)
    }

    private static func create(at path: String, _ options: Options) throws(StoreError) {
        do throws(LogError) {
            try Engine.create(at: path, options: options.engine)
        } catch {
            // It is there, or another process has made it just now.
            if case .alreadyExists = error, options.creation == .ifMissing { return }
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

    /// Returns a session that acts for a user.
    public func session(for user: UserID) -> Session { Session(store: self, user: user) }

    /// The session of the operator; it is no user.
    public var `operator`: OperatorSession { OperatorSession(store: self) }

    /// Closes the store: refuses new commands, answers the waiting ones, and closes the files.
    ///
    /// It blocks until the waiting commands are answered. Running queries end normally; a file is
    /// closed when its last query ends. A second call has no effect.
    public func close() {
        let attachments = attachments.withLock { list in
            defer { list = [] }
            return list
        }
        for attachment in attachments { attachment.storeWillClose() }
        engine.close()
        for attachment in attachments { attachment.storeDidClose() }
        if let temporaryFolder { Self.removeFolder(temporaryFolder) }
    }

    /// Attaches an object that must end before the store closes, and tells it of the closing.
    package func attach(_ attachment: some StoreAttachment) {
        attachments.withLock { $0.append(attachment) }
    }

    /// Removes a folder and its content.
    package static func removeFolder(_ folder: String) {
        for name in OpenFile.names(in: folder) {
            let path = "\(folder)/\(name)"
            if unlink(path) != 0 { removeFolder(path) }
        }
        rmdir(folder)
    }
}

extension Store {
    /// Whether the store trusts the machine's clock; otherwise commands throw `clockNotAccepted`.
    ///
    /// It does not trust a clock that has jumped by more than an hour since the store was opened,
    /// or was more than five minutes behind the newest event at opening. It trusts the clock again
    /// once the clock is set right. It always trusts `Options.clock`.
    public var clockState: ClockState { engine.clockState }

    /// Accepts the machine's clock as it is now.
    ///
    /// Recorded time never goes back. If the clock is in the future, later events get that time
    /// too, until the real time has reached it.
    public func acceptClock() { engine.acceptClock() }
}

extension Store {
    /// Returns a new id, greater than the earlier ones.
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
        return CommandOutcome(
            answer: done.answer,
            position: done.position,
            keeping: done.keeping
        )
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
            acknowledged.note(outcome.position)
            return outcome
        } catch {
            throw StoreError(error)
        }
    }

    /// Returns a snapshot that includes every change that this store has acknowledged.
    ///
    /// The views are as far as the log, except for a moment after a failure.
    ///
    /// - Parameter acceptsOlder: Whether older views do where `waitForViews` has waited in vain.
    /// - Returns: The snapshot.
    /// - Throws: `viewsUnavailable` in that moment, because it must not sleep on a caller's thread.
    func state(acceptsOlder: Bool = false) throws(StoreError) -> EngineSnapshot {
        do throws(StoreFault) {
            return try currentState(acceptsOlder: acceptsOlder)
        } catch {
            throw StoreError(reading: error)
        }
    }

    private func currentState(acceptsOlder: Bool) throws(StoreFault) -> EngineSnapshot {
        let newest = acknowledged.newest
        let state = try engine.snapshot()
        if state.position >= newest { return state }
        let lag = ViewsLag(views: state.position, acknowledged: newest)
        if acceptsOlder, acknowledged.wasAwaitedInVain(lag) { return state }
        throw .views(.unavailable(reason: "they are behind the log", .wait))
    }

    /// Answers a query on a snapshot, and again on a new one if the views were damaged.
    ///
    /// The snapshot includes everything that was acknowledged to any caller of this store. Only the
    /// pipe, whose answers name their position, accepts older views after a wait that did not help.
    package func asking<Found>(
        acceptsOlder: Bool = false,
        _ find: (consuming EngineSnapshot, Timestamp) throws(QueryError) -> Found
    ) throws(StoreError) -> Found {
        let result = try engine.asking(
            on: { () throws(StoreError) in try state(acceptsOlder: acceptsOlder) },
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

    /// Answers a query that needs no views, with the log's position, which it reflects.
    package func askingWithoutViews<Found>(
        _ find: (Engine, Position) throws(QueryError) -> Found
    ) throws(StoreError) -> Found {
        let position = try newestPosition()
        do throws(QueryError) {
            return try find(engine, position)
        } catch {
            throw StoreError(error)
        }
    }

    /// Returns the time for a query on a snapshot: never before its newest event.
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
