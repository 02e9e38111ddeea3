internal import EventLog
internal import Glibc
internal import LMDB
internal import Locking
internal import Projections
public import Views
public import Wire

extension Engine {
    /// Folds another generation of the views from the log while reading and writing go on, and
    /// puts it in the place of the present one between two batches.
    ///
    /// So views that are damaged are mended, and embedders' projectors that failed are tried
    /// again. Snapshots that were taken before keep what they show. Until the moment of the change
    /// a crash leaves the old generation, and from then on the new one. It takes as much room as
    /// the views, and no more memory than opening a store with views that are missing.
    ///
    /// - Parameters:
    ///   - comparing: whether the old generation is compared with the new one, row by row.
    ///   - progress: told after every run of events, on a thread of its own.
    /// - Returns: up to where it was folded, and what the comparison found.
    /// - Throws: why the old generation was kept.
    package func rebuildViews(
        comparing: Bool = false,
        progress: Replay.Progress? = nil
    ) async throws(RebuildError) -> RebuildReport {
        guard log.access == .writing else { throw .closed }
        let outcome = await withUnsafeContinuation { continuation in
            rebuilding.start(comparing: comparing, progress: progress) { outcome in
                continuation.resume(returning: outcome)
            }
        }
        return try outcome.get()
    }
}

/// The result of a rebuild.
public struct RebuildReport: Hashable, Sendable {
    /// How the old generation compares with the new one.
    public enum Comparison: Hashable, Sendable {
        /// They were not compared.
        case notAsked
        /// Both have the same rows.
        case equal
        /// They differ.
        case different(ViewsDifference)
        /// The old generation could not be read.
        case impossible(String)
    }

    /// The position up to which the new generation was folded when it replaced the old one.
    public let position: Position
    /// The result of the comparison, if one was requested.
    public let comparison: Comparison
}

/// Why the views were not rebuilt; those that there were go on.
package enum RebuildError: Error, Equatable, Sendable {
    /// Another rebuild is under way.
    case alreadyRunning
    /// The store is closed or closing, or open for reading only.
    case closed
    /// Nothing is written until the store is opened again.
    case stopped
    /// The writer found the views wrong, and is rebuilding them itself.
    case overtaken
    /// Too many commands wait; try again later.
    case overloaded
    /// There is no room for a second generation.
    case storageFull
    case views(ViewsError)
}

extension RebuildError {
    init(_ error: ViewsError) {
        self = error.isLackOfRoom ? .storageFull : .views(error)
    }
}

extension RebuildError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .alreadyRunning: "The views are being rebuilt already."
        case .closed: "The store is closed, or open for reading only."
        case .stopped: "The store has stopped writing. Open it again."
        case .overtaken: "The views were found wrong, and are being rebuilt by the writer."
        case .overloaded: "Too many commands wait for the writer. Try again later."
        case .storageFull: "There is no room for a second generation of the views."
        case .views(let error): error.description
        }
    }
}

/// The one rebuild that may run while a store is at work, on a thread of its own.
final class Rebuilding: Sendable {
    typealias Finish = @Sendable (Result<RebuildReport, RebuildError>) -> Void

    private let views: Views<BuiltInProjectors>
    private let queue: CommandQueue
    private let reservedBytes: UInt64
    private let isRunning = Lock(false)
    /// The newest rebuild's thread.
    private let thread = Lock<SystemThread?>(nil)

    init(_ views: Views<BuiltInProjectors>, _ queue: CommandQueue, reservedBytes: UInt64) {
        self.views = views
        self.queue = queue
        self.reservedBytes = reservedBytes
    }

    /// Starts a rebuild unless one is running, and tells how it ends.
    func start(comparing: Bool, progress: Replay.Progress?, _ finish: @escaping Finish) {
        let isFirst = isRunning.withLock { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
        guard isFirst else {
            finish(.failure(.alreadyRunning))
            return
        }
        let end: Finish = { [self] outcome in
            isRunning.withLock { $0 = false }
            finish(outcome)
        }
        let failure = thread.withLock { thread -> RebuildError? in
            // Under this lock, so that a concurrent `close` sees the thread or stops it here.
            if queue.isClosing { return .closed }
            thread?.join()
            thread = SystemThread(named: "scrollback-fold") { [self] in
                fold(comparing: comparing, progress: progress, end)
            }
            return thread == nil ? .views(.storage(.system(errno: EAGAIN))) : nil
        }
        if let failure { end(.failure(failure)) }
    }

    /// Waits until no rebuild is running; call it when the queue is closed.
    func join() {
        thread.withLock { $0 }?.join()
    }

    private func fold(comparing: Bool, progress: Replay.Progress?, _ end: @escaping Finish) {
        var writer: ViewsWriter
        do throws(ViewsError) {
            writer = try views.beginReplacement()
        } catch {
            end(.failure(RebuildError(error)))
            return
        }
        var comparison = RebuildReport.Comparison.notAsked
        do throws(RebuildError) {
            try foldAlmostAll(&writer, progress)
            if comparing { comparison = try compare(&writer, progress) }
        } catch {
            views.discard(writer)
            end(.failure(error))
            return
        }
        queue.addOrFinish([Turn(.work(SwapWork(writer, of: views, comparison, end)))])
    }

    /// Folds until so little is left that the writer can do it between two batches.
    private func foldAlmostAll(
        _ writer: inout ViewsWriter,
        _ progress: Replay.Progress?
    ) throws(RebuildError) {
        for pass in 0..<Self.passes {
            let goal = try goal()
            let isNear = goal.rawValue < writer.position.rawValue + Self.eventsLeftToWriter
            if pass > 0 && isNear { return }
            try foldOn(&writer, through: goal, progress)
        }
    }

    private func foldOn(
        _ writer: inout ViewsWriter,
        through goal: Position,
        _ progress: Replay.Progress?
    ) throws(RebuildError) {
        while writer.position < goal {
            if let obstacle { throw obstacle }
            do throws(ViewsError) {
                try views.continueReplacement(&writer, through: goal, progress: progress) {
                    obstacle == nil
                }
            } catch {
                throw queue.isClosing ? .closed : RebuildError(error)
            }
        }
    }

    /// The reason why the next run cannot be folded.
    private var obstacle: RebuildError? {
        if queue.isClosing { return .closed }
        return views.hasRoom(beyond: reservedBytes) ? nil : .storageFull
    }

    /// How far the present generation has come, with which the new one may be compared; where it
    /// cannot be read, how far the log has.
    private func goal() throws(RebuildError) -> Position {
        do throws(ViewsError) {
            return try views.snapshot().position
        } catch {
            do throws(ViewsError) {
                return try views.sizeOfLog()
            } catch {
                throw queue.isClosing ? .closed : RebuildError(error)
            }
        }
    }

    private func compare(
        _ writer: inout ViewsWriter,
        _ progress: Replay.Progress?
    ) throws(RebuildError) -> RebuildReport.Comparison {
        do throws(ComparingFailure<RebuildError>) {
            let found = try views.compare(with: &writer) { (writer, goal) throws(RebuildError) in
                try foldOn(&writer, through: goal, progress)
            }
            return found.difference.map { .different($0) } ?? .equal
        } catch {
            switch error {
            case .views(let error): return .impossible(error.description)
            case .folding(let error): throw error
            }
        }
    }

    /// The number of events left to the writer, so that a rebuild can catch up with a busy store.
    private static let eventsLeftToWriter: UInt64 = 4_096
    private static let passes = 8
}
