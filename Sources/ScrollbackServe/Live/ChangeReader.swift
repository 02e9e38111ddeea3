internal import Messaging
internal import Scrollback
internal import Wire

/// Goes through the events of a stream, one page after the other, from where a client was.
struct ChangeReader: Sendable {
    /// A page of events, and what comes behind it.
    struct Batch: Sendable {
        var events: [StreamEvent]
        /// Whether the stream has an end here.
        var isLast: Bool
        /// Whether more comes only with the next commit.
        var isCaughtUp: Bool
    }

    private enum Place {
        case position(Position, epoch: UInt64?)
        /// The present state comes first; behind a reset, if the client thinks it knows one.
        case unknown(reset: String?)
    }

    let source: ChangeSource
    private var place: Place
    private var heard: UInt64
    private var hasCaughtUp = false
    /// Why a consumer throws away what it has behind its mark; nil once that is told.
    private var markReset: String?
    private var wasAtMark = false
    /// The position from which it goes on for its client; nil where the client begins anew.
    private(set) var resumedFrom: Position?

    init(_ source: ChangeSource) {
        self.source = source
        heard = source.store.newestNotice
        place = .unknown(reset: nil)
        if let text = source.request.since {
            if let known = source.place(of: text) {
                place = .position(known.position, epoch: known.epoch)
                resumedFrom = known.position
            } else {
                lose(Self.unknownPosition)
            }
        } else if let mark = source.request.mark {
            goOn(at: mark, reset: mark.isReset ? Self.otherEpoch : nil)
        }
    }

    private static let unknownPosition = "unknownPosition"
    private static let otherEpoch = "otherEpoch"

    /// Goes on where something is known: a consumer at its mark, others at the present state.
    private mutating func lose(_ reason: String) {
        if let mark = source.request.mark, !wasAtMark {
            goOn(at: mark, reset: reason)
        } else {
            place = .unknown(reset: reason)
            resumedFrom = nil
            // It is told with the snapshot.
            markReset = nil
        }
    }

    private mutating func goOn(at mark: Consumer, reset: String?) {
        place = .position(mark.position, epoch: mark.epoch)
        markReset = reset
        wasAtMark = true
        resumedFrom = reset == nil ? mark.position : nil
    }

    /// Where it goes on; nil before the present state.
    // Inlined into a poll it stops the optimizer of Swift 6.3.
    @inline(never)
    var position: Position? {
        if case .position(let position, _) = place { position } else { nil }
    }

    /// Reads the next page, which may be empty.
    mutating func next() throws(StoreError) -> Batch {
        guard case .position(let position, let epoch) = place else { return try snapshot() }
        let page: ChangeSource.Page
        do throws(StoreError) {
            page = try source.page(since: position, epoch: epoch, heard: heard)
        } catch {
            switch error.refusal?.code {
            case .otherEpoch?: lose(Self.otherEpoch)
            // It is behind the newest event: of another store, or made up.
            case .invalidRequest?: lose(Self.unknownPosition)
            default: throw error
            }
            return try next()
        }
        place = .position(page.next, epoch: source.store.epoch)
        heard = page.heard
        var events = page.events
        if let reason = markReset {
            events.insert(source.reset(reason, at: position), at: 0)
            markReset = nil
        }
        if page.isCaughtUp, !hasCaughtUp, !page.isLast {
            events.append(source.caughtUp(at: page.next))
            hasCaughtUp = true
        }
        return Batch(events: events, isLast: page.isLast, isCaughtUp: page.isCaughtUp)
    }

    /// The same; views that are being made anew are waited for, once.
    mutating func nextOnceReadable() async throws(StoreError) -> Batch {
        do throws(StoreError) {
            return try next()
        } catch {
            guard error.fault?.isMendedByWaiting == true else { throw error }
            await source.store.waitForViews()
            return try next()
        }
    }

    private mutating func snapshot() throws(StoreError) -> Batch {
        // What is said meanwhile comes behind it.
        let notice = source.store.newestNotice
        let (event, position) = try source.snapshot()
        var events = [event]
        if case .unknown(let reason?) = place {
            events.insert(StreamEvent(.reset, reason: reason), at: 0)
        }
        place = .position(position, epoch: source.store.epoch)
        heard = notice
        hasCaughtUp = false
        return Batch(events: events, isLast: false, isCaughtUp: false)
    }

    /// Suspends until there may be more.
    ///
    /// - Returns: false once the store is closed, or the task that waits is cancelled.
    func wait() async -> Bool {
        guard let position else { return true }
        return await source.store.waitForNews(
            for: source.request.user,
            in: source.request.conversation,
            after: position,
            heard: heard
        )
    }
}
