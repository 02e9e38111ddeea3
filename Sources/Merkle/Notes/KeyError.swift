/// Why a text is not a key, or a key cannot be used.
public enum KeyError: Error, Hashable, Sendable {
    /// The text is longer than any key's.
    case tooLong(maximumBytes: Int)
    /// The text does not have the parts of a key: a name, an id and the key, joined by `+`.
    case malformed
    /// The name is empty or too long, or has a space, a plus sign or a control character.
    case malformedName
    /// The id is not eight lower-case hexadecimal digits.
    case malformedID
    /// The key is not canonical base 64.
    case base64(Base64Error)
    /// The key is of another kind than Ed25519, whose number is 1.
    case unsupportedType(UInt8)
    /// The key has another count of bytes than 32.
    case byteCount(Int)
    /// The id does not match the name and the key.
    case wrongID(stated: KeyID, computed: KeyID)
    /// libcrypto could not do its part.
    case cryptographyFailed
}

extension KeyError: CustomStringConvertible {
    /// A description of the fault, without the key.
    public var description: String {
        switch self {
        case .tooLong(let maximumBytes): "the text has more than \(maximumBytes) bytes"
        case .malformed: "the text is not a name, an id and a key joined by plus signs"
        case .malformedName:
            "the name is empty or too long, or has a space, a plus sign or a control character"
        case .malformedID: "the id is not eight lower-case hexadecimal digits"
        case .base64(let error): "the key is wrong: \(error)"
        case .unsupportedType(let type): "the key is of kind \(type), and only 1 is supported"
        case .byteCount(let count): "the key has \(count) bytes instead of 32"
        case .wrongID(let stated, let computed):
            "the id is given as \(stated), and the name and the key give \(computed)"
        case .cryptographyFailed: "libcrypto could not do its part"
        }
    }
}
