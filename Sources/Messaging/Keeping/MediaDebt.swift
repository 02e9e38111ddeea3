internal import LogSchema
internal import Wire

// Media lie outside the store, which has their URLs only: when the last content that names one is
// erased, the embedder must delete it too. The URL would be gone with that content, so it is sealed
// again in an event of its own, in the same append, until the embedder acknowledges the deletion.

extension Facts where Self: ~Copyable {
    /// The media that the content at a position names.
    func media(namedAt position: Position) -> [String] { event(at: position)?.event.media ?? [] }

    /// Returns the events that say which media must be deleted elsewhere once the contents that name
    /// them are erased: those that no other content names that is still there.
    ///
    /// They belong into the append of the erasure, before it.
    ///
    /// - Complexity: opens of each URL the other contents that name it.
    func owed(of media: NamedMedia, byErasing ranges: [PositionRange]) -> [NewEvent] {
        MediaOwed.events(of: media.urls.filter { !isNamed($0, outside: ranges) })
    }

    /// Whether content that stays names a medium, as that content itself says: an index alone is
    /// not believed.
    private func isNamed(_ url: String, outside ranges: [PositionRange]) -> Bool {
        contentsNaming(media: url).contains { position in
            !ranges.contains { $0.contains(position) }
                && event(at: position)?.event.media.contains { $0.isSpelled(as: url) } ?? false
        }
    }
}

extension Event {
    /// The URLs of media that its content names; none after its erasure.
    package var media: [String] {
        switch self {
        case .messageSent(_, let content):
            content?.attachments.flatMap { [$0.url, $0.thumbnail].compactMap(\.self) } ?? []
        case .messageAnnotated(_, let content): [content?.linkPreview?.image].compactMap(\.self)
        case .conversationCreated(_, let content): [content?.photo].compactMap(\.self)
        case .detailsChanged(let changed, let content):
            changed.detail == .photo ? [content?.text].compactMap(\.self) : []
        case .profileSet(_, let content): [content?.avatar].compactMap(\.self)
        default: []
        }
    }
}

extension PositionRange {
    fileprivate func contains(_ position: Position) -> Bool {
        position.rawValue >= first && position.rawValue - first < count
    }
}

/// The URLs that some contents name, each once, in the order in which they are read.
struct NamedMedia: Sendable {
    private(set) var urls: [String] = []
    private(set) var byteCount = 0
    private var known = Spellings()

    mutating func add(_ named: [String]) {
        for url in named where known.insert(url) {
            urls.append(url)
            byteCount += url.utf8.count
        }
    }
}

extension MediaOwed {
    /// Returns the events that say that some media are owed, each of a bounded size.
    package static func events(of urls: [String]) -> [NewEvent] {
        var events: [NewEvent] = []
        var packed: [String] = []
        var bytes = 0
        for (index, url) in urls.enumerated() {
            packed.append(url)
            bytes += url.utf8.count
            let next = index + 1 < urls.count ? urls[index + 1].utf8.count : .max
            guard packed.count == Limits.mediaInDebt || next > Limits.bytesInDebt - bytes else {
                continue
            }
            let owed = MediaOwed(count: UInt32(packed.count))
            events.append(NewEvent(.mediaOwed(owed, OwedContent(urls: packed)), in: .store))
            packed = []
            bytes = 0
        }
        return events
    }
}
