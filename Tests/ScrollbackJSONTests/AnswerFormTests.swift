import Messaging
import ScrollbackJSON
import Testing
import Wire

private struct Missing: Error {}

/// Encodes an answer for which nothing has to be counted.
private func answer(_ answer: Answer, to command: CommandName) throws -> String {
    let form = try AnswerForm(
        answer,
        to: command,
        reactions: { _ in throw Missing() },
        unread: { _ in throw Missing() }
    )
    return written(form)
}

private func written(_ form: AnswerForm) -> String {
    let line = text { $0.write(form) }
    expectRoundTrip(form, as: line)
    return line
}

@Suite struct `The answer to a command` {
    @Test func `holds what the contract says`() throws {
        let c = ConversationID(id(0xC)), m = MessageID(id(0xD))
        #expect(try answer(.done, to: .setProfile) == "{}")
        #expect(
            try answer(.direct(c, created: true), to: .startDirect)
                == #"{"conversation":"\#(c)","created":true}"#
        )
        #expect(try answer(.conversation(c), to: .createGroup) == #"{"conversation":"\#(c)"}"#)
        #expect(
            try answer(
                .message(m, ordinal: 3, sentAt: Timestamp(microseconds: 1_500_999)),
                to: .send
            ) == #"{"message":"\#(m)","ordinal":3,"sentAt":1500}"#
        )
        #expect(try answer(.report(ReportID(id(1))), to: .report) == #"{"report":"\#(id(1))"}"#)
        #expect(try answer(.hold(HoldID(id(1))), to: .placeHold) == #"{"hold":"\#(id(1))"}"#)
    }

    @Test func `says what was erased and what has to wait`() throws {  // D-61
        let erasure = Erasure(
            erased: 2,
            erasedList: [Position(3), Position(4)],
            forwards: [MessageID(id(7))],
            forwardsCount: 9,
            deferred: [
                .init(position: Position(5), why: .hold(HoldID(id(8)))),
                .init(position: Position(6), why: .minimumRetention),
                .init(position: Position(7), why: .nextRun),
            ],
            deferredCount: 8,
            pending: 1,
            request: Position(11)
        )
        let list = #""erasedList":[3,4]"#
        let deferred =
            #""deferred":[{"position":5,"why":"hold","hold":"\#(id(8))"},"#
            + #"{"position":6,"why":"minimumRetention"},{"position":7,"why":"nextRun"}],"deferredCount":8,"#
            + #""pending":1,"request":11"#
        #expect(
            try answer(.erasure(erasure), to: .erase)
                == #"{"erased":2,\#(list),"forwards":["\#(id(7))"],"forwardsCount":9,\#(deferred)}"#
        )
        let others = #"{"erased":2,\#(list),\#(deferred)}"#
        #expect(try answer(.erasure(erasure), to: .forgetUser) == others)
        #expect(try answer(.erasure(erasure), to: .runRetention) == others)
        var dry = erasure
        dry.upcoming = [
            Erasure.Upcoming(
                position: Position(12),
                conversation: ConversationID(id(1)),
                message: MessageID(id(2)),
                at: Timestamp(microseconds: 3_000)
            ),
            Erasure.Upcoming(position: Position(13), at: Timestamp(microseconds: 4_000)),
        ]
        dry.upcomingCount = 14
        let upcoming =
            #""upcoming":[{"position":12,"conversation":"\#(id(1))","message":"\#(id(2))","at":3},"#
            + #"{"position":13,"at":4}],"upcomingCount":14"#
        #expect(
            try answer(.erasure(dry), to: .runRetention)
                == #"{"erased":2,\#(list),\#(deferred),\#(upcoming)}"#
        )
    }

    @Test func `is filled with what is counted then`() throws {  // D-42
        let asked = MessageID(id(3))
        let groups = [
            ReactionGroup(
                reaction: "👍",
                count: 1,
                isMine: true,
                users: [.init(user: actor, name: "A \"B\"", at: Timestamp(microseconds: -1))]
            ),
            ReactionGroup(reaction: "love", count: 0, isMine: false, users: []),
        ]
        let reactions = try AnswerForm(
            .reactions(of: asked),
            to: .react,
            reactions: { $0 == asked ? groups : [] },
            unread: { _ in throw Missing() }
        )
        #expect(
            written(reactions)
                == #"{"reactions":[{"reaction":"👍","count":1,"mine":true,"users":"#
                + #"[{"user":"\#(actor)","name":"A \"B\"","at":-1}]},"#
                + #"{"reaction":"love","count":0,"mine":false,"users":[]}]}"#
        )
        let unread = try AnswerForm(
            .unread(in: ConversationID(id(4))),
            to: .markRead,
            reactions: { _ in throw Missing() },
            unread: { $0 == ConversationID(id(4)) ? 12 : 0 }
        )
        #expect(written(unread) == #"{"unread":12}"#)
    }

    @Test func `passes on that something cannot be counted`() {
        #expect(throws: Missing.self) {
            try answer(.unread(in: ConversationID(id(4))), to: .markRead)
        }
        #expect(throws: Missing.self) {
            try answer(.reactions(of: MessageID(id(4))), to: .react)
        }
    }

    @Test func `to several holds the results in their order`() {
        let results = AnswerForm.results([.done, .unread(0), .report(ReportID(id(1)))])
        expectRoundTrip(results, as: #"{"results":[{},{"unread":0},{"report":"\#(id(1))"}]}"#)
        let line = text {
            $0.writeLine(
                ref: Array("1".utf8),
                position: Position(9),
                answer: results
            )
        }
        #expect(
            line == #"{"ref":1,"ok":{"results":[{},{"unread":0},{"report":"\#(id(1))"}]},"#
                + #""position":9}"# + "\n"
        )
    }

    @Test func `names the epoch once the store was restored`() {  // D-86
        let line = text {
            $0.writeLine(ref: nil, position: Position(9), epoch: 0xA, answer: .done)
        }
        #expect(line == #"{"ok":{},"position":9,"epoch":"000000000000000a"}"# + "\n")
    }
}

