import Foundation
import Messaging
import ScrollbackJSON
import Testing
import Wire

@Suite struct `A command is decoded from its form` {
    @Test(arguments: Example.all)
    func `as the contract writes it`(example: Example) throws {
        let decoded = try decode(example.line).command
        #expect(decoded.command == example.command)
        #expect(decoded.command.name == example.name)
        // What creates something is named by it alone.
        let needsID = example.name == .toggleReaction
        #expect(decoded.id == (needsID ? CommandID(id(0x1D)) : nil))
    }

    @Test(arguments: CommandForm.all.map(\.name))
    func `in examples with every field and with none that is optional`(name: CommandName) throws {
        let examples = try Example.all.filter { $0.name == name }.map(fields)
        let schema = CommandSchema.schema(of: name)
        let all = Set(schema.properties.map(\.name)).subtracting(["id"])
        let required = Set(schema.properties.filter(\.isRequired).map(\.name))
            .subtracting(["id"])
        let seen = examples.reduce(into: Set<String>()) { $0.formUnion($1) }.subtracting(["id"])
        #expect(seen == all)
        let smallest = try #require(examples.min { $0.count < $1.count }).subtracting(["id"])
        #expect(smallest.count == required.count + schema.alternatives.count)
    }

    private func fields(_ example: Example) throws -> Set<String> {
        let object = try JSONDocument(Array(example.line.utf8)).object()
        return Set(object.members.map(\.name)).subtracting(["as"])
    }

    @Test(arguments: CommandForm.all.map(\.name))
    func `with the id that it is tried under`(name: CommandName) throws {  // D-04
        let example = try #require(Example.all.first { $0.name == name })
        let other = id(0x99)
        var object = try json(example.line)
        object["id"] = other.description
        let decoded = try decode(line(object)).command
        guard Contract.creators.contains(name.rawValue) else {
            #expect(decoded.id == CommandID(other))
            #expect(decoded.command == example.command)
            return
        }
        #expect(decoded.id == nil)
        #expect(decoded.command.createdID == other)
    }

    @Test func `making a name for each thing that the client gave none`() throws {  // C07 MSG-26
        let line = """
            {"as":"\(actor)","do":"all","commands":[
            {"do":"createGroup","members":[]},{"do":"send","conversation":"\(id(1))"}]}
            """
        let batch = try decode(line).batch
        #expect(batch.commands.map(\.command.createdID) == [id(0xF00), id(0xF01)])
    }
}

extension Command {
    /// The id of what it creates.
    fileprivate var createdID: UniqueID? {
        switch self {
        case .createGroup(let command): command.conversation.rawValue
        case .openRequest(let command): command.conversation.rawValue
        case .send(let command): command.message.rawValue
        case .report(let command): command.report.rawValue
        case .placeHold(let command): command.hold.rawValue
        default: nil
        }
    }
}

/// Reads a line by another's reader, to change it.
private func json(_ line: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
}

private func line(_ object: [String: Any]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
}

@Suite struct `A command in another form is refused and the field named` {
    /// The example of a command that has most fields, one with this field where there is one.
    private func example(_ name: CommandName, with field: String? = nil) throws -> [String: Any] {
        let candidates = try Example.all.filter { $0.name == name }.map { try json($0.line) }
        let suited = candidates.filter { field == nil || $0.keys.contains(field ?? "") }
        return try #require((suited.isEmpty ? candidates : suited).max { $0.count < $1.count })
    }

    private func properties(_ name: CommandName) -> [Schema.Property] {
        CommandSchema.schema(of: name).properties.filter { $0.name != "do" }
    }

    private func refusal(
        _ name: CommandName,
        _ field: String,
        change: (inout [String: Any]) -> Void
    ) throws -> ErrorForm? {
        var object = try example(name, with: field)
        change(&object)
        return error(of: try line(object))
    }

    @Test(arguments: CommandForm.all.map(\.name))
    func `where a field is missing`(name: CommandName) throws {
        for property in properties(name) where property.isRequired {
            let error = try refusal(name, property.name) { $0[property.name] = nil }
            #expect(error?.code == .invalidRequest)
            #expect(error?.field == property.name)
            #expect(error?.message == "\(property.name) is missing.")
        }
    }

