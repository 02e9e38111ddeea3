import Foundation
import Merkle
import TestSupport
import Testing

@Suite(.serialized) struct `A whole store is verified, and its first fault named` {
    @Test func `a sound store is said to be sound, and what that is worth`() async throws {
        let history = try await History(size: 300)
        let run = try Command.run("verify", history.store)
        #expect(run.exit == 0, "\(run.errors)")
        #expect(run.output.hasPrefix("sound     events 300, streams 6, contents 298, erased 1"))
        #expect(run.output.contains("\nerased    missing content equals logged erasures\n"))
        #expect(run.output.contains("pinned    nothing: this shows integrity, not"))
        #expect(run.errors.isEmpty)
        let pinned = try Command.run(
            "verify",
            history.store,
            "--pin",
            history.older,
            "--key",
            history.publicKey,
            "--threads",
            "2"
        )
        #expect(pinned.exit == 0, "\(pinned.errors)")
        #expect(pinned.output.contains("pinned    the log begins with the 150 events"))
        let fields = try object(Command.run("verify", history.store, "--json"))
        #expect(fields["sound"] as? Bool == true)
        #expect(fields["finding"] is NSNull)
        #expect(fields["size"] as? Int == 300)
        #expect(fields["erased"] as? Int == 1)
        #expect(fields["checkpoints"] as? Int == 2)
        let told = try Command.run("verify", history.store, "--progress")
        #expect(told.exit == 0)
        #expect(told.errors.contains(" of 300 events"))
    }

    @Test func `a changed byte is found with its clause and position`() async throws {
        let history = try await History(size: 300)
        let path = "\(history.store)/log.mdb"
        var bytes = readFile(path)
        // The seal of an event lies in its envelope, which the checksum covers.
        let proof = try Command.run("prove", history.store, "--event", "200")
        let text = Array(proof.output.utf8)
        let envelope = try #require(try RecordProof(parsing: text.span.bytes).extra)
        let place = try #require(bytes.firstRange(of: envelope)).lowerBound
        bytes[place + 20] ^= 1
        writeFile(path, bytes)
        let run = try Command.run("verify", history.store, "--json", "--quiet")
        #expect(run.exit == 1, "\(run.errors)")
        let fields = try object(run)
        #expect(fields["sound"] as? Bool == false)
        let finding = fields["finding"] as? [String: Any]
        #expect(finding?["clause"] as? String == "checksum")
        #expect(finding?["position"] as? Int == 200)
        let words = try Command.run("verify", history.store, "--quiet")
        #expect(words.exit == 1)
        #expect(words.output.hasPrefix("WRONG     position 200, clause checksum: "))
    }

    @Test func `a file whose pages are rubbish is a finding and no crash`() async throws {
        let history = try await History(size: 300)
        let path = "\(history.store)/log.mdb"
        var bytes = readFile(path)
        for place in (2 * 4_096)..<bytes.count {
            bytes[place] = UInt8(truncatingIfNeeded: place &* 37)
        }
        writeFile(path, bytes)
        let run = try Command.run("verify", history.store, "--json", "--quiet")
        #expect(run.exit == 1, "\(run.errors)")
        writeFile(path, Array(bytes[..<(bytes.count / 2)]))
        let cut = try Command.run("verify", history.store, "--json", "--quiet")
        #expect(cut.exit == 1, "\(cut.errors)")
    }

    @Test func `another history under the same name does not pass a pin`() async throws {
        let history = try await History(size: 60, signing: false)
        let other = try await History(size: 60, signing: false)
        let signer = try await History(size: 5)
        func sign(_ store: String, _ out: String) throws {
            let run = try Command.run(
                "checkpoint",
                store,
                "--key",
                signer.key,
                "--origin",
                "example.com/log",
                "--unkept",
                "--out",
                out
            )
            #expect(run.exit == 0, "\(run.errors)")
        }
        let pin = history.folder.path("pin")
        try sign(history.store, pin)
        let words = ["--pin", pin, "--origin", "example.com/log", "--json", "--quiet"]
        #expect(try Command.run(["verify", history.store] + words).exit == 0)
        let run = try Command.run(["verify", other.store] + words)
        #expect(run.exit == 1)
        let finding = try object(run)["finding"] as? [String: Any]
        #expect(finding?["clause"] as? String == "pin")
        #expect(finding?["position"] as? Int == 60)
    }

    @Test func `a log that is shorter than the pin does not pass`() async throws {
        let history = try await History(size: 60)
        let short = history.folder.path("short.scrollback")
        copyTree(history.store, to: short)
        try await history.append(through: 70)
        let pin = history.folder.path("pin")
        try history.checkpoint(to: pin)
        let run = try Command.run("verify", short, "--pin", pin, "--json", "--quiet")
        #expect(run.exit == 1)
        let finding = try object(run)["finding"] as? [String: Any]
        #expect(finding?["clause"] as? String == "pin")
    }

