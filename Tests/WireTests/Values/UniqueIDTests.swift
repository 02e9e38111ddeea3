import TestSupport
import Testing
import Wire

@Suite struct `An identifier has one text and one order` {
    @Test func `the text of an identifier reads back as the identifier`() throws {
        var generator = SplitMix64(seed: 1)
        for _ in 0..<1000 {
            let id = UniqueID(high: generator.next(), low: generator.next())
            #expect(UniqueID(id.description) == id)
        }
    }

    @Test func `the text is that of a UUID`() {
        let id = UniqueID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF)
        #expect(id.description == "00112233-4455-6677-8899-aabbccddeeff")
        #expect(UniqueID("00112233-4455-6677-8899-AABBCCDDEEFF") == id)
        #expect(UniqueID.zero.description == "00000000-0000-0000-0000-000000000000")
    }

    @Test(arguments: [
        "",
        "00112233-4455-6677-8899-aabbccddeef",
        "00112233-4455-6677-8899-aabbccddeefff",
        "0011223344556677-8899-aabbccddeeff---",
        "00112233-4455-6677-8899_aabbccddeeff",
        "00112233-4455-6677-8899-aabbccddeegf", "00112233-4455-6677-8899-AABBCCDDEEGF",
        "{0112233-4455-6677-8899-aabbccddeef}",
        "００112233-4455-6677-8899-aabbccdd",
    ])
    func `a text that is no UUID is refused`(text: String) {
        #expect(UniqueID(text) == nil)
    }

    @Test func `identifiers are ordered as their bytes`() {
        var generator = SplitMix64(seed: 2)
        for _ in 0..<1000 {
            // Few bits, so that the halves are often equal.
            let left = UniqueID(high: generator.next() & 0b11, low: generator.next())
            let right = UniqueID(high: generator.next() & 0b11, low: generator.next())
            #expect((left < right) == bytes(left).lexicographicallyPrecedes(bytes(right)))
        }
    }

    @Test func `the bytes are those of the text`() {
        let id = UniqueID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF)
        #expect(bytes(id) == (0...15).map { UInt8($0 * 0x11) })
        let padded = [9, 9, 9] + bytes(id)
        #expect(UniqueID(padded.span.bytes, at: 3) == id)
    }

    @Test func `a random identifier is a UUID of version 4`() {
        var generator = SplitMix64(seed: 3)
        for _ in 0..<100 {
            let text = Array(UniqueID.random(using: &generator).description)
            #expect(text[14] == "4")
            #expect("89ab".contains(text[19]))
        }
    }

    private func bytes(_ id: UniqueID) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 16)
        bytes.withUnsafeMutableBytes { id.store(into: $0) }
        return bytes
    }
}