    @Test(arguments: CommandForm.all.map(\.name))
    func `where a field has another type`(name: CommandName) throws {  // D-66
        for property in properties(name) {
            for value in [["x": 1], 1.5, true, "x", [1]] as [any Sendable]
            where !property.schema.admits(value) {
                let error = try refusal(name, property.name) { $0[property.name] = value }
                #expect(error?.code == .invalidRequest, "\(property.name) \(value)")
                #expect(error?.field == property.name, "\(property.name) \(value)")
                #expect(error?.message.hasPrefix(property.name) == true)
            }
        }
    }

    @Test(arguments: CommandForm.all.map(\.name))
    func `where null clears nothing`(name: CommandName) throws {  // D-66
        for property in properties(name) {
            let error = try refusal(name, property.name) { $0[property.name] = NSNull() }
            if case .either(let schemas) = property.schema, schemas.contains(.null) {
                #expect(error == nil, "\(property.name)")
            } else {
                #expect(error?.code == .invalidRequest, "\(property.name)")
                #expect(error?.field == property.name)
                #expect(error?.message.contains("null") == true)
            }
        }
    }

    @Test(arguments: CommandForm.all.map(\.name))
    func `where a word is none of its words`(name: CommandName) throws {
        for property in properties(name) {
            guard case .choice(let words) = property.schema else { continue }
            for word in ["", "x", words[0].uppercased(), words[0] + " "] {
                let error = try refusal(name, property.name) { $0[property.name] = word }
                #expect(error?.code == .invalidRequest)
                #expect(error?.field == property.name)
                #expect(error?.message.contains(words[0]) == true)
            }
        }
    }

    @Test(arguments: CommandForm.all.map(\.name))
    func `where an id is no UUID`(name: CommandName) throws {  // D-121
        for property in properties(name) where property.schema == .id {
            let good = "01890f3e-7c00-7000-8000-00000000000a"
            for bad in [
                "", "x", "{\(good)}", String(good.dropLast()), good + "0",
                good.replacing("-", with: ""), good.replacing("f", with: "g"),
            ] {
                let error = try refusal(name, property.name) { $0[property.name] = bad }
                #expect(error?.code == .invalidRequest, "\(property.name) \(bad)")
                #expect(error?.field == property.name)
                #expect(error?.message == "\(property.name) is not a UUID.")
            }
        }
    }

    @Test(arguments: CommandName.allCases)
    func `where a field is not known`(name: CommandName) throws {  // D-66
        for field in ["x", "Do", "textt", "", "ref ", "größe"] {
            var object =
                name == .all
                ? ["as": actor.description, "do": "all", "commands": [String]()]
                : try example(name)
            object[field] = "x"
            let error = error(of: try line(object))
            #expect(error?.code == .invalidRequest, "\(field)")
            #expect(error?.field == field)
        }
    }

    @Test(arguments: CommandForm.all.filter { !$0.schema.alternatives.isEmpty }.map(\.name))
    func `where not exactly one of several is given`(name: CommandName) throws {  // D-58
        let names = try #require(CommandSchema.schema(of: name).alternatives.first).names
        let none = try refusal(name, names[0]) { object in
            for name in names { object[name] = nil }
        }
        #expect(none?.code == .invalidRequest)
        #expect(none?.message == "One of \(names.joined(separator: ", ")) is needed.")
        for (index, first) in names.enumerated() {
            for second in names.dropFirst(index + 1) {
                let two = try refusal(name, names[0]) { object in
                    for name in names { object[name] = nil }
                    object[first] = actor.description
                    object[second] = actor.description
                }
                #expect(two?.code == .invalidRequest)
                #expect(two?.field == second)
            }
        }
    }

