import DomainSupport
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

@Suite struct `The receipts of one's own message` {
    private func read(_ name: String) -> Messaging.Command {
        .markRead(MarkRead(conversation: group, upTo: .named(name)))
    }

    private func delivered(_ name: String) -> Messaging.Command {
        .markDelivered(MarkDelivered(conversation: group, upTo: .named(name)))
    }

    private func share(_ isSharing: Bool) -> Messaging.Command {
        .setSettings(SetSettings(SettingsChanged(sendReadReceipts: isSharing)))
    }

    private func founded(
        with members: [UserID] = [ben, cleo],
        history: HistoryPolicy = .full
    ) async throws -> Chat {
        let chat = try Chat()
        try await chat.found(with: members, history: history)
        try await chat.send(anna, "m")
        return chat
    }

    /// Anna's message, and of the others ben alone.
    private func foundedForTwo() async throws -> Chat {
        let chat = try await founded()
        try await chat.act(cleo, .leave(Leave(conversation: group)))
        return chat
    }

    private func counts(_ item: MessageItem) -> [Int] {
        item.receipt?.readings.map { [$0.count, $0.of] } ?? []
    }

    // RCPT-19 Q14
    @Test func `go from sent to delivered to read, with the times`() async throws {  // C13 C14
        let chat = try await founded()
        #expect(try chat.item(anna, "m").receipt?.status == .sent)
        #expect(try chat.receipts(anna, "m").waiting.map(\.user) == [ben, cleo])
        let benHasIt = try await chat.act(ben, delivered("m"))
        let cleoRead = try await chat.act(cleo, read("m"))
        #expect(try chat.item(anna, "m").receipt?.status == .delivered)
        #expect(counts(try chat.item(anna, "m")) == [1, 2])
        let benRead = try await chat.act(ben, read("m"))
        let receipts = try chat.receipts(anna, "m")
        #expect(receipts.delivered.map(\.user) == [ben, cleo])
        #expect(receipts.delivered.map(\.at) == [benHasIt, cleoRead])
        #expect(receipts.read.map(\.at) == [benRead, cleoRead])
        #expect(receipts.waiting.map(\.user) == [] && receipts.audience == 2 && receipts.allRead)
        #expect(receipts.status == .read)
        let item = try chat.item(anna, "m")
        #expect(item.receipt?.status == .read && counts(item) == [2, 2])
        #expect(try chat.page(anna).items.last?.receipt == item.receipt)
        #expect(try chat.item(ben, "m").receipt == nil)
    }

    @Test func `say since when a message has its status`() async throws {  // D-105 MSG-03
        let chat = try await founded()
        func status(_ name: String = "m") throws -> MessageItem.Receipt {
            try #require(chat.item(anna, name).receipt)
        }
        #expect(try status().at == chat.item(anna, "m").sentAt)
        try await chat.send(anna, "n")
        let benHasIt = try await chat.act(ben, delivered("n"))
        #expect(try status().at == chat.item(anna, "m").sentAt)
        let cleoHasFirst = try await chat.act(cleo, delivered("m"))
        #expect(try status().at == cleoHasFirst && status().status == .delivered)
        #expect(try status("n").status == .sent)
        let cleoRead = try await chat.act(cleo, read("n"))
        #expect(try status("n").at == cleoRead && status("n").status == .delivered)
        let benRead = try await chat.act(ben, read("m"))
        #expect(try status().at == benRead && status().status == .read)
        #expect(try status("n").at == cleoRead)
        let answered = try await chat.send(ben, "answer")
        #expect(try status("n").at == answered && status("n").status == .read)
        #expect(benHasIt < cleoRead)
        // A page says of each message what the message says alone.
        for item in try chat.page(anna).items where item.receipt != nil {
            var view = try chat.view(anna)
            #expect(try view.message(item.message).receipt == item.receipt)
        }
        // A member who left counts no more.
        try await chat.act(ben, .leave(Leave(conversation: group)))
        #expect(try status("n").at == cleoRead && status().at == cleoRead)
    }

    @Test func `count a sending as reading what came before`() async throws {  // D-20
        let chat = try await founded()
        let answered = try await chat.send(ben, "answer")
        try await chat.send(ben, "another")
        try await chat.act(ben, read("another"))
        let receipts = try chat.receipts(anna, "m")
        #expect(receipts.read.map(\.at) == [answered] && receipts.delivered.map(\.at) == [answered])
        #expect(try chat.receipts(ben, "answer").read.isEmpty)
    }

    @Test func `never show a silent reading, until a loud one covers it`() async throws {  // D-21
        let chat = try await foundedForTwo()
        try await chat.act(ben, share(false))
        let silent = try await chat.act(ben, read("m"))
        for number in 0..<5 { try await chat.send(ben, "silent \(number)") }
        var receipts = try chat.receipts(anna, "m")
        #expect(
            receipts.read == [] && receipts.waiting.map(\.user) == [ben]
                && receipts.status == .delivered
        )
        #expect(receipts.delivered.map(\.at) == [silent])
        try await chat.act(ben, share(true))
        let loud = try await chat.send(ben, "loud")
        try await chat.send(ben, "later")
        receipts = try chat.receipts(anna, "m")
        #expect(receipts.read.map(\.at) == [loud] && receipts.allRead)

