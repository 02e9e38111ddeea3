import Messaging
import ScrollbackJSON
import Testing
import Wire

private let c = ConversationID(id(0xC))
private let m = MessageID(id(0xD))
private let u = UserID(id(0xE))
private let inC = #""conversation":"\#(c)""#
private let ofM = #""message":"\#(m)""#

/// A query as the contract writes it, and what it is read as.
struct QueryExample: Sendable {
    var name: QueryName
    var fields: String
    var content: PipeLine.Content

    init(_ name: QueryName, _ fields: String, _ query: Query) {
        self.name = name
        self.fields = fields
        content = .query(query)
    }

    init(_ name: QueryName, _ fields: String, ofOperator query: OperatorQuery) {
        self.name = name
        self.fields = fields
        content = .operatorQuery(query)
    }

    static let all = [
        QueryExample(.conversations, "", .conversations(Query.Conversations())),
        QueryExample(
            .conversations,
            #""filter":"former","search":"é","limit":500,"cursor":"x","previewLength":1000"#,
            .conversations(
                Query.Conversations(
                    filter: .former,
                    search: "é",
                    limit: 500,
                    cursor: Cursor("x"),
                    previewLength: 1_000
                )
            )
        ),
        QueryExample(.conversation, inC, .conversation(c)),
        QueryExample(.messages, inC, .messages(Query.Messages(conversation: c))),
        QueryExample(
            .messages,
            #"\#(inC),"before":"x","limit":1,"deleted":false"#,
            .messages(
                Query.Messages(
                    conversation: c,
                    .before(.cursor(Cursor("x"))),
                    limit: 1,
                    showsDeleted: false
                )
            )
        ),
        QueryExample(
            .messages,
            #"\#(inC),"before":"\#(m)""#,
            .messages(Query.Messages(conversation: c, .before(.message(m))))
        ),
        QueryExample(
            .messages,
            #"\#(inC),"after":"\#(m)""#,
            .messages(Query.Messages(conversation: c, .after(.message(m))))
        ),
        QueryExample(
            .messages,
            #"\#(inC),"after":"\#(m.description.uppercased())""#,
            .messages(Query.Messages(conversation: c, .after(.message(m))))
        ),
        QueryExample(
            .messages,
            #"\#(inC),"around":"\#(m)","deleted":true"#,
            .messages(Query.Messages(conversation: c, .around(m)))
        ),
        QueryExample(.message, ofM, .message(m)),
        QueryExample(.history, ofM, .history(m)),
        QueryExample(.replies, ofM, .replies(Query.Replies(to: m))),
        QueryExample(
            .replies,
            #"\#(ofM),"limit":4,"cursor":"x""#,
            .replies(Query.Replies(to: m, limit: 4, cursor: Cursor("x")))
        ),
        QueryExample(.mentions, "", .mentions(Query.Mentions())),
        QueryExample(
            .mentions,
            #""unreadOnly":true,"limit":4,"cursor":"x""#,
            .mentions(Query.Mentions(unreadOnly: true, limit: 4, cursor: Cursor("x")))
        ),
        QueryExample(.reactions, ofM, .reactions(Query.Reactions(on: m))),
        QueryExample(
            .reactions,
            ofM + #","reaction":"👍","limit":2,"cursor":"c""#,
            .reactions(
                Query.Reactions(on: m, reaction: "👍", limit: 2, cursor: Cursor("c"))
            )
        ),
        QueryExample(.receipts, ofM, .receipts(m)),
        QueryExample(
            .receipts,
            ofM + #","limit":2,"cursor":"c""#,
            .receipts(m, limit: 2, cursor: Cursor("c"))
        ),
        QueryExample(
            .unread,
            #""limit":2,"cursor":"c""#,
            .unread(nil, limit: 2, cursor: Cursor("c"))
        ),
        QueryExample(
            .blocks,
            #""limit":2,"cursor":"c""#,
            .blocks(limit: 2, cursor: Cursor("c"))
        ),
        QueryExample(.unread, "", .unread(nil)),
        QueryExample(.unread, inC, .unread(c)),
        QueryExample(.members, inC, .members(Query.Members(conversation: c))),
        QueryExample(
            .members,
            #"\#(inC),"former":true,"limit":2,"cursor":"y""#,
            .members(
                Query.Members(
                    conversation: c,
                    includesFormer: true,
                    limit: 2,
                    cursor: Cursor("y")
                )
            )
        ),
        QueryExample(.media, inC, .media(Query.Media(conversation: c))),
        QueryExample(
            .media,
            #"\#(inC),"kind":"link","limit":2,"cursor":"y""#,
            .media(Query.Media(conversation: c, kind: .link, limit: 2, cursor: Cursor("y")))
        ),
        QueryExample(.findDirect, #""with":"\#(u)""#, .findDirect(with: u)),
        QueryExample(
            .findByContext,
            #""kind":"ride","id":"7""#,
            .findByContext(Context(kind: "ride", id: "7"))
        ),
        QueryExample(.profile, #""user":"\#(u)""#, .profile(u)),
        QueryExample(.users, #""search":"""#, .users(Query.Users(search: ""))),
        QueryExample(
            .users,
            #""search":"an","exclude":["\#(u)"],"limit":3,"cursor":"z""#,
            .users(Query.Users(search: "an", excluding: [u], limit: 3, cursor: Cursor("z")))
        ),
        QueryExample(.settings, "", .settings),
        QueryExample(
            .findByContext,
            #""kind":"ride","id":"7","limit":2,"cursor":"c""#,
            .findByContext(Context(kind: "ride", id: "7"), limit: 2, cursor: Cursor("c"))
        ),
        QueryExample(
            .notificationPlan,
            #""position":7,"limit":2,"cursor":"c""#,
            ofOperator: .notificationPlan(Position(7), limit: 2, cursor: Cursor("c"))
        ),
        QueryExample(.blocks, "", .blocks()),
        QueryExample(.mayI, #""action":"clearAll""#, .mayI(Intention(.clearAll))),
        QueryExample(
            .mayI,
            #""action":"add",\#(inC),"user":"\#(u)",\#(ofM)"#,
            .mayI(Intention(.add, conversation: c, user: u, message: m))
        ),
        QueryExample(.typing, inC, .typing(c)),
        QueryExample(.outcome, #""id":"\#(id(9))""#, .outcome(CommandID(id(9)))),
        QueryExample(.state, "", ofOperator: .state),
        QueryExample(.views, "", ofOperator: .views),
        QueryExample(
            .erasure,
            #""position":7,"list":"deferred","limit":2,"cursor":"c""#,
            ofOperator: .erasure(
                OperatorQuery.ErasureList(
                    .deferred,
                    ofErasureAt: Position(7),
                    limit: 2,
                    cursor: Cursor("c")
                )
            )
        ),
        QueryExample(
            .erasure,
            #""position":7,"list":"erased""#,
            ofOperator: .erasure(OperatorQuery.ErasureList(.erased, ofErasureAt: Position(7)))
        ),
        QueryExample(
            .notificationPlan,
            #""position":7"#,
            ofOperator: .notificationPlan(Position(7))
        ),
        QueryExample(.changes, #""since":0"#, .changes(Query.Changes(since: .zero))),
        QueryExample(
            .changes,
            #""since":7,"epoch":"00000000000000fA""#,
            .changes(Query.Changes(since: Position(7), epoch: 0xFA))
        ),
        QueryExample(
            .notificationPlan,
            #""position":7,"epoch":"ffffffffffffffff""#,
            ofOperator: .notificationPlan(Position(7), epoch: .max)
        ),
        QueryExample(
            .changes,
            #""since":9007199254740991,\#(inC),"limit":500"#,
            .changes(
                Query.Changes(since: Position(9_007_199_254_740_991), conversation: c, limit: 500)
            )
        ),
        QueryExample(.reports, "", .reports(Query.Reports())),
        QueryExample(
            .reports,
            #""status":"warned","limit":3,"cursor":"z""#,
            .reports(Query.Reports(status: .warned, limit: 3, cursor: Cursor("z")))
        ),
        QueryExample(.events, "", ofOperator: .events(OperatorQuery.Events())),
        QueryExample(
            .events,
            #""from":2,"until":9,"epoch":"0000000000000001",\#(inC),"type":"messageSent","#
                + #""limit":3,"content":true"#,
            ofOperator: .events(
                OperatorQuery.Events(
                    from: Position(2),
                    until: Position(9),
                    epoch: 1,
                    stream: .conversation(c),
                    type: 48,
                    limit: 3,
                    showsContent: true
                )
            )
        ),
        QueryExample(
            .events,
            #""user":"\#(u)""#,
            ofOperator: .events(OperatorQuery.Events(stream: .user(u)))
        ),
        QueryExample(.metrics, "", ofOperator: .metrics(OperatorQuery.Metrics())),
        QueryExample(
            .metrics,
            #""from":-1,"until":2"#,
            ofOperator: .metrics(
                OperatorQuery.Metrics(
                    from: Timestamp(microseconds: -1_000),
                    until: Timestamp(microseconds: 2_000)
                )
            )
        ),
    ]

    var line: String { Self.line(name.rawValue, fields) }

    static func line(_ name: String, _ fields: String) -> String {
        #"{"as":"\#(actor)","ask":"\#(name)"\#(fields.isEmpty ? "" : ",")\#(fields)}"#
    }
}

@Suite struct `A query is decoded from its form` {
    @Test(arguments: QueryExample.all.indices)
    func `as the contract writes it`(index: Int) throws {  // D-53
        let example = QueryExample.all[index]
        let content = try decode(example.line).content
        #expect(content == example.content)
        switch content {
        case .query(let query): #expect(query.name == example.name)
        case .operatorQuery(let query): #expect(query.name == example.name)
        case .command, .batch: Issue.record("This is a query.")
        }
    }

    @Test(arguments: QueryName.allCases)
    func `in examples with every field and with none that is optional`(name: QueryName) throws {
        let form = try #require(QueryForm.all.first { $0.name == name })
        let examples = try QueryExample.all.filter { $0.name == name }.map { example in
            let object = try JSONDocument(Array(example.line.utf8)).object()
            return Set(object.members.map(\.name)).subtracting(["as", "ask"])
        }
        let seen = examples.reduce(into: Set<String>()) { $0.formUnion($1) }
        #expect(seen == Set(form.schema.properties.map(\.name)))
        let required = form.schema.properties.filter(\.isRequired).map(\.name)
        #expect(examples.contains(Set(required)))
    }

    @Test(arguments: QueryName.allCases)
    func `without any field that is not known`(name: QueryName) throws {  // D-66
        let example = try #require(QueryExample.all.first { $0.name == name })
        let more = example.fields + (example.fields.isEmpty ? "" : ",")
        for field in ["do2", "page", "ids", "ref2"] {
            let error = error(of: QueryExample.line(name.rawValue, #"\#(more)"\#(field)":1"#))
            #expect(error?.code == .invalidRequest)
            #expect(error?.field == field)
        }
    }

    @Test(arguments: QueryName.allCases)
    func `with each field that it needs, and none of them null`(name: QueryName) throws {
        let form = try #require(QueryForm.all.first { $0.name == name })
        for example in QueryExample.all where example.name == name {
            let object = try JSONDocument(Array(example.line.utf8)).object()
            for member in object.members where member.name != "as" && member.name != "ask" {
                func line(_ replacement: String?) -> String {
                    let fields = object.members.compactMap { other -> String? in
                        guard other.name == member.name else {
                            return
                                #""\#(other.name)":\#(String(decoding: other.value.bytes, as: UTF8.self))"#
                        }
                        return replacement.map { #""\#(other.name)":\#($0)"# }
                    }
                    return "{\(fields.joined(separator: ","))}"
                }
                for wrong in ["null", "[1]", "{}"] {
                    let error = error(of: line(wrong))
                    #expect(error?.code == .invalidRequest, "\(line(wrong))")
                    #expect(error?.field == member.name)
                }
                let isRequired = form.schema.properties.contains {
                    $0.name == member.name && $0.isRequired
                }
                #expect((error(of: line(nil)) != nil) == isRequired, "\(line(nil))")
            }
        }
    }

    @Test(
        arguments: [
            "conversations", "messages", "members", "users", "changes", "reports", "events",
        ]
    )
    func `with a limit from one to five hundred`(name: String) throws {  // D-53
        let needed = [
            "messages": "\(inC),", "members": "\(inC),", "users": #""search":"","#,
            "changes": #""since":0,"#,
        ]
        func refused(_ limit: String) -> ErrorForm? {
            error(of: QueryExample.line(name, #"\#(needed[name] ?? "")"limit":\#(limit)"#))
        }
        for limit in ["1", "500"] { #expect(refused(limit) == nil) }
        for limit in ["0", "501", "-1", "1.0", "9007199254740993", #""1""#, "true"] {
            #expect(refused(limit)?.code == .invalidRequest)
            #expect(refused(limit)?.field == "limit")
        }
    }

    @Test func `with previews from one to a thousand characters`() {  // D-35
        func refused(_ length: Int) -> ErrorForm? {
            error(of: QueryExample.line("conversations", #""previewLength":\#(length)"#))
        }
        #expect(refused(1) == nil)
        #expect(refused(1_000) == nil)
        #expect(refused(0)?.field == "previewLength")
        #expect(refused(1_001)?.field == "previewLength")
    }

    @Test func `behind a position, and never before the first`() {  // D-60
        for since in ["-1", "1.0", "9007199254740993", #""1""#, "1e3"] {
            let error = error(of: QueryExample.line("changes", #""since":\#(since)"#))
            #expect(error?.code == .invalidRequest && error?.field == "since", "\(since)")
        }
    }

    @Test func `looking in one direction alone`() {  // D-53
        for (one, other) in [("before", "after"), ("before", "around"), ("after", "around")] {
            let fields = #"\#(inC),"\#(other)":"\#(m)","\#(one)":"\#(m)""#
            let error = error(of: QueryExample.line("messages", fields))
            #expect(error?.code == .invalidRequest)
            #expect(error?.field == other)
        }
        let around = QueryExample.line("messages", #"\#(inC),"around":"cursor""#)
        #expect(error(of: around)?.field == "around")
    }

    @Test func `about the events of one stream, of a type that there is`() {
        let both = QueryExample.line("events", #"\#(inC),"user":"\#(u)""#)
        #expect(error(of: both)?.code == .invalidRequest)
        #expect(error(of: both)?.field == "user")
        for (field, value) in [("type", #""MessageSent""#), ("type", "48"), ("from", "-1")] {
            let error = error(of: QueryExample.line("events", #""\#(field)":\#(value)"#))
            #expect(error?.code == .invalidRequest)
            #expect(error?.field == field)
        }
    }

    @Test func `about an action that there is`() {  // D-69
        let error = error(of: QueryExample.line("mayI", #""action":"fly""#))
        #expect(error?.code == .invalidRequest)
        #expect(error?.field == "action")
    }
}
