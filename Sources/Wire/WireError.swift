/// The reason why bytes are not a valid protobuf message.
///
/// Offsets count from the start of the innermost message. No case carries any of the bytes, so an
/// error can be logged.
@usableFromInline
package enum WireError: Error, Hashable, Sendable {
    /// The bytes end inside the value that starts at the offset.
    case truncated(at: Int)

    /// A varint has more than ten bytes or more than 64 bits.
    case varintTooLong(at: Int)

    /// A varint ends in a byte without bits: a shorter varint has the same value.
    case varintNotMinimal(at: Int)

    /// A number does not fit the field's type.
    case valueOutOfRange(field: UInt32, at: Int)

    /// A boolean is neither 0 nor 1.
    case invalidBool(field: UInt32, at: Int)

    /// A string is not UTF-8.
    case invalidUTF8(field: UInt32, at: Int)

    /// A field number is 0, more than 2^29 − 1, or one that protobuf keeps for itself.
    case invalidFieldNumber(at: Int)

    /// A wire type is a group's or undefined.
    case unsupportedWireType(field: UInt32, at: Int)

    /// A known field has another wire type than in the schema.
    case wrongWireType(field: UInt32, at: Int)

    /// A field comes after one with a larger number.
    case fieldOutOfOrder(field: UInt32, at: Int)

    /// A field that may come only once is repeated.
    case fieldRepeated(field: UInt32, at: Int)

    /// A field has its default value, which a canonical encoder leaves out.
    case defaultValueWritten(field: UInt32, at: Int)

    /// A field of fixed length has another length.
    case wrongLength(field: UInt32, expected: Int, actual: Int, at: Int)

    /// A message holds two members of one oneof.
    case secondMember(field: UInt32, at: Int)

    /// A message lies deeper within others than `WireReader.maximumDepth`.
    case nestedTooDeep

    /// A message is longer than `WireReader.maximumByteCount`.
    case messageTooLong(byteCount: Int)
}

extension WireError: CustomStringConvertible {
    @usableFromInline
    package var description: String {
        switch self {
        case .truncated(let offset):
            "the value at byte \(offset) is cut off"
        case .varintTooLong(let offset):
            "the varint at byte \(offset) has more than 64 bits"
        case .varintNotMinimal(let offset):
            "the varint at byte \(offset) is longer than it needs to be"
        case .valueOutOfRange(let field, let offset):
            "the number of field \(field) at byte \(offset) does not fit its type"
        case .invalidBool(let field, let offset):
            "the boolean of field \(field) at byte \(offset) is neither 0 nor 1"
        case .invalidUTF8(let field, let offset):
            "the string of field \(field) at byte \(offset) is not UTF-8"
        case .invalidFieldNumber(let offset):
            "the field number at byte \(offset) is not allowed"
        case .unsupportedWireType(let field, let offset):
            "field \(field) at byte \(offset) has an unsupported wire type"
        case .wrongWireType(let field, let offset):
            "field \(field) at byte \(offset) has another wire type than in the schema"
        case .fieldOutOfOrder(let field, let offset):
            "field \(field) at byte \(offset) comes after one with a larger number"
        case .fieldRepeated(let field, let offset):
            "field \(field) comes again at byte \(offset)"
        case .defaultValueWritten(let field, let offset):
            "field \(field) at byte \(offset) holds its default and should be absent"
        case .wrongLength(let field, let expected, let actual, let offset):
            "field \(field) at byte \(offset) has \(actual) bytes instead of \(expected)"
        case .secondMember(let field, let offset):
            "field \(field) at byte \(offset) is a second member of a oneof"
        case .nestedTooDeep:
            "messages are nested more than \(WireReader.maximumDepth) deep"
        case .messageTooLong(let byteCount):
            "a message of \(byteCount) bytes is longer than \(WireReader.maximumByteCount)"
        }
    }
}
