import Foundation
import Glibc
import TestSupport
import Testing

@testable import ScrollbackCommand

@Suite struct `A terminal` {
    /// Runs a command in a terminal of so many columns.
    private func run(
        _ words: [String],
        columns: Int,
        _ settings: [String] = []
    ) throws -> Command.Run {
        let program = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)"
        let script = #"stty cols \#(columns) -onlcr; exec "$0" "$@""#
        let usual = ["TERM=xterm", "PAGER=cat", "TZ=UTC", "NO_COLOR="]
        return try Command.run(
            "env",
            usual + settings + ["python3", "-c", program, "sh", "-c", script, Command.path] + words
        )
    }

    @Test(arguments: [80, 90, 200])
    func `gets lines that fit its width`(columns: Int) throws {
        let chat = try SmallChat()
        for words in [
            ["messages", chat.store, SmallChat.group, "--as", SmallChat.mike, "--unlogged"],
            ["conversations", chat.store, "--as", SmallChat.mike, "--unlogged"],
            ["log", chat.store, "--words", "--unlogged"], ["log", chat.store],
            ["conversations", chat.store], ["messages", chat.store, SmallChat.group],
            ["members", chat.store, SmallChat.group], ["people", chat.store],
            ["people", chat.store, "--words", "--unlogged"],
            ["unread", chat.store, "--as", SmallChat.mike, "--unlogged"],
            ["history", chat.store, SmallChat.second], ["who-saw", chat.store, SmallChat.first],
            ["why", chat.store, SmallChat.first, "--as", SmallChat.mike],
            ["stats", chat.store],
        ] {
            let run = try run(words, columns: columns, ["NO_COLOR=1"])
            #expect(run.exit == 0, "\(run.output)")
            for line in run.output.split(separator: "\n") {
                #expect(TextWidth.of(String(line)) <= columns, "\(line)")
            }
            #expect(!run.output.contains("\u{1B}"))
        }
    }

    @Test func `gets new events below their headings`() throws {
        let chat = try SmallChat()
        let words = ["log", chat.store, "--type", "messageDeleted", "--follow"]
        let follower = try StartedProgram(Command.path, words)
        let heading = try #require(follower.readLine())
        let delete = #""delete","message":"\#(SmallChat.third)""#
        let line = SmallChat.line(SmallChat.mike, delete, 200_000)
        #expect(try Command.pipe(chat.store, "--clock", "given", input: [line]).exit == 0)
        let row = try #require(follower.readLine())
        for (name, cell) in [("type", "messageDeleted"), ("actor", SmallChat.mike)] {
            let (above, below) = (heading.range(of: name), row.range(of: cell))
            #expect(above != nil && below != nil, "\(heading)\n\(row)")
            let starts = (
                above.map { heading.distance(from: heading.startIndex, to: $0.lowerBound) },
                below.map { row.distance(from: row.startIndex, to: $0.lowerBound) }
            )
            #expect(starts.0 == starts.1, "\(heading)\n\(row)")
        }
    }

    @Test func `sees how far a state of the past is`() throws {
        let chat = try SmallChat(messages: 600)
        let words = ["stats", chat.store, "--at", "500"]
        let shown = try run(words, columns: 80, ["NO_COLOR=1"])
        #expect(shown.exit == 0, "\(shown.output)")
        // The terminal's end is both output and standard error.
        #expect(shown.output.contains("of 500 events"), "\(shown.output)")
        #expect(try Command.run(words).errors.isEmpty)
    }

    @Test func `gets colours, unless it wants none`() throws {
        let chat = try SmallChat()
        #expect(try run(["info", chat.store], columns: 80).output.contains("\u{1B}[1mevents"))
        let plain = try run(["info", chat.store], columns: 80, ["TERM=dumb"])
        #expect(!plain.output.contains("\u{1B}"))
        #expect(!(try Command.run("info", chat.store).output.contains("\u{1B}")))
    }

    @Test func `gets a pager`() throws {
        let chat = try SmallChat()
        let pager = "PAGER=sed s/^/page:/"
        let paged = try run(["log", chat.store], columns: 80, [pager, "NO_COLOR=1"])
        #expect(paged.output.contains("page:position"))
        let plain = try run(["log", chat.store, "--no-pager"], columns: 80, [pager])
        #expect(!plain.output.contains("page:"))
    }

    @Test func `gets no pager before there is something to show`() throws {
        let chat = try SmallChat()
        let mark = chat.folder.path("paged")
        let pager = "PAGER=touch '\(mark)'; cat"
        let none = "018bcfe5-6801-7c02-8a11-5e2b9c4d7fff"
        #expect(try run(["messages", chat.store, none], columns: 80, [pager]).exit == 3)
        #expect(!FileManager.default.fileExists(atPath: mark))
        #expect(try run(["log", chat.store], columns: 80, [pager]).exit == 0)
        #expect(FileManager.default.fileExists(atPath: mark))
    }

    @Test func `ends a long look at the past with Control-C`() throws {
        let chat = try SmallChat(messages: 4_000)
        let program = """
            import os, pty, sys
            def shown():
                try: return os.read(terminal, 4096)
                except OSError: return b""
            # It may have ended before this script has its turn.
            for _ in range(10):
                child, terminal = pty.fork()
                if child == 0: os.execvp(sys.argv[1], sys.argv[1:])
                seen = b""
                while b" events, " not in seen and (part := shown()): seen += part
                try: os.write(terminal, b"\\x03")
                except OSError: pass
                while shown(): pass
                os.close(terminal)
                status = os.waitpid(child, 0)[1]
                if os.WIFSIGNALED(status): break
            print("signal", os.WTERMSIG(status) if os.WIFSIGNALED(status) else "none")
            """
        let words = ["stats", chat.store, "--at", "4000"]
        let run = try Command.run(
            "env",
            ["TERM=xterm", "PAGER=cat >/dev/null", "python3", "-c", program, Command.path] + words
        )
        #expect(run.output == "signal \(SIGINT)\n", "\(run.output) \(run.errors)")
    }
}

