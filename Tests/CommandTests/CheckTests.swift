import Foundation
import Merkle
import TestSupport
import Testing

@Suite struct `A file is checked offline with the public key alone` {
    private let log: SmallLog

    init() throws {
        log = try SmallLog()
    }

    @Test func `each kind is known by its first line and says what it proves`() throws {
        let folder = TemporaryFolder()
        let said = [
            ("a", try log.checkpoint().bytes, "key example.com/log+", "checkpoint"),
            ("b", try log.record(4).bytes, "event 5 is in the log of 13 events", "inclusion"),
            (
                "c", try log.continuation(from: 6).bytes, "the log of 13 events begins",
                "consistency"
            ),
            ("d", try log.disclosure().bytes, "event 6 is in the log of 13 events", "disclosure"),
            ("e", try log.export(), "these are all 13 events", "envelopes"),
        ]
        let keyFile = folder.file("log.pub", Array("\(log.key)\n".utf8))
        for (name, bytes, sentence, kind) in said {
            let path = folder.file(name, bytes)
            for key in [log.key, keyFile] {
                let run = try Command.run("check", path, "--key", key)
                #expect(run.exit == 0, "\(run.errors)")
                #expect(run.output.hasPrefix(sentence), "\(run.output)")
                #expect(run.output.contains("\nlog       scrollback/test\n"))
                #expect(run.errors.isEmpty)
            }
            let fields = try object(Command.run("check", path, "--key", log.key, "--json"))
            #expect(fields["proved"] as? String == kind)
            #expect(fields["size"] as? Int == 13)
            #expect(fields["origin"] as? String == "scrollback/test")
            #expect(fields["key"] as? String == log.key)
            #expect(fields["pinnedSize"] is NSNull)
        }
    }

    @Test func `what an event said is shown so that no terminal obeys it`() throws {
        let folder = TemporaryFolder()
        let words =
            "hi\u{1B}[2J\u{9B}1m\u{202E}abc\u{2066}\r\u{7F}\0\n\\x log       forged\u{E0041}"
        let hostile = try SmallLog(content: words)
        let path = folder.file("d", try hostile.disclosure().bytes)
        let run = try Command.run("check", path, "--key", hostile.key)
        #expect(run.exit == 0)
        let shown = run.output.split(separator: "\n").suffix(2)
        #expect(
            shown == [
                "  | hi\\u{1b}[2J\\u{9b}1m\\u{202e}abc\\u{2066}\\u{d}\\u{7f}\\u{0}",
                "  | \\\\x log       forged\\u{e0041}",
            ]
        )
        let fields = try object(Command.run("check", path, "--key", hostile.key, "--json"))
        #expect(fields["content"] as? String == Data(words.utf8).base64EncodedString())
        #expect(fields["position"] as? Int == 6)
        // Bytes that are no text at all.
        #expect(run.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    }

    @Test func `an origin and a signed line of others are shown the same way`() throws {
        let folder = TemporaryFolder()
        let hostile = try SmallLog(origin: "scrollback/\u{9B}2J\u{202E}")
        let path = folder.file("a", try hostile.checkpoint(extensions: ["\u{85}x"]).bytes)
        let run = try Command.run("check", path, "--key", hostile.key)
        #expect(run.exit == 0)
        #expect(run.output.contains("log       scrollback/\\u{9b}2J\\u{202e}\n"))
        #expect(run.output.contains("signed    \\u{85}x\n"))
        let json = try Command.run("check", path, "--key", hostile.key, "--json")
        #expect(json.output.contains("scrollback/\\u009b2J\\u202e"))
    }

    @Test func `an envelope comes with the proof or from a file`() throws {
        let folder = TemporaryFolder()
        let bare = folder.file("bare", try log.record(4, carriesEnvelope: false).bytes)
        let full = folder.file("full", try log.record(4).bytes)
        let envelope = folder.file("envelope", log.envelopes[4])
        let other = folder.file("other", log.envelopes[3])
        func check(_ words: String...) throws -> Command.Run {
            try Command.run(["check"] + words + ["--key", log.key, "--json"])
        }
        #expect(try check(bare, "--envelope", envelope).exit == 0)
        #expect(try check(full, "--envelope", envelope).exit == 0)
        let needed = try check(bare)
        #expect(needed.exit == 3)
        #expect(try errorCode(needed) == "envelopeNeeded")
        let wrong = try check(bare, "--envelope", other)
        #expect(wrong.exit == 1)
        #expect(try errorCode(wrong) == "wrongProof")
        let differs = try check(full, "--envelope", other)
        #expect(differs.exit == 1)
        #expect(try errorCode(differs) == "otherEnvelope")
        #expect(try check(folder.file("a", log.checkpoint().bytes), "--envelope", other).exit == 2)
        let long = folder.file("long", [UInt8](repeating: 1, count: 32_769))
        #expect(try errorCode(check(bare, "--envelope", long)) == "tooLarge")
    }

