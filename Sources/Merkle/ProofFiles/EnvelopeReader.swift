/// Computes a log's root from its envelopes, as they come from a file piece by piece.
///
///     let (note, start) = try EnvelopeFile.readOpening(first.span.bytes)
///     let checkpoint = try Checkpoint(of: note, origin: origin, keys: [pinned])
///     var reader = EnvelopeReader(size: checkpoint.size)
///     while let piece = read() { try reader.take(piece) }
///     guard try reader.finish() == checkpoint.root else { … }
///
/// It needs memory for one envelope, however long the log is.
public struct EnvelopeReader: ~Copyable {
    private let size: UInt64
    private let pinnedSize: UInt64?
    private var frontier = Frontier()
    /// The beginning of an envelope whose end has not come yet, with its length.
    private var pending: [UInt8] = []

    /// The root of the tree of the pinned size, once so many envelopes have come.
    public private(set) var pinnedRoot: Digest?

    /// Begins to read.
    ///
    /// - Parameters:
    ///   - size: how many envelopes there must be.
    ///   - pinnedSize: a size whose root is wanted too: that of a checkpoint that was kept.
    public init(size: UInt64, pinnedSize: UInt64? = nil) {
        self.size = size
        self.pinnedSize = pinnedSize
        if pinnedSize == 0 { pinnedRoot = TreeHash.emptyRoot }
    }

    /// How many envelopes have come.
    public var count: UInt64 { frontier.size }

    /// Adds the next bytes of the file, after its opening.
    ///
    /// - Throws: ``EnvelopeFileError`` with the position, after which nothing more can be read.
    /// - Complexity: O(count).
    public mutating func take(_ bytes: RawSpan) throws(EnvelopeFileError) {
        bytes.withUnsafeBytes { pending.append(contentsOf: $0) }
        var start = 0
        while let end = try end(ofEnvelopeAt: start) {
            let place = start + EnvelopeFile.lengthByteCount..<end
            let leaf = TreeHash.leaf(pending.span.bytes.extracting(place))
            frontier.append(leaf)
            if frontier.size == pinnedSize { pinnedRoot = frontier.root }
            start = end
        }
        pending.removeFirst(start)
    }

    /// Returns the end of the envelope whose length is at an offset; nil if it has not arrived yet.
    private func end(ofEnvelopeAt start: Int) throws(EnvelopeFileError) -> Int? {
        guard start < pending.count else { return nil }
        guard frontier.size < size else { throw .endsLate(size: size) }
        guard pending.count - start >= EnvelopeFile.lengthByteCount else { return nil }
        let length = Int(
            UInt32(
                bigEndian: pending.span.bytes.unsafeLoadUnaligned(
                    fromByteOffset: start,
                    as: UInt32.self
                )
            )
        )
        guard (1...EnvelopeFile.maximumEnvelopeBytes).contains(length) else {
            throw .envelopeLength(
                position: frontier.size + 1,
                maximumBytes: EnvelopeFile.maximumEnvelopeBytes
            )
        }
        let end = start + EnvelopeFile.lengthByteCount + length
        return end <= pending.count ? end : nil
    }

    /// The root of the tree of all envelopes, when the file has ended.
    ///
    /// - Throws: ``EnvelopeFileError/endsEarly(position:)`` if some are missing.
    public func finish() throws(EnvelopeFileError) -> Digest {
        guard frontier.size == size, pending.isEmpty else {
            throw .endsEarly(position: frontier.size + 1)
        }
        return frontier.root
    }
}
