import Foundation
import Glibc
import Locking
import Scrollback
import TestSupport
import Testing

private let anna = "00000000-0000-4000-8000-00000000000a"
private let ben = "00000000-0000-4000-8000-00000000000b"
private let cora = "00000000-0000-4000-8000-00000000000c"
private let group = "00000000-0000-4000-8000-0000000000c1"
private let begins =
    #"{"as":"\#(anna)","do":"createGroup","id":"\#(group)","members":["\#(ben)","\#(cora)"]}"#
private let types = #"{"as":"\#(ben)","do":"typing","conversation":"\#(group)","on":true}"#
private let asksTyping = #"{"ref":"a","as":"\#(anna)","ask":"typing","conversation":"\#(group)"}"#
private let unlimited = #"{"as":"operator","do":"configure","rateLimit":null}"#

private func sends(_ id: String) -> String {
    #"{"ref":"\#(id)","as":"\#(anna)","do":"send","conversation":"\#(group)","id":"\#(id)","text":"Hi"}"#
}

private func messageID(_ sender: Int, _ number: Int) -> String {
    let digits = String(number, radix: 16)
    let padded = String(repeating: "0", count: 10 - digits.count) + digits
    return "00000000-0000-4000-8000-0\(sender)\(padded)"
}

/// A pipe that writes to a new store, in a process of its own.
private struct Writer: ~Copyable {
    let folder: TemporaryFolder
    let program: StartedProgram
    var store: String { folder.path("chat.scrollback") }
    var errors: String { folder.path("errors") }
    var socket: String { "\(store)/control.sock" }

    static func start(_ words: String...) throws -> Writer {
        let folder = TemporaryFolder()
        let program = try StartedProgram(
            Command.path,
            ["pipe", folder.path("chat.scrollback"), "--create"] + words,
            errors: folder.path("errors")
        )
        for line in [unlimited, begins] {
            program.writeLine(line)
            #expect(program.readLine()?.hasPrefix(#"{"ok":"#) == true)
        }
        return Writer(folder: folder, program: program)
    }

    /// What `scrollback control` says to lines.
    func control(_ words: String..., input lines: [String]) throws -> Command.Run {
        try controlled(store, words, lines)
    }
}

private func controlled(
    _ store: String,
    _ words: [String] = [],
    _ lines: [String]
) throws -> Command.Run {
    let folder = TemporaryFolder("control")
    let file = folder.file("input", Array(lines.map { $0 + "\n" }.joined().utf8))
    let script = #"exec "$0" control "$@" < "$INPUT""#
    return try Command.run(
        "env",
        ["INPUT=\(file)", "sh", "-c", script, Command.path, store] + words
    )
}

extension Command.Run {
    fileprivate var lines: [String] { output.split(separator: "\n").map(String.init) }
}

