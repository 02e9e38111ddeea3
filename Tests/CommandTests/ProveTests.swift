import Foundation
import Merkle
import TestSupport
import Testing

@Suite(.serialized) struct `A store's proofs are accepted by both checkers and no change of them is`
{
    @Test(arguments: [5, 255, 256, 257, 1_000] as [UInt64])
    func `every kind of proof is made and holds`(size: UInt64) async throws {
        let history = try await History(size: size)
        let proofs = history.folder.path("proofs")
        mkdir(proofs, 0o700)
        writeFile("\(proofs)/log.pub", readFile(history.publicKey))
        writeFile("\(proofs)/checkpoint.proof", readFile(history.newer))
        let kept = (1...size).filter { $0 != history.erased && $0 != size }
        let told = [kept[0], kept[kept.count / 2], kept[kept.count - 1]]
        for position in [1, 2, history.erased, size] + told {
            try prove(history, "event-\(position)", "--event", "\(position)")
        }
        for position in told {
            try prove(history, "content-\(position)", "--content", "\(position)")
        }
        try prove(history, "erasure", "--erasure", "\(history.erased)")
        try prove(history, "growth", "--from", history.older)
        try prove(history, "none", "--from", history.newer)
        try prove(history, "older", "--event", "3", "--checkpoint", history.older)
        try prove(history, "all", "--envelopes")
        for name in names(in: proofs) where name.hasSuffix(".proof") {
            let path = "\(proofs)/\(name)"
            let ours = try Command.run("check", path, "--key", history.publicKey)
            #expect(ours.exit == 0, "\(name): \(ours.errors)")
            let theirs = try Checker.check(path, "--key", history.publicKey)
            #expect(theirs.exit == 0, "\(name): \(theirs.errors)")
            let isStated = ours.output.contains("\(size) events")
            #expect(isStated || name == "older.proof", "\(name): \(ours.output)")
        }
        let disclosed = try Command.run(
            "check",
            "\(proofs)/content-\(told[1]).proof",
            "--key",
            history.publicKey
        )
        #expect(disclosed.output.hasSuffix("\n  | \(History.words(told[1]))\n"))
    }

    @Test func `erased content is disclosed no more, and its event is proved as before`()
        async throws
    {
        let history = try await History(size: 300)
        let position = "\(history.erased)"
        let run = try Command.run("prove", history.store, "--content", position, "--json")
        #expect(run.exit == 3)
        #expect(try errorCode(run) == "erased")
        try prove(history, "event", "--event", position)
        // A proof from before the erasure holds after it.
        try prove(history, "before", "--event", "2", "--checkpoint", history.older)
        let words = Array(History.words(history.erased).utf8)
        // The receipt tells of the erasure and no words.
        try prove(history, "receipt", "--erasure", position)
        let receipt = history.folder.path("proofs/receipt.proof")
        let checked = try Command.run("check", receipt, "--key", history.publicKey)
        let sentence = "event 300 erased the content of event \(position), in the log of 300 events"
        #expect(checked.exit == 0 && checked.output.hasPrefix(sentence), "\(checked.errors)")
        #expect(checked.output.contains("names no copy of keys"))
        let fields = try object(
            Command.run("check", receipt, "--key", history.publicKey, "--json")
        )
        #expect(fields["proved"] as? String == "erasure" && fields["erasure"] as? Int == 300)
        let all = try Command.run("prove", history.store, "--envelopes")
        #expect(all.exit == 0)
        #expect(!all.output.contains(String(decoding: words, as: UTF8.self)))
    }

    @Test(arguments: [257, 1_000] as [UInt64])
    func `no change of a proof is accepted by the other checker`(size: UInt64) async throws {
        let history = try await History(size: size)
        try makeEach(history)
        let run = try Checker.examine(history.folder.path("proofs"))
        #expect(run.exit == 0, "\(run.errors)")
        #expect(run.output.contains("6 files accepted"))
        print(run.output)
    }

