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

    init(_ source: ChangeSource) {
        self.source = source
        heard = source.store.newestNotice
        guard let text = source.request.since else {
            place = .unknown(reset: nil)
            return
        }
        place =
            source.place(of: text).map { .position($0.position, epoch: $0.epoch) }
            ?? .unknown(reset: Self.unknownPosition)
    }

    private static let unknownPosition = "unknownPosition"

    /// Where it goes on; nil before the present state.
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
            case .otherEpoch?: place = .unknown(reset: "otherEpoch")
            // It is behind the newest event: of another store, or made up.
            case .invalidRequest?: place = .unknown(reset: Self.unknownPosition)
            default: throw error
            }
            return try snapshot()
        }
        place = .position(page.next, epoch: source.store.epoch)
        heard = page.heard
        var events = page.events
        if page.isCaughtUp, !hasCaughtUp, !page.isLast {
            events.append(source.caughtUp(at: page.next))
            hasCaughtUp = true
        }
        return Batch(events: events, isLast: page.isLast, isCaughtUp: page.isCaughtUp)
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