@Suite struct `A refusal outside` {
    private func line(_ error: ErrorForm) -> String {
        let line = text { $0.writeLine(ref: nil, error: error) }
        expectRoundTrip(error, as: String(line.dropFirst(#"{"error":"#.count).dropLast(2)))
        return line
    }

    @Test func `has a code and a sentence`() {
        #expect(
            line(ErrorForm(.conversation(.notFound)))
                == #"{"error":{"code":"notFound","message":"There is no such conversation."}}"#
                + "\n"
        )
    }

    @Test func `names the field`() {
        #expect(
            line(ErrorForm(.reaction(.notOneEmoji)))
                == #"{"error":{"code":"invalidReaction","message":"#
                + #""Here a reaction is one emoji.","field":"reaction"}}"# + "\n"
        )
    }

    @Test func `says when to try again`() {  // D-50
        let error = ErrorForm(.request(.rateLimited(retryAfterMilliseconds: 1_234)))
        #expect(error.code == .rateLimited)
        #expect(line(error).contains(#""retryAfter":1234}}"#))
    }

    @Test func `says where an ended epoch forked`() {  // D-86
        let error = ErrorForm(
            .request(.positionIsOfAnotherEpoch(field: "since", fork: Position(30)))
        )
        #expect(line(error).contains(#""code":"otherEpoch""#))
        #expect(line(error).contains(#""field":"since","fork":30}}"#))
        let unknown = ErrorForm(.request(.positionIsOfAnotherEpoch(field: "since", fork: nil)))
        #expect(line(unknown).hasSuffix(#""field":"since"}}"# + "\n"))
        let cursor = ErrorForm(.request(.cursorIsOfAnotherEpoch(fork: Position(30))))
        #expect(line(cursor).contains(#""field":"cursor","fork":30}}"#))
    }

    @Test func `says which of several it is`() {
        let error = ErrorForm(.message(.isEmpty), index: 0)
        #expect(line(error).contains(#""field":"text","index":0}}"#))
    }

    @Test func `has the codes of the contract, and one more for a clock that cannot be right`() {
        let codes =
            "invalidRequest notFound notAMember permissionDenied emptyMessage messageTooLong "
            + "invalidText invalidTitle invalidAttachment invalidReaction invalidParticipants "
            + "invalidReply invalidContext invalidCursor conversationClosed notTheSender "
            + "messageDeleted systemEntry creatorCannotBeRemoved alreadyAMember blocked privacy "
            + "suspended rateLimited idempotencyConflict onHold receiptsMandatory outcomeUnknown "
            + "overloaded storageFull readOnly internal clockNotAccepted viewsUnavailable stopped journalUnavailable "
            + "otherEpoch reasonNeeded"
        #expect(
            Set(Refusal.Code.allCases.map(\.rawValue))
                == Set(codes.split(separator: " ").map(String.init))
        )
    }
}
