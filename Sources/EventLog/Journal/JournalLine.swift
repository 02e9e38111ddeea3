package import Merkle
package import Wire

/// A line of a journal: an event that is kept, or that some lines were never carried out.
///
///     NUMBER EPOCH SIZE POSITION LEAF ENVELOPE ERASED SUM
///     NUMBER void FIRST-LAST SUM
///     NUMBER adds FIRST-LAST SUM
///
/// `docs/journal.md` describes it byte by byte. The sum is SHA-256 over the sum of the line before
/// and the bytes of this one, so it vouches for every line up to here.
package struct JournalLine: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        case event(JournalEvent)
        /// The events of these lines are not in the log: their commit failed.
        case void(ClosedRange<UInt64>)
        /// These lines follow, of events that the log has already: a crash may tear any of them.
        case adds(ClosedRange<UInt64>)
    }

    /// The number in the file, from 1.
    package let number: UInt64
    package let content: Content
    package let sum: Digest

    /// The event; nil for a line that makes others void.
    package var event: JournalEvent? {
        if case .event(let event) = content { event } else { nil }
    }
}

/// An event of the store's own stream as a journal keeps it.
package struct JournalEvent: Equatable, Sendable {
    /// The epoch of its position.
    package let epoch: UInt64
    /// The size of the log before the append that the event belongs to.
    package let size: Position
    package let position: Position
    package let leaf: Digest
    /// The envelope's bytes as stored.
    package let envelope: [UInt8]
    /// For an erasure the leaf hash of each position that it names, in its order; else none.
    package let erased: [Digest]

    package init(
        epoch: UInt64,
        size: Position,
        position: Position,
        leaf: Digest,
        envelope: [UInt8],
        erased: [Digest] = []
    ) {
        self.epoch = epoch
        self.size = size
        self.position = position
        self.leaf = leaf
        self.envelope = envelope
        self.erased = erased
    }
}

/// The reason why some bytes are no line of a journal.
package enum JournalLineFault: Error, Equatable, Sendable {
    case fields
    case number
    case field(String)
    /// The leaf hash is not that of the envelope.
    case leaf
    /// The line does not follow the one before it, or a byte of either was changed.
    case sum
}

extension JournalLine {
    private static let separator = UInt8(ascii: " ")
    private static let voids = "void"
    private static let adds = "adds"
    private static let nothing = "-"

    /// The end of a line.
    static let end = UInt8(ascii: "\n")

    /// Writes a line, with its end, and returns its sum.
    static func write(
        _ content: Content,
        number: UInt64,
        after previous: Digest,
        to bytes: inout [UInt8]
    ) -> Digest {
        var text = "\(number) "
        switch content {
        case .void(let lines): text += "\(voids) \(lines.lowerBound)-\(lines.upperBound)"
        case .adds(let lines): text += "\(adds) \(lines.lowerBound)-\(lines.upperBound)"
        case .event(let event):
            let leaf = event.leaf.withBytes { Base64.encode($0) }
            text += "\(event.epoch.hexadecimalText) \(event.size) \(event.position) \(leaf) "
            text += "\(Base64.encode(event.envelope.span.bytes)) "
            text += event.erased.isEmpty ? nothing : Self.text(of: event.erased)
        }
        let sum = sum(of: Array(text.utf8)[...], after: previous)
        bytes += text.utf8
        bytes.append(separator)
        bytes += sum.withBytes { Base64.encode($0) }.utf8
        bytes.append(end)
        return sum
    }

    /// Reads a line without its end.
    init(
        _ bytes: ArraySlice<UInt8>,
        number: UInt64,
        after previous: Digest
    ) throws(JournalLineFault) {
        let fields = bytes.split(separator: Self.separator, omittingEmptySubsequences: false)
        guard fields.count == 4 || fields.count == 8, let last = fields.last else {
            throw .fields
        }
        guard Self.number(fields[0]) == number else { throw .number }
        let told = try Self.digest(last, "sum")
        guard told == Self.sum(of: bytes[..<(last.startIndex - 1)], after: previous) else {
            throw .sum
        }
        self.number = number
        sum = told
        content =
            fields.count == 4
            ? try Self.about(fields, at: number) : .event(try JournalEvent(fields))
    }

    /// The kind of a line, also of a torn one.
    enum Claim: Hashable {
        /// An event of the append that begins at a size of the log.
        case event(UInt64)
        case void
    }

    /// Returns what a line may be; nil where that cannot be told.
    static func claim(_ bytes: ArraySlice<UInt8>) -> Claim? {
        let fields = bytes.split(separator: separator, omittingEmptySubsequences: false)
        switch fields.count {
        case 4 where [voids, adds].contains { fields[1].elementsEqual($0.utf8) }: return .void
        case 8: return number(fields[2]).map { .event($0) }
        default: return nil
        }
    }