    @Test(arguments: ["1.0", "1e3", "1E0", "-1.5", "0.0", "9007199254740993", "1e999"])
    func `where an integer is written as something else`(number: String) {  // D-66
        for (fields, field) in [
            (#""do":"mute","conversation":"\#(id(1))","until":"#, "until"),
            (#""do":"send","conversation":"\#(id(1))","claimedAt":"#, "claimedAt"),
        ] {
            let error = error(of: #"{"as":"\#(actor)",\#(fields)\#(number)}"#)
            #expect(error?.code == .invalidRequest)
            #expect(error?.field == field)
            #expect(error?.message.contains("integer") == true)
        }
    }

    @Test(
        arguments: [
            (#"{"kind":"video","url":"u"}"#, .invalidAttachment),
            (#"{"kind":"image","url":"u","width":-1}"#, .invalidAttachment),
            (#"{"kind":"image","url":"u","height":4294967296}"#, .invalidAttachment),
            (#"{"kind":"image","url":"u","bytes":-1}"#, .invalidAttachment),
            (#"{"kind":"audio","url":"u","seconds":1e999}"#, .invalidAttachment),
            (#"{"kind":"file","url":"u","sha256":"0F"}"#, .invalidAttachment),
            (#"{"kind":"audio","url":"u","waveform":[256]}"#, .invalidAttachment),
            (#"{"kind":"audio","url":"u","waveform":[-1]}"#, .invalidAttachment),
            (#"{"kind":"audio","url":"u","waveform":[1.5]}"#, .invalidRequest),
            (#"{"kind":"audio","url":"u","waveform":"loud"}"#, .invalidRequest),
            (#"{"kind":"image","url":"u","width":1.0}"#, .invalidRequest),
            (#"{"kind":"image","url":"u","width":9007199254740993}"#, .invalidRequest),
            (#"{"kind":"image","url":"u","width":"1"}"#, .invalidRequest),
            (#"{"kind":"image","url":null}"#, .invalidRequest),
            (#"{"kind":"image"}"#, .invalidRequest),
            (#"{"url":"u"}"#, .invalidRequest),
            (#"{"kind":1,"url":"u"}"#, .invalidRequest),
            (#"{"kind":"image","url":"u","id":"x"}"#, .invalidRequest),
            (#""image""#, .invalidRequest),
            ("null", .invalidRequest),
        ] as [(String, Refusal.Code)]
    )
    func `where an attachment is wrong, by value or by form`(json: String, code: Refusal.Code) {
        // D-67
        let good = #"{"kind":"file","url":"f"}"#
        let error = error(
            of: """
                {"as":"\(actor)","do":"send","conversation":"\(id(1))",\
                "attachments":[\(good),\(json)]}
                """
        )
        #expect(error?.code == code)
        #expect(error?.field == "attachments")
        #expect(error?.message.hasPrefix("attachments[1]") == true)
    }

    @Test(
        arguments: [
            (#"{"latitude":1e999,"longitude":0}"#, .invalidAttachment),
            (#"{"latitude":"0","longitude":0}"#, .invalidRequest),
            (#"{"latitude":0}"#, .invalidRequest),
            (#"{"latitude":0,"longitude":0,"planet":"Mars"}"#, .invalidRequest),
            ("[0,0]", .invalidRequest),
        ] as [(String, Refusal.Code)]
    )
    func `where a location is wrong, by value or by form`(json: String, code: Refusal.Code) {
        // D-67
        let error = error(
            of: #"{"as":"\#(actor)","do":"send","conversation":"\#(id(1))","location":\#(json)}"#
        )
        #expect(error?.code == code)
        #expect(error?.field == "location")
    }

    @Test func `where a toggle has no id`() {  // D-04 REACT-04 REACT-08
        let error = error(
            of: #"{"as":"\#(actor)","do":"toggleReaction","message":"\#(id(1))","reaction":"👍"}"#
        )
        #expect(error?.code == .invalidRequest)
        #expect(error?.field == "id")
    }
}

extension Schema {
    /// Whether a value has the type, if not the value, that is wanted.
    fileprivate func admits(_ value: any Sendable) -> Bool {
        switch self {
        case .anything: true
        case .boolean: value is Bool
        case .integer: false
        case .number: value is Double
        case .text: value is String
        case .id, .epoch, .reference, .choice, .list, .object, .fields, .null, .command: false
        case .either(let schemas): schemas.contains { $0.admits(value) }
        case .noted(_, let schema): schema.admits(value)
        }
    }
}
