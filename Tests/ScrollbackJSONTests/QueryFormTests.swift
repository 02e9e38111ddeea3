import Messaging
import ScrollbackJSON
import ScrollbackPipe
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
    /// Whether a line's query is the one that is meant.
    var isRead: @Sendable (QueryLine) throws -> Bool

    init<Asked: JSONQuery>(_ name: QueryName, _ fields: String, _ query: Asked) {
        self.name = name
        self.fields = fields
        isRead = { line in try line.read(as: Asked.self) == query }
    }

    static let all = [
        QueryExample(.conversations, "", ConversationsQuery()),
        QueryExample(
            .conversations,
            #""filter":"former","kind":"group","with":"\#(u)","search":"é","limit":500,"#
                + #""cursor":"x","previewLength":1000"#,
            ConversationsQuery(
                filter: .former,
                kind: .group,
                with: u,
                search: "é",
                limit: 500,
                cursor: Cursor("x"),
                previewLength: 1_000
            )
        ),
        QueryExample(.conversation, inC, ConversationQuery(c)),
        QueryExample(.messages, inC, MessagesQuery(in: c)),
        QueryExample(
            .messages,
            #"\#(inC),"before":"x","limit":1,"deleted":false"#,
            MessagesQuery(
                in: c,
                .before(.cursor(Cursor("x"))),
                limit: 1,
                showsDeleted: false
            )
        ),
        QueryExample(
            .messages,
            #"\#(inC),"before":"\#(m)""#,
            MessagesQuery(in: c, .before(.message(m)))
        ),
        QueryExample(
            .messages,
            #"\#(inC),"after":"\#(m)""#,
            MessagesQuery(in: c, .after(.message(m)))
        ),
        QueryExample(
            .messages,
            #"\#(inC),"after":"\#(m.description.uppercased())""#,
            MessagesQuery(in: c, .after(.message(m)))
        ),
        QueryExample(
            .messages,
            #"\#(inC),"around":"\#(m)","deleted":true"#,
            MessagesQuery(in: c, .around(m))
        ),
        QueryExample(
            .messages,
            #"\#(inC),"aroundOrdinal":7"#,
            MessagesQuery(in: c, .aroundOrdinal(7))
        ),
        QueryExample(
            .messages,
            #"\#(inC),"aroundTime":-1"#,
            MessagesQuery(in: c, .aroundTime(Timestamp(microseconds: -1_000)))
        ),
        QueryExample(.message, ofM, MessageQuery(m)),
        QueryExample(.history, ofM, HistoryQuery(of: m)),
        QueryExample(.replies, ofM, RepliesQuery(to: m)),
        QueryExample(
            .replies,
            #"\#(ofM),"limit":4,"cursor":"x""#,
            RepliesQuery(to: m, limit: 4, cursor: Cursor("x"))
        ),
        QueryExample(.mentions, "", MentionsQuery()),
        QueryExample(
            .mentions,
            #""unreadOnly":true,"limit":4,"cursor":"x""#,
            MentionsQuery(unreadOnly: true, limit: 4, cursor: Cursor("x"))
        ),
        QueryExample(.reactions, ofM, ReactionsQuery(on: m)),
        QueryExample(
            .reactions,
            ofM + #","reaction":"👍","limit":2,"cursor":"c""#,
            ReactionsQuery(on: m, reaction: "👍", limit: 2, cursor: Cursor("c"))
        ),
        QueryExample(.receipts, ofM, ReceiptsQuery(of: m)),
        QueryExample(
            .receipts,
            ofM + #","limit":2,"cursor":"c""#,
            ReceiptsQuery(of: m, limit: 2, cursor: Cursor("c"))
        ),
        QueryExample(
            .unread,
            #""limit":2,"cursor":"c""#,
            AnyUnreadQuery(limit: 2, cursor: Cursor("c"))
        ),
        QueryExample(
            .blocks,
            #""limit":2,"cursor":"c""#,
            BlocksQuery(limit: 2, cursor: Cursor("c"))
        ),
        QueryExample(.unread, "", AnyUnreadQuery()),
        QueryExample(.unread, inC, AnyUnreadQuery(in: c)),
        QueryExample(.members, inC, MembersQuery(of: c)),
        QueryExample(
            .members,
            #"\#(inC),"former":true,"limit":2,"cursor":"y""#,
            MembersQuery(
                of: c,
                includesFormer: true,
                limit: 2,
                cursor: Cursor("y")
            )
        ),
        QueryExample(.media, inC, MediaQuery(in: c)),
        QueryExample(
            .media,
            #"\#(inC),"kind":"link","limit":2,"cursor":"y""#,
            MediaQuery(in: c, kind: .link, limit: 2, cursor: Cursor("y"))
        ),
        QueryExample(.findDirect, #""with":"\#(u)""#, FindDirectQuery(with: u)),
        QueryExample(
            .findByContext,
            #""kind":"ride","id":"7""#,
            FindByContextQuery(Context(kind: "ride", id: "7"))
        ),
        QueryExample(
            .findByContext,
            #""kind":"ride""#,
            FindByContextQuery(ofKind: "ride")
        ),
        QueryExample(.exports, "", ExportsQuery()),
        QueryExample(
            .exports,
            #""limit":2,"cursor":"c""#,
            ExportsQuery(limit: 2, cursor: Cursor("c"))
        ),
        QueryExample(.mediaOwed, "", MediaOwedQuery()),
        QueryExample(
            .mediaOwed,
            #""limit":2,"cursor":"c""#,
            MediaOwedQuery(limit: 2, cursor: Cursor("c"))
        ),
        QueryExample(.memberships, #""user":"\#(u)""#, MembershipsQuery(of: u)),
        QueryExample(
            .memberships,
            #""user":"\#(u)","limit":2,"cursor":"c""#,
            MembershipsQuery(of: u, limit: 2, cursor: Cursor("c"))
        ),
        QueryExample(
            .explain,
            #""message":"\#(m)","user":"\#(u)""#,
            ExplainQuery(m, for: u)
        ),
        QueryExample(.profile, #""user":"\#(u)""#, ProfileQuery(of: u)),
        QueryExample(.profiles, #""users":["\#(u)"]"#, ProfilesQuery(of: [u])),
        QueryExample(.users, #""search":"""#, UsersQuery(matching: "")),
        QueryExample(
            .users,
            #""search":"an","exclude":["\#(u)"],"limit":3,"cursor":"z""#,
            UsersQuery(matching: "an", excluding: [u], limit: 3, cursor: Cursor("z"))
        ),
        QueryExample(.contacts, "", ContactsQuery()),
        QueryExample(
            .contacts,
            #""limit":2,"cursor":"c""#,
            ContactsQuery(limit: 2, cursor: Cursor("c"))
        ),
        QueryExample(.presence, #""users":["\#(u)"]"#, PresenceQuery(of: [u])),
        QueryExample(.settings, "", SettingsQuery()),
        QueryExample(
            .findByContext,
            #""kind":"ride","id":"7","limit":2,"cursor":"c""#,
            FindByContextQuery(Context(kind: "ride", id: "7"), limit: 2, cursor: Cursor("c"))
        ),
        QueryExample(
            .notificationPlan,
            #""position":7,"limit":2,"cursor":"c""#,
            NotificationPlanQuery(at: Position(7), limit: 2, cursor: Cursor("c"))
        ),
        QueryExample(.blocks, "", BlocksQuery()),
        QueryExample(.rate, "", RateQuery()),
        QueryExample(.mayI, #""action":"clearAll""#, MayIQuery(Intention(.clearAll))),
        QueryExample(
            .mayI,
            #""action":"add",\#(inC),"user":"\#(u)",\#(ofM)"#,
            MayIQuery(Intention(.add, conversation: c, user: u, message: m))
        ),
        QueryExample(.typing, inC, TypingQuery(in: c)),
        QueryExample(.outcome, #""id":"\#(id(9))""#, OutcomeQuery(of: CommandID(id(9)))),
        QueryExample(.gauges, "", GaugesQuery()),
        QueryExample(.exportJobs, "", ExportJobsQuery()),
        QueryExample(
            .exportJobs,
            #""limit":2,"cursor":"c""#,
            ExportJobsQuery(limit: 2, cursor: Cursor("c"))
        ),
        QueryExample(.exportJob, #""export":"\#(id(9))""#, ExportJobQuery(id(9))),
        QueryExample(.consumers, "", ConsumersQuery()),
        QueryExample(
            .consumers,
            #""webhooks":true,"limit":2,"cursor":"c""#,
            ConsumersQuery(webhooksOnly: true, limit: 2, cursor: Cursor("c"))
        ),
        QueryExample(.state, "", StateQuery()),
        QueryExample(.views, "", ViewsQuery()),
        QueryExample(
            .erasure,
            #""position":7,"list":"deferred","limit":2,"cursor":"c""#,
            ErasureQuery(
                .deferred,
                ofErasureAt: Position(7),
                limit: 2,
                cursor: Cursor("c")
            )
        ),
        QueryExample(
            .erasure,
            #""position":7,"list":"erased""#,
            ErasureQuery(.erased, ofErasureAt: Position(7))
        ),
        QueryExample(
            .notificationPlan,
            #""position":7"#,
            NotificationPlanQuery(at: Position(7))
        ),
        QueryExample(.changes, #""since":0"#, ChangesQuery(since: .zero)),
        QueryExample(
            .changes,
            #""since":7,"epoch":"00000000000000fA""#,
            ChangesQuery(since: Position(7), epoch: 0xFA)
        ),
        QueryExample(
            .notificationPlan,
            #""position":7,"epoch":"ffffffffffffffff""#,
            NotificationPlanQuery(at: Position(7), epoch: .max)
        ),
        QueryExample(
            .changes,
            #""since":9007199254740991,\#(inC),"limit":500"#,
            ChangesQuery(since: Position(9_007_199_254_740_991), in: c, limit: 500)
        ),
        QueryExample(.reports, "", ReportsQuery()),
        QueryExample(
            .reports,
            #""status":"warned","limit":3,"cursor":"z""#,
            ReportsQuery(status: .warned, limit: 3, cursor: Cursor("z"))
        ),
        QueryExample(.reports, #""user":"\#(u)""#, ReportsQuery(about: u)),
        QueryExample(
            .report,
            #""report":"\#(id(9))""#,
            ReportQuery(ReportID(id(9)))
        ),
        QueryExample(.standing, "", StandingQuery()),
        QueryExample(.standing, #""user":"\#(u)""#, StandingQuery(of: u)),
        QueryExample(.events, "", EventsQuery()),
        QueryExample(
            .events,
            #""from":2,"until":9,"epoch":"0000000000000001",\#(inC),"type":"messageSent","#
                + #""limit":3,"content":true"#,
            EventsQuery(
                from: Position(2),
                until: Position(9),
                epoch: 1,
                stream: .conversation(c),
                types: [48],
                limit: 3,
                showsContent: true
            )
        ),
        QueryExample(
            .events,
            #""user":"\#(u)""#,
            EventsQuery(concerning: u)
        ),
        QueryExample(
            .events,
            #""fromTime":1,"untilTime":2,"stream":"store","actor":"\#(u)",\#(ofM),"#
                + #""types":["messageSent","messageEdited"]"#,
            EventsQuery(
                fromTime: Timestamp(microseconds: 1_000),
                untilTime: Timestamp(microseconds: 2_000),
                stream: .store,
                actor: u,
                message: m,
                types: [48, 49]
            )
        ),
        QueryExample(.checkpoint, "", CheckpointQuery()),
        QueryExample(
            .prove,
            "",
            ProveQuery(event: nil, erased: nil, from: nil, to: nil, under: nil)
        ),
        QueryExample(
            .prove,
            #""erasure":3,"under":9"#,
            ProveQuery(erased: Position(3), under: Position(9))
        ),
        QueryExample(.prove, #""event":3"#, ProveQuery(event: Position(3))),
        QueryExample(
            .prove,
            #""event":3,"under":9"#,
            ProveQuery(event: Position(3), under: Position(9))
        ),
        QueryExample(
            .prove,
            #""from":3,"to":9"#,
            ProveQuery(from: Position(3), to: Position(9))
        ),
        QueryExample(.histogram, "", HistogramQuery()),
        QueryExample(
            .histogram,
            #""from":-1,"until":2,"conversation":"\#(c)","user":"\#(u)","type":"messageSent","#
                + #""buckets":500"#,
            HistogramQuery(
                from: Timestamp(microseconds: -1_000),
                until: Timestamp(microseconds: 2_000),
                conversation: c,
                user: u,
                type: 48,
                buckets: 500
            )
        ),
        QueryExample(.metrics, "", MetricsQuery()),
        QueryExample(
            .metrics,
            #""from":-1,"until":2"#,
            MetricsQuery(
                from: Timestamp(microseconds: -1_000),
                until: Timestamp(microseconds: 2_000)
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
        let query = try decode(example.line).query
        #expect(query.name == example.name)
        #expect(try example.isRead(query))
    }

    @Test(arguments: QueryName.allCases)
    func `in examples with every field and with none that is optional`(name: QueryName) throws {
        let schema = name.type.json.fields
        let examples = try QueryExample.all.filter { $0.name == name }.map { example in
            let object = try JSONDocument(Array(example.line.utf8)).object()
            return Set(object.members.map(\.name)).subtracting(["as", "ask"])
        }
        let seen = examples.reduce(into: Set<String>()) { $0.formUnion($1) }
        #expect(seen == Set(schema.properties.map(\.name)))
        let required = schema.properties.filter(\.isRequired).map(\.name)
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
        let schema = name.type.json.fields
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
                let isRequired = schema.properties.contains {
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

    @Test func `with at most five hundred people`() {  // D-103
        func refused(_ count: Int) -> ErrorForm? {
            let users = Array(repeating: #""\#(u)""#, count: count).joined(separator: ",")
            return error(of: QueryExample.line("profiles", #""users":[\#(users)]"#))
        }
        for count in [0, 1, 500] { #expect(refused(count) == nil) }
        #expect(refused(501)?.code == .invalidRequest && refused(501)?.field == "users")
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
        for field in ["aroundOrdinal", "aroundTime"] {
            let both = QueryExample.line("messages", #"\#(inC),"before":"\#(m)","\#(field)":1"#)
            #expect(error(of: both)?.field == field)
        }
        for ordinal in ["0", "-1", "1.0", #""1""#] {
            let line = QueryExample.line("messages", #"\#(inC),"aroundOrdinal":\#(ordinal)"#)
            #expect(error(of: line)?.field == "aroundOrdinal", "\(ordinal)")
        }
        let around = QueryExample.line("messages", #"\#(inC),"around":"cursor""#)
        #expect(error(of: around)?.field == "around")
    }

    @Test func `about the events of one stream, of a type that there is`() {
        let both = QueryExample.line("events", #"\#(inC),"stream":"\#(u)""#)
        #expect(error(of: both)?.code == .invalidRequest)
        #expect(error(of: both)?.field == "stream")
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
