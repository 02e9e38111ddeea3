/// Why a note is not believed.
public enum NoteError: Error, Hashable, Sendable {
    /// It is not a text of lines, or is too long.
    case text(TextFault)
    /// No empty line with a signature below it.
    case noSignatures
    /// This line of the note, from 1, should be an em dash, a name and a signature in base 64.
    case malformedSignature(line: Int)
    /// It has more signatures than the named maximum.
    case tooManySignatures(maximum: Int)
    /// Two of the given keys have the same name and id, so a signature names neither.
    case ambiguousKey(name: KeyName, id: KeyID)
    /// A given key is said to have signed, and has not.
    case wrongSignature(name: KeyName, id: KeyID)
    /// None of the given keys signed it.
    case noKnownSigner
    /// libcrypto could not do its part.
    case cryptographyFailed
}

extension NoteError: CustomStringConvertible {
    /// A description of the fault, without the note's text.
    public var description: String {
        switch self {
        case .text(let fault): fault.description
        case .noSignatures: "the note has no signatures below an empty line"
        case .malformedSignature(let line): "line \(line) of the note is not a signature"
        case .tooManySignatures(let maximum): "the note has more than \(maximum) signatures"
        case .ambiguousKey(let name, let id): "two given keys are called \(name)+\(id)"
        case .wrongSignature(let name, let id): "the signature by \(name)+\(id) is wrong"
        case .noKnownSigner: "none of the given keys signed the note"
        case .cryptographyFailed: "libcrypto could not do its part"
        }
    }
}
