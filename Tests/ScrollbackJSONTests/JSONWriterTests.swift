import Messaging
import ScrollbackJSON
import TestSupport
import Testing
import Wire

@Suite struct `What is written in JSON` {
    @Test(arguments: [1, 1_000, 100_000])
    func `a list ends behind the limit, and says how much of it was written`(limit: Int) {
        var generator = SplitMix64(seed: 80)
        let users = (0..<500).map { _ in
            PersonItem(user: UserID(UniqueID.random(using: &generator)), name: "A")
        }
        var whole = JSONWriter()
        whole.write(Page(users), to: BlocksQuery.self)
        var writer = JSONWriter()
        writer.limit = limit

        writer.write(Page(users), to: BlocksQuery.self)

        // No more than the item with which it was full, and what closes the answer.
        #expect(writer.bytes.count < limit + 100)
        let isCut = limit < whole.bytes.count
        #expect((writer.bytes == whole.bytes) == !isCut)
        #expect(isCut ? abs(writer.wholeItems - limit / 59) <= 1 : writer.wholeItems == 500)
    }

    @Test func `separates values and names them`() {
        let json = text { writer in
            writer.object { writer in
                writer.field("a", 1)
                writer.name("b")
                writer.array { writer in
                    writer.write("x")
                    writer.object { _ in }
                    writer.array { _ in }
                    writer.writeNull()
                    writer.write(true)
                }
                writer.field("c", false)
                writer.field("d", ["y", "z"])
                writer.name("e")
                writer.write(json: Array(#"{ "raw": 1 }"#.utf8))
                writer.field("f", "")
            }
        }
        #expect(
            json == #"{"a":1,"b":["x",{},[],null,true],"c":false,"d":["y","z"],"e":{ "raw": 1 },"#
                + #""f":""}"#
        )
    }

    @Test(
        arguments: [
            ("", #""""#), ("a\"b\\c/", #""a\"b\\c/""#), ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#),
            ("\0\u{1F}\u{7F}", "\"\\u0000\\u001f\u{7F}\""), ("é😀\u{2028}", "\"é😀\u{2028}\""),
            ("e\u{301}", "\"e\u{301}\""), ("\"", #""\"""#),
        ]
    )
    func `escapes what has to be`(value: String, json: String) {
        #expect(Array(text { $0.write(value) }.utf8) == Array(json.utf8))
    }

    @Test(
        arguments: [
            (0, "0"), (-0.0, "-0"), (1, "1"), (-13, "-13"), (52.520008, "52.520008"),
            (0.1, "0.1"), (1e16, "1e+16"), (1e-5, "1e-05"), (.infinity, "null"), (.nan, "null"),
        ] as [(Double, String)]
    )
    func `has numbers as short as they can be`(number: Double, json: String) {
        #expect(text { $0.write(number) } == json)
    }

    @Test func `has integers as digits`() {
        #expect(text { $0.write(Int64.min) } == "-9223372036854775808")
        #expect(text { $0.write(UInt64.max) } == "18446744073709551615")
        #expect(text { $0.write(Position(7)) } == "7")
        #expect(text { $0.write(id(1)) } == #""01890f3e-7c00-7000-8000-000000000001""#)
    }

    @Test(
        arguments: [
            (0, "0"), (999, "0"), (1_000, "1"), (-1, "-1"), (-1_000, "-1"), (-1_001, "-2"),
            (.max, "9223372036854775"), (.min, "-9223372036854776"),
        ] as [(Int64, String)]
    )
    func `has times in whole milliseconds`(microseconds: Int64, json: String) {
        #expect(text { $0.write(Timestamp(microseconds: microseconds)) } == json)
    }

    @Test func `can be written over`() {
        var writer = JSONWriter()
        writer.object { $0.field("a", 1) }
        writer.removeAll(keepingBytes: .max)
        writer.write(2)
        #expect(writer.bytes == Array("2".utf8))
    }

    @Test func `reads as what was written`() throws {
        var random = SplitMix64(seed: seed(for: "what is written reads the same"))
        for _ in 0..<2_000 {
            let scalars = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                let limit: UInt32 = Bool.random(using: &random) ? 0x80 : 0x11_0000
                return Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) ?? "\u{0}"
            }
            let value = String(String.UnicodeScalarView(scalars))
            var writer = JSONWriter()
            writer.write(value)
            let string = try #require(try JSONDocument(writer.bytes).root.string)
            #expect(Array(string.utf8) == Array(value.utf8))
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { continue }
            writer.removeAll(keepingBytes: .max)
            writer.write(number)
            #expect(try JSONDocument(writer.bytes).root.number == number)
        }
    }
}
