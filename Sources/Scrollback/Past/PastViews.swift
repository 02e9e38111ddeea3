internal import CPlatform
internal import EventLog
internal import Locking
internal import Projections
internal import Views
internal import Wire

/// The views of the past that a store keeps to read: few, bounded, and used again where they can be.
///
/// - At most `limit` of them, `usualBytes` together; each folds within the memory of `Replay`.
/// - A query counts as a reader as long as it holds a `PastLease`; what has readers stays, and
///   counts until the last of them has ended.
/// - Their files have no names (`ScratchViews`), so that nothing is left behind by a kill.
final class PastViews: Sendable {
    /// The largest number of states that are kept.
    static let limit = 4
    /// The largest number of bytes that their files take together.
    static let usualBytes = 2 << 30

    private let folder: String
    private let byteLimit: Int
    private let kept = Lock(Kept())

    private struct Kept {
        /// The one that was used last comes last.
        var places: [Place] = []
        /// Those that no further query may use, and that queries still read: their files are there.
        var leaving: [Place] = []
        var hasSwept = false
    }

    /// A fold, with the facts that can be read while another query continues it.
    private struct Place {
        let fold: PastFold
        /// The position to which it is folded, or is being folded.
        var position: Position
        /// Whether it can be folded on.
        var goesOn = false
        var readers = 1
    }

    init(in folder: String, atMost byteLimit: Int) {
        self.folder = folder
        self.byteLimit = byteLimit
    }

    /// Lends a state of the past to read, with the rows of some streams.
    ///
    /// `scope` hears which rows are looked up, `progress` how far folding is; `isCancelled` says
    /// between two runs that the rows are wanted no more.
    ///
    /// - Returns: The rows, and the right to them.
    /// - Throws: `tooMany` if all that are kept are read, `cancelled` if the query is.
    func lend(
        at position: Position,
        of streams: PastStreams,
        from engine: Engine,
        scope: StreamScope?,
        progress: Replay.Progress?,
        isCancelled: () -> Bool = { Task.isCancelled }
    ) throws(PastFault) -> LentPast {
        while true {
            if isCancelled() { throw .cancelled }
            let lease = try take(position, streams, engine)
            // Where the thread's own limit on files is met, an error says so and no signal.
            let isBlocked = scrollback_block_file_size_signal()
            defer { if isBlocked { scrollback_unblock_file_size_signal() } }
            do throws(PastFault) {
                let rows = try lease.fold.rows(
                    at: position,
                    of: engine,
                    scope: lease.fold.streams == .all ? nil : scope,
                    progress: progress,
                    goesOn: { makeRoom() },
                    isCancelled: isCancelled
                )
                if let rows {
                    // What the last run of the fold took is counted, too.
                    makeRoom()
                    note(lease.fold, goesOn: !rows.lackErased)
                    return LentPast(views: rows.views, lease: lease)
                }
                // It has gone on meanwhile, for another query.
                discard(lease.fold)
            } catch {
                discard(lease.fold)
                throw error
            }
        }
    }

    /// Drops all states; a state that is being read stays until its readers end.
    func close() {
        kept.withLock { kept in
            kept.leaving += kept.places.filter { $0.readers > 0 }
            kept.places.removeAll()
        }
    }

    /// Finds views that can come to a position with the least work, or makes empty ones.
    private func take(
        _ position: Position,
        _ streams: PastStreams,
        _ engine: Engine
    ) throws(PastFault) -> PastLease {
        try kept.withLock { (kept) throws(PastFault) in
            let usable = kept.places.indices.filter { index in
                let place = kept.places[index]
                return place.fold.streams.includes(streams)
                    && (place.position == position || place.position < position && place.goesOn)
            }
            if let index = usable.max(by: { kept.places[$0].position < kept.places[$1].position }) {
                var place = kept.places.remove(at: index)
                place.readers += 1
                if place.position < position {
                    place.position = position
                    place.goesOn = false
                }
                kept.places.append(place)
                return PastLease(place.fold, of: self)
            }
            if kept.places.count + kept.leaving.count >= Self.limit {
                guard let index = kept.places.firstIndex(where: { $0.readers == 0 }) else {
                    throw .tooMany
                }
                kept.places.remove(at: index)
            }
            if !kept.hasSwept {
                Views<BuiltInProjectors>.removeAbandonedScratch(in: folder)
                kept.hasSwept = true
            }
            let fold = PastFold(try scratch(engine), of: streams, in: folder)
            kept.places.append(Place(fold: fold, position: position))
            return PastLease(fold, of: self)
        }
    }

    private func scratch(
        _ engine: Engine
    ) throws(PastFault) -> ScratchViews<BuiltInProjectors> {
        do throws(ViewsError) {
            return try engine.views.makeScratch(in: folder, atMost: byteLimit)
        } catch .log(.system) {
            throw .noFolder(folder)
        } catch {
            throw PastFault(error, folder: folder)
        }
    }

    /// Whether all together take no more than they may, once those that have no readers are gone.
    @discardableResult
    private func makeRoom() -> Bool {
        kept.withLock { kept in
            var bytes = (kept.places + kept.leaving).reduce(0) { $0 + $1.fold.byteCount() }
            while bytes > UInt64(byteLimit) {
                guard let index = kept.places.firstIndex(where: { $0.readers == 0 }) else {
                    return false
                }
                bytes -= min(bytes, kept.places.remove(at: index).fold.byteCount())
            }
            return true
        }
    }

    private func note(_ fold: PastFold, goesOn: Bool) {
        kept.withLock { kept in
            guard let index = kept.places.firstIndex(where: { $0.fold === fold }) else { return }
            kept.places[index].goesOn = goesOn
        }
    }

    /// Keeps a fold for no other query.
    func discard(_ fold: PastFold) {
        kept.withLock { kept in
            guard let index = kept.places.firstIndex(where: { $0.fold === fold }) else { return }
            let place = kept.places.remove(at: index)
            if place.readers > 0 { kept.leaving.append(place) }
        }
    }

    /// A query has ended that read a fold.
    func giveBack(_ fold: PastFold) {
        kept.withLock { kept in
            if let index = kept.places.firstIndex(where: { $0.fold === fold }) {
                kept.places[index].readers -= 1
            } else if let index = kept.leaving.firstIndex(where: { $0.fold === fold }) {
                kept.leaving[index].readers -= 1
                if kept.leaving[index].readers == 0 { kept.leaving.remove(at: index) }
            }
        }
    }
}