    @Test func `a pinned checkpoint is continued, contradicted or not joined`() throws {
        let folder = TemporaryFolder()
        let other = try SmallLog(size: 14)
        let pins = [
            "same": folder.file("same", try log.checkpoint().bytes),
            "older": folder.file("older", try log.checkpoint(6).bytes),
            "longer": folder.file("longer", try other.checkpoint().bytes),
            "contrary": folder.file("contrary", try SmallLog(content: "No.").checkpoint(6).bytes),
            "split": folder.file("split", try SmallLog(content: "No.").checkpoint().bytes),
            "foreign": folder.file("foreign", try SmallLog(seed: 8).checkpoint().bytes),
            "empty": folder.file("empty", try SmallLog(size: 0).checkpoint().bytes),
            "elsewhere": folder.file("elsewhere", try SmallLog(origin: "b").checkpoint().bytes),
        ]
        let files = [
            "checkpoint": folder.file("a", try log.checkpoint().bytes),
            "record": folder.file("b", try log.record(4).bytes),
            "continuation": folder.file("c", try log.continuation(from: 6).bytes),
            "disclosure": folder.file("d", try log.disclosure().bytes),
            "envelopes": folder.file("e", try log.export()),
        ]
        let joining = ["continuation", "envelopes"]
        for (file, path) in files {
            let joins = joining.contains(file)
            let expected: [String: (Int32, String?)] = [
                "same": (0, nil),
                "older": joins ? (0, nil) : (3, "pinNotJoined"),
                "longer": (3, "pinNotJoined"),
                "contrary": joins ? (1, "pinDiffers") : (3, "pinNotJoined"),
                "split": (1, "pinDiffers"),
                "foreign": (3, "notSigned"),
                "empty": (3, "emptyPin"),
                "elsewhere": (1, "otherLog"),
            ]
            for (name, pin) in pins {
                let run = try Command.run(
                    "check",
                    path,
                    "--key",
                    log.key,
                    "--json",
                    "--pin",
                    pin
                )
                #expect(run.exit == expected[name]?.0, "\(file) \(name): \(run.errors)")
                #expect(try errorCode(run) == expected[name]?.1, "\(file) \(name)")
            }
        }
    }

    @Test func `another key, another log and a signature that fails are told apart`() throws {
        let folder = TemporaryFolder()
        let path = folder.file("b", try log.record(4).bytes)
        let foreign = try SmallLog(seed: 8)
        let cases = [
            (["--key", foreign.key], "notSigned"),
            (["--key", log.key, "--origin", "scrollback/other"], "otherLog"),
        ]
        for (words, code) in cases {
            let run = try Command.run(["check", path, "--json"] + words)
            #expect(run.exit == 1)
            #expect(try errorCode(run) == code)
        }
        // Signatures of others do no harm beside it; one in the key's name that fails does.
        var twice = try log.checkpoint()
        try twice.sign(with: foreign.signer)
        let both = folder.file("both", twice.bytes)
        #expect(try Command.run("check", both, "--key", log.key).exit == 0)
        #expect(try Command.run("check", both, "--key", foreign.key).exit == 0)
        let forged = String(decoding: twice.bytes, as: UTF8.self)
            .replacing("scrollback/test", with: "scrollback/fest")
        let path2 = folder.file("forged", Array(forged.utf8))
        let run = try Command.run("check", path2, "--key", log.key, "--json")
        #expect(run.exit == 1)
        #expect(try errorCode(run) == "wrongSignature")
    }

    @Test func `what cannot be looked at is said with its name`() throws {
        let folder = TemporaryFolder()
        let large = folder.file("large", [UInt8](repeating: 0x61, count: (1 << 20) + 1))
        let proof = Array("c2sp.org/tlog-proof@v1\n".utf8)
        let larger = folder.file(
            "larger",
            proof + [UInt8](repeating: 0x61, count: RecordProof.maximumBytes)
        )
        let closed = folder.file("closed", [1])
        let secret = folder.file("secret", Array("PRIVATE+KEY+x+00000000+AAAA".utf8))
        let cases: [([String], String)] = [
            ([folder.path, "--key", log.key], "cannotRead"),
            ([folder.path("missing"), "--key", log.key], "cannotRead"),
            ([large, "--key", log.key], "tooLarge"),
            ([larger, "--key", log.key], "tooLarge"),
            ([closed, "--key", log.key], "unknownKind"),
            ([folder.file("empty", []), "--key", log.key], "unknownKind"),
            ([closed, "--key", folder.path("missing")], "cannotRead"),
            ([closed, "--key", folder.path], "cannotRead"),
            ([closed, "--key", closed], "noKey"),
            ([closed, "--key", secret], "privateKey"),
            ([closed, "--key", log.key, "--pin", folder.path], "cannotRead"),
        ]
        for (words, code) in cases {
            let run = try Command.run(["check", "--json"] + words)
            #expect(run.exit == 3, "\(run.errors)")
            #expect(try errorCode(run) == code, "\(run.errors)")
        }
        let garbled = try Command.run("check", closed, "--key", log.key + "x", "--json")
        #expect(garbled.exit == 2)
        #expect(try errorCode(garbled) == "usage")
        let pin = try Command.run("check", closed, "--key", log.key, "--pin", closed, "--json")
        #expect(pin.exit == 3)
        #expect(try errorCode(pin) == "malformed")
    }

    @Test func `a file that is cut, padded or changed proves nothing`() throws {
        let folder = TemporaryFolder()
        let files = [
            try log.checkpoint().bytes, try log.record(4).bytes,
            try log.continuation(from: 6).bytes, try log.disclosure().bytes, try log.export(),
        ]
        var rejected = 0
        for bytes in files {
            var changes = [bytes + [0], bytes + Array("\n".utf8), []]
            // One run of the program for each: a stride keeps this short; the forms' own tests
            // change every byte.
            for place in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 24)) {
                var changed = bytes
                changed[place] ^= 1
                changes += [changed, Array(bytes[..<place])]
            }
            for changed in changes {
                let path = folder.file("changed", changed)
                let run = try Command.run("check", path, "--key", log.key, "--json")
                #expect(run.exit == 1 || run.exit == 3, "\(run.output)")
                #expect(try errorCode(run) != nil)
                rejected += 1
            }
        }
        print("\(rejected) changed files rejected by the command")
    }
}
