public import Messaging
internal import Projections
internal import Views
internal import Wire

extension MediaQuery: UserQuery {
    /// How a session answers the query.
    public static var answering: UserAnswering<Self> {
        UserAnswering { (query, evaluator) throws(QueryError) in try evaluator.media(query) }
    }
}

extension UserQueryEvaluator {
    /// Returns a page of the media of a conversation's messages, newest message first; the media of
    /// one message in their own order: attachments, the location, links.
    ///
    /// - Throws: `notFound` for a conversation that is not the viewer's, `invalidCursor` for a
    ///   cursor that is not of this query.
    /// - Complexity: counting takes a row for each 512 entries. For a viewer who left or was away,
    ///   a few more for each message with changes that they may not know.
    package mutating func media(_ query: MediaQuery) throws(QueryError) -> MediaPage {
        let limit = try ask { (_) throws(Refusal) in try PageLimit(query.limit) }
        let seat = try seat(in: query.conversation)
        let scope = cursors(
            .media,
            "\(query.conversation)",
            query.kind.map { "\($0)" } ?? "all"
        )
        let start = try query.cursor.map { (cursor) throws(QueryError) in
            try ask { (_) throws(Refusal) in
                MediaPlace(try scope.place(of: cursor, byteCount: MediaPlace.byteCount))
            }
        }
        let gallery = try gallery(of: query, from: seat)
        var page = try items(of: gallery, after: start, count: limit.count + 1)
        var next: Cursor?
        if page.count > limit.count {
            page.removeLast()
            next = page.last.map { scope.cursor(at: $0.place.bytes) }
        }
        let count = try count(gallery)
        return try whole(MediaPage(Page(page.map(\.item), next: next), count: count))
    }

    /// Finds what of a conversation the viewer can see, and where they know less than the views.
    private mutating func gallery(
        of query: MediaQuery,
        from seat: Seat
    ) throws(QueryError) -> Gallery {
        var gallery = Gallery(seat: seat, kind: query.kind, runs: try sight(from: seat))
        for ordinal in try unknownChanges(seat).sorted()
        where gallery.runs.contains(where: { $0.contains(ordinal) }) {
            gallery.known[ordinal] = try items(at: ordinal, of: gallery).count
        }
        return gallery
    }

    /// Returns the messages whose media changed where the viewer cannot see it.
    private borrowing func unknownChanges(_ seat: Seat) throws(QueryError) -> Set<UInt64> {
        try read { (state) throws(ViewsError) in
            var ordinals: Set<UInt64> = []
            for gap in seat.visibility.gaps {
                try state.projectors.media.forEachChange(
                    of: seat.conversation.id.rawValue,
                    in: gap,
                    views: state.views
                ) { ordinal in
                    ordinals.insert(ordinal)
                    return .goOn
                }
            }
            return ordinals
        }
    }

    /// How many the viewer could page through.
    private borrowing func count(_ gallery: Gallery) throws(QueryError) -> UInt64 {
        let (id, kind) = (gallery.seat.conversation.id.rawValue, gallery.kind)
        let present = try read { (state) throws(ViewsError) in
            let media = state.projectors.media
            let head = try state.projectors.timeline.head(of: id, in: state.views)
            var count: UInt64 = 0
            for run in gallery.runs {
                // If no messages follow the run, its last block counts as a whole.
                let end = run.upperBound == head?.entries ? .max : run.upperBound
                let start = run.lowerBound == 1 ? 0 : run.lowerBound
                count += try media.count(
                    of: kind,
                    of: id,
                    from: start,
                    through: end,
                    in: state.views
                )
            }
            for ordinal in gallery.known.keys {
                let more = try media.count(of: kind, at: ordinal, of: id, in: state.views)
                count -= min(count, more)
            }
            return count
        }
        return gallery.known.values.reduce(present) { $0 + UInt64($1) }
    }

    /// Returns the media after a place, up to a limit.
    private mutating func items(
        of gallery: Gallery,
        after start: MediaPlace?,
        count: Int
    ) throws(QueryError) -> [PlacedMedium] {
        var found: [PlacedMedium] = []
        var upper = start?.ordinal ?? .max
        while found.count < count {
            let ordinals = try ordinals(of: gallery, through: upper, count: count)
            for ordinal in ordinals where found.count < count {
                let skipped = ordinal == start?.ordinal ? Int(start?.index ?? 0) + 1 : 0
                for (index, item) in try items(at: ordinal, of: gallery).enumerated()
                where index >= skipped && found.count < count {
                    found.append(
                        PlacedMedium(item, MediaPlace(ordinal: ordinal, index: UInt32(index)))
                    )
                }
            }
            guard ordinals.count == count, let last = ordinals.last, last > 0 else { break }
            upper = last - 1
        }
        return found
    }

