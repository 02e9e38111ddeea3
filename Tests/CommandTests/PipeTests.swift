import Foundation
import TestSupport
import Testing

private let anna = "00000000-0000-4000-8000-00000000000a"
private let ben = "00000000-0000-4000-8000-00000000000b"
private let group = "00000000-0000-4000-8000-0000000000c1"
private let hello = "00000000-0000-4000-8000-0000000000d1"

private let conversation = [
    #"{"ref":1,"as":"\#(anna)","do":"createGroup","id":"\#(group)","members":["\#(ben)","\#(hello)"]}"#,
    #"{"ref":2,"as":"\#(anna)","do":"send","conversation":"\#(group)","id":"\#(hello)","text":"Hi"}"#,
    #"{"ref":3,"as":"\#(ben)","do":"typing","conversation":"\#(group)","on":true}"#,
    #"{"ref":4,"as":"\#(anna)","ask":"typing","conversation":"\#(group)"}"#,
]

private func code(_ line: String) throws -> String? {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return (object?["error"] as? [String: Any])?["code"] as? String
}

extension Command.Run {
    fileprivate var lines: [String] { output.split(separator: "\n").map(String.init) }
}

@Suite struct `A store is served in lines of JSON` {
    @Test func `a conversation`() throws {
        let folder = TemporaryFolder()
        let store = folder.path("chat.scrollback")
        let run = try Command.pipe(
            store,
            "--create",
            "--clock",
            "given",
            input: conversation
        )
        #expect(run.exit == 0, "\(run.errors)")
        #expect(
            run.lines == [
                #"{"ref":1,"ok":{"conversation":"\#(group)"},"position":5}"#,
                #"{"ref":2,"ok":{"message":"\#(hello)","ordinal":2,"sentAt":0},"position":6}"#,
                #"{"ref":3,"ok":{},"position":6}"#,
                #"{"ref":4,"ok":{"users":[{"user":"\#(ben)","name":"Unknown"}],"#
                    + #""text":"Unknown is typing..."},"position":6}"#,
            ]
        )
        #expect(run.errors.isEmpty)
        // The same again is answered as the first time, also by a store that was closed between.
        let again = try Command.pipe(store, "--create", input: Array(conversation[..<2]))
        #expect(again.lines == Array(run.lines[..<2]))
        #expect(again.errors.isEmpty, "the views were closed, and nothing had to be rebuilt")
    }

    @Test func `the last line needs no end, and no line needs to be right`() throws {
        let folder = TemporaryFolder()
        let store = folder.path("chat.scrollback")
        let pipe = try Command.startPipe(store, "--create")
        pipe.write("rubbish\n\n[]\n\(conversation[0])".utf8)
        pipe.endInput()
        for _ in 0..<3 { #expect(try code(pipe.readLine() ?? "{}") == "invalidRequest") }
        #expect(pipe.readLine()?.hasPrefix(#"{"ref":1,"ok":"#) == true)
        #expect(pipe.readLine() == nil)
        #expect(pipe.wait() == .exited(0))
    }

    @Test func `a line of a mebibyte is read, and a longer one is refused`() throws {
        let folder = TemporaryFolder()
        let store = folder.path("chat.scrollback")
        let start = #"{"as":"\#(anna)","ask":"settings","ref":""#
        let padding = String(repeating: "x", count: 1 << 20 - start.utf8.count - 2)
        let lines = [start + padding + #""}"#, start + padding + #"x"}"#, conversation[0]]
        let answers = try Command.pipe(store, "--create", input: lines).lines
        #expect(answers.count == 3)
        #expect(try answers.map(code) == [nil, "invalidRequest", nil])
    }

    @Test func `an answer comes before the next line is needed`() throws {
        let folder = TemporaryFolder()
        let store = folder.path("chat.scrollback")
        let pipe = try Command.startPipe(store, "--create")
        for line in conversation {
            pipe.writeLine(line)
            #expect(pipe.readLine()?.contains(#""ok":"#) == true)
        }
        pipe.endInput()
        #expect(pipe.wait() == .exited(0))
    }

    @Test func `lines bring the time where that was said, and nowhere else`() throws {  // D-01
        let folder = TemporaryFolder()
        let store = folder.path("chat.scrollback")
        let asked = #"{"as":"\#(anna)","ask":"settings","at":5}"#
        let refused = try Command.pipe(store, "--create", input: [asked]).lines
        #expect(try refused.map(code) == ["invalidRequest"])
        #expect(try Command.pipe(store, "--clock", "given", input: [asked]).lines.count == 1)
        let words = try Command.run("pipe", store, "--clock", "wall")
        #expect(words.exit == 2)
    }

    @Test func `SIGTERM ends it when what was read is answered`() throws {
        let folder = TemporaryFolder()
        let store = folder.path("chat.scrollback")
        let pipe = try Command.startPipe(store, "--create")
        pipe.write("\(conversation[0])\n\(conversation[1])\n{\"half\":".utf8)
        #expect(pipe.readLine()?.hasPrefix(#"{"ref":1,"ok":"#) == true)
        pipe.terminate()
        #expect(pipe.readLine()?.hasPrefix(#"{"ref":2,"ok":"#) == true)
        #expect(pipe.readLine() == nil)
        #expect(pipe.wait() == .exited(0))
        #expect(try Command.pipe(store, input: conversation).errors.isEmpty, "it was closed")
    }

    @Test func `an output that nobody reads ends it without a crash`() throws {
        let folder = TemporaryFolder()
        let store = folder.path("chat.scrollback")
        let errors = folder.path("errors")
        let pipe = try Command.startPipe(store, "--create", errors: errors)
        pipe.closeOutput()
        pipe.writeLine(conversation[0])
        #expect(pipe.wait() == .exited(3))
        let said = String(decoding: readFile(errors), as: UTF8.self)
        #expect(said.contains("standard output"))
        // What was asked is done all the same.
        let again = try Command.pipe(store, input: [conversation[0]])
        #expect(again.lines.first?.contains(#""position":5"#) == true)
        #expect(again.errors.isEmpty, "it was closed")
    }

    @Test func `a reader refuses commands, and sees what the writer does`() throws {  // D-07
        let folder = TemporaryFolder()
        let store = folder.path("chat.scrollback")
        let writer = try Command.startPipe(store, "--create")
        writer.writeLine(conversation[0])
        _ = writer.readLine()
        let outcome = #"{"as":"\#(anna)","ask":"outcome","id":"\#(group)"}"#
        let lines = [
            outcome, conversation[1], #"{"as":"\#(anna)","do":"configure"}"#,
            #"{"as":"operator","do":"configure"}"#, #"{"as":"operator","ask":"settings"}"#,
            #"{"as":"\#(anna)","do":"all","commands":[{"do":"clearAll"},{"do":"configure"}]}"#,
            #"{"as":"\#(anna)","do":"presence","state":"online"}"#,
            #"{"as":"\#(anna)","ask":"presence","users":["\#(ben)"]}"#,
            #"{"as":"\#(anna)","ask":"typing","conversation":"\#(group)"}"#,
            #"{"as":"\#(anna)","ask":"rate"}"#,
        ]
        let run = try Command.pipe(store, "--readonly", "--no-control", input: lines)
        #expect(run.exit == 0)
        #expect(run.lines.first == #"{"ok":{"known":true,"position":5},"position":5}"#)
        #expect(
            try run.lines.dropFirst().map(code) == [
                "readOnly", "permissionDenied", "readOnly", "permissionDenied",
                "permissionDenied", "readOnly", "readOnly", "readOnly", "readOnly",
            ]
        )
        writer.endInput()
        #expect(writer.wait() == .exited(0))
    }

    @Test func `a store that is not there is created when that is said, and not otherwise`() throws
    {
        let folder = TemporaryFolder()
        let store = folder.path("chat.scrollback")
        let missing = try Command.pipe(store, input: [])
        #expect(missing.exit == 3)
        #expect(missing.errors.contains("There is no store"))
        #expect(try Command.pipe(store, "--create", "--readonly", input: []).exit == 2)
        #expect(try Command.pipe(store, "--create", input: []).exit == 0)
        #expect(try Command.pipe(store, "--create", input: []).exit == 0)
        let other = folder.file("file", [1, 2, 3])
        #expect(try Command.pipe(other, "--create", input: []).exit == 3)
    }

    @Test func `views that are gone are folded again, and that is said`() throws {
        let folder = TemporaryFolder()
        let store = folder.path("chat.scrollback")
        _ = try Command.pipe(store, "--create", input: conversation)
        for name in try FileManager.default.contentsOfDirectory(atPath: store)
        where name.hasPrefix("views.") && name.hasSuffix(".mdb") {
            try FileManager.default.removeItem(atPath: "\(store)/\(name)")
        }
        let outcome = #"{"as":"\#(anna)","ask":"outcome","id":"\#(group)"}"#
        let run = try Command.pipe(store, input: [outcome])
        #expect(run.lines == [#"{"ok":{"known":true,"position":5},"position":6}"#])
        #expect(run.errors.contains("rebuilding"))
    }

    @Test func `the lines of the README are answered as it says`() throws {
        let folder = TemporaryFolder()
        let store = folder.path("chat.scrollback")
        let page = try String(
            contentsOf: packageFolder.appending(path: "README.md"),
            encoding: .utf8
        )
        let lines = page.split(separator: "\n").map(String.init)
        let asked = lines.filter { $0.hasPrefix("> {") }.map { String($0.dropFirst(2)) }
        let answered = lines.filter { $0.hasPrefix("< {") }.map { String($0.dropFirst(2)) }
        #expect(asked.count == 5)
        let run = try Command.pipe(store, "--create", "--clock", "given", input: asked)
        #expect(run.lines == answered)
    }
}
