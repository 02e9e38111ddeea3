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
