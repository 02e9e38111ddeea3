import Testing
import Wire

@Suite struct `A decoder accepts only what the encoder would write` {
    /// Bytes that protobuf reads and this decoder refuses, and why.
    static let refused: [(name: String, bytes: [UInt8], error: WireError)] = [
        ("a number at its default", [0x08, 0], .defaultValueWritten(field: 1, at: 0)),
        ("false", [0x60, 0], .defaultValueWritten(field: 12, at: 0)),
        ("a zero double", [0x59] + zeros(8), .defaultValueWritten(field: 11, at: 0)),
        ("a zero fixed32", [0x3D] + zeros(4), .defaultValueWritten(field: 7, at: 0)),
        ("an empty text", [0x6A, 0], .defaultValueWritten(field: 13, at: 0)),
        ("empty bytes", [0x72, 0], .defaultValueWritten(field: 14, at: 0)),
        ("the zero value", [0x88, 1, 0], .defaultValueWritten(field: 17, at: 0)),
        ("no packed numbers", [0xF2, 1, 0], .defaultValueWritten(field: 30, at: 0)),
        ("a field twice", [0x08, 1, 0x08, 2], .fieldRepeated(field: 1, at: 2)),
        ("fields in no order", [0x10, 1, 0x08, 1], .fieldOutOfOrder(field: 1, at: 2)),
        ("another wire type", [0x0D, 1, 0, 0, 0], .wrongWireType(field: 1, at: 0)),
        ("a length for a number", [0x0A, 1, 1], .wrongWireType(field: 1, at: 0)),
        ("numbers not packed", [0xF0, 1, 1], .wrongWireType(field: 30, at: 0)),
        ("a bool of two", [0x60, 2], .invalidBool(field: 12, at: 0)),
        (
            "an identifier of 15 bytes", [0x7A, 15] + zeros(15),
            .wrongLength(field: 15, expected: 16, actual: 15, at: 0)
        ),
        (
            "an identifier of 17 bytes", [0x7A, 17] + zeros(17),
            .wrongLength(field: 15, expected: 16, actual: 17, at: 0)
        ),
        (
            "an empty identifier", [0x7A, 0],
            .wrongLength(field: 15, expected: 16, actual: 0, at: 0)
        ),
        (
            "a digest of 31 bytes", [0x82, 1, 31] + zeros(31),
            .wrongLength(field: 16, expected: 32, actual: 31, at: 0)
        ),
        ("text that is not UTF-8", [0x6A, 1, 0xFF], .invalidUTF8(field: 13, at: 0)),
        ("text with a surrogate", [0x6A, 3, 0xED, 0xA0, 0x80], .invalidUTF8(field: 13, at: 0)),
        ("a uint32 of 33 bits", [0x08] + max33, .valueOutOfRange(field: 1, at: 0)),
        ("an int32 in five bytes", [0x18] + max32, .valueOutOfRange(field: 3, at: 0)),
        ("a sint32 of 33 bits", [0x28] + max33, .valueOutOfRange(field: 5, at: 0)),
        ("an enumeration of 33 bits", [0x88, 1] + max33, .valueOutOfRange(field: 17, at: 0)),
        ("a packed bool of two", [0x92, 2, 2, 1, 2], .invalidBool(field: 34, at: 0)),
        ("a packed number cut off", [0xF2, 1, 1, 0x80], .truncated(at: 0)),
        ("a packed double cut off", [0x8A, 2, 7] + zeros(7), .truncated(at: 0)),
        (
            "a second text not UTF-8", [0xA2, 2, 0, 0xA2, 2, 1, 0x80],
            .invalidUTF8(field: 36, at: 3)
        ),
        (
            "a second identifier too short", [0xB2, 2, 16] + zeros(16) + [0xB2, 2, 1, 0],
            .wrongLength(field: 38, expected: 16, actual: 1, at: 19)
        ),
        (
            "a repeated text as a number", [0xA2, 2, 0, 0xA0, 2, 1],
            .wrongWireType(field: 36, at: 3)
        ),
        (
            "packed numbers in two parts", [0xF2, 1, 1, 1, 0xF2, 1, 1, 1],
            .fieldRepeated(field: 30, at: 4)
        ),
        ("a tag alone", [0x08], .truncated(at: 1)),
        ("a length alone", [0x6A], .truncated(at: 1)),
        ("a length beyond the end", [0x6A, 2, 0x61], .truncated(at: 1)),
        ("a length close to 2^64", [0x6A] + nines + [1], .truncated(at: 1)),
        ("a packed length close to 2^64", [0xF2, 1] + nines + [1], .truncated(at: 2)),
        ("a repeated length close to 2^64", [0xA2, 2] + nines + [1], .truncated(at: 2)),
    ]

    @Test(arguments: refused.indices)
    func `a form that the encoder would not write is refused`(index: Int) {
        let (name, bytes, error) = Self.refused[index]
        #expect(refusal(of: bytes, as: Sampler.self) == error, "\(name)")
    }

    @Test func `a fault within a message is found when the message is asked for`() throws {
        let bytes: [UInt8] = [0x92, 1, 2, 0x08, 0]
        let sampler = try EncodedSampler(bytes.span.bytes)
        #expect(throws: WireError.defaultValueWritten(field: 1, at: 0)) { _ = try sampler.point?.x }
        #expect(throws: WireError.defaultValueWritten(field: 1, at: 0)) { try sampler.validate() }
    }

    @Test func `a fault in the last of many messages is found by validating`() throws {
        let bytes: [UInt8] = [0xC2, 2, 0, 0xC2, 2, 4, 0x1A, 2, 0x0A, 0]
        let sampler = try EncodedSampler(bytes.span.bytes)
        #expect(sampler.points.count == 2)
        #expect(throws: WireError.defaultValueWritten(field: 1, at: 0)) { try sampler.validate() }
        #expect(throws: WireError.defaultValueWritten(field: 1, at: 0)) { _ = try Sampler(sampler) }
    }

    @Test func `every error says where and nothing of what`() {
        #expect(Set(Self.refused.map(\.error.description)).count > 20)
        #expect(
            WireError.wrongLength(field: 15, expected: 16, actual: 17, at: 3).description
                == "field 15 at byte 3 has 17 bytes instead of 16"
        )
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    private static let nines = [UInt8](repeating: 0xFF, count: 9)
    private static let max32: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0x0F]
    private static let max33: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0x1F]
}
