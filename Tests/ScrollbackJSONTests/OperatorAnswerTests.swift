import Merkle
import Messaging
import ScrollbackJSON
import Testing
import Wire

private let c = ConversationID(id(0xC))
private let m = MessageID(id(0xD))
private let u = UserID(id(0xE))
private let h = HoldID(id(0xF))

private func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(microseconds: milliseconds * 1_000)
}

@Suite struct `The answer to the operator holds what the contract says` {
    private let hash = Digest(words: (0xFF, 0, 0, 0))
    private var hashText: String { "ff" + String(repeating: "0", count: 62) }

    private func state() -> StoreState {
        StoreState(
            log: id(1),
            epoch: 0xA,
            size: Position(9),
            root: hash,
            oldest: time(1),
            newest: time(2),
            files: .init(log: 3, keys: 4, views: 5),
            configuration: Configuration(
                textLimit: 7,
                receipts: .mandatory,
                rateLimits: [RateLimit(messages: 2, seconds: 3)]
            ),
            retention: [
                .init(.direct, Retention()),
                .init(.group, Retention(minimumDays: 1, maximumDays: 2)),
            ],
            ownRetentions: [
                OwnRetention(ConversationID(id(9)), of: .direct, Retention(maximumDays: 3))
            ],
            ownRetentionsCount: 12,
            holds: [],
            pendingErasures: []
        )
    }

    private let stateStart =
        #"{"contract":2,"log":"\#(id(1))","epoch":"000000000000000a","size":9,"root":""#

