internal import EventLog
internal import Locking
internal import LogSchema
internal import Projections
internal import Views
internal import Wire

/// Views of the past: a part of the log, folded up to a position, without content erased later.
///
/// A fold continues to a later position only if no erased content was removed from its rows: an
/// erasure on the way would find them changed already.
final class PastFold: Sendable {
    let streams: PastStreams
    private let views: ScratchViews<BuiltInProjectors>
    private let folder: String
    /// Held while it is folded on.
    private let work = Lock(Work())

    private struct Work: Sendable {
        var position = Position.zero
        /// Of views of some streams, the events that were folded, in their order.
        var positions: [Position] = []
        /// How far each of these streams was folded.
        var versions: [StreamID: Version] = [:]
        /// The newest event of the store's own stream of which it is known whether it erased
        /// something that was folded.
        var erasuresThrough = Version.zero
        /// Whether rows lack content erased later.
        var lacksErased = false
        var isSpoiled = false
    }

    init(_ views: ScratchViews<BuiltInProjectors>, of streams: PastStreams, in folder: String) {
        self.views = views
        self.streams = streams
        self.folder = folder
    }

    /// The bytes that its file takes.
    func byteCount() -> UInt64 { (try? views.byteCount()) ?? 0 }

    /// The rows as of a position.
    ///
    /// - Returns: The rows; nil where the views cannot come to that position any more.
    func rows(
        at position: Position,
        of engine: Engine,
        scope: StreamScope?,
        progress: Replay.Progress?,
        goesOn: () -> Bool,
        isCancelled: () -> Bool
    ) throws(PastFault) -> Rows? {
        try work.withLock { (work) throws(PastFault) -> Rows? in
            guard !work.isSpoiled,
                work.position == position || work.position < position && !work.lacksErased
            else { return nil }
            do throws(PastFault) {
                if work.position < position {
                    try fold(through: position, &work, engine, progress, goesOn, isCancelled)
                }
                try forgetErased(&work, engine)
                let lacksErased = work.lacksErased
                return Rows(
                    views: try told { () throws(ViewsError) in try views.snapshot(scope: scope) },
                    lackErased: lacksErased
                )
            } catch {
                work.isSpoiled = true
                throw error
            }
        }
    }

    struct Rows: ~Copyable {
        let views: ViewsSnapshot
        /// Whether they lack content erased later.
        let lackErased: Bool
    }

    private func fold(
        through position: Position,
        _ work: inout Work,
        _ engine: Engine,
        _ progress: Replay.Progress?,
        _ hasRoom: () -> Bool,
        _ isCancelled: () -> Bool
    ) throws(PastFault) {
        var wasCancelled = false
        func goesOn() -> Bool {
            wasCancelled = isCancelled()
            return !wasCancelled && hasRoom()
        }
        let isThere: Bool
        switch streams {
        case .all:
            isThere = try told { () throws(ViewsError) in
                try views.fold(through: position, progress: progress, goesOn: goesOn)
            }
        case .some(let streams):
            let later = try Self.positions(of: streams, through: position, &work, engine)
            work.positions += later
            let folded = work.positions
            var projectors = engine.views.projectors
            projectors.isOfStreams = true
            let ofStreams = projectors
            isThere = try told { () throws(ViewsError) in
                try views.fold(
                    later,
                    through: position,
                    progress: progress,
                    goesOn: goesOn
                ) { (record, views) throws(ViewsError) in
                    try ofStreams.apply(record, to: &views) { folded.hasSorted($0) }
                }
            }
        }
        guard isThere else { throw wasCancelled ? .cancelled : .tooLarge }
        work.position = position
        // What was folded now may have been erased by any of them.
        work.erasuresThrough = .zero
    }

    /// Removes content erased later from the rows: an erasure applies to the past too.
    private func forgetErased(_ work: inout Work, _ engine: Engine) throws(PastFault) {
        let (position, streams, folded) = (work.position, streams, work.positions)
        var newest = work.erasuresThrough
        let erasures = try Self.erasures(after: &newest, behind: position, of: engine)
        var took = false
        if !erasures.isEmpty {
            let projectors = engine.views.projectors
            _ = try told { () throws(ViewsError) in
                try views.fold(erasures, through: position) { (record, views) throws(ViewsError) in
                    let tookThis = try projectors.forget(erasedBy: record, in: &views) {
                        streams == .all ? $0 <= position : folded.hasSorted($0)
                    }
                    took = took || tookThis
                }
            }
        }
        if took { work.lacksErased = true }
        work.erasuresThrough = newest
    }

    /// Where the store's stream has erasures behind a version of it and behind a position.
    private static func erasures(
        after version: inout Version,
        behind position: Position,
        of engine: Engine
    ) throws(PastFault) -> [Position] {
        do throws(StoreFault) {
            let present = try engine.snapshot()
            var erasures: [Position] = []
            var newest = version
            do throws(ViewsError) {
                try present.projectors.streams.forEachPosition(
                    of: .store,
                    after: version,
                    in: present.views
                ) { (version, place) throws(ViewsError) in
                    newest = version
                    guard place > position else { return .goOn }
                    let isErasure = try present.log.readRecord(place) {
                        $0.envelope.eventNumber == EnvelopeEvent.contentErased
                    }
                    if isErasure { erasures.append(place) }
                    return .goOn
                }
            } catch {
                throw .views(present.hear(error))
            }
            version = newest
            return erasures
        } catch {
            throw .failed(error)
        }
    }

    /// The events of some streams that are not folded yet, up to a position, in their order.
    private static func positions(
        of streams: Set<StreamID>,
        through position: Position,
        _ work: inout Work,
        _ engine: Engine
    ) throws(PastFault) -> [Position] {
        do throws(StoreFault) {
            let present = try engine.snapshot()
            var found: [Position] = []
            var versions = work.versions
            do throws(ViewsError) {
                for stream in streams {
                    try present.projectors.streams.forEachPosition(
                        of: stream,
                        after: versions[stream] ?? .zero,
                        in: present.views
                    ) { version, place in
                        guard place <= position else { return .stop }
                        versions[stream] = version
                        found.append(place)
                        return .goOn
                    }
                }
            } catch {
                throw .views(present.hear(error))
            }
            work.versions = versions
            return found.sorted()
        } catch {
            throw .failed(error)
        }
    }

    private func told<Found: ~Copyable>(
        _ body: () throws(ViewsError) -> Found
    ) throws(PastFault) -> Found {
        do throws(ViewsError) {
            return try body()
        } catch {
            throw PastFault(error, folder: folder)
        }
    }
}

extension [Position] {
    /// Whether a position is among these, which are sorted.
    ///
    /// - Complexity: O(log n).
    fileprivate func hasSorted(_ position: Position) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if self[middle] < position { low = middle + 1 } else { high = middle }
        }
        return low < count && self[low] == position
    }
}
