import Audit
import Foundation
import Merkle
import Scrollback
import Testing

/// A store with a few messages, of which the content of one was erased.
private final class AuditedChat {
    let folder: URL
    var path: String { folder.appending(path: "chat.scrollback").path }
    let conversation: ConversationID
    let said: Position
    let erased: Position
    let signer: SignerKey

    init() async throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "audit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        signer = try SignerKey.random(name: KeyName("example.com/log"))
        let store = try Store.open(folder.appending(path: "chat.scrollback").path)
        defer { store.close() }
        let (sarah, mike) = (UserID.fresh(), UserID.fresh())
        let chat = try await store.session(for: sarah).startDirect(with: mike)
        conversation = chat
        said = try await store.session(for: sarah).send("Are you free tomorrow?", to: chat).position
        let gone = try await store.session(for: sarah).send("My secret", to: chat)
        erased = gone.position
        _ = try await store.operator.erase(
            .message(gone.message),
            basis: "asked for",
            reason: "a mistake"
        )
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func error<Result>(_ body: () throws -> Result) -> AuditError.Code? {
        do {
            _ = try body()
            return nil
        } catch {
            return (error as? AuditError)?.code
        }
    }
}

@Suite struct `An auditor's program` {
    @Test func `verifies a log, and compares it with a checkpoint that it kept`() async throws {
        let chat = try await AuditedChat()
        let pin = try AuditedStore(opening: chat.path).checkpoint(signedBy: chat.signer)
        var options = Verification.Options()
        options.pin = pin
        options.keys = [chat.signer.verifier]
        let report = try await AuditedStore.verify(at: chat.path, options)
        #expect(report.isSound && report.erased == 1 && report.arePagesChecked)
        #expect(try report.size == AuditedStore(opening: chat.path).size)
        let kept = try Checkpoint(
            of: pin,
            origin: AuditedStore(opening: chat.path).origin,
            keys: options.keys
        )
        #expect(kept.root == report.root && kept.size == report.size.rawValue)
    }

    @Test func `names the fault of a log that was changed`() async throws {
        let chat = try await AuditedChat()
        let log = URL(filePath: chat.path).appending(path: "log.mdb")
        var bytes = try Data(contentsOf: log)
        // The conversation's id, wherever an envelope names it.
        let id = try #require(UUID(uuidString: "\(chat.conversation)"))
        let places = withUnsafeBytes(of: id.uuid) { bytes.ranges(of: Data($0)) }
        #expect(!places.isEmpty)
        for place in places { bytes[place.lowerBound] ^= 1 }
        try bytes.write(to: log)
        let report = try await AuditedStore.verify(at: chat.path)
        #expect(report.finding != nil && !report.isSound)
    }

    @Test func `proves what others check without the store`() async throws {
        let chat = try await AuditedChat()
        let store = try AuditedStore(opening: chat.path)
        let older = try store.checkpoint(at: chat.said, signedBy: chat.signer)
        let newer = try store.checkpoint(signedBy: chat.signer)
        let keys = [chat.signer.verifier]

        let proof = try RecordProof(
            parsing: store.proof(of: chat.erased, under: newer).bytes.span.bytes
        )
        #expect(proof.index == chat.erased.rawValue - 1)
        let told = try Disclosure(
            parsing: store.disclosure(of: chat.said, under: newer).bytes.span.bytes
        )
        #expect(try told.verify(origin: store.origin, keys: keys).size == store.size.rawValue)
        #expect(String(decoding: told.content, as: UTF8.self).contains("Are you free tomorrow?"))
        let growth = try store.growth(from: older, to: newer)
        #expect(
            try growth.verify(origin: store.origin, keys: keys).newer.size == store.size.rawValue
        )
    }

    @Test func `proves that a logged erasure names a content`() async throws {
        let chat = try await AuditedChat()
        let store = try AuditedStore(opening: chat.path)
        let note = try store.checkpoint(signedBy: chat.signer)
        let receipt = try ErasureReceipt(
            parsing: store.receipt(of: chat.erased, under: note).bytes.span.bytes
        )
        let keys = [chat.signer.verifier]
        #expect(try receipt.verify(origin: store.origin, keys: keys).size == store.size.rawValue)
        #expect(receipt.erased.index == chat.erased.rawValue - 1)
        #expect(try receipt.erasure.index == store.erasure(of: chat.erased).rawValue - 1)
        #expect(receipt.copies.isEmpty)
        #expect(chat.error { try store.receipt(of: chat.said, under: note) } == .notErased)
        #expect(chat.error { try store.receipt(of: Position(1), under: note) } == .notErased)
        #expect(chat.error { try store.receipt(of: Position(99), under: note) } == .noSuchPosition)
        let older = try store.checkpoint(at: chat.erased, signedBy: chat.signer)
        #expect(chat.error { try store.receipt(of: chat.erased, under: older) } == .notProved)
    }

    @Test func `does what docs/audit.md shows`() async throws {
        let chat = try await AuditedChat()
        var printed: [String] = []
        let kept = try AuditedStore(opening: chat.path).checkpoint(signedBy: chat.signer)
        let key = chat.signer.verifier
        try await runAuditExample(at: chat.path, chat.said, kept, key) { words in
            printed.append(words.map { "\($0)" }.joined(separator: " "))
        }
        let size = try AuditedStore(opening: chat.path).size
        #expect(
            printed == [
                "sound: \(size) events", "event \(chat.said) of \(size) is proved",
            ]
        )
    }

    @Test func `is told what is wrong with what it asks for`() async throws {
        let chat = try await AuditedChat()
        let store = try AuditedStore(opening: chat.path)
        let note = try store.checkpoint(signedBy: chat.signer)
        let older = try store.checkpoint(at: Position(1), signedBy: chat.signer)
        #expect(chat.error { try AuditedStore(opening: "\(chat.path)/none") } == .unreadable)
        #expect(chat.error { try store.newestCheckpoint(covering: Position(1)) } == .noCheckpoint)
        #expect(chat.error { try store.proof(of: Position(99), under: note) } == .noSuchPosition)
        #expect(chat.error { try store.proof(of: chat.said, under: older) } == .notProved)
        #expect(chat.error { try store.disclosure(of: chat.erased, under: note) } == .noContent)
        let other = try await AuditedChat()
        let foreign = try AuditedStore(opening: other.path).checkpoint(signedBy: other.signer)
        #expect(chat.error { try store.growth(from: foreign, to: note) } == .notProved)
        var options = Verification.Options()
        options.pin = foreign
        options.keys = [chat.signer.verifier]
        await #expect(throws: AuditError.self) {
            _ = try await AuditedStore.verify(at: chat.path, options)
        }
    }
}