    /// The messages that carry something for the viewer, newest first, at most some.
    private borrowing func ordinals(
        of gallery: Gallery,
        through upper: UInt64,
        count: Int
    ) throws(QueryError) -> [UInt64] {
        var found = gallery.known.filter { $0.key <= upper && $0.value > 0 }.map(\.key)
        var rows = 0
        try read { (state) throws(ViewsError) in
            for run in gallery.runs.reversed() where rows < count && run.lowerBound <= upper {
                try state.projectors.media.forEach(
                    of: gallery.kind,
                    of: gallery.seat.conversation.id.rawValue,
                    from: run.lowerBound,
                    through: min(run.upperBound, upper),
                    descending: true,
                    in: state.views
                ) { ordinal, _ in
                    guard gallery.known[ordinal] == nil else { return .goOn }
                    found.append(ordinal)
                    rows += 1
                    return rows < count ? .goOn : .stop
                }
            }
        }
        return Array(found.sorted(by: >).prefix(count))
    }

    /// Returns one message's media of the requested kind, as the viewer may know them.
    private mutating func items(
        at ordinal: UInt64,
        of gallery: Gallery
    ) throws(QueryError) -> [MediaItem] {
        let seat = gallery.seat
        let entry = try read { (state) throws(ViewsError) in
            try state.projectors.timeline.entry(
                at: ordinal,
                of: seat.conversation.id.rawValue,
                in: state.views
            )
        }
        guard let entry, let seen = try see(entry, at: ordinal, from: seat), !seen.isGone,
            case .messageSent(let sent, let content) = try event(at: entry.position).event,
            let id = sent.message.map(MessageID.init)
        else { return [] }
        let text = seen.editCount > 0 ? self.text(at: seen.content) : content?.text
        let media = Self.media(
            of: content,
            text: text ?? "",
            linkPreview: try annotations(of: seen, from: seat).0
        )
        let sender = UserID(entry.sender)
        let name = name(of: sender)
        return media.filter { gallery.kind == nil || $0.kind == gallery.kind }.map {
            MediaItem(
                $0.kind,
                $0.medium,
                of: id,
                ordinal: ordinal,
                sender: sender,
                senderName: name,
                sentAt: entry.sentAt
            )
        }
    }

    /// Returns a message's media, in their own order.
    private static func media(
        of content: MessageContent?,
        text: String,
        linkPreview: LinkPreview?
    ) -> [(kind: MediaKind, medium: MediaItem.Medium)] {
        var media: [(kind: MediaKind, medium: MediaItem.Medium)] = []
        for attachment in content?.attachments ?? [] {
            guard let kind = MediaKind(attachment.kind) else { continue }
            media.append((kind, .attachment(attachment)))
        }
        if let location = content?.location { media.append((.location, .location(location))) }
        if let linkPreview {
            media.append((.link, .link(linkPreview)))
        } else {
            media += Link.all(in: text).map { (.link, .link(LinkPreview(url: $0.url))) }
        }
        return media
    }
}

/// The part of a conversation's media that is walked over.
private struct Gallery {
    let seat: Seat
    /// All if nil.
    let kind: MediaKind?
    /// The runs of entries that the viewer can see, ascending.
    let runs: [ClosedRange<UInt64>]
    /// How many those messages carry, as the viewer knows it, of which the views know more.
    var known: [UInt64: Int] = [:]
}

/// Something that a message carries, and its place there.
private struct PlacedMedium {
    let item: MediaItem
    let place: MediaPlace

    init(_ item: MediaItem, _ place: MediaPlace) {
        self.item = item
        self.place = place
    }
}

/// The end of a page of media, as stored in a cursor.
private struct MediaPlace {
    let ordinal: UInt64
    let index: UInt32

    static let byteCount = 12

    init(ordinal: UInt64, index: UInt32) {
        self.ordinal = ordinal
        self.index = index
    }

    init(_ bytes: [UInt8]) {
        ordinal = bytes.span.bytes.number(at: 0)
        index = bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt32($1) }
    }

    var bytes: [UInt8] {
        var row = RowBytes()
        row.append(ordinal)
        row.append(index)
        return row.bytes.withUnsafeBytes { Array($0) }
    }
}

extension Visibility {
    /// The ranges of positions in which there may be changes that the viewer cannot see.
    fileprivate var gaps: [ClosedRange<Position>] {
        var gaps: [ClosedRange<Position>] = []
        for (range, next) in zip(ranges, ranges.dropFirst().map { Optional($0.lowerBound) } + [nil])
        where range.upperBound < Position(.max) {
            let end = next.map { Position($0.rawValue - 1) } ?? Position(.max)
            let start = Position(range.upperBound.rawValue + 1)
            if start <= end { gaps.append(start...end) }
        }
        return gaps
    }
}
