package import Merkle
package import Wire

/// What every views commit says about the log that it was folded from.
///
///     0   16  log id
///     16   8  epoch, little-endian like all numbers here
///     24   8  position
///     32  32  root of the tree at that position
///
/// An opener computes the root again; only the very same history gives the same one.
package struct Binding: Equatable, Sendable {
    package var logID: UniqueID
    package var epoch: UInt64
    package var position: Position
    package var root: Digest

    static let byteCount = 64

    init(logID: UniqueID, epoch: UInt64, position: Position, root: Digest) {
        self.logID = logID
        self.epoch = epoch
        self.position = position
        self.root = root
    }

    /// Reads the row; nil if it is none.
    init?(_ bytes: RawSpan) {
        guard bytes.byteCount == Self.byteCount else { return nil }
        logID = UniqueID(bytes)
        epoch = bytes.unsafeLoadUnaligned(fromByteOffset: 16, as: UInt64.self).littleEndian
        position = Position(
            bytes.unsafeLoadUnaligned(fromByteOffset: 24, as: UInt64.self).littleEndian
        )
        root = Digest(bytes.extracting(32..<64))
    }

    /// Lends the row's bytes.
    func withBytes<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var words = InlineArray<8, UInt64>(repeating: 0)
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
