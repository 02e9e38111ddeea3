import ScrollbackJSON
import Testing

private func read(_ text: String) throws(JSONFault) -> JSONValue {
    try JSONDocument(Array(text.utf8)).root
}

private func fault(_ bytes: [UInt8]) -> JSONFault? {
    do throws(JSONFault) {
        _ = try JSONDocument(bytes)
        return nil
    } catch {
        return error
    }
}

@Suite struct `A JSON text is read` {
    @Test(
        arguments: [
            (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""\u0041\u00e9\u20AC\u0000""#, "Aé€\0"), (#""\ud83d\ude00""#, "😀"),
            (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""é€😀""#, "é€😀"),
            (#""\ud7ff\ue000""#, "\u{D7FF}\u{E000}"),
            (#""\\u0041""#, #"\u0041"#), ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
        ]
    )
    func `strings with what their escapes stand for`(json: String, text: String) throws {
        let string = try #require(try read(json).string)
        #expect(Array(string.utf8) == Array(text.utf8))
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("9007199254740992", 1 << 53),
            ("-9007199254740992", -(1 << 53)), ("1000000000000000", 1_000_000_000_000_000),
        ] as [(String, Int64)]
    )
    func `integers up to two to the 53rd`(json: String, number: Int64) throws {
        #expect(try read(json).integer == .number(number))
    }

    @Test(
        arguments: [
            "9007199254740993", "-9007199254740993", "90071992547409920", "9223372036854775808",
            "18446744073709551616", "123456789012345678901234567890123456789012345678901234567890",
        ]
    )
    func `integers that are too large, as that`(json: String) throws {
        #expect(try read(json).integer == .tooLarge)
    }

    @Test(arguments: ["1.0", "0.0", "1e2", "1E2", "-1.5", #""1""#, "true", "null", "[]", "{}"])
    func `nothing else as an integer`(json: String) throws {  // D-66
        #expect(try read(json).integer == nil)
    }

    @Test(
        arguments: [
            ("0", 0), ("-0.5", -0.5), ("1e3", 1_000), ("1.5E-2", 0.015), ("52.520008", 52.520008),
            ("1e-999", 0), ("1e999", .infinity), ("-1e999", -.infinity),
            ("5e-324", .leastNonzeroMagnitude),
        ] as [(String, Double)]
    )
    func `numbers`(json: String, number: Double) throws {
        #expect(try read(json).number == number)
    }

    @Test func `true, false and null, each as itself`() throws {
        #expect(try read("true").boolean == true)
        #expect(try read(" false ").boolean == false)
        #expect(try read("null").boolean == nil)
        #expect(try read("null").isNull)
        #expect(try !read("0").isNull)
        #expect(try read("null").string == nil)
    }

    @Test func `arrays and objects in their order`() throws {
        let object = try #require(try read(#"{"b":[1,[2],{"x":3}],"a":{},"c":"d"}"#).object)
        #expect(object.members.map(\.name) == ["b", "a", "c"])
        let elements = try #require(object["b"]?.elements)
        #expect(
            elements.map { String(decoding: $0.bytes, as: UTF8.self) } == ["1", "[2]", #"{"x":3}"#]
        )
        #expect(object["c"]?.string == "d")
        #expect(object["x"] == nil)
        #expect(object["a"]?.object?.members.map(\.name) == [])
        #expect(try read("[]").elements.map(Array.init)?.isEmpty == true)
    }

    @Test func `names by what they spell and by their code points`() throws {
        let object = try #require(try read(#"{"\u00e9":1,"e\u0301":2,"K":3}"#).object)
        #expect(object["\u{E9}"]?.integer == .number(1))
        #expect(object["e\u{301}"]?.integer == .number(2))
        // The Kelvin sign is canonically equal to the letter, and yet another name.
        #expect(object["\u{212A}"] == nil)
    }

    @Test(arguments: [(32, true), (33, false)])
    func `to a depth of 32`(depth: Int, isRead: Bool) {
        for (opening, closing) in [("[", "]"), (#"{"a":"#, "}")] {
            let inner = opening == "[" ? "" : "1"
            let text =
                String(repeating: opening, count: depth) + inner
                + String(repeating: closing, count: depth)
            let fault = fault(Array(text.utf8))
            #expect(fault?.reason == (isRead ? nil : .tooDeep))
            if !isRead { #expect(fault?.offset == 32 * opening.utf8.count) }
        }
    }

    @Test func `to a mebibyte and no further`() {
        let longest =
            [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20 - 1) + [UInt8(ascii: "1")]
        #expect(fault(longest) == nil)
        #expect(fault(longest + [UInt8(ascii: "1")]) == JSONFault(.tooLong, at: 1 << 20))
    }
}

@Suite struct `What is no JSON is refused at its place` {
    @Test(
        arguments: [
            ("", .endsEarly, 0), ("  ", .endsEarly, 2), ("x", .unexpected, 0),
            ("tru", .endsEarly, 3), ("trux", .unexpected, 3), ("nul1", .unexpected, 3),
            ("True", .unexpected, 0), ("NaN", .unexpected, 0), ("Infinity", .unexpected, 0),
            ("-Infinity", .malformedNumber, 0), ("+1", .unexpected, 0), (".5", .unexpected, 0),
            ("01", .malformedNumber, 0), ("-", .malformedNumber, 0), ("-01", .malformedNumber, 0),
            ("1.", .malformedNumber, 0), ("1.e1", .malformedNumber, 0),
            ("[1e]", .malformedNumber, 1),
            ("1e+", .malformedNumber, 0), ("0x1", .trailing, 1), ("1 2", .trailing, 2),
            ("{}{}", .trailing, 2), ("[1]]", .trailing, 3), ("1\0", .trailing, 1),
            ("[", .endsEarly, 1), ("[1", .endsEarly, 2), ("[1,", .endsEarly, 3),
            ("[1,]", .unexpected, 3), ("[,1]", .unexpected, 1), ("[1 2]", .unexpected, 3),
            ("{", .endsEarly, 1), ("{1:2}", .unexpected, 1), (#"{"a"}"#, .unexpected, 4),
            (#"{"a":}"#, .unexpected, 5), (#"{"a":1,}"#, .unexpected, 7),
            ("{'a':1}", .unexpected, 1),
            (#"{"a":1"b":2}"#, .unexpected, 6), ("{]", .unexpected, 1), ("[}", .unexpected, 1),
            (#""a"#, .endsEarly, 2), (#""\"#, .endsEarly, 2), ("\"a\nb\"", .controlCharacter, 2),
            ("\"\0\"", .controlCharacter, 1), ("\"\u{1F}\"", .controlCharacter, 1),
            (#""\x""#, .malformedEscape, 1), (#""\u12""#, .malformedEscape, 1),
            (#""\u12G4""#, .malformedEscape, 1), (#""\u"#, .malformedEscape, 1),
            (#""\ud800""#, .loneSurrogate, 1), (#""\udc00""#, .loneSurrogate, 1),
            (#""\ud800x""#, .loneSurrogate, 1), (#""\ud800\n""#, .loneSurrogate, 1),
            (#""\ud800\ud800""#, .loneSurrogate, 1), (#""\ud800\u0041""#, .loneSurrogate, 1),
            (#"["a","\udfff"]"#, .loneSurrogate, 6), ("// a\n1", .unexpected, 0),
            ("\u{FEFF}1", .unexpected, 0), ("\u{A0}1", .unexpected, 0),
        ] as [(String, JSONFault.Reason, Int)]
    )
    func `by the rules of the grammar`(text: String, reason: JSONFault.Reason, offset: Int) {
        // D-37 D-66
        #expect(fault(Array(text.utf8)) == JSONFault(reason, at: offset))
    }

    @Test(
        arguments: [
            (#"{"a":1,"a":2}"#, 7), (#"{"a":1,"\u0061":2}"#, 7), (#"{"":1,"b":2,"":3}"#, 12),
            (#"[{"x":{"a":1,"b":1,"a":1}}]"#, 19), (#"{"é":1,"\u00e9":1}"#, 8),
        ]
    )
    func `where a name comes twice in an object`(text: String, offset: Int) {  // D-66
        #expect(fault(Array(text.utf8)) == JSONFault(.repeatedName, at: offset))
    }

    @Test(arguments: [2, 8, 9, 10, 5_000])
    func `where a name comes twice in an object of any size`(count: Int) {
        let names = (0..<count).map { #""\#($0)":0"# }
        #expect(fault(Array("{\(names.joined(separator: ","))}".utf8)) == nil)
        for name in [0, count / 2, count - 1] {
            let text = "{\(names.joined(separator: ","))"
            let again =
                text + #","\u003\#(String(name).first ?? "0")"#
                + #"\#(String(name).dropFirst())":0}"#
            #expect(
                fault(Array(again.utf8)) == JSONFault(.repeatedName, at: text.utf8.count + 1)
            )
        }
    }

    @Test(
        arguments: [
            ([0x22, 0xFF, 0x22], 1), ([0x22, 0xC0, 0x80, 0x22], 1), ([0x22, 0x61, 0xE2, 0x82], 2),
            ([0x22, 0xED, 0xA0, 0x80, 0x22], 1), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1),
            ([0x31, 0x80], 1),
        ] as [([UInt8], Int)]
    )
    func `where the bytes are not UTF-8`(bytes: [UInt8], offset: Int) {  // D-37
        #expect(fault(bytes) == JSONFault(.notUTF8, at: offset))
    }

    @Test func `with a sentence that names the byte and nothing of the text`() {
        #expect(
            fault(Array(#"{"secret":01}"#.utf8))?.description
                == "The number at byte 10 is malformed."
        )
    }
}
