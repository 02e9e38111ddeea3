import Merkle
import Testing
import Wire

@Suite struct `A writer keeps its memory and what was written` {
    @Test(arguments: [0, 1, 126, 127, 128, 129, 16_383, 16_384, 16_385, 2_097_151, 2_097_152])
    func `a message of any length gets that length in front`(count: Int) {
        let content = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let bytes = written { writer in
            writer.append(fixed32: 1)
            let mark = writer.beginMessage(field: 2)
            writer.append(content.span.bytes)
            writer.endMessage(mark)
            writer.append(fixed32: 3)
        }
        let length = written { $0.append(varint: UInt64(count)) }
        #expect(bytes == [1, 0, 0, 0, 0x12] + length + content + [3, 0, 0, 0])
    }

    @Test func `messages may begin within messages`() {
        let content = [UInt8](repeating: 5, count: 200)
        let bytes = written { writer in
            let outer = writer.beginMessage(field: 1)
            let inner = writer.beginMessage(field: 1)
            writer.append(content.span.bytes)
            writer.endMessage(inner)
            writer.endMessage(outer)
        }
        #expect(bytes == [0x0A, 0xCB, 0x01, 0x0A, 0xC8, 0x01] + content)
    }

    @Test func `what was written survives growing`() {
        var writer = WireWriter(capacity: 0)
        var expected: [UInt8] = []
        for value in 0..<5000 {
            writer.append(fixed32: UInt32(value))
            expected += [UInt8(value & 0xFF), UInt8(value >> 8), 0, 0]
        }
        #expect(writer.count == expected.count)
        #expect(writer.bytes.withUnsafeBytes { Array($0) } == expected)
    }

    @Test func `a writer that has grown writes again without moving its memory`() {
        var writer = WireWriter()
        let message = Sampler(text: "warm", blob: [UInt8](repeating: 1, count: 5000))
        message.encode(into: &writer)
        let start = address(of: writer)
        for _ in 0..<1000 {
            writer.removeAll()
            message.encode(into: &writer)
        }
        #expect(address(of: writer) == start)
    }

    @Test(arguments: [true, false])
    func `an emptied writer starts again`(keeps: Bool) {
        var writer = WireWriter()
        writer.append([UInt8](repeating: 1, count: 10_000).span.bytes)
        writer.removeAll(keepingCapacity: keeps)
        #expect(writer.count == 0)
        #expect(writer.bytes.byteCount == 0)
        writer.append(varint: 5)
        #expect(writer.bytes.withUnsafeBytes { Array($0) } == [5])
    }

    @Test func `identifiers and digests are written as their bytes`() {
        let hash = (0..<32).map { UInt8($0) }
        let bytes = written { writer in
            writer.write(UniqueID(high: 0x0102_0304_0506_0708, low: 9), field: 1)
            writer.write(Digest(hash.span.bytes), field: 2)
        }
        #expect(bytes.prefix(10) == [0x0A, 16, 1, 2, 3, 4, 5, 6, 7, 8])
        #expect(bytes.suffix(34) == [0x12, 32] + hash)
    }

    @Test func `a bridged or long text is written as its UTF-8`() {
        let text = String(repeating: "Grüezi 👋", count: 50)
        let bytes = written { $0.write(text, field: 1) }
        #expect(bytes.suffix(text.utf8.count) == Array(text.utf8)[...])
    }

    private func address(of writer: borrowing WireWriter) -> UInt {
        writer.bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    }
}
