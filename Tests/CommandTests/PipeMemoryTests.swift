import Foundation
import TestSupport
import Testing

private let anna = "00000000-0000-4000-8000-00000000000a"
private let ben = "00000000-0000-4000-8000-00000000000b"
private let cora = "00000000-0000-4000-8000-00000000000c"
private let group = "00000000-0000-4000-8000-0000000000c1"

/// How many bytes a process has had in memory at most.
private func peakMemory(of process: Int32) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let number = try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    return number << 10
}

@Suite struct `A reader that is slower than the pipe` {
    /// Answers that wait are what could be lost of memory: a page is 4 MB, and its line 100 bytes.
    @Test func `does not make it keep the answers`() throws {
        let folder = TemporaryFolder()
        let store = folder.path("chat.scrollback")
        let text = String(repeating: "a", count: 8_000)
        let first =
            #"{"as":"\#(anna)","do":"createGroup","id":"\#(group)","members":["\#(ben)","\#(cora)"]}"#
        let send = #"{"as":"\#(anna)","do":"send","conversation":"\#(group)","text":"\#(text)"}"#
        _ = try Command.pipe(
            store,
            "--create",
            input: [#"{"as":"operator","do":"configure","rateLimit":null}"#, first]
                + Array(repeating: send, count: 500)
        )
        let fifo = folder.path("output")
        try #require(mkfifo(fifo, 0o600) == 0)
        let script = #"exec < "$0"; sleep 1; exec grep --line-buffered -o '^{"ref":[0-9]*,"ok"'"#
        let reader = try StartedProgram("sh", ["-c", script, fifo])
        let pipe = try StartedProgram(Command.path, ["pipe", store], output: fifo)
        let lines = (0..<25).map {
            #"{"ref":\#($0),"as":"\#(ben)","ask":"messages","conversation":"\#(group)","limit":500}"#
        }
        pipe.write(lines.map { $0 + "\n" }.joined().utf8)
        for number in 0..<25 {
            #expect(reader.readLine(within: 120) == #"{"ref":\#(number),"ok""#)
        }
        let peak = try peakMemory(of: pipe.identifier)
        #expect(peak < 64 << 20, "\(peak >> 20) MiB")
        #expect(pipe.finish() == .exited(0))
    }
}