    @Test func `about what a user sees`() {
        let explanation = Explanation(
            of: Position(9),
            in: c,
            isVisible: true,
            showsContent: false,
            because: [
                Explanation.Reason(.fullHistory, position: Position(2), at: time(1)),
                Explanation.Reason(.erased),
                Explanation.Reason(.blocked, position: Position(3), at: time(2), user: u),
            ]
        )
        #expect(
            written(ExplainQuery.self, explanation)
                == #"{"conversation":"\#(c)","position":9,"visible":true,"content":false,"#
                + #""because":[{"reason":"full history","position":2,"at":1},"#
                + #"{"reason":"erased"},{"reason":"blocked","position":3,"at":2,"#
                + #""user":"\#(u)"}]}"#
        )
    }

    @Test func `about a user's memberships`() {  // D-104
        let page = Page(
            [
                MembershipItem(c, kind: .direct, role: .member, joinedAt: time(1)),
                MembershipItem(c, kind: .group, role: .admin, joinedAt: time(1), leftAt: time(2)),
            ],
            next: Cursor("n")
        )
        #expect(
            written(MembershipsQuery.self, page)
                == #"{"items":[{"conversation":"\#(c)","kind":"direct","role":"member","#
                + #""joinedAt":1},{"conversation":"\#(c)","kind":"group","role":"admin","#
                + #""joinedAt":1,"leftAt":2}],"next":"n"}"#
        )
    }

    @Test func `about the store`() {
        #expect(
            written(StateQuery.self, state())
                == stateStart + #"\#(hashText)","oldest":1,"newest":2,"bytes":12,"#
                + #""files":{"log":3,"keys":4,"views":5},"clock":{"state":"believed"},"#
                + #""configuration":{"textLimit":7,"#
                + #""receipts":"mandatory","rateLimit":{"messages":2,"seconds":3},"emails":"everyone","#
                + #""limits":{"attachments":10,"audioSeconds":120,"imageBytes":1048576,"members":5000},"#
                + #""looks":"given","retention":[{"kind":"direct"},{"kind":"group","minimum":1,"maximum":2}],"#
                + #""ownRetention":[{"conversation":"\#(id(9))","kind":"direct","maximum":3}],"#
                + #""ownRetentionCount":12},"#
                + #""moderators":[],"holds":[],"erasing":[],"pendingErasures":[]}"#
        )
        var restored = state()
        restored.earlierEpochs = [
            .init(0xB, fork: Position(3), lost: nil), .init(0xC, fork: Position(5), lost: 2),
        ]
        #expect(
            written(StateQuery.self, restored).contains(
                #""epoch":"000000000000000a","earlierEpochs":[{"epoch":"000000000000000b","fork":3},"#
                    + #"{"epoch":"000000000000000c","fork":5,"lost":2}],"size":9"#
            )
        )
        var held = state()
        held.oldestReader = OldestReader(
            process: 12,
            file: .views,
            age: .milliseconds(3_500),
            heldBytes: 4_096
        )
        #expect(
            written(StateQuery.self, held).hasSuffix(
                #""oldestReader":{"process":12,"file":"views","age":3500,"held":4096}}"#
            )
        )
        var gauges = Gauges()
        gauges.isWriting = true
        gauges.openFor = .milliseconds(1_500)
        gauges.commitLatency.add(100)
        gauges.sends.done = 2
        let counted = written(GaugesQuery.self, gauges)
        #expect(counted.hasPrefix(#"{"writing":true,"openFor":1500,"position":0,"#))
        #expect(counted.contains(#""commits":1,"commitLatency":{"bounds":[100,250,"#))
        #expect(counted.contains(#""sends":{"done":2,"refused":0,"failed":0,"latency":{"#))
        var spent = state()
        spent.spentRebuilds = SpentRebuilds(count: 3, cause: "why", until: time(9))
        #expect(
            written(StateQuery.self, spent).hasSuffix(
                #","spentRebuilds":{"count":3,"cause":"why","until":9}}"#
            )
        )
        var unlimited = state()
        unlimited.configuration.rateLimits = []
        #expect(!written(StateQuery.self, unlimited).contains("rateLimit"))
        let clocks: [ClockState] = [.behind(.seconds(301)), .jumped(.milliseconds(-7_500))]
        let texts = [#"{"state":"behind","by":301000}"#, #"{"state":"jumped","by":-7500}"#]
        for (clock, text) in zip(clocks, texts) {
            var state = state()
            state.clock = clock
            #expect(written(StateQuery.self, state).contains(#""clock":\#(text)"#))
        }
    }

    @Test func `about holds, and what waits for them`() {
        var state = state()
        state.holds = [
            HoldItem(
                HoldFacts(
                    id: h,
                    position: Position(4),
                    conversation: c,
                    user: u,
                    from: time(1),
                    until: time(2)
                ),
                matter: "M",
                placedAt: time(3)
            ),
            HoldItem(HoldFacts(id: h, position: Position(5)), matter: nil, placedAt: time(4)),
        ]
        let targets: [Erase.Target] = [.message(m), .user(u), .conversation(c)]
        let reasons: [Erasure.Reason] = [.hold(h), .minimumRetention, .nextRun]
        state.pendingErasures = zip(targets, reasons).map { target, why in
            PendingErasure(
                ErasureFacts(position: Position(6), target: target, forgetsUser: why == .nextRun),
                requestedAt: time(5),
                waiting: 2,
                why: why
            )
        }
        state.erasing = [
            ErasureInProgress(
                at: Position(7),
                by: .forgetUser,
                requestedAt: time(8),
                erased: 1_000,
                pending: 9
            )
        ]
        let text = written(StateQuery.self, state)
        #expect(
            text.contains(
                #""holds":[{"hold":"\#(h)","matter":"M","conversation":"\#(c)","user":"\#(u)","#
                    + #""from":1,"until":2,"at":3,"position":4},{"hold":"\#(h)","at":4,"#
                    + #""position":5}],"erasing":[{"position":7,"command":"forgetUser","at":8,"#
                    + #""erased":1000,"pending":9}],"#
            )
        )
        #expect(
            text.hasSuffix(
                #""pendingErasures":[{"position":6,"at":5,"message":"\#(m)","forgets":false,"#
                    + #""waiting":2,"why":"hold","hold":"\#(h)"},{"position":6,"at":5,"#
                    + #""user":"\#(u)","forgets":false,"waiting":2,"why":"minimumRetention"},"#
                    + #"{"position":6,"at":5,"conversation":"\#(c)","forgets":true,"waiting":2,"#
                    + #""why":"nextRun"}]}"#
            )
        )
    }

    @Test func `about exports that are written`() throws {
        var item = ExportJobItem(
            id(9),
            .running,
            scope: ExportScope(user: u, from: time(1), until: time(2)),
            begun: time(3),
            progress: .init(done: 1, total: 2, bytes: 3)
        )
        let start = #"{"export":"\#(id(9))","state":"#
        let scope = #","scope":{"user":"\#(u)","from":1,"until":2,"deleted":false},"#
        func expect(_ text: String) throws {
            #expect(written(ExportJobQuery.self, item) == text)
            #expect(try ExportJobItem(json: item.json) == item)
        }
        try expect(start + #""running"\#(scope)"begun":3,"done":1,"total":2,"bytes":3}"#)
        item.state = .ready
        item.who = "W"
        item.written = .init(
            position: Position(4),
            upTo: Position(3),
            manifest: hash,
            contents: 5,
            erased: 6,
            withheld: 7,
            until: time(8),
            folder: "/f"
        )
        try expect(
            start + #""ready"\#(scope)"who":"W","begun":3,"done":1,"total":2,"bytes":3,"#
                + #""position":4,"upTo":3,"manifest":"\#(hashText)","contents":5,"erased":6,"withheld":7,"#
                + #""until":8,"folder":"/f"}"#
        )
        item.state = .ended
        item.progress = nil
        item.written = nil
        item.fault = .init(code: "erased", message: "M")
        try expect(
            start + #""ended"\#(scope)"who":"W","begun":3,"#
                + #""error":{"code":"erased","message":"M"}}"#
        )
    }

    @Test func `about consumers and what is parked`() throws {
        typealias Webhook = ConsumerItem.Webhook
        let items = [
            ConsumerItem("index", at: Position(3), epoch: 0xA, behind: 2, isReset: true),
            ConsumerItem(
                "push",
                at: Position(3),
                behind: 2,
                webhook: Webhook(
                    .parked,
                    since: time(4),
                    failure: "F",
                    missed: Position(4)...Position(5)
                )
            ),
            ConsumerItem("quick", at: Position(5), behind: 0, webhook: Webhook(.served)),
        ]
        let text = written(ConsumersQuery.self, Page(items, next: Cursor("n")))
        #expect(
            text
                == #"{"items":[{"consumer":"index","position":3,"epoch":"000000000000000a","#
                + #""behind":2,"reset":true},{"consumer":"push","position":3,"behind":2,"#
                + #""webhook":true,"state":"parked","since":4,"failure":"F","#
                + #""missed":{"from":4,"position":5}},{"consumer":"quick","position":5,"#
                + #""behind":0,"webhook":true,"state":"served"}],"next":"n"}"#
        )
        for item in items { #expect(try ConsumerItem(json: item.json) == item) }
        let reversed = #"{"consumer":"a","position":1,"behind":0,"missed":{"from":2,"position":1}}"#
        #expect(throws: JSONError.self) { try ConsumerItem(json: Array(reversed.utf8)) }
    }

    @Test func `about the views`() {
        let view = ViewItem(
            name: "a",
            version: 2,
            position: Position(3),
            rows: 4,
            bytes: 4_096
        )
        var faulted = view
        faulted.fault = .init(at: Position(4), error: "E")
        let fields = #""name":"a","version":2,"position":3,"rows":4,"bytes":4096"#
        #expect(
            written(ViewsQuery.self, [view, faulted])
                == #"{"items":[{\#(fields)},{\#(fields),"faulted":{"position":4,"error":"E"}}]}"#
        )
    }

    @Test func `about who is told by a push`() {
        let item = NotificationItem(
            for: u,
            title: "A",
            subtitle: "T",
            body: "B",
            badge: 3,
            category: .reaction,
            conversation: c,
            message: m,
            isMentioned: true,
            hasSound: false,
            previews: .whenUnlocked
        )
        var plain = item
        plain.subtitle = nil
        plain.message = nil
        plain.category = .message
        plain.isMentioned = false
        plain.hasSound = true
        plain.previews = .always
        #expect(
            written(NotificationPlanQuery.self, Page([item]))
                == #"{"recipients":[{"user":"\#(u)","title":"A","subtitle":"T","body":"B","#
                + #""badge":3,"threadID":"conversation-\#(c)","category":"REACTION","#
                + #""conversation":"\#(c)","message":"\#(m)","mentioned":true,"sound":false,"#
                + #""previews":"whenUnlocked"}]}"#
        )
        #expect(
            written(NotificationPlanQuery.self, Page([plain], next: Cursor("c")))
                == #"{"recipients":[{"user":"\#(u)","title":"A","body":"B","badge":3,"#
                + #""threadID":"conversation-\#(c)","category":"MESSAGE","#
                + #""conversation":"\#(c)"}],"next":"c"}"#
        )
        #expect(written(NotificationPlanQuery.self, Page([])) == #"{"recipients":[]}"#)
    }

    private func read(
        _ bytes: [UInt8],
        _ event: UInt32,
        content: Bool = false
    ) throws -> DescribedFields {
        let event = try #require(EventDescription.of(event))
        let description = try content ? #require(event.content) : event.structure
        return try DescribedFields(reading: bytes.span.bytes, as: description)
    }

    private func event(_ type: String, _ fields: DescribedFields) -> EventItem {
        EventItem(
            position: Position(7),
            type: type,
            recorded: time(5),
            stream: .store,
            version: Version(3),
            schema: 1,
            leaf: hash,
            fields: fields
        )
    }

    @Test func `about events, with the outside form's words for what they hold`() throws {
        // keep_messages = 1, group_adds = 3, send_read_receipts = true.
        let settings = try read([0x08, 0x01, 0x18, 0x03, 0x58, 0x01], 81)
        let fields = #"{"sendReadReceipts":true,"groupAdds":"nobody","keepMessages":"30d"}"#
        let expected =
            #"{"items":[{"position":7,"type":"settingsChanged","at":5,"stream":"store","#
            + #""version":3,"schema":1,"leaf":"\#(hashText)","fields":\#(fields)}]}"#
        #expect(
            written(EventsQuery.self, EventPage([event("settingsChanged", settings)])) == expected
        )
        // A reason of the schemas' own, and one of newer software.
        for (number, reason) in [(2, #""lastMemberLeft""#), (99, "99")] as [(UInt8, String)] {
            let closed = try read([0x08, number], 35)
            #expect(
                written(EventsQuery.self, EventPage([event("conversationClosed", closed)]))
                    .contains(#""fields":{"reason":\#(reason)}"#)
            )
        }
        // 64 bits as text, and a field of newer software as it stands.
        let created = try read([0x11, 1, 0, 0, 0, 0, 0, 0, 0xFF, 0xC0, 0x3E, 0x05], 16)
        #expect(
            written(EventsQuery.self, EventPage([event("logCreated", created)])).contains(
                #""fields":{"epoch":"ff00000000000001","unknown":[{"number":1000,"hex":"c03e05"}]}"#
            )
        )
    }

    @Test func `about an event with everything`() throws {
        var item = event("messageSent", try read([0x10, 0x01], 48))
        item.sent = time(4)
        item.stream = .conversation(c)
        item.actor = u
        item.command = CommandTrace(id: id(9), kind: 20, member: 1, members: 2)
        item.previous = hash
        item.seal = hash
        item.content = .described(try read([0x0A, 0x02, 0x48, 0x69], 48, content: true))
        let text = written(EventsQuery.self, EventPage([item], next: Position(8)))
        let start =
            #"{"items":[{"position":7,"type":"messageSent","at":5,"sentAt":4,"#
            + #""stream":"conversation","conversation":"\#(c)","version":3,"actor":"\#(u)","#
            + #""command":{"id":"\#(id(9))","do":"send","member":1,"members":2},"schema":1,"#
            + #""leaf":"\#(hashText)","previous":"\#(hashText)","seal":"\#(hashText)","#
            + #""fields":{"kind":"text","replyToOrdinal":0,"broadcast":false,"#
        #expect(text.hasPrefix(start))
        #expect(text.hasSuffix(#""content":{"text":"Hi","attachments":[]}}],"next":8}"#))
        item.command = CommandTrace(id: id(9), kind: 20, batch: id(8))
        let ownID = written(EventsQuery.self, EventPage([item]))
        #expect(ownID.contains(#""command":{"id":"\#(id(9))","do":"send","batch":"\#(id(8))"},"#))
        item.content = nil
        item.isErased = true
        item.stream = .user(u)
        let erased = written(EventsQuery.self, EventPage([item]))
        #expect(erased.contains(#""stream":"user","user":"\#(u)","#))
        #expect(erased.hasSuffix(#","erased":true}]}"#))
        item.content = .opaque([1, 0xAB])
        #expect(written(EventsQuery.self, EventPage([item])).contains(#","content":"01ab","#))
    }

    @Test func `about checkpoints, proofs and when events were recorded`() {
        let root = Digest(Array(repeating: UInt8(1), count: 32).span.bytes)
        var state = CheckpointState(origin: "o", size: Position(3), root: root)
        let digits = String(repeating: "01", count: 32)
        #expect(
            written(CheckpointQuery.self, state) == #"{"origin":"o","size":3,"root":"\#(digits)"}"#
        )
        state.kept = Position(2)
        state.checkpoint = "o\n2\n"
        #expect(
            written(CheckpointQuery.self, state).hasSuffix(#","kept":2,"checkpoint":"o\n2\n"}"#)
        )
        #expect(
            written(ProveQuery.self, ProofItem(.consistency, size: Position(9), proof: "p"))
                == #"{"kind":"consistency","size":9,"proof":"p"}"#
        )
        #expect(
            written(ProveQuery.self, ProofItem(.erasure, size: Position(9), proof: "p"))
                == #"{"kind":"erasure","size":9,"proof":"p"}"#
        )
        let span = HistogramSpan(
            from: Timestamp(microseconds: 1_000),
            until: Timestamp(microseconds: 3_000),
            count: 7
        )
        #expect(
            written(HistogramQuery.self, [span]) == #"{"items":[{"from":1,"until":3,"count":7}]}"#
        )
    }

    @Test func `about how a chat was used`() {
        let metrics = Metrics(
            messages: 1,
            activeSenders: 2,
            perUserPerDay: 0.5,
            shareInGroups: 1,
            meanConversationLength: 2.25,
            reactions: 3,
            replies: 4,
            media: 5,
            mediaByKind: .init(image: 6, audio: 7, file: 8, location: 9),
            users: 10,
            usersInGroups: 11
        )
        #expect(
            written(MetricsQuery.self, metrics)
                == #"{"messages":1,"activeSenders":2,"perUserPerDay":0.5,"shareInGroups":1,"#
                + #""meanConversationLength":2.25,"reactions":3,"replies":4,"media":5,"#
                + #""mediaByKind":{"image":6,"audio":7,"file":8,"location":9},"#
                + #""users":10,"usersInGroups":11}"#
        )
    }

    @Test func `in a line with its position`() {
        #expect(
            text {
                $0.writeLine(
                    ref: Array("1".utf8),
                    position: Position(4),
                    answer: [],
                    to: ViewsQuery.self
                )
            }
                == #"{"ref":1,"ok":{"items":[]},"position":4}"# + "\n"
        )
    }
}
