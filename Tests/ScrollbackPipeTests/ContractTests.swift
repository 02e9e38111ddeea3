import Foundation
import Merkle
import Messaging
import Scrollback
import ScrollbackJSON
import ScrollbackPipe
import ServeSupport
import TestSupport
import Testing

private let contract = ContractFile.whole

/// A view that takes no custom events, so that there is one to be seen that is faulted.
private struct NoCustoms: CustomProjector {
    struct Refused: Error {}

    let name = "no-customs"
    let version: UInt32 = 1
    let tables = ["none"]

    func fold(_ event: borrowing CustomEvent, into _: inout CustomRows) throws {
        if case .customRecorded = try event.structure() { throw Refused() }
    }
}

extension ContractFile {
    /// Every row, and whether it is a command's.
    fileprivate var rows: [(isCommand: Bool, row: Row)] {
        commands.map { (true, $0) } + queries.map { (false, $0) }
    }
}

/// A line of the story, read.
private struct Line {
    var object: [String: Any]
    let isCommand: Bool
    let name: String

    init(_ text: String) throws {
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
        object = try #require(value as? [String: Any])
        isCommand = object["do"] != nil
        name = try #require((object["do"] ?? object["ask"]) as? String)
    }

    init(_ object: [String: Any], like line: Line) {
        self.object = object
        isCommand = line.isCommand
        name = line.name
    }

    /// The fields of the row.
    var fields: Set<String> {
        let others: Set = isCommand ? ["as", "do", "at", "ref", "id"] : ["as", "ask", "at", "ref"]
        return Set(object.keys).subtracting(others)
    }

    var text: String {
        get throws {
            let data = try JSONSerialization.data(withJSONObject: object)
            return String(decoding: data, as: UTF8.self)
        }
    }

    /// The same with other fields; nil takes one away.
    func with(_ changes: [String: Any?]) -> Line {
        var object = object
        for (name, value) in changes { object[name] = value }
        return Line(object, like: self)
    }
}

/// What the story's lines were answered.
private struct Told {
    var lines: [Line] = []
    var answers: [Answered] = []
    /// The document of the server, and the requests, where the story was told over HTTP.
    var overHTTP: (document: OpenAPIDocument, exchanges: [OpenAPIDocument.Exchange])?

    /// Tells the story once; pages are followed to their ends, and of every event it is asked who
    /// is told of it.
    static func story(
        over carrier: Carrier = .pipe,
        then more: [String] = []
    ) async throws -> Told {
        var told = Told()
        var store = try ServedStore.make([NoCustoms()], over: carrier)
        for (number, text) in ContractStory.lines.enumerated() {
            let line = try Line(text).with(["at": number * 1_000])
            if line.name == "keyCopyGone" {
                _ = try await store.answer(Line(ContractStory.copying).text)
            }
            try await told.follow(line, &store)
            if line.isCommand, let request = told.answers.last?.ok?["request"] as? Int {
                for list in ["erased", "deferred", "forwards"] {
                    let page = asks(
                        "erasure",
                        as: "operator",
                        #""position":\#(request),"list":"\#(list)","limit":1"#
                    )
                    try await told.follow(try Line(page), &store)
                }
            }
            if line.name == "checkpoint" { try await told.followCheckpoint(&store) }
            guard line.isCommand, let position = told.answers.last?.position else { continue }
            let plan = asks(
                "notificationPlan",
                as: "operator",
                #""position":\#(position),"limit":1"#
            )
            try await told.follow(try Line(plan), &store)
        }
        for line in more { _ = try await told.ask(try Line(line), &store) }
        told.overHTTP = store.overHTTP
        return told
    }