    @Test func `no change of a proof's parts is accepted by the command`() async throws {
        let history = try await History(size: 1_000)
        try makeEach(history)
        let proofs = history.folder.path("proofs")
        let text = { (name: String) in
            String(decoding: readFile("\(proofs)/\(name)"), as: UTF8.self)
        }
        let notes = [history.older, history.newer].map {
            String(decoding: readFile($0), as: UTF8.self)
        }
        var rejected = 0
        for name in [
            "checkpoint.proof", "event.proof", "content.proof", "erasure.proof", "growth.proof",
        ] {
            for (what, changed) in changes(of: text(name), notes: notes) {
                writeFile("\(proofs)/changed", Array(changed.utf8))
                let run = try Command.run("check", "\(proofs)/changed", "--key", history.publicKey)
                #expect(run.exit == 1 || run.exit == 3, "\(name) with \(what): \(run.output)")
                #expect(run.output.isEmpty)
                rejected += 1
            }
        }
        let stranger = history.folder.path("stranger.pub")
        let made = try Command.run(
            "keygen",
            "--name",
            "example.com/log",
            "--out",
            history.folder.path("stranger.key")
        )
        writeFile(stranger, Array(made.output.utf8))
        for name in names(in: proofs) where name.hasSuffix(".proof") {
            let run = try Command.run("check", "\(proofs)/\(name)", "--key", stranger, "--json")
            #expect(run.exit == 1)
            #expect(try errorCode(run) == "notSigned")
            rejected += 1
        }
        print("\(rejected) changed proofs rejected by the command")
    }

    @Test func `what cannot be proved is said and leaves no file`() async throws {
        let history = try await History(size: 20)
        let foreign = try await History(size: 40)
        let out = history.folder.path("out")
        let text = history.folder.path("text")
        writeFile(text, Array("no checkpoint\n".utf8))
        let cases: [([String], Int32, String)] = [
            ([history.store, "--event", "21"], 3, "noSuchEvent"),
            ([history.store, "--content", "20"], 3, "noContent"),
            ([history.store, "--erasure", "21"], 3, "noSuchEvent"),
            ([history.store, "--erasure", "19"], 3, "notErased"),
            ([history.store, "--erasure", "20"], 3, "isErasure"),
            (
                [history.store, "--erasure", "\(history.erased)", "--checkpoint", history.older], 3,
                "notCovered"
            ),
            ([history.store, "--event", "19", "--checkpoint", history.older], 3, "notCovered"),
            ([history.store, "--event", "3", "--checkpoint", foreign.older], 1, "otherHistory"),
            ([history.store, "--event", "3", "--checkpoint", foreign.newer], 1, "logTooShort"),
            ([history.store, "--from", foreign.older], 1, "otherHistory"),
            ([history.store, "--from", foreign.newer], 1, "logTooShort"),
            ([history.store, "--envelopes", "--checkpoint", foreign.older], 1, "otherHistory"),
            ([history.store, "--from", text], 3, "malformed"),
            ([history.store, "--event", "3", "--checkpoint", text], 3, "malformed"),
            ([history.store, "--from", history.folder.path], 3, "cannotRead"),
            ([history.store, "--from", history.folder.path("missing")], 3, "cannotRead"),
            (
                [history.store, "--from", history.newer, "--checkpoint", history.older], 3,
                "cannotProve"
            ),
            ([history.folder.path("missing"), "--event", "1"], 3, "noStore"),
            ([text, "--event", "1"], 3, "noStore"),
            ([history.store, "--event", "1", "--keys", text], 3, "keys"),
            ([history.store], 2, "usage"),
            ([history.store, "--event", "1", "--content", "1"], 2, "usage"),
            ([history.store, "--event", "0"], 2, "usage"),
        ]
        for (words, exit, code) in cases {
            let run = try Command.run(["prove", "--json", "--out", out] + words)
            #expect(run.exit == exit, "\(words): \(run.errors)")
            #expect(try errorCode(run) == code, "\(words): \(run.errors)")
            #expect(!FileManager.default.fileExists(atPath: out))
        }
        #expect(try Command.run("prove", history.store, "--envelopes", "--json").exit == 2)
        let unsigned = try await History(size: 9, signing: false)
        let run = try Command.run("prove", unsigned.store, "--event", "1", "--json")
        #expect(run.exit == 3)
        #expect(try errorCode(run) == "noCheckpoint")
    }