        try await chat.ask(.operator, .configure(Configure(receipts: .mandatory)))
        #expect(try chat.receipts(anna, "m").read.map(\.at) == [silent])
    }

    @Test func `tell of no reading to who keeps their own to themselves`() async throws {  // D-21
        let chat = try await foundedForTwo()
        try await chat.act(ben, read("m"))
        try await chat.act(anna, share(false))
        let receipts = try chat.receipts(anna, "m")
        #expect(receipts.read == [] && receipts.waiting.map(\.user) == [ben] && !receipts.allRead)
        let receipt = try #require(chat.item(anna, "m").receipt)
        #expect(receipt.status == .delivered && receipt.readings == nil)
    }

    @Test func `count who can see it and is a member now`() async throws {  // D-19 RCPT-29
        let chat = try await founded(history: .sinceJoin)
        try await chat.act(anna, .add(AddParticipant(conversation: group, user: dora)))
        try await chat.act(dora, .markRead(MarkRead(conversation: group)))
        try await chat.act(ben, read("m"))
        #expect(counts(try chat.item(anna, "m")) == [1, 2])
        try await chat.act(cleo, .leave(Leave(conversation: group)))
        #expect(counts(try chat.item(anna, "m")) == [1, 1])
        #expect(try chat.receipts(anna, "m").status == .read)
        try await chat.send(anna, "for dora too")
        #expect(counts(try chat.item(anna, "for dora too")) == [0, 2])
    }

    @Test func `are nobody's where nobody can see it`() async throws {
        let chat = try await founded()
        for user in [ben, cleo] { try await chat.act(user, .leave(Leave(conversation: group))) }
        let receipts = try chat.receipts(anna, "m")
        #expect(receipts.audience == 0 && receipts.status == .sent && !receipts.allRead)
        #expect(counts(try chat.item(anna, "m")) == [0, 0])
    }

    @Test func `stay for a former member as of leaving`() async throws {  // D-17
        let chat = try await founded(with: [ben, cleo, dora])
        let benHasIt = try await chat.act(ben, delivered("m"))
        let cleoAnswered = try await chat.send(cleo, "answer")
        try await chat.act(anna, .leave(Leave(conversation: group)))
        try await chat.act(ben, read("m"))
        try await chat.act(dora, .leave(Leave(conversation: group)))
        try await chat.send(cleo, "another")
        try await chat.send(ben, "and ben")
        let receipts = try chat.receipts(anna, "m")
        #expect(receipts.delivered.map(\.user) == [ben, cleo])
        #expect(receipts.delivered.map(\.at) == [benHasIt, cleoAnswered])
        #expect(receipts.read.map(\.user) == [cleo] && receipts.waiting.map(\.user) == [ben, dora])
        #expect(receipts.audience == 3)
        #expect(counts(try chat.item(anna, "m")) == [1, 3])
    }

    @Test func `are for the sender alone`() async throws {  // D-22
        let chat = try await founded()
        #expect(throws: QueryError.refused(.message(.actorIsNotTheSender))) {
            try chat.receipts(ben, "m")
        }
        let creation = try chat.page(anna).items[0].message
        #expect(throws: QueryError.refused(.message(.isASystemEntry))) {
            var view = try chat.view(anna)
            _ = try view.receipts(of: creation)
        }
        #expect(throws: QueryError.refused(.message(.notFound))) { try chat.receipts(dora, "m") }
    }

    @Test func `tell the same times as a walk over all that happened`() async throws {
        let seed = seed(for: "receipts tell the same times")
        var random = SplitMix64(seed: seed)
        let chat = try await foundedForTwo()
        var names = ["m"]
        var ordinals: [UInt64] = [2]
        var moves: [ReceiptMove] = []
        var isSharing = true
        for step in 0..<160 {
            let target = Int.random(in: 0..<names.count, using: &random)
            let upTo = ordinals[target]
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                let at = try await chat.act(ben, delivered(names[target]))
                moves.append(ReceiptMove(.delivered, upTo: upTo, at: at))
            case 1:
                let at = try await chat.act(ben, read(names[target]))
                moves.append(ReceiptMove(isSharing ? .read : .silentlyRead, upTo: upTo, at: at))
            case 2:
                let at = try await chat.send(ben, "ben \(step)")
                names.append("ben \(step)")
                ordinals.append(try chat.item(ben, "ben \(step)").ordinal)
                let kind = isSharing ? ReceiptMove.Kind.read : .silentlyRead
                moves.append(ReceiptMove(kind, upTo: ordinals[names.count - 1], at: at))
            case 3:
                isSharing.toggle()
                try await chat.act(ben, share(isSharing))
            default:
                try await chat.send(anna, "anna \(step)")
                names.append("anna \(step)")
                ordinals.append(try chat.item(anna, "anna \(step)").ordinal)
            }
        }
        for policy in [ReceiptPolicy.optional, .mandatory] {
            try await chat.ask(.operator, .configure(Configure(receipts: policy)))
            for (name, ordinal) in zip(names, ordinals) where !name.hasPrefix("ben") {
                let receipts = try chat.receipts(anna, name)
                let delivered = ReceiptMove.deliveredAt(ordinal, by: moves)
                let read = ReceiptMove.readAt(ordinal, by: moves, under: policy)
                #expect(receipts.delivered.first?.at == delivered, "SEED=\(seed) \(name)")
                #expect(receipts.read.first?.at == read, "SEED=\(seed) \(name)")
            }
            // A page looks for each message from where it found the one before.
            for item in try chat.page(anna).items {
                guard let receipt = item.receipt, receipt.status != .sent else { continue }
                let reached =
                    receipt.status == .read
                    ? ReceiptMove.readAt(item.ordinal, by: moves, under: policy)
                    : ReceiptMove.deliveredAt(item.ordinal, by: moves)
                #expect(receipt.at == reached, "SEED=\(seed) \(item.ordinal)")
            }
        }
    }
}