    /// The most zeros that a torn first line leaves: its pages have room, and nothing is in them.
    private static let mostZeros = 1 << 16

    /// Whether bytes without a whole line can be what a crash left of a journal's first append.
    ///
    /// The first line is about the log's first event, so it begins in one form: `1 EPOCH 0 1 `.
    static func mayBeginFile(_ bytes: [UInt8]) -> Bool {
        if bytes.count <= mostZeros, bytes.allSatisfy({ $0 == 0 }) { return true }
        let digits = Array("0123456789abcdef".utf8)
        var form = Array("1 ".utf8).map { [$0] }
        form += Array(repeating: digits, count: 16)
        form += Array(" 0 1 ".utf8).map { [$0] }
        return zip(bytes, form).allSatisfy { $1.contains($0) }
    }

    /// Reads a line about other lines: earlier ones that it makes void, or those that follow.
    private static func about(
        _ fields: [ArraySlice<UInt8>],
        at number: UInt64
    ) throws(JournalLineFault) -> Content {
        let isVoid = fields[1].elementsEqual(voids.utf8)
        guard isVoid || fields[1].elementsEqual(adds.utf8) else { throw .fields }
        let ends = fields[2].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]),
            first > 1, first <= last, isVoid ? last < number : first - 1 == number
        else { throw .field("range") }
        return isVoid ? .void(first...last) : .adds(first...last)
    }

    fileprivate static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        // One form: no sign, no leading zeros.
        guard let text = String(validating: digits, as: UTF8.self), let number = UInt64(text),
            "\(number)" == text
        else { return nil }
        return number
    }

    fileprivate static func digest(
        _ text: ArraySlice<UInt8>,
        _ field: String
    ) throws(JournalLineFault) -> Digest {
        let bytes = try Self.bytes(text, field)
        guard bytes.count == Digest.byteCount else { throw .field(field) }
        return Digest(bytes.span.bytes)
    }

    fileprivate static func bytes(
        _ text: ArraySlice<UInt8>,
        _ field: String
    ) throws(JournalLineFault) -> [UInt8] {
        do throws(Base64Error) {
            return try Base64.decode(Array(text).span.bytes)
        } catch {
            throw .field(field)
        }
    }

    fileprivate static func digests(
        _ text: ArraySlice<UInt8>
    ) throws(JournalLineFault) -> [Digest] {
        if text.elementsEqual(nothing.utf8) { return [] }
        let bytes = try Self.bytes(text, "erased")
        guard !bytes.isEmpty, bytes.count.isMultiple(of: Digest.byteCount) else {
            throw .field("erased")
        }
        return stride(from: 0, to: bytes.count, by: Digest.byteCount).map { start in
            Digest(bytes.span.bytes.extracting(start..<start + Digest.byteCount))
        }
    }

    private static func text(of digests: [Digest]) -> String {
        var bytes = [UInt8](repeating: 0, count: digests.count * Digest.byteCount)
        bytes.withUnsafeMutableBytes { buffer in
            for (index, digest) in digests.enumerated() {
                let start = index * Digest.byteCount
                digest.store(
                    into: UnsafeMutableRawBufferPointer(
                        rebasing: buffer[start..<start + Digest.byteCount]
                    )
                )
            }
        }
        return Base64.encode(bytes.span.bytes)
    }

    private static func sum(of line: ArraySlice<UInt8>, after previous: Digest) -> Digest {
        var hash = SHA256()
        hash.update(previous)
        hash.update(line.span.bytes)
        return hash.finish()
    }
}

extension JournalEvent {
    fileprivate init(_ fields: [ArraySlice<UInt8>]) throws(JournalLineFault) {
        guard let digits = String(validating: fields[1], as: UTF8.self),
            let epoch = UInt64(hexadecimalText: digits), epoch.hexadecimalText == digits
        else { throw .field("epoch") }
        guard let size = JournalLine.number(fields[2]),
            let position = JournalLine.number(fields[3]),
            size < position
        else { throw .field("position") }
        let leaf = try JournalLine.digest(fields[4], "leaf")
        let envelope = try JournalLine.bytes(fields[5], "envelope")
        guard TreeHash.leaf(envelope.span.bytes) == leaf else { throw .leaf }
        self.init(
            epoch: epoch,
            size: Position(size),
            position: Position(position),
            leaf: leaf,
            envelope: envelope,
            erased: try JournalLine.digests(fields[6])
        )
    }
}
