import EventLog
import Glibc
import Messaging
import Scrollback
import ScrollbackBackup
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(60))) struct `Erased texts` {
    private static let texts = number("ERASURE_TEXTS", else: 400)
    private static let rounds = 5

    @Test func `are in no file and in no answer, whatever was killed on the way`() async throws {
        var dice = SplitMix64(seed: seed(for: "erased texts"))
        let drill = try await ErasureDrill(texts: Self.texts, &dice)
        let reader = try Program.start(["pipe", "--readonly", drill.path])
        for text in drill.erased {
            #expect(try ask(reader, drill.reading(text)).contains(text.text))
        }
        let kills = try await erase(drill, &dice)
        print("erased texts: \(drill.erased.count) of \(Self.texts); \(kills) processes killed")
        #expect(kills >= Self.rounds)

        // What reads beside the writer keeps contents opened.
        for text in drill.erased {
            let answer = try ask(reader, drill.reading(text))
            #expect(answer.contains(#""erased":true"#) && !answer.contains(text.text.prefix(20)))
        }
        reader.crash()

        let last = try await checkAnswers(of: drill)
        let restored = drill.folder.path("restored")
        for words in [
            ["verify", drill.path],
            [
                "restore", drill.olderBackup, "--keys", drill.olderKeys, "--to", restored,
                "--journal", drill.journal, "--last", "\(last)",
            ],
            ["verify", restored],
        ] {
            let run = try Program.run(words)
            #expect(run.exit == 0, "\(words): \(run.output)")
        }
        search(drill, restored)
        // From here on the journal is the restored store's.
        try askEverything(drill, restored)
        search(drill, restored)
        var options = Store.Options()
        options.journal = drill.journal
        let store = try Store.open(restored, options: options)
        defer { store.close() }
        let own = store.session(for: drill.author)
        for text in drill.erased where text.isBackedUp {
            #expect(try own.message(text.message).text == nil)
        }
        for text in drill.kept where text.isBackedUp {
            #expect(try own.message(text.message).text == text.text)
        }
    }

    /// Asks the restored store everything; no answer has a piece of what was erased.
    private func askEverything(_ drill: ErasureDrill, _ restored: String) throws {
        let answers = drill.folder.path("answers")
        let size = drill.backedUpThrough.rawValue + 2 * UInt64(Self.texts)
        let (ending, asked) = try drill.ask(restored, upTo: size, to: answers)
        #expect(ending == .exited(0))
        let lines = readFile(answers).split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == asked)
        let answered = lines.count { $0.starts(with: #"{"ok":"#.utf8) }
        print("erased texts: \(answered) of \(asked) questions have an answer, the others none")
        #expect(answered > asked / 2)
        let kept = Array(drill.kept.filter(\.isBackedUp).prefix(20))
        let found = PieceSearch(drill.erased.flatMap(\.pieces) + kept.flatMap(\.pieces))
            .found(in: answers)
        #expect(found.filter { $0 < 2 * drill.erased.count } == [], "words in answers")
        #expect(found.count == 2 * kept.count, "the answers have what was kept")
    }

    /// Erases all that is to go, killing the process that erases, and runs of backups, on the way;
    /// then backs up and exports.
    ///
    /// - Returns: how many processes were killed.
    private func erase(_ drill: ErasureDrill, _ dice: inout SplitMix64) async throws -> Int {
        var kills = 0
        var time: UInt64 = 100
        let pipe = ["pipe", drill.path, "--journal", drill.journal]
        let backUp = [
            "backup", drill.path, drill.backup, "--keys", drill.keys, "--journal", drill.journal,
        ]
        var left = drill.erased[...]
        for round in 0..<Self.rounds {
            let share = left.prefix(drill.erased.count / Self.rounds)
            left = left.dropFirst(share.count)
            let writer = try Program.start(pipe)
            for text in share { writer.writeLine(drill.erasing(text)) }
            let answered = share.prefix(Int.random(in: 0..<max(1, share.count), using: &dice))
            for text in answered {
                let answer = try #require(writer.readLine(within: 60))
                #expect(answer.hasPrefix(#"{"ok":"#), "\(text.position): \(answer)")
            }
            usleep(UInt32.random(in: 0..<4_000, using: &dice))
            if case .killed = writer.crash() { kills += 1 }
            if try Program.kill(backUp, within: &time) { kills += 1 }
            let store = try drill.open()
            let own = store.session(for: drill.author)
            for text in answered {
                #expect(try own.message(text.message).text == nil, "round \(round)")
            }
            store.close()
        }
        // Once more with the same ids: what was done is not done twice.
        let writer = try Program.start(pipe)
        for text in drill.erased {
            writer.writeLine(drill.erasing(text))
            let answer = try #require(writer.readLine(within: 60))
            #expect(answer.hasPrefix(#"{"ok":"#), "\(answer)")
        }
        writer.endInput()
        #expect(writer.wait() == .exited(0))
        let export = [
            "export", drill.path, drill.folder.path("export"), "--reason", "drill", "--journal",
            drill.journal,
        ]
        for words in [backUp, export] {
            let run = try Program.run(words)
            #expect(run.exit == 0, "\(words): \(run.output)")
        }
        return kills
    }

    /// Asks the store for every text.
    ///
    /// - Returns: the newest number of the journal.
    private func checkAnswers(of drill: ErasureDrill) async throws -> UInt64 {
        let store = try drill.open()
        defer { store.close() }
        let own = store.session(for: drill.author)
        for text in drill.erased { #expect(try own.message(text.message).text == nil) }
        for text in drill.kept { #expect(try own.message(text.message).text == text.text) }
        return try #require(try store.operator.state().keeping)
    }

    /// Searches every file; that it finds what was kept shows that it searches.
    private func search(_ drill: ErasureDrill, _ restored: String) {
        let export = drill.folder.path("export")
        let all = [drill.path, drill.backup, drill.keys, drill.journal, export, restored]
        let kept = Array(drill.kept.prefix(20))
        let words = PieceSearch(drill.erased.flatMap(\.pieces) + kept.flatMap(\.pieces))
        let sealed = PieceSearch(drill.erased.map(\.sealed) + kept.map(\.sealed))
        let slots = PieceSearch(drill.erased.map(\.slot) + kept.map(\.slot))
        for path in all {
            let isExport = path == export
            let found = words.found(in: path)
            #expect(found.filter { $0 < 2 * drill.erased.count } == [], "words in \(path)")
            #expect(found.count == (isExport ? 2 * kept.count : 0), "\(path)")
            let keyed = slots.found(in: path)
            #expect(keyed.filter { $0 < drill.erased.count } == [], "keys in \(path)")
            if [drill.path, drill.keys].contains(path) {
                #expect(keyed.count == kept.count, "\(path)")
            }
        }
        let inBackup = sealed.found(in: drill.backup)
        #expect(inBackup.filter { $0 < drill.erased.count } == [], "sealed words")
        #expect(inBackup.count == kept.count)
    }

    private func ask(_ reader: StartedProgram, _ line: String) throws -> String {
        reader.writeLine(line)
        return try #require(reader.readLine(within: 60))
    }
}
