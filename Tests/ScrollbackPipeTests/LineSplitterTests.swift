import ScrollbackPipe
import TestSupport
import Testing

/// The lines of a text that arrives in pieces of one length.
private func lines(of text: String, inPiecesOf length: Int) -> [String] {
    var splitter = LineSplitter()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        splitter.add(rest.prefix(length))
        rest = rest.dropFirst(length)
    }
    splitter.end()
    return splitter.take(upTo: .max).map { String(decoding: $0, as: UTF8.self) }
}

@Suite struct `What is read is cut into lines` {
    @Test(
        arguments: [
            ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("\n", [""]),
            ("\n\n", ["", ""]), ("a\r\nb\n", ["a\r", "b"]), ("abc\n\ndef\n", ["abc", "", "def"]),
        ] as [(String, [String])]
    )
    func `wherever it is torn`(text: String, expected: [String]) {
        for length in 1...4 { #expect(lines(of: text, inPiecesOf: length) == expected) }
    }

    @Test func `and a long line is kept only as far as to see that it is too long`() {
        var splitter = LineSplitter()
        let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 18)
        for _ in 0..<16 { splitter.add(chunk[...]) }
        splitter.add([UInt8(ascii: "\n"), UInt8(ascii: "y"), UInt8(ascii: "\n")])
        #expect(splitter.count == 2)
        #expect(splitter.waitingBytes == LineSplitter.keptBytes + 1)
        let taken = splitter.take(upTo: 1)
        #expect(taken.map(\.count) == [LineSplitter.keptBytes])
        #expect(splitter.waitingBytes == 1)
        #expect(splitter.take(upTo: 5) == [[UInt8(ascii: "y")]])
        #expect(splitter.take(upTo: 5) == [])
    }
}
