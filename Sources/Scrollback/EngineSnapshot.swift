package import EventLog
internal import Messaging
package import Projections
package import Views
package import Wire

/// One state of a store, for as long as this value lives; keep it for one query.
package struct EngineSnapshot: ~Copyable {
    package let views: ViewsSnapshot
    package let log: LogSnapshot
    let engine: Engine
    /// The views of the past that the state is of; nil for the present ones.
    let past: PastLease?
    /// The position behind which the present views are not read; nil for their own.
    private let horizon: Position?
    private let scratch = Scratch()

    /// The present state; with a horizon, the index of the log as it was at that position.
    ///
    /// `scope` hears whether rows are looked up that do not belong to the index: of those, the later
    /// ones are not left out.
    init(
        _ engine: Engine,
        until horizon: Position? = nil,
        scope: IndexScope? = nil
    ) throws(StoreFault) {
        // The views first: the log can only be further.
        let views = try Self.views(of: engine, scope)
        let log = try Self.log(of: engine)
        if let horizon, views.position < horizon {
            throw .views(.unavailable(reason: "they are behind the log", .wait))
        }
        self.views = views
        self.log = log
        self.engine = engine
        self.horizon = horizon
        past = nil
    }

    /// A state of the past: the log behind it is there, and no row names it.
    init(_ engine: Engine, _ views: consuming ViewsSnapshot, _ past: PastLease) throws(StoreFault) {
        let log = try Self.log(of: engine)
        self.views = views
        self.log = log
        self.engine = engine
        self.past = past
        horizon = nil
    }

    private static func views(
        of engine: Engine,
        _ scope: IndexScope?
    ) throws(StoreFault) -> ViewsSnapshot {
        do throws(ViewsError) {
            return try engine.views.snapshot(scope: scope)
        } catch {
            throw .views(error)
        }
    }

    private static func log(of engine: Engine) throws(StoreFault) -> LogSnapshot {
        do throws(LogError) {
            return try engine.log.snapshot()
        } catch {
            throw .log(error)
        }
    }

    /// The position that answers reflect.
    package var position: Position { horizon ?? views.position }

    /// Whether it is a state of the past.
    var isPast: Bool { past != nil || horizon != nil }

    /// Who types and who is online: of this moment, not of the state; nil in a process that only
    /// reads, which is told nothing of it.
    ///
    /// Nil in the past too, where none of it is known.
    package var signs: LiveSigns? {
        engine.log.access == .writing && !isPast ? engine.signs : nil
    }

    /// The time of the newest event of a user; nil for a user without events.
    func newestAction(of user: UserID) throws(ViewsError) -> Timestamp? {
        try projectors.actors.newest(of: user.rawValue, in: views)
    }

    /// Where profiles changed after a position; nil where that is too much to read.
    borrowing func profileChanges(
        after position: Position
    ) throws(ViewsError) -> [ProfileEvents.Change]? {
        try engine.profileEvents.changes(after: position, on: self)
    }

    /// The numbers of messages that users sent recently: of this moment, not of the state.
    package var rates: SendingRates { isPast ? PastLease.noRates : engine.rates }

    /// Whether the machine's clock is believed: at this moment, not in the state.
    var clock: ClockState { engine.clockState }

    /// The finished requests for erasure, which need not be checked again.
    var finishedErasures: FinishedErasures { engine.finishedErasures }

    /// The copies of the keys that exist.
    var keyCopies: [KeyCopyItem] {
        (isPast ? KnownKeyCopies() : engine.keyCopies).items(in: self)
    }

    /// When the newest event of this state was recorded.
    package func newestTime() throws(ViewsError) -> Timestamp {
        if let known = engine.newestTime.time(at: position) { return known }
        let time = try log.readRecord(position) { $0.recorded }
        engine.newestTime.note(time, at: position)
        return time
    }

    /// The newest event of a stream; nil for a stream without events.
    package func head(of stream: StreamID) throws(ViewsError) -> StreamHead? {
        let newest = try projectors.streams.head(of: stream, in: views)
        guard let newest, newest.position > position else { return newest }
        // The present views know later ones.
        let later = try firstVersion(of: stream, upTo: newest.version, at: position.next)
        let version = Version(later.rawValue - 1)
        return try self.position(of: version, in: stream).map { place in
            StreamHead(version: version, position: place)
        }
    }

    /// Returns the position of an event of a stream; nil beyond its head.
    package func position(
        of version: Version,
        in stream: StreamID
    ) throws(ViewsError) -> Position? {
        try engine.views.projectors.streams.position(of: version, in: stream, views: views)
    }

    /// Does something long with neither of the two states held; afterwards both are the newest.
    ///
    /// For what reads the log up to this position by itself, and then only rows that never change.
    borrowing func whileResting<Found>(
        _ body: () throws(LogError) -> Found
    ) throws(ViewsError) -> Found {
        // The newest state of views of the past may be another one, and keeps nothing from writing.
        if past != nil {
            do throws(LogError) {
                return try body()
            } catch {
                throw .log(error)
            }
        }
        views.rest()
        log.rest()
        let result: Result<Found, LogError>
        do throws(LogError) {
            result = .success(try body())
        } catch {
            result = .failure(error)
        }
        try views.renew()
        do throws(LogError) {
            try log.renew()
            return try result.get()
        } catch {
            throw .log(error)
        }
    }

    /// Returns and clears the failure of a look-up that returned nothing, if there was one.
    package func takeFailure() -> ViewsError? {
        defer { scratch.failure = nil }
        return scratch.failure
    }

    deinit {
        if let contents = scratch.contents { engine.contents.give(contents) }
    }

    /// The changes that look-ups make although they only read.
    private final class Scratch {
        var failure: ViewsError?
        /// Nil until something sealed is read.
        var contents: SharedContents?
    }
}

extension EngineSnapshot: ReadingFacts {
    package typealias ViewsSource = ViewsSnapshot
    package typealias RecordSource = LogSnapshot

    package var projectors: BuiltInProjectors { engine.views.projectors }
    /// The log that the state is of.
    package var eventLog: EventLog { engine.log }

    package var contents: SharedContents {
        if let contents = scratch.contents { return contents }
        let contents = engine.contents.take()
        scratch.contents = contents
        return contents
    }
    package var size: Position { position }

    package borrowing func lookUp<Found>(
        _ find: (borrowing ViewsSnapshot, borrowing LogSnapshot) throws(ViewsError) -> Found?
    ) -> Found? {
        do throws(ViewsError) {
            return try find(views, log)
        } catch {
            // The first failure tells the cause; a transaction that failed once fails again.
            if scratch.failure == nil { scratch.failure = error }
            return nil
        }
    }
}
