import Foundation
import Merkle
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(15)))
struct `What auditors need over the wire` {
    private static let right =
        "users operator=checkpoint,prove,histogram,depositCheckpoint"

    private func chat(messages count: Int) throws -> ServedStore {
        let served = try ServedStore([Self.right, "users"])
        _ = try served.post(
            "/v1/commands/createGroup",
            #"{"as":"\#(anna)","id":"\#(group)","members":["\#(ben)","\#(cora)"]}"#
        )
        for _ in 0..<count { try say(served) }
        return served
    }

    private func say(_ served: ServedStore) throws {
        let sent = try served.post(
            "/v1/commands/send",
            #"{"as":"\#(anna)","conversation":"\#(group)","text":"Hi"}"#
        )
        #expect(sent.status == 200, "\(sent.text)")
    }

    private func ask(
        _ served: ServedStore,
        _ name: String,
        _ fields: String = "",
        key: String = right
    ) throws -> RawClient.Answer {
        try served.post("/v1/queries/\(name)", #"{"as":"operator"\#(fields)}"#, key: key)
    }

    private func sign(_ state: [String: Any], _ signer: SignerKey) throws -> SignedNote {
        let digits = try #require(state["root"] as? String)
        let text = Array(digits.utf8)
        let decoded = Hexadecimal.decode(text.span.bytes)
        let root = try #require(decoded)
        return try Checkpoint(
            origin: try #require(state["origin"] as? String),
            size: UInt64(try #require(state["size"] as? Int)),
            root: Digest(root.span.bytes)
        ).signed(with: signer)
    }

    private func deposit(_ served: ServedStore, _ note: [UInt8]) throws -> RawClient.Answer {
        let body = try JSONSerialization.data(
            withJSONObject: [
                "as": "operator", "checkpoint": String(decoding: note, as: UTF8.self),
            ]
        )
        return try served.post(
            "/v1/commands/depositCheckpoint",
            String(decoding: body, as: UTF8.self),
            key: Self.right
        )
    }

    @Test func `a checkpoint is signed elsewhere, deposited, and proves events and growth`() throws
    {
        let served = try chat(messages: 5)
        let signer = try SignerKey.random(name: KeyName("example.com/log"))
        #expect(try ask(served, "prove", #","event":2"#).status == 404, "nothing is kept yet")
        let first = try #require(try ask(served, "checkpoint").ok)
        #expect(first["checkpoint"] == nil)
        let older = try sign(first, signer)
        #expect(try deposit(served, older.bytes).status == 200)
        #expect(try deposit(served, older.bytes).status == 200, "again is the same")
        for _ in 0..<5 { try say(served) }
        let newer = try sign(try #require(try ask(served, "checkpoint").ok), signer)
        #expect(try deposit(served, newer.bytes).status == 200)
        let kept = try #require(try ask(served, "checkpoint").ok)
        #expect(kept["checkpoint"] as? String == String(decoding: newer.bytes, as: UTF8.self))
        let (from, to) = (first["size"] as? Int ?? 0, kept["kept"] as? Int ?? 0)
        #expect(from < to)
        let proofs = [
            try ask(served, "prove", #","event":3"#),
            try ask(served, "prove", #","event":3,"under":\#(from)"#),
            try ask(served, "prove", #","from":\#(from),"to":\#(to)"#),
        ]
        #expect(proofs.map { $0.ok?["size"] as? Int } == [to, from, to])
        #expect(
            proofs.map { $0.ok?["kind"] as? String } == ["inclusion", "inclusion", "consistency"]
        )
        // The checker knows the files alone.
        let folder = TemporaryFolder()
        let key = folder.path("key")
        writeFile(key, Array("\(signer.verifier)\n".utf8))
        for (number, proof) in proofs.enumerated() {
            let path = folder.path("proof\(number)")
            writeFile(path, Array((proof.ok?["proof"] as? String ?? "").utf8))
            let checked = try run(
                StartedProgram.built("scrollback"),
                ["check", path, "--key", key]
            )
            #expect(checked.ending == .exited(0), "\(checked.said)")
        }
    }

    @Test func `an erasure has a receipt, which names the copies of keys that are older`()
        async throws
    {
        let served = try chat(messages: 3)
        let signer = try SignerKey.random(name: KeyName("example.com/log"))
        let events = try served.store.operator.events(EventsQuery(limit: 500)).items
        let sent = try #require(events.first { $0.type == "messageSent" })
        let position = Int(sent.position.rawValue)
        let place = KeyCopyID(try #require(UniqueID(anna)))
        _ = try await served.store.note(.begun(place, label: "vault"))
        _ = try await served.store.operator.erase(
            .conversation(ConversationID(try #require(UniqueID(group)))),
            basis: "asked",
            reason: "asked"
        )
        #expect(try ask(served, "prove", #","erasure":\#(position)"#).status == 404, "not signed")
        let state = try #require(try ask(served, "checkpoint").ok)
        #expect(try deposit(served, try sign(state, signer).bytes).status == 200)
        let answer = try #require(try ask(served, "prove", #","erasure":\#(position)"#).ok)
        #expect(answer["kind"] as? String == "erasure")
        let text = Array((answer["proof"] as? String ?? "").utf8)
        let receipt = try ErasureReceipt(parsing: text.span.bytes)
        #expect(receipt.erased.index == UInt64(position - 1))
        #expect(receipt.copies.count == 1)
        let folder = TemporaryFolder()
        let (key, file) = (folder.path("key"), folder.path("receipt"))
        writeFile(key, Array("\(signer.verifier)\n".utf8))
        writeFile(file, text)
        let checked = try run(StartedProgram.built("scrollback"), ["check", file, "--key", key])
        #expect(checked.ending == .exited(0), "\(checked.said)")
        for (fields, status) in [
            (#","erasure":1"#, 404), (#","erasure":0"#, 404), (#","erasure":99999"#, 404),
            (#","erasure":\#(position),"under":\#(position)"#, 404),
            (#","erasure":\#(position),"event":\#(position)"#, 400),
            (#","erasure":\#(position),"from":1,"to":2"#, 400), (#","erasure":"x""#, 400),
        ] {
            let answer = try ask(served, "prove", fields)
            #expect(answer.status == status, "\(fields): \(answer.text)")
        }
    }

    @Test func `what cannot be proved or kept is refused`() throws {
        let served = try chat(messages: 2)
        let signer = try SignerKey.random(name: KeyName("example.com/log"))
        let state = try #require(try ask(served, "checkpoint").ok)
        let size = state["size"] as? Int ?? 0
        #expect(try deposit(served, try sign(state, signer).bytes).status == 200)
        for (fields, status) in [
            (#","event":\#(size + 1)"#, 404), (#","event":0"#, 404),
            (#","event":2,"under":2"#, 404),
            (#","from":1,"to":\#(size)"#, 404), (#","from":\#(size),"to":1"#, 400), ("", 400),
            (#","from":1"#, 400), (#","event":1,"from":1,"to":2"#, 400), (#","event":-1"#, 400),
            (#","from":1,"to":\#(size),"under":1"#, 400),
        ] {
            let answer = try ask(served, "prove", fields)
            #expect(answer.status == status, "\(fields): \(answer.text)")
        }
        var other = state
        other["root"] = String(repeating: "0", count: 64)
        #expect(try deposit(served, try sign(other, signer).bytes).status == 400)
        #expect(try deposit(served, Array("nonsense".utf8)).status == 400)
        #expect(try ask(served, "prove", #","event":1"#, key: "users").status == 403)
        let stranger = try served.post(
            "/v1/commands/depositCheckpoint",
            #"{"as":"operator","checkpoint":"x"}"#
        )
        #expect(stranger.status == 403)
    }

    @Test func `a histogram counts each event once, as the log has them`() throws {
        let served = try chat(messages: 30)
        let events = try served.store.operator.events(EventsQuery(limit: 500)).items
        func spans(_ fields: String) throws -> [(from: Int, until: Int, count: Int)] {
            let items = try ask(served, "histogram", fields).ok?["items"] as? [[String: Any]]
            return try #require(items).map {
                ($0["from"] as? Int ?? 0, $0["until"] as? Int ?? 0, $0["count"] as? Int ?? 0)
            }
        }
        let recorded = { (event: EventItem) in Int(event.recorded.microseconds / 1_000) }
        let conversation = #","conversation":"\#(group)""#
        let cases: [(fields: String, isMeant: (EventItem) -> Bool)] = [
            ("", { _ in true }),
            (conversation, { if case .conversation = $0.stream { true } else { false } }),
            (#","type":"messageSent""#, { $0.type == "messageSent" }),
            (#"\#(conversation),"type":"messageSent""#, { $0.type == "messageSent" }),
            (#","user":"\#(ben)""#, { "\($0.fields) \($0.stream)".contains(ben) }),
        ]
        for buckets in [1, 2, 7, 500] {
            for (fields, isMeant) in cases {
                let found = try spans(#"\#(fields),"buckets":\#(buckets)"#)
                #expect(!found.isEmpty && found.count <= buckets, "\(fields)")
                let meant = events.filter(isMeant)
                #expect(found.map(\.count).reduce(0, +) == meant.count, "\(fields) \(buckets)")
                for span in found {
                    let count = meant.count { (span.from..<span.until).contains(recorded($0)) }
                    #expect(span.count == count, "\(fields) \(span)")
                }
                for (span, next) in zip(found, found.dropFirst()) {
                    #expect(span.until == next.from)
                }
            }
        }
        let middle = recorded(events[events.count / 2])
        let later = try spans(#","from":\#(middle)"#)
        #expect(later.map(\.count).reduce(0, +) == events.count { recorded($0) >= middle })
        #expect(try spans(#","from":9000000000000"#).isEmpty)
        #expect(try spans(#","until":0"#).isEmpty)
        for (fields, status) in [
            (#","from":2,"until":1"#, 400), (#","from":1,"until":1"#, 400),
            (#","buckets":0"#, 400), (#","buckets":501"#, 400), (#","type":"nothing""#, 400),
            (#","conversation":"\#(anna)""#, 404),
        ] {
            let answer = try ask(served, "histogram", fields)
            #expect(answer.status == status, "\(fields): \(answer.text)")
        }
    }
}
