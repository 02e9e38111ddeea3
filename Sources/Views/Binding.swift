package import Merkle
package import Wire

/// The statement in every views commit about the log that it was folded from.
///
///     log id (16), epoch (8, little-endian like all numbers here), position (8),
///     root of the tree at that position (32)
///
/// An opener computes the root again; only the very same history gives the same one.
package struct Binding: Equatable, Sendable {
    package var logID: UniqueID
    package var epoch: UInt64
    package var position: Position
    package var root: Digest

    /// The row's eight words in stored order.
    private typealias Words = InlineArray<8, UInt64>

    static let byteCount = MemoryLayout<Words>.size

    init(logID: UniqueID, epoch: UInt64, position: Position, root: Digest) {
        self.logID = logID
        self.epoch = epoch
        self.position = position
        self.root = root
    }

    /// Reads the row; nil if it is none.
    init?(_ bytes: RawSpan) {
        guard bytes.byteCount == Self.byteCount else { return nil }
        let words = bytes.unsafeLoadUnaligned(as: Words.self)
        logID = UniqueID(high: words[0].bigEndian, low: words[1].bigEndian)
        epoch = words[2].littleEndian
        position = Position(words[3].littleEndian)
        root = Digest(words: (words[4], words[5], words[6], words[7]))
    }

    /// Lends the row's bytes.
    func withBytes<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var words = Words(repeating: 0)
        words[0] = logID.high.bigEndian
        words[1] = logID.low.bigEndian
        words[2] = epoch.littleEndian
        words[3] = position.rawValue.littleEndian
        words[4] = root.words.0
        words[5] = root.words.1
        words[6] = root.words.2
        words[7] = root.words.3
        return try body(words.span.bytes)
    }
}