    @Test func `a sound log in another's place is a finding, not the pin's fault`() async throws {
        let history = try await History(size: 20)
        let other = try await History(size: 20, signing: false)
        for words in [["--key", history.publicKey], []] {
            let run = try Command.run(
                ["verify", other.store, "--pin", history.older, "--json", "--quiet"] + words
            )
            #expect(run.exit == 1, "\(run.errors)")
            let finding = try object(run)["finding"] as? [String: Any]
            #expect(finding?["clause"] as? String == "pin")
            #expect(finding?["position"] as? Int == 1)
        }
    }

    @Test func `a log whose signer changed keys is verified with both`() async throws {
        let history = try await History(size: 20)
        let second = history.folder.path("second.key")
        let key = try Command.run("keygen", "--name", "example.com/second", "--out", second).output
        try await history.append(through: 25)
        let pin = history.folder.path("pin")
        let signed = try Command.run(
            "checkpoint",
            history.store,
            "--key",
            second,
            "--out",
            pin
        )
        #expect(signed.exit == 0, "\(signed.errors)")
        let new = ["--pin", pin, "--key", String(key.dropLast())]
        let one = try Command.run(["verify", history.store] + new)
        #expect(one.exit == 1, "\(one.output)")
        let both = ["--key", history.publicKey, "--key", history.publicKey]
        let run = try Command.run(["verify", history.store] + new + both)
        #expect(run.exit == 0, "\(run.output) \(run.errors)")
        #expect(!run.output.contains("signed    "))
        let older = try Command.run(
            ["verify", history.store, "--pin", history.older] + new.suffix(2) + both
        )
        #expect(older.exit == 0, "\(older.output) \(older.errors)")
        // Without a key nothing is said of signatures, and that is said.
        let unsigned = try Command.run("verify", history.store)
        #expect(unsigned.output.contains("signed    not looked at"))
        let fields = try object(Command.run("verify", history.store, "--json"))
        #expect(fields["signaturesChecked"] as? Bool == false)
    }

    @Test func `from a pin on, records before it are not read`() async throws {
        let history = try await History(size: 600)
        let path = "\(history.store)/log.mdb"
        let proof = try Command.run("prove", history.store, "--event", "100")
        let text = Array(proof.output.utf8)
        let envelope = try #require(try RecordProof(parsing: text.span.bytes).extra)
        var bytes = readFile(path)
        let place = try #require(bytes.firstRange(of: envelope)).lowerBound
        bytes[place + 20] ^= 1
        writeFile(path, bytes)
        let words = ["verify", history.store, "--key", history.publicKey, "--pin", history.older]
        #expect(try Command.run(words).exit == 1)
        let run = try Command.run(words + ["--from-pin"])
        #expect(run.exit == 0, "\(run.output) \(run.errors)")
        #expect(run.output.contains("begun     behind event 256: "))
        let fields = try object(Command.run(words + ["--from-pin", "--json"]))
        #expect(fields["start"] as? Int == 256)
        #expect(fields["records"] as? Int == 344)
    }

    @Test func `a pin or key that is not to be believed is told apart`() async throws {
        let history = try await History(size: 20)
        let foreign = try await History(size: 20)
        let text = history.folder.path("text")
        writeFile(text, Array("no checkpoint\n".utf8))
        let empty = history.folder.file("empty", try SmallLog(size: 0).checkpoint().bytes)
        let cases: [([String], Int32, String)] = [
            (["--pin", history.older, "--key", foreign.publicKey], 3, "notSigned"),
            (["--pin", foreign.older, "--key", history.publicKey], 3, "notSigned"),
            (["--pin", history.older, "--origin", "a", "--key", history.publicKey], 3, "otherLog"),
            (["--pin", history.older, "--origin", "a"], 3, "notVerified"),
            (["--pin", text], 3, "malformed"),
            (["--pin", empty], 3, "emptyPin"),
            (["--pin", empty, "--key", try SmallLog().key], 3, "emptyPin"),
            (["--from-pin"], 2, "usage"),
            (["--pin", history.folder.path], 3, "cannotRead"),
            (["--key", text], 3, "noKey"),
            (["--key", history.key], 3, "privateKey"),
            (["--threads", "0"], 2, "usage"),
            (["--progress", "--quiet"], 2, "usage"),
        ]
        for (words, exit, code) in cases {
            let run = try Command.run(["verify", history.store, "--json"] + words)
            #expect(run.exit == exit, "\(words): \(run.errors)")
            #expect(try errorCode(run) == code, "\(words): \(run.errors)")
        }
        // Kept checkpoints by a key that is not the given one are a finding of their own.
        let run = try Command.run("verify", history.store, "--key", foreign.publicKey, "--json")
        #expect(run.exit == 1)
        let finding = try object(run)["finding"] as? [String: Any]
        #expect(finding?["clause"] as? String == "signature")
        for path in [history.folder.path("missing"), text] {
            let run = try Command.run("verify", path, "--json")
            #expect(run.exit == 3, "\(run.output) \(run.errors)")
        }
    }
}