    @Test func `a proof goes to the standard output, to a file or into JSON`() async throws {
        let history = try await History(size: 20)
        let printed = try Command.run("prove", history.store, "--event", "3")
        let out = history.folder.path("event")
        let written = try Command.run("prove", history.store, "--event", "3", "--out", out)
        #expect(written.output.hasPrefix("wrote \(out): inclusion"))
        #expect(Array(printed.output.utf8) == readFile(out))
        let fields = try object(Command.run("prove", history.store, "--event", "3", "--json"))
        #expect(fields["kind"] as? String == "inclusion")
        #expect(fields["size"] as? Int == 20)
        #expect(fields["file"] as? String == printed.output)
        let again = try Command.run("prove", history.store, "--event", "3", "--out", out)
        #expect(again.exit == 3)
    }

    private func prove(_ history: borrowing History, _ name: String, _ words: String...) throws {
        let proofs = history.folder.path("proofs")
        mkdir(proofs, 0o700)
        let path = "\(proofs)/\(name).proof"
        removeTree(path)
        let run = try Command.run(["prove", history.store, "--out", path] + words)
        #expect(run.exit == 0, "\(run.errors)")
    }

    /// One proof of each kind.
    private func makeEach(_ history: borrowing History) throws {
        try prove(history, "event", "--event", "\(history.size / 2)")
        try prove(history, "content", "--content", "\(history.size / 2)")
        try prove(history, "erasure", "--erasure", "\(history.erased)")
        try prove(history, "growth", "--from", history.older)
        try prove(history, "all", "--envelopes")
        writeFile(history.folder.path("proofs/checkpoint.proof"), readFile(history.newer))
        writeFile(history.folder.path("proofs/log.pub"), readFile(history.publicKey))
    }

    /// A text with each line changed, dropped, doubled and moved, and with one of the notes in
    /// the place of another.
    private func changes(of text: String, notes: [String]) -> [(what: String, text: String)] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
        var changes: [(what: String, text: String)] = []
        func add(_ what: String, _ lines: [String]) {
            let changed = lines.map { $0 + "\n" }.joined()
            if changed != text { changes.append((what, changed)) }
        }
        for (number, line) in lines.enumerated() {
            var other = lines
            other.remove(at: number)
            add("line \(number + 1) dropped", other)
            if !line.hasPrefix("— ") {
                other = lines
                other.insert(line, at: number)
                add("line \(number + 1) doubled", other)
            }
            if number > 0 {
                other = lines
                other.swapAt(number - 1, number)
                add("line \(number + 1) moved up", other)
            }
            if let last = line.last(where: { $0 != "=" }) {
                let replacement = last == "A" ? "B" : "A"
                for place in [line.firstIndex(of: last), line.lastIndex(of: last)] {
                    guard let place else { continue }
                    other = lines
                    other[number].replaceSubrange(place...place, with: replacement)
                    add("line \(number + 1) with another letter", other)
                }
            }
            let words = line.split(separator: " ")
            guard let size = words.last.flatMap({ UInt64($0) }) else { continue }
            for changed in [0, size &- 1, size + 1, size * 2, 1 << 63, .max] where changed != size {
                other = lines
                other[number] = (words.dropLast().map(String.init) + ["\(changed)"])
                    .joined(separator: " ")
                add("line \(number + 1) with \(changed)", other)
            }
        }
        for (found, given) in [(notes[0], notes[1]), (notes[1], notes[0])] {
            let swapped = text.replacing(found, with: given)
            // A checkpoint alone is as true as the other one.
            if swapped != text, text != found { changes.append(("another note", swapped)) }
        }
        return changes
    }
}
