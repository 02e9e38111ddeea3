import EventLog
import Foundation
import Merkle
import Scrollback
import TestSupport
import Testing

@Suite(.serialized) struct `A checkpoint is signed, kept and printed` {
    @Test func `it says the size and root, and the log keeps it`() async throws {
        let history = try await History(size: 20, signing: false)
        let made = try Command.run("keygen", "--out", history.key)
        let key = try VerifierKey(String(made.output.dropLast()))
        let run = try Command.run(
            "checkpoint",
            history.store,
            "--key",
            history.key,
            "--out",
            history.older
        )
        #expect(run.exit == 0, "\(run.errors)")
        #expect(Array(run.output.utf8) == readFile(history.older))
        let log = try EventLog(
            opening: StoreDirectory(path: history.store),
            access: .reading
        )
        defer { log.close() }
        let bytes = readFile(history.older)
        let note = try SignedNote(parsing: bytes.span.bytes)
        let checkpoint = try Checkpoint(of: note, origin: "scrollback/\(log.id)", keys: [key])
        #expect(checkpoint.size == 20)
        let snapshot = try log.snapshot()
        let root = try snapshot.root(at: snapshot.size)
        #expect(checkpoint.root == root)
        let kept = try snapshot.checkpoint(at: snapshot.size)
        #expect(kept == bytes)
    }

    @Test func `one that is not kept changes nothing, and JSON says so`() async throws {
        let history = try await History(size: 20, signing: false)
        _ = try Command.run("keygen", "--out", history.key)
        let before = readFile("\(history.store)/log.mdb")
        let run = try Command.run(
            "checkpoint",
            history.store,
            "--key",
            history.key,
            "--unkept",
            "--json",
            "--origin",
            "example.com/log"
        )
        let fields = try object(run)
        #expect(fields["kept"] as? Bool == false)
        #expect(fields["origin"] as? String == "example.com/log")
        #expect(fields["size"] as? Int == 20)
        #expect(readFile("\(history.store)/log.mdb") == before)
    }

    @Test func `a store that another process writes to is signed only unkept`() async throws {
        let history = try await History(size: 20)
        let engine = try Engine(opening: history.store)
        defer { engine.close() }
        let out = history.folder.path("out")
        let run = try Command.run(
            "checkpoint",
            history.store,
            "--key",
            history.key,
            "--out",
            out,
            "--json"
        )
        #expect(run.exit == 3)
        #expect(try errorCode(run) == "inUse")
        #expect(!FileManager.default.fileExists(atPath: out))
        let unkept = try Command.run(
            "checkpoint",
            history.store,
            "--key",
            history.key,
            "--out",
            out,
            "--unkept"
        )
        #expect(unkept.exit == 0, "\(unkept.errors)")
    }

    @Test func `a history that does not continue what was signed is not signed`() async throws {
        let history = try await History(size: 300)
        let other = try await History(size: 200, signing: false)
        let out = history.folder.path("out")
        let words = ["--key", history.key, "--out", out, "--json"]
        let pinned = try Command.run(
            ["checkpoint", other.store, "--pin", history.older] + words
        )
        #expect(pinned.exit == 1)
        #expect(try errorCode(pinned) == "otherHistory")
        #expect(!pinned.output.contains("note"))
        #expect(!FileManager.default.fileExists(atPath: out))
        // Nor where the log itself keeps what contradicts it: here a tile was changed.
        let path = "\(history.store)/log.mdb"
        let proof = try Command.run("prove", history.store, "--event", "1").output
        let text = Array(proof.utf8)
        let envelope = try #require(try RecordProof(parsing: text.span.bytes).extra)
        let leaf = TreeHash.leaf(envelope.span.bytes)
        let hash = [UInt8](try #require(Data(base64Encoded: leaf.base64)))
        var bytes = readFile(path)
        var changed = 0
        for range in bytes.ranges(of: hash) {
            bytes[range.lowerBound] ^= 1
            changed += 1
        }
        try #require(changed > 0)
        writeFile(path, bytes)
        let kept = try Command.run(["checkpoint", history.store, "--unkept"] + words)
        #expect(kept.exit == 1, "\(kept.errors)")
        #expect(!FileManager.default.fileExists(atPath: out))
        let garbage = try Command.run(
            ["checkpoint", other.store, "--pin", history.publicKey] + words
        )
        #expect(garbage.exit == 3)
        #expect(try errorCode(garbage) == "malformed")
    }

    @Test func `a checkpoint that continues the kept one is signed`() async throws {
        let history = try await History(size: 20)
        try await history.append(through: 40)
        let words = ["--key", history.key, "--pin", history.older, "--origin", "example.com/log"]
        let run = try Command.run(["checkpoint", history.store, "--unkept"] + words)
        #expect(run.exit == 3)
        let named = try Command.run(["checkpoint", history.store] + words.dropLast(2))
        #expect(named.exit == 0, "\(named.errors)")
        let renamed = try Command.run(
            ["checkpoint", history.store, "--unkept"] + words.suffix(2) + words[..<2]
        )
        #expect(renamed.exit == 0, "\(renamed.errors)")
    }

    @Test func `a key that cannot be used is named`() async throws {
        let history = try await History(size: 20)
        let open = history.folder.path("open.key")
        writeFile(open, readFile(history.key), mode: 0o644)
        chmod(open, 0o644)
        let broken = history.folder.path("broken.key")
        writeFile(broken, readFile(history.key).dropLast(5) + [0x0A])
        let cases: [(String, String)] = [
            (open, "readableByOthers"), (broken, "noKey"), (history.publicKey, "noKey"),
            (history.folder.path("no"), "cannotRead"), (history.folder.path, "cannotRead"),
        ]
        for (key, code) in cases {
            let run = try Command.run("checkpoint", history.store, "--key", key, "--json")
            #expect(run.exit == 3)
            #expect(try errorCode(run) == code, "\(run.errors)")
            #expect(!run.output.contains("PRIVATE+KEY"))
            #expect(!run.errors.contains("PRIVATE+KEY"))
        }
        let nowhere = try Command.run("checkpoint", "nowhere", "--key", history.key, "--json")
        #expect(nowhere.exit == 3)
        #expect(try errorCode(nowhere) == "noStore")
    }
}
