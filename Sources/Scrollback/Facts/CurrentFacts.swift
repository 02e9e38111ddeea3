package import EventLog
internal import LogSchema
internal import Merkle
internal import Messaging
package import Projections
package import Views
package import Wire

/// The present facts: everything committed, and everything earlier in the same batch.
///
/// It holds the writers of the log and the views side by side, for the writer's thread only.
/// Commands borrow it to read.
package struct CurrentFacts: ~Copyable, ReadingFacts {
    package typealias ViewsSource = ViewsWriter
    package typealias RecordSource = LogWriter

    var log: LogWriter
    var views: ViewsWriter
    package let projectors: BuiltInProjectors
    /// When the command is decided, and its events are recorded; never before the newest event.
    package internal(set) var now = Timestamp(microseconds: 0)
    /// The counts of recent messages by user; not a fact, but undone with the batch like one.
    let rates: SendingRates
    /// The holds and requests for erasure in the log.
    let register = KeepingRegister()
    /// The looks that were logged lately.
    let looks = LookRegister()
    /// The events of the open batch that a journal keeps.
    private(set) var kept: [Position] = []
    /// The end of the log when the open batch began.
    private(set) var begun = Position.zero
    /// The plan of an erasure that is being made while others are served.
    let survey = SurveyBox()
    private let known = KnownFacts()
    private let failure = FailureBox()

    init(
        log: consuming LogWriter,
        views: consuming ViewsWriter,
        projectors: BuiltInProjectors,
        rates: SendingRates
    ) {
        self.rates = rates
        contents = SharedContents(of: log.log)
        self.log = log
        self.views = views
        self.projectors = projectors
    }

    /// Cleared at the end of each batch.
    package let contents: SharedContents

    /// The position of the newest event; a command's first event gets the next one.
    package var size: Position { log.size }

    /// The newest event of a stream; nil for a stream without events.
    package func head(of stream: StreamID) -> StreamHead? {
        if let head = log.head(of: stream) { return head.version == .zero ? nil : head }
        return lookUp { () throws(ViewsError) in try confirmedHead(of: stream) }
    }

    /// Returns the position of an event of a stream; nil beyond its head.
    package func position(of version: Version, in stream: StreamID) -> Position? {
        lookUp { () throws(ViewsError) in
            try projectors.streams.position(of: version, in: stream, views: views)
        }
    }

    /// Looks something up, and keeps a failure for the writer, which then drops the command.
    ///
    /// So a rule that reads facts need not know that reading can fail.
    private func lookUp<Found>(_ find: () throws(ViewsError) -> Found?) -> Found? {
        do throws(ViewsError) {
            return try find()
        } catch {
            failure.keep(.views(error))
            return nil
        }
    }

    /// Looks something up in the views and the log, open batch included.
    package borrowing func lookUp<Found>(
        _ find: (borrowing ViewsWriter, borrowing LogWriter) throws(ViewsError) -> Found?
    ) -> Found? {
        do throws(ViewsError) {
            return try find(views, log)
        } catch {
            failure.keep(.views(error))
            return nil
        }
    }

    /// Returns and clears the first fault of a look-up or an append that cannot throw.
    func takeFault() -> StoreFault? {
        defer { failure.fault = nil }
        return failure.fault
    }

    /// Keeps the fault of an append that cannot throw.
    func keep(_ fault: StoreFault) { failure.keep(fault) }

    var hasFailed: Bool { failure.fault != nil }

    /// The unfinished erasure plan of the command being decided, kept until it is complete.
    final class SurveyBox {
        var left: ErasureSurvey?
    }

    /// Facts that are asked for again and again, as the open batch has them; nil until they are read.
    private final class KnownFacts {
        var configuration: Configuration?
        var user: (id: UserID, settings: Settings)?

        func forget() {
            configuration = nil
            user = nil
        }

        /// Forgets what an event may change: users' settings change in their own streams only.
        func forget(before draft: borrowing Draft) {
            if draft.type == EnvelopeEvent.configurationChanged { configuration = nil }
            if draft.stream.kind != .conversation { user = nil }
        }
    }

    private final class FailureBox {
        var fault: StoreFault?

        /// Keeps the first one: a transaction that failed once fails again.
        func keep(_ fault: StoreFault) {
            if self.fault == nil { self.fault = fault }
        }
    }
}

