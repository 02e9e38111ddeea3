/// The kinds of files that prove something about a log, told apart by their first lines.
public enum ProofFileKind: Sendable, CaseIterable {
    /// A ``RecordProof``: an event is in a log.
    case record
    /// A ``ContinuationProof``: a log only grew.
    case continuation
    /// A ``Disclosure``: an event's content.
    case disclosure
    /// An ``ErasureReceipt``: an erasure names an event's content.
    case erasure
    /// An ``EnvelopeFile``: the whole history.
    case envelopes

    /// Reads a file's beginning; nil if it is none of these.
    public init?(beginning bytes: RawSpan) {
        let found = Self.allCases.first { kind in
            let line = kind.header.bytes + [newline]
            guard bytes.byteCount >= line.count else { return false }
            return bytes.extracting(first: line.count).withUnsafeBytes { $0.elementsEqual(line) }
        }
        guard let found else { return nil }
        self = found
    }

    /// The first line, without its newline.
    public var firstLine: String { header.description }

    private var header: StaticString {
        switch self {
        case .record: RecordProof.header
        case .continuation: ContinuationProof.header
        case .disclosure: Disclosure.header
        case .erasure: ErasureReceipt.header
        case .envelopes: EnvelopeFile.header
        }
    }
}
