import Foundation
import TestSupport
import Testing

private let anna = "00000000-0000-4000-8000-00000000000a"
private let ben = "00000000-0000-4000-8000-00000000000b"
private let cora = "00000000-0000-4000-8000-00000000000c"
private let group = "00000000-0000-4000-8000-0000000000c1"

/// D-83: after a kill the next start goes on.
@Suite final class `An erasure of which the process is killed` {
    private let folder = TemporaryFolder()
    private let store: String
    private static let written = 20_000

    init() throws {
        store = folder.path("chat.scrollback")
        // Long ago, so that all of it is too old.
        let at = #""at":1600000000000,"#
        let send = #"{\#(at)"as":"\#(anna)","do":"send","conversation":"\#(group)","text":"hers"}"#
        let run = try Command.pipe(
            store,
            "--create",
            "--clock",
            "given",
            input: [
                #"{\#(at)"as":"operator","do":"configure","rateLimit":null}"#,
                #"{\#(at)"as":"operator","do":"setRetention","maximum":90}"#,
                #"{\#(at)"as":"\#(anna)","do":"createGroup","id":"\#(group)","members":["\#(ben)","\#(cora)"]}"#,
            ] + Array(repeating: send, count: Self.written)
        )
        try #require(run.exit == 0, "\(run.errors)")
    }

    private static let messages =
        #"{"as":"\#(ben)","ask":"messages","conversation":"\#(group)","limit":500}"#

    private func answer(_ line: String, _ pipe: StartedProgram) throws -> [String: Any] {
        pipe.writeLine(line)
        let answer = try #require(pipe.readLine(within: 120))
        let value = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
        return try #require(value?["ok"] as? [String: Any], "\(answer)")
    }

    private func unfinished(_ pipe: StartedProgram) throws -> [[String: Any]] {
        let state = try answer(#"{"as":"operator","ask":"state"}"#, pipe)
        return try #require(state["erasing"] as? [[String: Any]])
    }

    @Test(
        .timeLimit(.minutes(10)),
        arguments: [#""do":"forgetUser","user":"\#(anna)","basis":"law""#, #""do":"runRetention""#]
    )
    func `goes on at the next start, however often it is killed`(command: String) throws {
        var pipe = try Command.startPipe(store)
        let erasure = try answer(#"{"as":"operator",\#(command)}"#, pipe)
        #expect(erasure["erased"] as? Int == Self.written)
        #expect(try #require(erasure["pending"] as? Int) > 0)
        pipe.crash()
        var kills = 1
        for delay in [0, 2_000, 5_000, 10_000, 20_000, 40_000] {
            pipe = try Command.startPipe(store)
            if !(try unfinished(pipe)).isEmpty { kills += 1 }
            usleep(UInt32(delay))
            pipe.crash()
        }
        print("killed \(kills) times before it was done: \(command)")
        #expect(kills > 1)
        pipe = try Command.startPipe(store)
        // Each slice is followed by a pause of nineteen times its length.
        var (left, asked) = (Int.max, ContinuousClock.now)
        while ContinuousClock.now - asked < .seconds(60) {
            let rest = try unfinished(pipe)
            guard !rest.isEmpty else { break }
            let pending = rest.reduce(0) { $0 + ($1["pending"] as? Int ?? 0) }
            if pending < left { (left, asked) = (pending, .now) }
            usleep(10_000)
        }
        let state = try answer(#"{"as":"operator","ask":"state"}"#, pipe)
        #expect((state["pendingErasures"] as? [Any])?.isEmpty == true)
        let dry = try answer(
            #"{"as":"operator","do":"erase","user":"\#(anna)","basis":"b","reason":"r","dryRun":true}"#,
            pipe
        )
        #expect(dry["erased"] as? Int == 0 && dry["deferredCount"] as? Int == 0)
        let page = try answer(Self.messages, pipe)
        let items = try #require(page["items"] as? [[String: Any]])
        #expect(items.count == 500)
        #expect(items.allSatisfy { $0["text"] == nil })
        #expect(pipe.finish() == .exited(0))
        let said = try Command.run("verify", store)
        #expect(said.exit == 0, "\(said.errors)")
    }
}