extension CurrentFacts {
    /// Whether the views have seen every event of the log.
    var areCurrent: Bool { views.position == log.size }

    mutating func begin() throws(StoreFault) {
        kept.removeAll(keepingCapacity: true)
        begun = log.size
        do throws(LogError) {
            try log.begin()
        } catch {
            throw .log(error)
        }
        do throws(ViewsError) {
            try views.begin()
        } catch {
            log.abandon()
            throw .views(error)
        }
    }

    /// The notes of decisions in memory for the open batch.
    struct Noted {
        fileprivate let messages: Int
        fileprivate let looks: [Digest: LookRegister.Entry]
    }

    var noted: Noted { Noted(messages: rates.admitted, looks: looks.begun) }

    /// Undoes the notes of a decision whose events are not added to the batch.
    func forget(since noted: Noted) {
        rates.undo(beyond: noted.messages)
        looks.undo(to: noted.looks)
    }

    mutating func abandon() {
        forgetKnown()
        contents.forget()
        rates.undo()
        looks.undo()
        log.abandon()
        register.forget(beyond: log.size)
        views.abandon()
    }

    /// Forgets what was read from views that are undone or no longer used.
    func forgetKnown() {
        known.forget()
    }

    /// The configuration, read once and kept until an event changes it, a batch is undone or other
    /// views are used.
    ///
    /// Each send asks for it three times.
    package var configuration: Configuration {
        if let known = known.configuration { return known }
        let found = lookUp { () throws(ViewsError) in
            try projectors.storeSettings.configuration(in: views)
        }
        known.configuration = found
        return found ?? Configuration()
    }

    /// A user's settings; those of the last user are kept until an event may change them.
    ///
    /// Each send asks for its sender's twice.
    package func settings(of user: UserID) -> Settings {
        if let last = known.user, last.id == user { return last.settings }
        let row = lookUp { () throws(ViewsError) in
            try projectors.users.row(of: user.rawValue, in: views)
        }
        let settings = row?.settings ?? Settings()
        // What stands for a failed look-up is of no other command.
        if !hasFailed { known.user = (user, settings) }
        return settings
    }

    /// Appends an event and folds it into every view.
    mutating func append(_ draft: borrowing Draft, recorded: Timestamp) throws(StoreFault) {
        known.forget(before: draft)
        do throws(ViewsError) {
            try link(draft.stream)
        } catch {
            throw .views(error)
        }
        try requireNotHeld(draft)
        do throws(LogError) {
            try log.append(draft, recorded: recorded)
        } catch {
            throw .log(error)
        }
        if EventLog.isKept(draft.stream, draft.type) { kept.append(log.size) }
        try Self.fold(log, into: &views, with: projectors)
    }

    /// Makes sure that the log knows which event the next one of a stream follows.
    private mutating func link(_ stream: StreamID) throws(ViewsError) {
        guard log.head(of: stream) == nil else { return }
        let claimed = try projectors.streams.head(of: stream, in: views)
        do throws(LogError) {
            try log.confirm(claimed, of: stream)
        } catch {
            throw Self.viewsError(error)
        }
    }

    /// Returns a stream's head from the views, after the log has confirmed it.
    private func confirmedHead(of stream: StreamID) throws(ViewsError) -> StreamHead? {
        let claimed = try projectors.streams.head(of: stream, in: views)
        do throws(LogError) {
            _ = try log.confirmedLink(claimed, of: stream)
        } catch {
            throw Self.viewsError(error)
        }
        return claimed
    }

    private static func viewsError(_ error: LogError) -> ViewsError {
        if case .headNotConfirmed = error { return .notOfThisLog }
        return .log(error)
    }

    /// Folds the newest event.
    private static func fold(
        _ log: borrowing LogWriter,
        into views: inout ViewsWriter,
        with projectors: BuiltInProjectors
    ) throws(StoreFault) {
        let record: StoredRecord
        do throws(LogError) {
            record = try log.newest()
        } catch {
            throw .log(error)
        }
        do throws(ViewsError) {
            try projectors.apply(record, to: &views)
            try views.foldIntoCustomViews(record)
        } catch {
            throw .views(error)
        }
    }
}
