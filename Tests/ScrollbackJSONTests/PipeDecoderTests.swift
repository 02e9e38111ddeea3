import Messaging
import ScrollbackJSON
import Testing
import Wire

@Suite struct `A line of the pipe` {
    private let leave = #""do":"leave","conversation":"\#(id(1))""#

    @Test func `says who asks`() throws {
        #expect(try decode(#"{"as":"\#(actor)",\#(leave)}"#).actor == .user(actor))
        #expect(try decode(#"{"as":"operator","do":"runRetention"}"#).actor == .operator)
        #expect(error(of: "{\(leave)}")?.field == "as")
        #expect(
            try decode(#"{"as":"\#(actor.description.uppercased())",\#(leave)}"#).actor
                == .user(actor)
        )
        for bad in ["null", "1", #""Operator""#, #""""#] {
            let error = error(of: #"{"as":\#(bad),\#(leave)}"#)
            #expect(error?.code == .invalidRequest)
            #expect(error?.field == "as")
        }
    }

    @Test(
        arguments: [
            "null", "1.50", #""a\u0041""#, #"{ "b" : [1, 2 ] }"#, "[]", "true", "-0",
            "123456789012345678901234567890",
        ]
    )
    func `has its ref echoed byte for byte`(ref: String) throws {  // D-66
        let line = try decode(#"{"ref": \#(ref) ,"as":"\#(actor)",\#(leave)}"#)
        #expect(line.ref == Array(ref.utf8))
        let answer = text {
            $0.writeLine(ref: line.ref, position: Position(7), answer: .done)
        }
        #expect(answer == #"{"ref":\#(ref),"ok":{},"position":7}"# + "\n")
        let refused = #expect(throws: MalformedLine.self) {
            try decode(#"{"ref":\#(ref),"as":"\#(actor)","do":"fly"}"#)
        }
        #expect(refused?.ref == Array(ref.utf8))
    }

    @Test func `needs no ref`() throws {
        #expect(try decode(#"{"as":"\#(actor)",\#(leave)}"#).ref == nil)
        let answer = text { $0.writeLine(ref: nil, position: .zero, answer: .done) }
        #expect(answer == #"{"ok":{},"position":0}"# + "\n")
    }

    @Test func `brings its time only where lines do`() throws {  // D-02 D-03
        let line = #"{"as":"\#(actor)","at":1700000000001,\#(leave)}"#
        #expect(
            try decode(line, readsTime: true).at
                == Timestamp(microseconds: 1_700_000_000_001_000)
        )
        #expect(try decode(#"{"as":"\#(actor)",\#(leave)}"#, readsTime: true).at == nil)
        let error = error(of: line)
        #expect(error?.code == .invalidRequest)
        #expect(error?.field == "at")
        for bad in ["null", "1.0", #""1""#, "9007199254740993", "-9007199254740993"] {
            let line = #"{"as":"\#(actor)","at":\#(bad),\#(leave)}"#
            #expect(ScrollbackJSONTests.error(of: line, readsTime: true)?.field == "at")
        }
        for edge in ["0", "-1", "9007199254740992", "-9007199254740992"] {
            let line = #"{"as":"\#(actor)","at":\#(edge),\#(leave)}"#
            #expect(ScrollbackJSONTests.error(of: line, readsTime: true) == nil)
        }
    }

    @Test func `brings its time to a query as well`() throws {  // D-03
        let line = #"{"as":"\#(actor)","at":5,"ask":"conversations","limit":3}"#
        let decoded = try decode(line, readsTime: true)
        #expect(decoded.at == Timestamp(microseconds: 5_000))
        let query = try decoded.query.read(as: ConversationsQuery.self)
        #expect(query == ConversationsQuery(limit: 3))
        #expect(error(of: line)?.field == "at")
    }

    @Test func `either does or asks`() {  // D-66
        let both = error(of: #"{"as":"\#(actor)","ask":"blocks",\#(leave)}"#)
        #expect(both?.code == .invalidRequest)
        #expect(both?.field == "ask")
        let neither = error(of: #"{"as":"\#(actor)"}"#)
        #expect(neither?.code == .invalidRequest)
        #expect(neither?.message == "One of do, ask is needed.")
    }

    @Test(arguments: [#""fly""#, #""Leave""#, #""""#, "1", "null", "[]"])
    func `does something that is known`(name: String) {
        let error = error(of: #"{"as":"\#(actor)","do":\#(name)}"#)
        #expect(error?.code == .invalidRequest)
        #expect(error?.field == "do")
    }

    @Test(arguments: [#""fly""#, #""Settings""#, #""asof""#, #""""#, "1", "null", "{}"])
    func `asks something that is served`(name: String) {
        let error = error(of: #"{"as":"\#(actor)","ask":\#(name)}"#)
        #expect(error?.code == .invalidRequest)
        #expect(error?.field == "ask")
    }

    @Test func `may have white space and a carriage return around it, and escaped names`() throws {
        let line = "\t{ \"\\u0061s\" : \"\(actor)\" , \(leave) }\r"
        #expect(try decode(line).command.command.name == .leave)
    }

    @Test(
        arguments: [
            "", " ", "[]", "null", "1", #""x""#, "{", "{}x", "{} {}", #"{"as":1,"as":2}"#,
            #"{"\u0061s":1,"as":2}"#, "{'as':1}", #"{"a":NaN}"#, "\u{FEFF}{}",
        ]
    )
    func `that is no JSON object is refused without a field`(line: String) {  // D-66
        let error = error(of: line)
        #expect(error?.code == .invalidRequest)
        #expect(error?.field == nil)
        #expect(error?.message.hasSuffix(".") == true)
    }

    @Test(arguments: [(0, true), (1, false)])
    func `has at most a mebibyte`(more: Int, isRead: Bool) {
        let start = #"{"as":"\#(actor)",\#(leave),"ref":""#
        let padding = String(repeating: "x", count: 1 << 20 - start.utf8.count - 2 + more)
        let error = error(of: start + padding + #""}"#)
        #expect((error == nil) == isRead)
        if !isRead { #expect(error?.message == "The line is longer than 1048576 bytes.") }
    }

    @Test func `names what is not known at no great length`() {
        let name = String(repeating: "x", count: 1_000)
        let error = error(of: #"{"as":"\#(actor)","\#(name)":1,\#(leave)}"#)
        #expect(error?.field?.count == 64)
        #expect(error.map { $0.message.count < 100 } == true)
    }
}

@Suite struct `Commands together` {
    private func all(_ commands: String, more: String = "") -> String {
        #"{"as":"\#(actor)","do":"all","commands":[\#(commands)]\#(more)}"#
    }

    private let leave = #"{"do":"leave","conversation":"\#(id(1))"}"#

    @Test func `are decoded in their order, each with its id`() throws {
        let pin = #"{"do":"pin","id":"\#(id(5))","conversation":"\#(id(2))"}"#
        let batch = try decode(all("\(leave),\(pin)", more: #","id":"\#(id(6))""#)).batch
        #expect(
            batch
                == CommandBatch(
                    [
                        NamedCommand(.leave(Leave(conversation: ConversationID(id(1))))),
                        NamedCommand(
                            .arrange(Arrange(.pin, conversation: ConversationID(id(2)))),
                            id: CommandID(id(5))
                        ),
                    ],
                    id: CommandID(id(6))
                )
        )
        #expect(try decode(all("")).batch == CommandBatch([]))
    }

    @Test(arguments: [(1_000, true), (1_001, false)])
    func `are at most a thousand`(count: Int, isRead: Bool) {
        let error = error(of: all(Array(repeating: leave, count: count).joined(separator: ",")))
        #expect((error == nil) == isRead)
        if !isRead { #expect(error?.field == "commands") }
    }

    @Test(
        arguments: [
            (#"{"do":"leave"}"#, "conversation"),
            (#"{"do":"leave","conversation":"\#(id(1))","as":"\#(actor)"}"#, "as"),
            (#"{"do":"leave","conversation":"\#(id(1))","at":1}"#, "at"),
            (#"{"do":"leave","conversation":"\#(id(1))","ref":1}"#, "ref"),
            (#"{"do":"all","commands":[]}"#, "do"),
            (#"{"do":"fly"}"#, "do"),
            (#"{"ask":"blocks"}"#, "do"),
            (#"{"do":"leave","conversation":"\#(id(1))","id":"x"}"#, "id"),
            ("[]", nil), ("null", nil), (#""leave""#, nil),
        ] as [(String, String?)]
    )
    func `say which of them is wrong, and where`(command: String, field: String?) {
        let error = error(of: all("\(leave),\(leave),\(command)"))
        #expect(error?.code == .invalidRequest)
        #expect(error?.index == 2)
        #expect(error?.field == field)
    }

    @Test func `need a list, and nothing that is not known`() {
        #expect(error(of: #"{"as":"\#(actor)","do":"all"}"#)?.field == "commands")
        #expect(error(of: #"{"as":"\#(actor)","do":"all","commands":null}"#)?.field == "commands")
        #expect(error(of: #"{"as":"\#(actor)","do":"all","commands":{}}"#)?.field == "commands")
        #expect(error(of: all(leave, more: #","x":1"#))?.field == "x")
        #expect(error(of: all(leave, more: #","id":"x""#))?.field == "id")
    }
}