@Suite struct `An operator reaches a live store` {
    @Test func `with lines to the process that writes`() throws {
        let writer = try Writer.start()
        let lines = [sends(messageID(1, 1)), "rubbish", #"{"as":"operator","ask":"state"}"#]
        let run = try writer.control(input: lines)
        #expect(run.exit == 0, "\(run.errors)")
        #expect(run.lines.count == 3)
        #expect(run.lines[0].hasPrefix(#"{"ref":"\#(messageID(1, 1))","ok":{"message":"#))
        #expect(run.lines[1].hasPrefix(#"{"error":{"code":"invalidRequest""#))
        #expect(run.lines[2].contains(#""contract":"#))
        // The program that has the store sees it, and goes on.
        writer.program.writeLine(#"{"as":"\#(ben)","ask":"unread"}"#)
        #expect(writer.program.readLine()?.contains(#""total":1"#) == true)
        #expect(writer.program.finish() == .exited(0))
        #expect(readFile(writer.errors).isEmpty)
        #expect(access(writer.socket, F_OK) != 0)
    }

    @Test func `as long as there is one that offers to be reached`() throws {
        let writer = try Writer.start("--no-control")
        let run = try writer.control(input: [sends(messageID(1, 1))])
        #expect(run.exit == 3 && run.output.isEmpty)
        #expect(run.errors.contains("process \(writer.program.identifier) writes to "))
        #expect(run.errors.contains("--control PATH"))
        let key = writer.folder.path("signer.key")
        let keygen = try Command.run("keygen", "--name", "example.com/log", "--out", key)
        #expect(keygen.exit == 0)
        let signed = try Command.run("checkpoint", writer.store, "--key", key)
        #expect(signed.exit == 3 && signed.output.isEmpty)
        #expect(signed.errors.contains("process \(writer.program.identifier) writes to "))
        let rebuilt = try Command.run("rebuild", writer.store)
        #expect(rebuilt.exit == 0)
        #expect(rebuilt.errors.contains("process \(writer.program.identifier) writes to "))
        #expect(writer.program.finish() == .exited(0))
        let none = try writer.control(input: [])
        #expect(none.exit == 3)
        #expect(none.errors.contains("no process writes to "))
        #expect(try Command.run("pipe", writer.store, "--control", "a", "--no-control").exit == 2)
    }

    @Test func `also at another place`() throws {
        let folder = TemporaryFolder("elsewhere")
        let path = folder.path(String(repeating: "s", count: 200))
        let writer = try Writer.start("--control", path)
        #expect(try writer.control(input: []).exit == 3)
        let run = try writer.control("--control", path, input: [asksTyping])
        #expect(run.exit == 0 && run.lines.count == 1, "\(run.errors)")
        // No other store takes the place, and that is an error because it was chosen.
        let other = try Command.pipe(
            folder.path("other.scrollback"),
            "--create",
            "--control",
            path,
            input: []
        )
        #expect(other.exit == 3)
        #expect(other.errors.contains("Another process listens"))
        #expect(writer.program.finish() == .exited(0))
        #expect(names(in: folder.path) == ["other.scrollback"])
    }

    @Test func `and where there can be no socket, the store is served without`() throws {
        let folder = TemporaryFolder()
        let store = folder.path("chat.scrollback")
        _ = try Command.pipe(store, "--create", input: [])
        mkdir("\(store)/control.sock", 0o700)
        let run = try Command.pipe(store, input: [begins])
        #expect(run.exit == 0)
        #expect(run.lines.count == 1)
        #expect(run.errors.contains("No control socket is offered."))
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test func `and is told when it is lost`() throws {
        let writer = try Writer.start()
        let control = try StartedProgram(
            Command.path,
            ["control", writer.store],
            errors: writer.folder.path("lost")
        )
        control.writeLine(asksTyping)
        #expect(control.readLine()?.hasPrefix(#"{"ref":"a","ok":"#) == true)
        writer.program.crash()
        #expect(control.readLine() == nil)
        #expect(control.wait() == .exited(3))
        let said = String(decoding: readFile(writer.folder.path("lost")), as: UTF8.self)
        #expect(said.contains("closed the connection: 1 of 1 lines were answered"))
    }
}

@Suite struct `Beside a process that writes` {
    @Test func `one that reads is told what only the writer knows`() throws {  // D-114
        let writer = try Writer.start()
        let reader = try Command.startPipe(writer.store, "--readonly")
        // Typing is over after five seconds, in which no process has to start.
        reader.writeLine(asksTyping)
        #expect(reader.readLine()?.hasPrefix(#"{"ref":"a","ok":{"users":[]"#) == true)
        writer.program.writeLine(types)
        #expect(writer.program.readLine()?.hasPrefix(#"{"ok":{}"#) == true)
        let asksPresence = #"{"as":"\#(anna)","ask":"presence","users":["\#(ben)"]}"#
        reader.writeLine(asksTyping)
        let typing = reader.readLine()
        #expect(typing?.hasPrefix(#"{"ref":"a","ok":{"users":[{"user":"\#(ben)""#) == true)
        reader.writeLine(asksPresence)
        #expect(reader.readLine()?.hasPrefix(#"{"ok":{"items":[{"user":"\#(ben)""#) == true)
        reader.writeLine(#"{"as":"\#(cora)","ask":"rate"}"#)
        #expect(reader.readLine()?.hasPrefix(#"{"ok":"#) == true)
        let refused = #"{"ref":"a","error":{"code":"readOnly""#
        let deaf = try Command.pipe(writer.store, "--readonly", "--no-control", input: [asksTyping])
        #expect(deaf.output.hasPrefix(refused))
        writer.program.crash()
        reader.writeLine(asksTyping)
        #expect(reader.readLine()?.hasPrefix(refused) == true)
        // The next writer is found, too.
        let next = try Command.startPipe(writer.store)
        next.writeLine(types)
        #expect(next.readLine()?.hasPrefix(#"{"ok":{}"#) == true)
        reader.writeLine(asksTyping)
        #expect(reader.readLine()?.hasPrefix(#"{"ref":"a","ok":"#) == true)
        #expect(reader.finish() == .exited(0))
        #expect(next.finish() == .exited(0))
    }

    @Test func `one that reads answers itself where the writer answers something else`() throws {
        // Such as a connection for which there is no place.
        let refusal = #"{"error":{"code":"overloaded","message":"m","retryAfter":1000}}"# + "\n"
        let full = try FalseWriter.start(saying: refusal)
        let other = try FalseWriter.start(
            saying: #"{"ref":"b","ok":{"users":[]},"position":1}"# + "\n"
        )
        let store = try Writer.start()
        for socket in [full.socket, other.socket] {
            let lines = [asksTyping, asksTyping]
            let run = try Command.pipe(
                store.store,
                "--readonly",
                "--control",
                socket,
                input: lines
            )
            #expect(run.lines.count == 2)
            for line in run.lines {
                #expect(line.hasPrefix(#"{"ref":"a","error":{"code":"readOnly""#), "\(line)")
            }
        }
    }

    @Test func `consumers and exports are those of the writer, whoever asks`() throws {
        let writer = try Writer.start()
        func ask(_ program: borrowing StartedProgram, _ fields: String) throws -> [String: Any] {
            program.writeLine(#"{"as":"operator",\#(fields)}"#)
            let line = try #require(program.readLine())
            let answer = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require(answer as? [String: Any])
        }
        let reader = try Command.startPipe(writer.store, "--readonly")
        _ = try ask(writer.program, #""do":"beginConsumer","consumer":"index""#)
        let begun = try ask(writer.program, #""do":"beginExport","reason":"a case""#)["ok"]
        let id = try #require((begun as? [String: Any])?["export"] as? String)
        let one = #""ask":"exportJob","export":"\#(id)""#
        var export: [String: Any] = [:]
        for _ in 0..<600 where export["state"] as? String != "ready" {
            usleep(100_000)
            export = try #require(try ask(reader, one)["ok"] as? [String: Any])
        }
        #expect(export["state"] as? String == "ready", "\(export)")
        #expect(export["who"] as? String == "uid:\(geteuid())")
        let folder = try #require(export["folder"] as? String)
        #expect(names(in: folder).contains("events.jsonl"))
        for query in [one, #""ask":"exportJobs""#, #""ask":"consumers""#] {
            let (told, seen) = (try ask(writer.program, query), try ask(reader, query))
            #expect(told as NSDictionary == seen as NSDictionary, "\(query)")
            #expect(told["ok"] != nil)
        }
        for task in [#""do":"beginExport""#, #""do":"endExport","export":"\#(id)""#] {
            let refused = try ask(reader, task)["error"] as? [String: Any]
            #expect(refused?["code"] as? String == "readOnly", "\(task)")
        }
        #expect(reader.finish() == .exited(0))
        #expect(writer.program.finish() == .exited(0))
        #expect(names(in: folder).isEmpty, "it goes with the process")
    }

    @Test func `views are rebuilt with progress, and a checkpoint is kept`() throws {
        let writer = try Writer.start()
        let filled = try writer.control(input: (0..<3_000).map { sends(messageID(1, $0)) })
        #expect(filled.exit == 0 && filled.lines.count == 3_000, "\(filled.errors)")
        let run = try Command.run("rebuild", writer.store, "--progress")
        #expect(run.exit == 0, "\(run.errors)")
        let position = 3_000 + 6
        #expect(run.output == "rebuilt   up to position \(position)\n")
        #expect(run.errors.contains(" events, "))
        #expect(!run.errors.contains("scrollback:"))
        let fields = try object(Command.run("rebuild", writer.store, "--json"))
        #expect(fields["requested"] as? Bool == true && fields["position"] as? Int == position)

        let key = writer.folder.path("signer.key")
        let keygen = try Command.run("keygen", "--name", "example.com/log", "--out", key)
        let verifier = writer.folder.file("log.pub", Array(keygen.output.utf8))
        let signed = try Command.run("checkpoint", writer.store, "--key", key, "--json")
        #expect(signed.exit == 0, "\(signed.errors)")
        #expect(try object(signed)["kept"] as? Bool == true)
        let note = writer.folder.file(
            "note",
            Array((try object(signed)["note"] as? String ?? "").utf8)
        )
        // Proofs are made under kept checkpoints.
        let proof = writer.folder.path("proof")
        let proved = try Command.run("prove", writer.store, "--event", "5", "--out", proof)
        #expect(proved.exit == 0, "\(proved.errors)")
        #expect(try Command.run("check", proof, "--key", verifier).exit == 0)
        #expect(writer.program.finish() == .exited(0))
        // Another log's is refused by the process that writes.
        let other = try Writer.start()
        let text = String(decoding: readFile(note), as: UTF8.self)
            .replacing("\n", with: #"\n"#)
        let deposit = #"{"as":"operator","do":"depositCheckpoint","checkpoint":"\#(text)"}"#
        let refused = try other.control(input: [deposit])
        #expect(refused.exit == 0)
        #expect(refused.output.hasPrefix(#"{"error":{"code":"invalidRequest""#))
        #expect(other.program.finish() == .exited(0))
    }

    @Test func `nothing that it acknowledged through the socket is lost when it is killed`() throws
    {
        let writer = try Writer.start()
        let store = writer.store
        let acknowledged = Lock<[String]>([])
        let clients = try (1...3).map { _ in
            try StartedProgram(Command.path, ["control", store])
        }
        let threads = clients.enumerated().map { sender, client in
            // Handed to the one thread that reads its answers.
            let box = Handed(client)
            return SystemThread(named: "reader") {
                while let line = box.program.readLine() {
                    guard line.contains(#""ok":"#) else { continue }
                    let id = line.dropFirst(#"{"ref":""#.count).prefix(36)
                    acknowledged.withLock { $0.append(String(id)) }
                }
                _ = sender
            }
        }
        let senders = clients.enumerated().map { sender, client in
            let box = Handed(client)
            return SystemThread(named: "sender") {
                for number in 0..<20_000 {
                    if acknowledged.withLock({ $0.count }) > 3_000 { return }
                    box.program.writeLine(sends(messageID(sender + 1, number)))
                }
            }
        }
        #expect(wait(milliseconds: 300_000) { acknowledged.withLock { $0.count } > 1_500 })
        writer.program.crash()
        for thread in threads + senders { thread?.join() }
        #expect(access(writer.socket, F_OK) == 0, "it could not be removed")

        let next = try Command.startPipe(store, errors: writer.folder.path("again"))
        let told = acknowledged.withLock { $0 }
        #expect(Set(told).count == told.count)
        for id in told {
            next.writeLine(#"{"as":"\#(anna)","ask":"outcome","id":"\#(id)"}"#)
            #expect(next.readLine()?.contains(#""known":true"#) == true, "\(id) is lost")
        }
        let run = try controlled(store, [], [asksTyping])
        #expect(run.exit == 0 && run.lines.count == 1, "the stale socket was replaced")
        #expect(next.finish() == .exited(0))
        #expect(
            !String(decoding: readFile(writer.folder.path("again")), as: UTF8.self)
                .contains("socket")
        )
    }
}

/// A program of which one thread reads and one writes.
private final class Handed: @unchecked Sendable {
    // Sendable: its two ends have nothing in common.
    let program: StartedProgram

    init(_ program: StartedProgram) { self.program = program }
}
