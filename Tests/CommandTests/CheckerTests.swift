import Foundation
import Merkle
import TestSupport
import Testing

@Suite struct `A checker that shares no code agrees` {
    @Test func `it gives the known answers`() throws {
        let run = try Checker.check("--self-test")
        #expect(run.exit == 0, "\(run.errors)")
        #expect(run.output.contains("known answers"))
    }

    @Test func `it accepts the files of a small log and rejects each change of them`() throws {
        let folder = TemporaryFolder()
        let log = try SmallLog()
        _ = folder.file("log.pub", Array("\(log.key)\n".utf8))
        _ = folder.file("checkpoint.proof", try log.checkpoint().bytes)
        _ = folder.file("event.proof", try log.record(4).bytes)
        _ = folder.file("bare.proof", try log.record(4, carriesEnvelope: false).bytes)
        _ = folder.file("bare.envelope", log.envelopes[4])
        _ = folder.file("growth.proof", try log.continuation(from: 6).bytes)
        _ = folder.file("content.proof", try log.disclosure().bytes)
        _ = folder.file("all.proof", try log.export())
        let run = try Checker.examine(folder.path)
        #expect(run.exit == 0, "\(run.errors)")
        #expect(run.output.contains("6 files accepted"))
        print(run.output)
    }

    @Test func `it accepts receipts of an erasure and rejects each change of them`() throws {
        let folder = TemporaryFolder()
        let log = try SmallLog(isErased: true)
        _ = folder.file("log.pub", Array("\(log.key)\n".utf8))
        _ = folder.file("bare.proof", try log.receipt().bytes)
        _ = folder.file("copied.proof", try log.receipt(naming: [SmallLog.copy]).bytes)
        let run = try Checker.examine(folder.path)
        #expect(run.exit == 0, "\(run.errors)")
        #expect(run.output.contains("2 files accepted"))
        print(run.output)
        for (name, sentence) in [
            ("bare", "names no copy of keys"), ("copied", "copy of the keys, begun by event 9"),
        ] {
            let path = folder.path("\(name).proof")
            let theirs = try Checker.check(path, "--key", log.key)
            #expect(theirs.exit == 0 && theirs.output.contains(sentence), "\(theirs.output)")
            #expect(theirs.output.contains("event 13 erased the content of event 6"))
        }
    }

    @Test func `a receipt that signs for another erasure is refused by both`() throws {
        let folder = TemporaryFolder()
        let log = try SmallLog(isErased: true)
        let sealless = try SmallLog(isErased: true).receipt(of: 4)
        let other = try SmallLog()
        let receipts: [(String, ErasureReceipt)] = [
            ("an event that the erasure does not name", sealless),
            ("no erasure", try other.receipt()),
            ("no copy", try log.receipt(naming: [3])),
            ("a copy twice", try log.receipt(naming: [SmallLog.copy, SmallLog.copy])),
            ("a copy behind the erasure", try log.receipt(naming: [12])),
        ]
        for (what, receipt) in receipts {
            let path = folder.file(what, receipt.bytes)
            let ours = try Command.run("check", path, "--key", log.key, "--json")
            #expect(ours.exit == 1, "\(what): \(ours.output)")
            #expect(try errorCode(ours) == "wrongErasure", "\(what): \(ours.output)")
            let theirs = try Checker.check(path, "--key", log.key)
            #expect(theirs.exit == 1, "\(what): \(theirs.output)")
        }
    }

    @Test func `it fails where a file, a key or a checkpoint is not to be believed`() throws {
        let folder = TemporaryFolder()
        let log = try SmallLog()
        let foreign = try SmallLog(seed: 8)
        let path = folder.file("growth", try log.continuation(from: 6).bytes)
        let pin = folder.file("pin", try log.checkpoint(6).bytes)
        let contrary = folder.file("contrary", try SmallLog(content: "No.").checkpoint(6).bytes)
        let longer = folder.file("longer", try SmallLog(size: 20).checkpoint().bytes)
        let cases: [([String], Int32)] = [
            (["--key", log.key], 0), (["--key", log.key, "--pin", pin], 0),
            (["--key", log.key, "--origin", log.origin], 0), (["--key", foreign.key], 1),
            (["--key", log.key, "--pin", contrary], 1), (["--key", log.key, "--pin", longer], 3),
            (["--key", log.key, "--origin", "elsewhere"], 1),
            (["--key", log.key, "--pin", folder.path("missing")], 3), ([], 2),
            // What was given to check with says nothing about the file.
            (["--key", "no+such+key"], 3), (["--key", path], 3), (["--key", folder.path], 3),
            (["--key", log.key, "--pin", path], 3),
            (
                [
                    "--key", log.key, "--pin",
                    folder.file("none", try SmallLog(size: 0).checkpoint().bytes),
                ], 3
            ),
            (["--key", log.key, "--pin", pin, "--origin", "elsewhere"], 3),
            (["--key", log.key, "--envelope", pin], 2),
        ]
        for (words, exit) in cases {
            let run = try Command.run("python3", [Checker.program, path] + words)
            #expect(run.exit == exit, "\(words): \(run.errors)")
            #expect(!run.errors.contains("Traceback"))
        }
    }

    @Test func `an export with anything above its checkpoint is refused by both`() throws {
        let folder = TemporaryFolder()
        let log = try SmallLog()
        let export = try log.export()
        let header = Array("\(ProofFileKind.envelopes.firstLine)\n".utf8)
        #expect(export.starts(with: header))
        let more = header + Array("a line\n".utf8) + export.dropFirst(header.count)
        let path = folder.file("more", more)
        #expect(try Command.run("check", path, "--key", log.key).exit == 1)
        let run = try Checker.check(path, "--key", log.key)
        #expect(run.exit == 1, "\(run.output)")
    }

    @Test func `an answer that cannot be written is none`() throws {
        let run = try Command.run(
            "sh",
            ["-c", "python3 '\(Checker.program)' --self-test > /dev/full"]
        )
        #expect(run.exit == 3)
        #expect(!run.errors.contains("Traceback"))
    }
}
