package import LogSchema
internal import Wire

// Media lie outside the store, which has their URLs only: when the last content that names one is
// erased, the embedder must delete it too. The URL would be gone with that content, so it is sealed
// again in an event of its own, in the same append, until the embedder acknowledges the deletion.

extension Facts where Self: ~Copyable {
    /// Returns the events that say which media must be deleted elsewhere once some contents are
    /// erased: those that no other content names that is still there.
    ///
    /// They belong into the append of the erasure, before it.
    ///
    /// - Complexity: opens the contents, and of each URL those that name it too.
    package func mediaOwed(byErasing ranges: [PositionRange]) -> [NewEvent] {
        var packing = OwedMediaPacking()
        for range in ranges {
            for offset in 0..<range.count {
                guard let event = event(at: Position(range.first).advanced(by: offset)) else {
                    continue
                }
                for url in event.event.media where !packing.knows(url) {
                    packing.take(url, isOwed: !isNamed(url, outside: ranges))
                }
            }
        }
        return packing.events
    }

    /// Whether content that stays names a medium, as that content itself says: an index alone is
    /// not believed.
    private func isNamed(_ url: String, outside ranges: [PositionRange]) -> Bool {
        contentsNaming(media: url).contains { position in
            !ranges.contains { $0.contains(position) }
                && event(at: position)?.event.media.contains(url) ?? false
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

/// Owed URLs in events of a bounded size.
private struct OwedMediaPacking {
    private var known: Set<String> = []
    private var urls: [String] = []
    private var bytes = 0
    private var packed: [NewEvent] = []

    func knows(_ url: String) -> Bool { known.contains(url) }

    mutating func take(_ url: String, isOwed: Bool) {
        known.insert(url)
        guard isOwed else { return }
        let size = url.utf8.count
        if urls.count == Limits.mediaInDebt || bytes + size > Limits.bytesInDebt { pack() }
        urls.append(url)
        bytes += size
    }

    private mutating func pack() {
        guard !urls.isEmpty else { return }
        let owed = MediaOwed(count: UInt32(clamping: urls.count))
        packed.append(NewEvent(.mediaOwed(owed, OwedContent(urls: urls)), in: .store))
        urls = []
        bytes = 0
    }

    var events: [NewEvent] {
        var whole = self
        whole.pack()
        return whole.packed
    }
}
