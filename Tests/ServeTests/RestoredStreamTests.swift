import Foundation
import Scrollback
import ScrollbackServe
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct `A user's stream over a restore` {
    private func post(_ served: ServedStore, _ name: String, _ fields: String) throws {
        let answer = try served.post("/v1/commands/\(name)", #"{"as":"\#(anna)",\#(fields)}"#)
        try #require(answer.status == 200, "\(answer.text)")
    }

    private func say(_ served: ServedStore, _ text: String) throws {
        try post(served, "send", #""conversation":"\#(group)","text":"\#(text)""#)
    }

    private func stream(_ served: ServedStore, behind id: String? = nil) throws -> StreamClient {
        let client = StreamClient(port: served.port)
        client.open(
            key: try served.token(ben),
            headers: id.map { ["Last-Event-ID: \($0)"] } ?? []
        )
        return client
    }

    @Test func `is reset where what it knew was lost, and goes on where it was kept`() throws {
        let folder = TemporaryFolder()
        let (path, restored) = (folder.path("store"), folder.path("restored"))
        let (copy, keys) = (folder.path("copy"), folder.path("keys"))
        func command(_ words: String...) throws {
            let done = try run(StartedProgram.built("scrollback"), words)
            try #require(done.ending == .exited(0), "\(words) \(done.said)")
        }
        func opened(_ path: String) throws -> ServedStore {
            try ServedStore(over: try Store.open(path))
        }
        /// The id behind which a user knows all up to a text that was just said.
        func known(_ served: ServedStore, _ text: String) throws -> String {
            let client = try stream(served)
            _ = client.next("caughtUp")
            try say(served, text)
            while let event = client.next(), event.body != text {}
            return try #require(client.lastID)
        }
        var kept = ""
        do {
            let served = try opened(path)
            try post(served, "createGroup", #""id":"\#(group)","members":["\#(ben)","\#(cora)"]"#)
            kept = try known(served, "kept")
        }
        try command("backup", path, copy, "--keys", keys)
        var lost = ""
        do {
            let served = try opened(path)
            lost = try known(served, "lost")
        }
        try command("restore", copy, "--keys", keys, "--to", restored, "--without-journal")
        let served = try opened(restored)
        try say(served, "new")

        let client = try stream(served, behind: lost)
        #expect(client.status == 200)
        #expect(client.headers["scrollback-resumed-from"] == nil)
        let told = try #require(client.next())
        #expect(told.name == "reset" && told.id == nil)
        #expect(told.data["reason"] as? String == "otherEpoch")
        #expect(told.data.count == 1, "it names no position: \(told.text)")
        let state = try #require(client.next())
        #expect(state.name == "snapshot" && state.id != nil)
        #expect(state.text.contains("new") && !state.text.contains("lost"))
        #expect(client.next()?.name == "caughtUp")
        try say(served, "later")
        #expect(client.next("change")?.body == "later")

        let poll = try served.get(
            "/v1/changes?wait=5&since=\(lost)",
            key: try served.token(ben)
        )
        let events = (poll.ok?["events"] as? [[String: Any]])?.map { $0["event"] as? String }
        #expect(events == ["reset", "snapshot"], "\(poll.text)")

        // What both logs have in common is known still, and nothing comes twice.
        let other = try stream(served, behind: kept)
        #expect(other.headers["scrollback-resumed-from"] != nil)
        let bodies = [other.next("change")?.body, other.next("change")?.body]
        #expect(bodies == ["new", "later"])
    }
}