    /// Signs what the answer to `checkpoint` says, deposits it, asks again, and asks for proofs.
    private mutating func followCheckpoint(_ store: inout ServedStore) async throws {
        let state = try #require(answers.last?.ok)
        let size = try #require(state["size"] as? Int)
        let digits = try #require(state["root"] as? String)
        let characters = Array(digits.utf8)
        let decoded = Hexadecimal.decode(characters.span.bytes)
        let root = try #require(decoded)
        let note = try Checkpoint(
            origin: try #require(state["origin"] as? String),
            size: UInt64(size),
            root: Digest(root.span.bytes)
        ).signed(with: SignerKey.random(name: KeyName("example.com/log")))
        let text = try JSONSerialization.data(
            withJSONObject: [String(decoding: note.bytes, as: UTF8.self)]
        )
        let quoted = String(decoding: text, as: UTF8.self).dropFirst().dropLast()
        let deposit = does("depositCheckpoint", as: "operator", #""checkpoint":\#(quoted)"#)
        #expect(try await ask(try Line(deposit), &store).ok != nil)
        let erasures = answers.compactMap(\.ok).filter { $0["request"] != nil }
        let positions = erasures.flatMap { $0["erasedList"] as? [Int] ?? [] }
        let erased = try #require(positions.first)
        for fields in [
            #""ask":"checkpoint""#, #""ask":"prove","event":2,"under":\#(size)"#,
            #""ask":"prove","erasure":\#(erased),"under":\#(size)"#,
            #""ask":"prove","from":\#(size),"to":\#(size)"#,
        ] {
            _ = try await ask(try Line(#"{"as":"operator",\#(fields)}"#), &store)
        }
    }

    private mutating func follow(_ line: Line, _ store: inout ServedStore) async throws {
        var line = line
        while let next = try await ask(line, &store).ok?["next"] as? String {
            line = line.with(["cursor": next])
        }
    }

    private mutating func ask(
        _ line: Line,
        _ store: inout ServedStore
    ) async throws -> Answered {
        let answer = try await store.answer(try line.text)[0]
        lines.append(line)
        answers.append(answer)
        return answer
    }

    func answers(to row: ContractFile.Row, isCommand: Bool) -> [Answered] {
        zip(lines, answers).filter { $0.0.name == row.name && $0.0.isCommand == isCommand }
            .map(\.1)
    }
}

/// Holds answers to the fields that are promised, and remembers which of them were seen.
private struct Witness {
    /// That a clock is off cannot be seen where the lines bring the time, nor an erasure in
    /// progress; nothing is imported, and no views are damaged.
    static let unseen: Set = [
        "clock.by", "event.sentAt", "ask state.spentRebuilds", "rebuilds.count", "rebuilds.cause",
        "rebuilds.until",
        // Only of a store that was restored, and beside a reader that was stopped.
        "ask state.earlierEpochs", "ended.epoch", "ended.fork", "ended.lost",
        "ask state.oldestReader", "ask gauges.oldestReader", "reader.process", "reader.file",
        "reader.age", "reader.held",
        "consumer.epoch", "consumer.reset",
        // All exports that are written fit one page.
        "ask exportJobs.next",
        // The story has no journal.
        "ask state.keeping", "ask state.journalUnavailable",
        "erasing.position", "erasing.command", "erasing.at", "erasing.erased", "erasing.pending",
        "do runRetention.request",
        // All that is owed fits one page.
        "ask mediaOwed.next",
        // Nothing is backed up.
        "ask state.keyCopies", "keyCopy.place", "keyCopy.label", "keyCopy.at", "keyCopy.upTo",
        "keyCopy.older",
        // Nothing is exported: that takes a folder beside the store.
        "ask exports.next", "export.position", "export.at", "export.conversation", "export.user",
        "export.from", "export.until", "export.deleted", "export.upTo", "export.root",
        "export.manifest", "export.who", "export.reason",
        "do erase.exports", "do forgetUser.exports", "do runRetention.exports",
        // A dry run is no request.
        "do releaseHold.request", "do releaseHold.exports",
        // Of a block between the two of a direct conversation, whose messages the story cannot name.
        "reason.user",
    ]

    var seen: Set<String> = []
    var faults: Set<String> = []

    mutating func look(
        at object: [String: Any],
        as fields: [ContractFile.Answered],
        _ place: String
    ) {
        let fields = fields.flatMap { field -> [(ContractFile.Answered, String)] in
            guard field.name.hasPrefix("*") else { return [(field, place)] }
            let shape = String(field.name.dropFirst())
            return (contract.shapes[shape] ?? []).map { ($0, shape) }
        }
        for name in object.keys
        where !fields.contains(where: { $0.0.name == name && !$0.0.isForLater }) {
            faults.insert("\(place).\(name) is not in contract.txt")
        }
        for (field, place) in fields {
            guard let value = object[field.name] else {
                if !field.isOptional { faults.insert("\(place).\(field.name) is missing") }
                continue
            }
            seen.insert("\(place).\(field.name)")
            look(at: value, as: field, place)
        }
    }

    private mutating func look(at value: Any, as field: ContractFile.Answered, _ place: String) {
        let here = "\(place).\(field.name)"
        switch field.form {
        case .value:
            if value is [Any] || value is [String: Any] { faults.insert("\(here) is no value") }
        case .list(let shape):
            guard let list = value as? [Any] else { return _ = faults.insert("\(here) is no list") }
            for element in list { look(at: element, in: shape, here) }
        case .object(let shape):
            look(at: value, in: shape, here)
        }
    }

    private mutating func look(at value: Any, in shape: String, _ here: String) {
        guard !shape.isEmpty else { return }
        guard let object = value as? [String: Any], let fields = contract.shapes[shape] else {
            faults.insert("\(here) is no \(shape)")
            return
        }
        look(at: object, as: fields, shape)
    }
}

@Suite struct `The pipe does what the contract says` {
    @Test func `every row has a name in the code, and every name a row`() {
        let names =
            CommandName.allCases.map(\.rawValue) + StoreTaskName.ofClients.map(\.rawValue)
        #expect(contract.commands.map(\.name).sorted() == names.sorted())
        let served = contract.queries.filter { !$0.isAround }.map(\.name)
        #expect(served.sorted() == QueryName.allCases.map(\.rawValue).sorted())
        #expect(contract.queries.filter(\.isAround).map(\.name) == ["asOf"])
    }

    @Test(arguments: Carrier.allCases)
    func `every row has a line that is answered, and every field is in one`(
        carrier: Carrier
    ) async throws {
        let told = try await Told.story(over: carrier)
        for (line, answer) in zip(told.lines, told.answers) where answer.ok == nil {
            Issue.record("\(try line.text): \(answer.object)")
        }
        #expect(told.answers.allSatisfy { $0.names == ["ok", "position"] })
        for (isCommand, row) in contract.rows where !row.isAround {
            let lines = told.lines.filter { $0.name == row.name && $0.isCommand == isCommand }
            #expect(!lines.isEmpty, "\(row) has no example")
            let used = lines.reduce(into: Set<String>()) { $0.formUnion($1.fields) }
            // An epoch is drawn with the store, so that no written line can name it.
            var fields = Set(row.fields.map(\.name)).subtracting(["epoch"])
            // Nor is there a second page of exports and of owed media.
            if ["exports", "exportJobs", "mediaOwed"].contains(row.name) {
                fields.remove("cursor")
            }
            #expect(used == fields, "the fields of \(row)")
        }
    }

    @Test(arguments: Carrier.allCases)
    func `every answer has the fields that are promised, and no other`(
        carrier: Carrier
    ) async throws {
        let told = try await Told.story(over: carrier)
        var witness = Witness()
        for (isCommand, row) in contract.rows {
            let word = isCommand ? "do \(row.name)" : "ask \(row.name)"
            for answer in told.answers(to: row, isCommand: isCommand) {
                let object = answer.ok ?? [:]
                let form = row.answers.first { fields in
                    fields.first.map { object[$0.name] != nil } ?? true
                }
                witness.look(at: object, as: form ?? row.answers[0], word)
            }
            for field in row.answers.joined() where !row.isAround && !field.name.hasPrefix("*") {
                let isSeen = witness.seen.contains("\(word).\(field.name)")
                let canBeSeen = !Witness.unseen.contains("\(word).\(field.name)")
                #expect(isSeen == canBeSeen, "\(word).\(field.name) was never answered")
            }
        }
        for (name, fields) in contract.shapes {
            for field in fields where !field.isForLater {
                let isSeen = witness.seen.contains("\(name).\(field.name)")
                let canBeSeen = !Witness.unseen.contains("\(name).\(field.name)")
                #expect(isSeen == canBeSeen, "\(name).\(field.name) was never answered")
            }
        }
        #expect(witness.faults.sorted() == [])
    }

    @Test(arguments: Carrier.allCases)
    func `a line with a field too many or too few is refused`(
        carrier: Carrier
    ) async throws {  // D-66
        var store = try ServedStore.make(over: carrier)
        for line in try ContractStory.lines.map(Line.init) {
            let more = try await store.answer(try line.with(["unheard": 1]).text)[0]
            #expect(more.code == "invalidRequest" && more.field == "unheard", "\(line.name)")
            let row = try #require(
                (line.isCommand ? contract.commands : contract.queries).first {
                    $0.name == line.name
                }
            )
            for field in row.fields {
                let isOne = field.isOneNeeded && line.fields.contains(field.name)
                guard field.isRequired || isOne else { continue }
                let less = try await store.answer(try line.with([field.name: nil]).text)[0]
                #expect(less.code == "invalidRequest", "\(line.name) without \(field.name)")
            }
        }
        #expect(try await store.answer(asks("settings"))[0].position == 1, "nothing was done")
    }

    @Test(arguments: Carrier.allCases)
    func `nobody asks what is for others`(carrier: Carrier) async throws {  // D-07 D-66
        var store = try ServedStore.make(over: carrier)
        for line in try ContractStory.lines.map(Line.init) {
            let row = try #require(
                (line.isCommand ? contract.commands : contract.queries).first {
                    $0.name == line.name
                }
            )
            let strangers =
                switch row.audience {
                case .users: ["operator"]
                case .usersAndOperator: [String]()
                case .op: [anna]
                case .moderator: [anna, "operator"]
                }
            for stranger in strangers {
                let answer = try await store.answer(try line.with(["as": stranger]).text)[0]
                #expect(answer.code == "permissionDenied", "\(line.name) as \(stranger)")
            }
        }
        #expect(try await store.answer(asks("settings"))[0].position == 1, "nothing was done")
    }

    @Test(arguments: Carrier.allCases)
    func `asOf around a query says the same as asOf beside it`(
        carrier: Carrier
    ) async throws {  // D-15 D-79
        var store = try ServedStore.make(over: carrier)
        let renamed = [
            try await store.answer(does("setProfile", #""username":"then""#)),
            try await store.answer(does("setProfile", #""username":"now""#)),
        ]
        let position = try #require(renamed[0][0].position)
        let profile = #""ask":"profile","user":"\#(anna)""#
        let answers = try await store.answer(
            #"{"as":"\#(anna)",\#(profile),"asOf":\#(position)}"#,
            #"{"as":"\#(anna)",\#(profile),"asOf":"\#(position)"}"#,
            asks("asOf", #""position":\#(position),"query":{\#(profile)}"#),
            asks(
                "asOf",
                as: "operator",
                #""position":\#(position),"query":{"as":"\#(anna)",\#(profile)}"#
            ),
            asks("asOf", #""at":0,"query":{\#(profile)}"#),
            #"{"as":"operator","ask":"state","asOf":1}"#
        )
        for answer in answers[..<4] {
            #expect(answer.ok?["username"] as? String == "then", "\(answer.object)")
            #expect(answer.position == position)
        }
        #expect(answers[4].ok?["username"] as? String == "now", "all was recorded at 0")
        #expect(answers[5].ok?["size"] as? Int == 1)
    }

    @Test(arguments: [
        (#""ask":"settings","asOf":0"#, "notFound"),
        (#""ask":"settings","asOf":99"#, "invalidRequest"),
        (#""ask":"settings","asOf":-1"#, "invalidRequest"),
        (#""ask":"settings","asOf":1.5"#, "invalidRequest"),
        (#""ask":"settings","asOf":"yesterday""#, "invalidRequest"),
        (#""ask":"settings","asOf":"2026-11-17T14:00:00""#, "invalidRequest"),
        (#""ask":"settings","asOf":"9999-01-01T00:00:00Z""#, "invalidRequest"),
        (#""ask":"settings","asOf":"1960-01-01T00:00:00Z""#, "notFound"),
        (#""ask":"settings","asOf":"0000000000000001:1""#, "otherEpoch"),
        (#""ask":"settings","asOf":null"#, "invalidRequest"),
        (#""do":"clearAll","asOf":1"#, "invalidRequest"),
        (#""ask":"asOf","query":{"ask":"settings"}"#, "invalidRequest"),
        (#""ask":"asOf","position":1,"at":1,"query":{"ask":"settings"}"#, "invalidRequest"),
        (#""ask":"asOf","position":1"#, "invalidRequest"),
        (#""ask":"asOf","position":1,"query":{"ask":"settings","asOf":1}"#, "invalidRequest"),
        (#""ask":"asOf","position":1,"query":{"ask":"asOf","position":1}"#, "invalidRequest"),
        (
            #""ask":"asOf","position":1,"query":{"ask":"settings","as":"operator"}"#,
            "invalidRequest"
        ),
        (#""ask":"asOf","position":1,"query":{"ask":"state"}"#, "permissionDenied"),
        (
            #""ask":"asOf","position":1,"epoch":"0000000000000001","query":{"ask":"settings"}"#,
            "otherEpoch"
        ),
    ])
    func `a moment that is none, and what has no past, is refused`(
        fields: String,
        code: String
    ) async throws {  // D-79 D-86
        var store = try ServedStore.make()
        let answer = try await store.answer(#"{"as":"\#(anna)",\#(fields)}"#)[0]
        #expect(answer.code == code, "\(answer.object)")
    }
}

@Suite struct `The document in OpenAPI` {
    /// The lines that HTTP has no route for are another process's to send.
    private static let shown = ContractStory.shown.filter { text in
        !StoreTaskName.allCases.contains { $0.isOfShell && text.contains($0.rawValue) }
    }

    private static let namesInShown: Set<String> = [
        "/v1/commands/depositCheckpoint", "/v1/queries/asOf", "/v1/queries/erasure",
        "/v1/queries/prove",
    ]

    @Test(.enabled(if: try OpenAPIDocument.checker.isToBeUsed(), "Python has no jsonschema"))
    func `has examples of each command and each query, and the server answers them as it says`()
        async throws
    {
        let story = try await Told.story(over: .http, then: Self.shown)
        let (document, told) = try #require(story.overHTTP)
        // Time is given in rehearsals alone, so the document does not have it; of the past it is the
        // question itself.
        let exchanges = try told.map { exchange in
            var exchange = exchange
            guard exchange.path != "/v1/queries/asOf" else { return exchange }
            var body = try object(exchange.body)
            body["at"] = nil
            exchange.body = Array(try JSONSerialization.data(withJSONObject: body))
            return exchange
        }
        let lines = document.operations.filter {
            $0.path.hasPrefix("/v1/commands/") || $0.path.hasPrefix("/v1/queries/")
        }
        let names = CommandName.allCases.count + QueryName.allCases.count
        let others = ["asOf", "depositCheckpoint", "beginExport", "endExport"]
        #expect(lines.count == names + others.count)
        for operation in lines {
            #expect(!operation.examples.isEmpty, "\(operation.path) has no example")
            let asked = exchanges.filter { $0.path == operation.path }
            for example in operation.examples {
                let found = try asked.first {
                    try object($0.body) as NSDictionary == example as NSDictionary
                }
                let answer = try #require(found?.answer, "\(operation.path) \(example)")
                // What only another store has is understood all the same.
                let isUnderstood =
                    answer.code != "invalidRequest"
                    || [nil, "asOf"].contains(answer.object["field"] as? String)
                #expect(
                    answer.status == 200
                        || Self.namesInShown.contains(operation.path) && isUnderstood,
                    "\(operation.path): \(answer.text)"
                )
            }
        }
        let faults = try document.faults(in: exchanges)
        #expect(faults.isEmpty, "\(faults)")
    }

    private func object(_ bytes: [UInt8]) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    }
}

@Suite struct `The page of the outside form` {
    @Test func `names each task, and each query that the process that writes alone knows`() throws {
        let page = try String(
            contentsOf: packageFolder.appending(path: "docs/outside-form.md"),
            encoding: .utf8
        )
        let queries = QueryName.allCases.filter { $0.type.json.isForWriter }
        let names = StoreTaskName.allCases.map(\.rawValue) + queries.map(\.rawValue)
        #expect(names.count > 12)
        for name in names { #expect(page.contains("`\(name)`"), "\(name)") }
    }
}
