/// Why a text is not a disclosure, or a disclosure does not hold.
public enum DisclosureError: Error, Hashable, Sendable {
    /// It is not a text of lines, or is too long.
    case text(TextFault)
    /// The first line is not that of this format and version.
    case wrongHeader
    /// This line is not its name, a space and base 64.
    case malformedField(line: Int)
    /// The salt has another count of bytes than 16.
    case saltLength(Int)
    /// The content is empty, or longer than the named maximum.
    case contentLength(maximumBytes: Int)
    /// The envelope is empty, or longer than the named maximum.
    case envelopeLength(maximumBytes: Int)
    /// The proof carries something along, for which nothing would vouch.
    case extra
    /// No empty line and no proof follow.
    case missingProof
    /// The proof is malformed or does not hold.
    case proof(RecordProofError)
    /// The envelope's seal cannot be read.
    case seal(EnvelopeSealError)
    /// The event never had any content.
    case noSeal
    /// The content does not match the seal.
    case wrongSeal
}

extension DisclosureError: CustomStringConvertible {
    /// A description of the fault, without the disclosed content.
    public var description: String {
        switch self {
        case .text(let fault): fault.description
        case .wrongHeader: "line 1 is not \(Disclosure.header)"
        case .malformedField(let line):
            "line \(line) is not the \(Self.names[line - 2]) in base 64"
        case .saltLength(let count):
            "the salt has \(count) bytes instead of \(EnvelopeSeal.saltByteCount)"
        case .contentLength(let maximumBytes):
            "the content has no bytes, or more than \(maximumBytes)"
        case .envelopeLength(let maximumBytes):
            "the envelope has no bytes, or more than \(maximumBytes)"
        case .extra: "the proof carries something along that nothing vouches for"
        case .missingProof: "line 5 is not empty with a proof below it"
        case .proof(let error): "the proof of the envelope: \(error)"
        case .seal(let error): error.description
        case .noSeal: "the envelope has no seal, so the event never had any content"
        case .wrongSeal: "the content is not the one that the envelope's seal vouches for"
        }
    }

    private static let names = ["salt", "content", "envelope"]
}
