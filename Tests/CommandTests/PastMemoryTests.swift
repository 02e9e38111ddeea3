import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

private let anna = "00000000-0000-4000-8000-00000000000a"
private let ben = "00000000-0000-4000-8000-00000000000b"
private let cora = "00000000-0000-4000-8000-00000000000c"
private let group = "00000000-0000-4000-8000-0000000000c1"

/// Watches how many bytes of its own a process has in memory, until it is dropped.
///
/// Pages of files are not among them: the system writes these out and takes them back as it likes.
private final class MemoryWatch: Sendable {
    private let isEnded = Atomic(false)
    private let most = Atomic(0)

    init(of process: Int32) {
        Thread { [self] in
            while !isEnded.load(ordering: .relaxed) {
                most.max(Self.anonymous(process), ordering: .relaxed)
                usleep(2_000)
            }
        }.start()
    }

    /// The most that was seen.
    func end() -> Int {
        isEnded.store(true, ordering: .relaxed)
        return most.load(ordering: .relaxed)
    }

    static func anonymous(_ process: Int32) -> Int {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        let number = line?.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) }
        return (number ?? 0) << 10
    }
}

@Suite(.timeLimit(.minutes(10))) struct `Views of the past keep to their memory` {
    private static let messages =
        getenv("PAST_MESSAGES").flatMap { Int(String(cString: $0)) } ?? 20_000

    /// What the fold of a whole log keeps back until it writes could be lost of memory.
    @Test func `64 MiB for each, over the whole log`() throws {
        let folder = TemporaryFolder()
        let store = folder.path("chat.scrollback")
        let made = try Command.pipe(
            store,
            "--create",
            input: [
                #"{"as":"operator","do":"configure","rateLimit":null}"#,
                #"{"as":"\#(anna)","do":"createGroup","id":"\#(group)","members":["\#(ben)","\#(cora)"]}"#,
            ]
                + (0..<Self.messages).map {
                    #"{"as":"\#(anna)","do":"send","conversation":"\#(group)","text":"text \#($0)"}"#
                }
        )
        let refused = made.output.split(separator: "\n").first { $0.contains(#""error""#) }
        try #require(made.exit == 0 && refused == nil, "\(refused ?? "")")
        let pipe = try StartedProgram(Command.path, ["pipe", store, "--readonly"])
        func ask(_ past: String) throws {
            pipe.write(Array("{\"as\":\"operator\",\"ask\":\"metrics\"\(past)}\n".utf8))
            let answer = try #require(pipe.readLine(within: 300))
            #expect(answer.contains(#""ok""#), "\(answer)")
        }
        try ask("")
        let before = MemoryWatch.anonymous(pipe.identifier)
        try #require(before > 0)
        // Two states that do not follow from each other, each of the whole log.
        for position in [Self.messages, Self.messages - 1] {
            let start = MemoryWatch.anonymous(pipe.identifier)
            let watch = MemoryWatch(of: pipe.identifier)
            try ask(#","asOf":\#(position)"#)
            let taken = watch.end() - start
            #expect(taken < 64 << 20, "\(taken >> 20) MiB")
        }
        // What is kept to be used again lies in files.
        let kept = MemoryWatch.anonymous(pipe.identifier) - before
        #expect(kept < 64 << 20, "\(kept >> 20) MiB")
        #expect(pipe.finish() == .exited(0))
        print("memory of the past: \(before >> 20) MiB before, \(kept >> 20) MiB more afterwards")
    }
}
