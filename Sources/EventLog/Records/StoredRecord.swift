package import LogSchema
package import Merkle
package import Wire

/// A record as it lies in the log, checked and not copied.
///
/// Its bytes are never encoded again: hashes, exports and copies use them as they stand.
///
///     envelope  field 1, length-delimited    kept for ever, hashed
///     sealed    field 2, length-delimited    absent without content and after an erasure
///     crc32c    field 3, the last five bytes  over everything before it
///
/// It is these and nothing else, in this order: a byte beside them would be in no hash of the tree.
package struct StoredRecord: ~Escapable {
    package let position: Position
    package let stream: StreamID
    /// The whole record.
    package let bytes: RawSpan
    package let envelope: EncodedEnvelope
    /// The encrypted content; empty if there is none or it was erased.
    package let sealed: RawSpan

    /// The tag and the four bytes of the checksum.
    private static let checksumFieldBytes = 5
    private static let checksumTag = UInt8(3 << 3 | 5)

    /// Checks a record found at a position.
    @inline(__always)
    @_lifetime(copy bytes)
    package init(at position: Position, _ bytes: RawSpan) throws(LogError) {
        let covered = bytes.byteCount - Self.checksumFieldBytes
        guard covered > 0,
            bytes.unsafeLoadUnaligned(fromByteOffset: covered, as: UInt8.self) == Self.checksumTag
        else { throw .damagedRecord(position, .checksum) }
        let stored = bytes.unsafeLoadUnaligned(
            fromByteOffset: covered + 1,
            as: UInt32.self
        ).littleEndian
        guard checksum(bytes.extracting(0..<covered)) == stored else {
            throw .damagedRecord(position, .checksum)
        }
        try self.init(at: position, trusting: bytes)
    }

    /// Reads a record without checking its checksum, because it was just written.
    @_lifetime(copy bytes)
    init(at position: Position, trusting bytes: RawSpan) throws(LogError) {
        let hasChecksum: Bool
        let envelope: EncodedEnvelope
        let sealed: RawSpan
        do throws(WireError) {
            let record = try EncodedRecord(bytes)
            hasChecksum = record.crc32c != nil
            envelope = try EncodedEnvelope(record.envelopeBytes)
            sealed = record.sealed
        } catch {
            throw .damagedRecord(position, .frame(error))
        }
        guard hasChecksum, envelope.bytes.byteCount <= LogWriter.maximumEnvelopeBytes,
            sealed.byteCount <= LogWriter.maximumContentBytes,
            bytes.byteCount == Self.byteCount(envelope.bytes.byteCount, sealed.byteCount)
        else { throw .damagedRecord(position, .field("length")) }
        guard let stream = StreamID(checking: envelope) else {
            throw .damagedRecord(position, .field("stream"))
        }
        guard (envelope.version == 1) == (envelope.previous == nil), envelope.version > 0 else {
            throw .damagedRecord(position, .field("version"))
        }
        guard envelope.recorded >= 0 else { throw .damagedRecord(position, .field("time")) }
        guard envelope.eventNumber > 0 else { throw .damagedRecord(position, .field("event")) }
        guard sealed.byteCount == 0 || envelope.seal != nil else {
            throw .damagedRecord(position, .field("seal"))
        }
        self.stream = stream
        self.position = position
        self.bytes = bytes
        self.envelope = envelope
        self.sealed = sealed
    }

    /// Returns the length of a record with nothing but an envelope, sealed content and the
    /// checksum.
    private static func byteCount(_ envelope: Int, _ sealed: Int) -> Int {
        func field(_ count: Int) -> Int {
            let bits = Int.bitWidth - count.leadingZeroBitCount
            return 1 + max(1, (bits + 6) / 7) + count
        }
        return field(envelope) + (sealed > 0 ? field(sealed) : 0) + checksumFieldBytes
    }

    /// Writes this record without its content; the envelope's bytes stay as they are.
    func frame(withoutContentInto writer: inout WireWriter) {
        writer.removeAll()
        writer.write(envelopeBytes, field: 1)
        writer.appendChecksum()
    }

    /// The bytes of this record without its content.
    package func withoutContent() -> [UInt8] {
        var writer = WireWriter()
        frame(withoutContentInto: &writer)
        return writer.bytes.withUnsafeBytes { Array($0) }
    }

    /// The bytes that are hashed into the tree.
    package var envelopeBytes: RawSpan {
        @_lifetime(copy self)
        get { envelope.bytes }
    }

    package var leafHash: Digest { TreeHash.leaf(envelope.bytes) }
    package var version: Version { Version(envelope.version) }
    package var recorded: Timestamp { Timestamp(microseconds: envelope.recorded) }

    /// The time of the event as shown to users.
    package var sent: Timestamp { Timestamp(microseconds: envelope.sent ?? envelope.recorded) }
}

extension WireWriter {
    /// Completes a record with the checksum over everything before it.
    mutating func appendChecksum() {
        let sum = checksum(bytes)
        write(fixed32: sum, field: 3)
    }
}
