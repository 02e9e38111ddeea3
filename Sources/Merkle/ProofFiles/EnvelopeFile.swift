/// A file of all envelopes of a log in order, from which anyone can compute the log's root again.
///
///     scrollback-envelopes/v1
///
///     the checkpoint, a signed note of two paragraphs
///
///     for each event: 4 bytes length, big-endian; its envelope
///
/// The file ends with the last envelope; there are as many as the checkpoint says.
public enum EnvelopeFile {
    static let header: StaticString = "scrollback-envelopes/v1"

    /// The most bytes that stand before the first envelope.
    public static let maximumOpeningBytes = 64 + SignedNote.maximumBytes

    /// The most bytes that an envelope has.
    public static let maximumEnvelopeBytes = Disclosure.maximumEnvelopeBytes

    /// How many bytes an envelope's length takes.
    static let lengthByteCount = 4

    /// Returns the bytes before the first envelope.
    ///
    /// - Throws: ``EnvelopeFileError/checkpoint(_:)`` if the note is not a checkpoint.
    public static func opening(_ checkpoint: SignedNote) throws(EnvelopeFileError) -> [UInt8] {
        do {
            _ = try Checkpoint(parsing: checkpoint.text.span.bytes)
        } catch {
            throw .checkpoint(error)
        }
        return header.bytes + [newline, newline] + checkpoint.bytes + [newline]
    }

    /// Adds an envelope and its length.
    ///
    /// - Precondition: it has from 1 to ``maximumEnvelopeBytes`` bytes.
    public static func append(_ envelope: RawSpan, to bytes: inout [UInt8]) {
        precondition(
            (1...maximumEnvelopeBytes).contains(envelope.byteCount),
            "An envelope has bytes, and not too many."
        )
        let length = UInt32(envelope.byteCount)
        withUnsafeBytes(of: length.bigEndian) { bytes.append(contentsOf: $0) }
        envelope.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    /// Reads the bytes before the first envelope, without checking signatures.
    ///
    /// - Parameter bytes: the first ``maximumOpeningBytes`` of the file, or all if it has fewer.
    /// - Returns: the checkpoint, and the number of bytes before the first envelope.
    /// - Throws: ``EnvelopeFileError`` with the fault.
    /// - Complexity: O(opening).
    public static func readOpening(
        _ bytes: RawSpan
    ) throws(EnvelopeFileError) -> (checkpoint: SignedNote, byteCount: Int) {
        let start = header.bytes + [newline, newline]
        let limited = bytes.extracting(first: maximumOpeningBytes).withUnsafeBytes { Array($0) }
        guard limited.starts(with: start) else { throw .wrongHeader }
        // The empty line behind the text, and the one behind the signatures.
        var ends: [Int] = []
        for place in limited.indices.dropFirst(start.count + 1)
        where limited[place] == newline && limited[place - 1] == newline {
            ends.append(place)
            if ends.count == 2 { break }
        }
        guard let end = ends.dropFirst().first else { throw .missingCheckpoint }
        let note: SignedNote
        do {
            note = try SignedNote(parsing: limited[start.count..<end].span.bytes)
        } catch {
            throw .checkpoint(.note(error))
        }
        return (note, end + 1)
    }
}

/// Why a file does not hold all envelopes of a log.
public enum EnvelopeFileError: Error, Hashable, Sendable {
    /// The first line is not that of this format and version, or no empty line follows.
    case wrongHeader
    /// No checkpoint and empty line stand before the envelopes.
    case missingCheckpoint
    /// The checkpoint is malformed or not believed.
    case checkpoint(CheckpointError)
    /// The length of the envelope at this position is zero, or more than the named maximum.
    case envelopeLength(position: UInt64, maximumBytes: Int)
    /// The file ends before or within the envelope at this position.
    case endsEarly(position: UInt64)
    /// There is more behind the last envelope that the checkpoint counts.
    case endsLate(size: UInt64)
    /// The envelopes give another root than the checkpoint's.
    case wrongRoot
}

extension EnvelopeFileError: CustomStringConvertible {
    /// A description of the fault, without an envelope's contents.
    public var description: String {
        switch self {
        case .wrongHeader: "line 1 is not \(EnvelopeFile.header) with an empty line below it"
        case .missingCheckpoint: "the file has no checkpoint before its envelopes"
        case .checkpoint(let error): error.description
        case .envelopeLength(let position, let maximumBytes):
            "the envelope at position \(position) has no bytes, or more than \(maximumBytes)"
        case .endsEarly(let position):
            "the file ends before the envelope at position \(position)"
                + " is whole"
        case .endsLate(let size): "the file goes on behind the \(size) envelopes of its checkpoint"
        case .wrongRoot: "the envelopes give another root than the checkpoint's"
        }
    }
}
