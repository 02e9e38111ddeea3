import Testing
import Wire

@Suite struct `A reader accepts one form of every number` {
    @Test(
        arguments: [
            ([0x00], 0), ([0x7F], 127), ([0x80, 0x01], 128), ([0xFF, 0x7F], 16_383),
            ([0x80, 0x80, 0x01], 16_384), ([0xFF, 0xFF, 0xFF, 0xFF, 0x0F], UInt64(UInt32.max)),
            ([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], UInt64.max),
        ] as [([UInt8], UInt64)]
    )
    func `a varint reads as its number and is written as it was`(bytes: [UInt8], value: UInt64)
        throws
    {
        var reader = try WireReader(bytes.span.bytes)
        #expect(try reader.varint() == value)
        #expect(written { $0.append(varint: value) } == bytes)
    }

    @Test(arguments: 0..<64)
    func `a varint of every length comes back`(bits: Int) throws {
        for value in [UInt64(1) << UInt64(bits), UInt64.max >> UInt64(bits)] {
            let bytes = written { $0.append(varint: value) }
            var reader = try WireReader(bytes.span.bytes)
            #expect(try reader.varint() == value)
            #expect(reader.offset == bytes.count)
        }
    }

    @Test(arguments: [[0x80, 0x00], [0xFF, 0x00], [0x80, 0x80, 0x00], nines + [0x00]])
    func `a varint with a padding byte is refused`(bytes: [UInt8]) throws {
        #expect(throws: WireError.varintNotMinimal(at: 0)) {
            var reader = try WireReader(bytes.span.bytes)
            _ = try reader.varint()
        }
    }

    @Test(arguments: [nines + [0x02], nines + [0x7F], nines + [0x81, 0x01], nines + [0xFF]])
    func `a varint of more than 64 bits is refused`(bytes: [UInt8]) throws {
        #expect(throws: WireError.varintTooLong(at: 0)) {
            var reader = try WireReader(bytes.span.bytes)
            _ = try reader.varint()
        }
    }

    @Test(arguments: 0...9)
    func `a varint that is cut off is refused`(count: Int) throws {
        let bytes = [UInt8](repeating: 0x80, count: count)
        #expect(throws: WireError.truncated(at: 0)) {
            var reader = try WireReader(bytes.span.bytes)
            _ = try reader.varint()
        }
    }

    @Test func `fixed numbers need all their bytes`() throws {
        let bytes: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        var reader = try WireReader(bytes.span.bytes)
        #expect(try reader.fixed64() == 0x0807_0605_0403_0201)
        reader = try WireReader(bytes.span.bytes)
        #expect(try reader.fixed32() == 0x0403_0201)
        for count in 0..<8 {
            let prefix = Array(bytes[..<count])
            #expect(throws: WireError.truncated(at: 0)) {
                var reader = try WireReader(prefix.span.bytes)
                _ = try reader.fixed64()
            }
        }
        for count in 0..<4 {
            let prefix = Array(bytes[..<count])
            #expect(throws: WireError.truncated(at: 0)) {
                var reader = try WireReader(prefix.span.bytes)
                _ = try reader.fixed32()
            }
        }
    }

    private static let nines = [UInt8](repeating: 0xFF, count: 9)
}

@Suite struct `A reader compares every length with what is left` {
    @Test(
        arguments: [
            0, 1, 4, 5, 6, UInt64(Int32.max), UInt64(UInt32.max), UInt64(Int64.max) - 1,
            UInt64(Int64.max), UInt64(Int64.max) + 1, UInt64.max - 1, UInt64.max,
        ] as [UInt64]
    )
    func `a length is legal up to the last byte`(length: UInt64) throws {
        let bytes = written { $0.append(varint: length) } + [UInt8](repeating: 7, count: 5)
        let isLegal = length <= 5
        do throws(WireError) {
            var reader = try WireReader(bytes.span.bytes)
            let range = try reader.range()
            #expect(isLegal)
            #expect(UInt64(range.count) == length)
        } catch {
            #expect(!isLegal)
            #expect(error == .truncated(at: 0))
        }
    }

    @Test func `a message may be as long as the limit and no longer`() throws {
        let bytes = [UInt8](repeating: 0, count: WireReader.maximumByteCount + 1)
        for count in [WireReader.maximumByteCount - 1, WireReader.maximumByteCount] {
            let reader = try WireReader(bytes.span.bytes.extracting(0..<count))
            #expect(reader.offset == 0)
        }
        #expect(throws: WireError.messageTooLong(byteCount: bytes.count)) {
            _ = try WireReader(bytes.span.bytes)
        }
    }

    @Test func `messages may lie as deep as the limit and no deeper`() throws {
        for depth in [WireReader.maximumDepth - 2, WireReader.maximumDepth - 1] {
            let reader = try WireReader([UInt8]().span.bytes, depth: depth)
            #expect(reader.depth == depth)
        }
        #expect(throws: WireError.nestedTooDeep) {
            _ = try WireReader([UInt8]().span.bytes, depth: WireReader.maximumDepth)
        }
    }
}

@Suite struct `A reader accepts fields in one order` {
    @Test func `fields ascend`() {
        #expect(fields(of: [0x08, 1, 0x10, 1, 0x98, 0x06, 1]) == .success([1, 2, 99]))
    }

    @Test func `a field after a larger one is refused`() {
        #expect(fields(of: [0x10, 1, 0x08, 1]) == .failure(.fieldOutOfOrder(field: 1, at: 2)))
    }

    @Test func `an unknown field may repeat, with any wire type`() {
        #expect(fields(of: [0x08, 1, 0x08, 2, 0x0A, 1, 0, 0x10, 1]) == .success([1, 2]))
    }

    @Test func `an unknown field that repeats is still checked`() {
        #expect(fields(of: [0x08, 1, 0x08]) == .failure(.truncated(at: 3)))
        #expect(fields(of: [0x08, 1, 0x0B]) == .failure(.unsupportedWireType(field: 1, at: 2)))
    }

    @Test(arguments: [3, 4, 6, 7] as [UInt8])
    func `groups and undefined wire types are refused`(type: UInt8) {
        #expect(fields(of: [0x08 | type]) == .failure(.unsupportedWireType(field: 1, at: 0)))
    }

    @Test(
        arguments: [
            (0, false), (1, true), (18_999, true), (19_000, false), (19_999, false), (20_000, true),
            (WireTag.maximumNumber, true), (WireTag.maximumNumber + 1, false),
            (UInt32.max, false),
        ] as [(UInt32, Bool)]
    )
    func `a field number is legal within its limits`(number: UInt32, isLegal: Bool) {
        let bytes = written { $0.append(varint: UInt64(number) << 3) } + [1]
        #expect(
            fields(of: bytes)
                == (isLegal ? .success([number]) : .failure(.invalidFieldNumber(at: 0)))
        )
    }

    @Test func `a tag with a padding byte is refused`() {
        #expect(fields(of: [0x88, 0x00, 1]) == .failure(.varintNotMinimal(at: 0)))
    }

    private func fields(of bytes: [UInt8]) -> Result<[UInt32], WireError> {
        do throws(WireError) {
            var numbers: [UInt32] = []
            var reader = try WireReader(bytes.span.bytes)
            while let tag = try reader.nextField() {
                numbers.append(tag.number)
                try reader.skipUnknown(tag)
            }
            return .success(numbers)
        } catch {
            return .failure(error)
        }
    }
}
