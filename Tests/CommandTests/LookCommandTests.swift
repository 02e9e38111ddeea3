import Foundation
import Glibc
import TestSupport
import Testing

/// The looks that the log of a store has, oldest first: the fields of each.
private func looks(_ store: String) throws -> [[String: Any]] {
    let run = try Command.run(["log", store, "--type", "contentOpened", "--json"])
    #expect(run.exit == 0, "\(run.errors)")
    return try run.output.split(separator: "\n").map { line in
        let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return event?["fields"] as? [String: Any] ?? [:]
    }
}

private func configure(_ looks: String) -> String {
    #"{"as":"operator","do":"configure","looks":"\#(looks)"}"#
}

/// A pipe that writes to a store, in a process of its own.
private func hold(_ store: String, _ words: String...) throws -> StartedProgram {
    let program = try StartedProgram(Command.path, ["pipe", store] + words)
    // It answers once it serves.
    program.writeLine(#"{"as":"operator","ask":"views"}"#)
    #expect(program.readLine()?.hasPrefix(#"{"ok":"#) == true)
    return program
}

private func tell(_ program: borrowing StartedProgram, _ line: String) -> String {
    program.writeLine(line)
    return program.readLine() ?? ""
}

@Suite(.timeLimit(.minutes(5))) struct `A command that shows people's words` {
    private static let asMike = ["--as", SmallChat.mike]

    @Test func `says why on a store at rest, once a run`() throws {
        let chat = try SmallChat(messages: 600)
        let read = ["messages", chat.store, SmallChat.group] + Self.asMike + ["--limit", "600"]
        #expect(try Command.run(read).exit == 0)
        #expect(try looks(chat.store).isEmpty)
        let run = try Command.run(read + ["--reason", "a case"])
        #expect(run.exit == 0, "\(run.errors)")
        #expect(run.output.contains("message 599"))
        let logged = try looks(chat.store)
        #expect(logged.count == 1)
        #expect(logged[0]["looker"] as? String == "uid:\(getuid())")
        #expect(logged[0]["query"] as? String == "messages")
        #expect(logged[0]["conversation"] as? String == SmallChat.group)
        #expect(logged[0]["asUser"] as? String == SmallChat.mike)
        // The reason itself is shown with words only.
        let row = ["log", chat.store, "--type", "contentOpened"]
        #expect(try !Command.run(row).output.contains("a case"))
        #expect(try Command.run(row + ["--words"]).output.contains("a case"))
        let past = ["log", chat.store, "--words", "--at", "7", "--reason", "the past"]
        #expect(try Command.run(past).exit == 0)
        #expect(try looks(chat.store).last?["past"] as? Bool == true)
    }

    @Test func `must say why where that is required`() throws {
        let chat = try SmallChat()
        let writer = try hold(chat.store)
        #expect(tell(writer, configure("required")).contains(#""ok""#))
        let read = ["people", chat.store, "--words"]
        for words in [read, read + ["--unlogged"]] {
            let refused = try Command.run(words + ["--json"])
            #expect(refused.exit == 3 && refused.output.count < 300)
            #expect(try errorCode(refused) == "reasonNeeded")
        }
        let folder = "\(chat.store).export"
        let database = "\(chat.store).db"
        for words in [
            ["export", chat.store, folder],
            ["export", chat.store, "--sqlite", database, "--words"],
        ] {
            #expect(try errorCode(Command.run(words + ["--json"])) == "reasonNeeded")
        }
        #expect(access(folder, F_OK) != 0 && access(database, F_OK) != 0)
        for words in [
            ["export", chat.store, folder, "--conversation", SmallChat.group],
            ["export", chat.store, "--sqlite", database, "--words"],
        ] {
            let told = try Command.run(words + ["--reason", "a case"])
            #expect(told.exit == 0, "\(told.errors)")
        }
        let looked = try looks(chat.store).count
        let shown = try Command.run(read + ["--reason", "a case"])
        #expect(shown.exit == 0 && shown.output.contains("s@x.org"), "\(shown.errors)")
        // What shows no words needs none.
        #expect(try Command.run(["log", chat.store]).exit == 0)
        #expect(writer.finish() == .exited(0))
        let atRest = try Command.run(read + ["--json"])
        #expect(try errorCode(atRest) == "reasonNeeded")
        #expect(try looks(chat.store).count == looked + 1)
    }

    @Test func `but no words that the log cannot note`() throws {
        let chat = try SmallChat()
        let writer = try hold(chat.store, "--no-control")
        let read =
            ["messages", chat.store, SmallChat.group] + Self.asMike + ["--reason", "a case"]
        let refused = try Command.run(read + ["--json"])
        #expect(refused.exit == 3)
        #expect(try errorCode(refused) == "lookNotLogged")
        #expect(refused.errors.contains("--unlogged") || refused.output.contains("--unlogged"))
        let shown = try Command.run(read + ["--unlogged"])
        #expect(shown.exit == 0 && shown.output.contains("noon") != shown.output.contains("one"))
        #expect(shown.errors.contains("not logged"))
        #expect(writer.finish() == .exited(0))
        #expect(try looks(chat.store).isEmpty)
    }

    @Test func `logs nothing if it is refused`() throws {
        let chat = try SmallChat()
        let why = ["--reason", "a case"]
        let messages = ["messages", SmallChat.group] + Self.asMike
        for (words, exit) in [
            (messages + ["--limit", "0"], 2), (messages + ["--from", "03/04/2026"], 2),
            (messages + ["--from", "today", "--until", "yesterday"], 2),
            (messages + ["--at", "tuesday"], 2), (messages + ["--at", "999"], 3),
            (messages + ["--json", "--csv"], 2),
            (["log", "--words", "--type", "sent"], 2), (["log", "--words", "--limit", "x"], 2),
            (["log", "--words", "--follow", "--until", "now"], 2),
            (["conversations", "--words", "--filter", "active"], 2),
            (["conversations", "--user", SmallChat.eve] + Self.asMike, 2),
            (["history", SmallChat.first, "--words", "--limit", "0"], 2),
            (["people", "--words", "--limit", "0"], 2),
            (["unread", "--limit", "0"] + Self.asMike, 2),
            (["who-saw", SmallChat.first, "--words", "--limit", "0"], 2),
            (["members", SmallChat.group, "--words", "--limit", "0"], 2),
        ] {
            let run = try Command.run([words[0], chat.store] + words.dropFirst() + why)
            #expect(run.exit == Int32(exit), "\(words): \(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1, "\(words): \(run.errors)")
            #expect(try looks(chat.store).isEmpty, "\(words)")
        }
    }

    @Test(arguments: [" ", "a\u{7}b", String(repeating: "a", count: 2_001)])
    func `with no reason that says nothing`(reason: String) throws {
        let chat = try SmallChat()
        let read = ["people", chat.store, "--words", "--reason", reason, "--json", "--unlogged"]
        let run = try Command.run(read)
        #expect(run.exit == 3)
        #expect(try errorCode(run) == "invalidText")
        #expect(try looks(chat.store).isEmpty)
    }

    @Test func `or as a pipe that only reads`() throws {
        let chat = try SmallChat()
        let writer = try hold(chat.store)
        let reader = try hold(chat.store, "--readonly")
        let messages = #""ask":"messages","conversation":"\#(SmallChat.group)""#
        let unsaid = #"{"as":"\#(SmallChat.mike)",\#(messages)}"#
        let said = #"{"as":"\#(SmallChat.mike)",\#(messages),"reason":"a case"}"#
        #expect(tell(reader, unsaid).contains("noon") || tell(reader, unsaid).contains("one"))
        #expect(tell(reader, said).hasPrefix(#"{"ok""#))
        #expect(tell(writer, configure("required")).contains(#""ok""#))
        #expect(tell(reader, unsaid).contains("reasonNeeded"))
        #expect(tell(reader, said).hasPrefix(#"{"ok""#))
        #expect(try looks(chat.store).count == 1)
        #expect(writer.finish() == .exited(0))
        #expect(tell(reader, said).contains("readOnly"))
        let unlogged = try hold(chat.store, "--readonly", "--unlogged")
        #expect(tell(unlogged, said).hasPrefix(#"{"ok""#))
        #expect(tell(unlogged, unsaid).contains("reasonNeeded"))
        #expect(reader.finish() == .exited(0) && unlogged.finish() == .exited(0))
    }
}
