internal import Locking
internal import Messaging
internal import ScrollbackJSON
internal import Wire

/// The newest changes as JSON, as they were written last.
///
/// A message to a group is one and the same change for most of its members. Each stream reads its own
/// page, which has what its user may see; only what is equal then is not written again. A sealed
/// position is another text for each user, so such pages are written by themselves.
final class WrittenChanges: Sendable {
    private struct Written {
        let item: ChangeItem
        let bytes: [UInt8]
    }

    private static let most = 16
    /// A longer one is not kept.
    private static let longest = 8 << 10

    private struct State {
        var places: [Written?] = Array(repeating: nil, count: most)
        var hasEnded = false
    }

    private let written = Lock(State())

    /// The JSON of a change, with the user's seal for positions.
    ///
    /// What takes words back has all others forgotten too, before it is sent to anybody.
    func bytes(of item: ChangeItem, seal: ViewerSeal? = nil) -> [UInt8] {
        if item.takesWordsBack { forget() }
        var writer = JSONWriter()
        writer.seal = seal
        guard seal == nil else {
            writer.write(item)
            return writer.bytes
        }
        let place = Int(item.position.rawValue % UInt64(Self.most))
        let known = written.withLock { $0.places[place] }
        if let known, known.item == item { return known.bytes }
        writer.write(item)
        let bytes = writer.bytes
        if bytes.count <= Self.longest {
            let new = Written(item: item, bytes: bytes)
            written.withLock { if !$0.hasEnded { $0.places[place] = new } }
        }
        return bytes
    }

    /// Forgets all: words are in memory for a moment longer than they are needed, and not for hours.
    func forget() { written.withLock { $0.places = State().places } }

    /// Forgets all, and keeps nothing that is written from now on.
    func end() {
        written.withLock {
            $0 = State()
            $0.hasEnded = true
        }
    }

    /// How many changes are kept.
    var count: Int { written.withLock { $0.places.count { $0 != nil } } }
}

extension ChangeItem {
    /// Whether words of other changes are erased with it, or a name.
    fileprivate var takesWordsBack: Bool {
        switch change {
        case .erased, .profile: true
        default: false
        }
    }
}
