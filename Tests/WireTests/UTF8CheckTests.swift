import TestSupport
import Testing
import Wire

@Suite struct `Text is UTF-8` {
    @Test func `every scalar is accepted, at every place in a word`() {
        for value in stride(from: UInt32(0), through: 0x10FFFF, by: 7) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let bytes = [UInt8](repeating: 0x61, count: Int(value % 9)) + Array(String(scalar).utf8)
            #expect(isUTF8(bytes))
        }
    }

    @Test func `all sequences of two bytes are judged as the standard library judges them`() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max { agree([first, second]) }
        }
    }

    @Test func `sequences at the edges are judged as the standard library judges them`() {
        let edges: [UInt8] = [
            0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
            0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ]
        for first in edges {
            for second in edges {
                for third in edges {
                    agree([first, second, third])
                    for fourth in [0x7F, 0x80, 0xBF, 0xC0] as [UInt8] {
                        agree([first, second, third, fourth])
                    }
                }
            }
        }
    }

    @Test func `random bytes are judged as the standard library judges them`() {
        var generator = SplitMix64(seed: 4)
        for _ in 0..<20_000 {
            var bytes = Array("Grüezi, 東京 👋🏽 and some more".utf8)
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                let place = Int.random(in: bytes.indices, using: &generator)
                bytes[place] = UInt8(truncatingIfNeeded: generator.next())
            }
            agree(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator))))
        }
    }

    private func isUTF8(_ bytes: [UInt8]) -> Bool { bytes.span.bytes.isUTF8 }

    private func agree(_ bytes: [UInt8]) {
        let expected = String(validating: bytes, as: UTF8.self) != nil
        if isUTF8(bytes) != expected { Issue.record("\(bytes) should be \(expected)") }
    }
}
