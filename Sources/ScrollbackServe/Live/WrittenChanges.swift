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

    private let written = Lock<[Written?]>(Array(repeating: nil, count: most))

    /// The JSON of a change, without a seal.
    func bytes(of item: ChangeItem) -> [UInt8] {
        let place = Int(item.position.rawValue % UInt64(Self.most))
        if let known = written.withLock({ $0[place] }), known.item == item { return known.bytes }
        var writer = JSONWriter()
        writer.write(item)
        let bytes = writer.bytes
        if bytes.count <= Self.longest {
            written.withLock { $0[place] = Written(item: item, bytes: bytes) }
        }
        return bytes
    }

    /// Forgets all: words are in memory for a moment longer than they are needed, and not for hours.
    func forget() { written.withLock { $0 = Array(repeating: nil, count: Self.most) } }
}