@Suite struct `Text in columns` {
    @Test(arguments: [
        ("abc", 3), ("昼食", 4), ("e\u{301}", 1), ("👍🏽", 4), ("🇨🇭", 2), ("❤\u{FE0F}", 2), ("한", 2),
        ("", 0),
        ("ｱ", 1), ("Ａ", 2), ("\u{200D}", 0),
    ])
    func `has a width`(text: String, width: Int) {
        #expect(TextWidth.of(text) == width)
    }

    @Test func `is cut and wrapped by its width`() {
        #expect(TextWidth.cut("昼食昼食", to: 5) == "昼食…")
        #expect(TextWidth.cut("昼食", to: 4) == "昼食")
        #expect(TextWidth.wrap("one two three", to: 7) == ["one two", "three"])
        #expect(TextWidth.wrap("昼食昼食", to: 5) == ["昼食", "昼食"])
        #expect(TextWidth.wrap("", to: 5) == [""])
    }

    @Test func `is made visible`() {
        #expect(Cell.visible("a\nb\tc\u{1B}[0m\u{202E}") == "a↵b⇥c\\u{1b}[0m\\u{202e}")
        let marks = String(repeating: "\u{301}", count: 40)
        #expect(TextWidth.of(Cell.visible("e" + marks)) > 40)
    }

    @Test func `leaves a person's id`() {
        let id = UniqueIDs.one
        let cell = Cell.person(String(repeating: "Sarah …aaaaaaaa ", count: 9), id)
        let shown = cell.text(isShort: true, width: 20)
        #expect(TextWidth.of(shown) <= 20)
        #expect(shown.hasSuffix("… …00000001"), "\(shown)")
    }

    @Test(arguments: [
        ("=1", "'=1"), ("+1", "'+1"), ("-1", "'-1"), ("@a", "'@a"), ("a,b", "\"a,b\""),
        ("a\"b", "\"a\"\"b\""), ("a=1", "a=1"), ("=\"a", "\"'=\"\"a\""),
        // An accent over a character that means something in CSV.
        ("\"\u{301}", "\"\"\"\u{301}\""), ("a,\u{301}", "\"a,\u{301}\""), ("=\u{301}", "'=\u{301}"),
    ])
    func `is no formula in a spreadsheet`(text: String, cell: String) {
        // Swift calls texts equal that differ in their scalars.
        #expect(CommaSeparated.line([text]).unicodeScalars.elementsEqual(cell.unicodeScalars))
    }
}
