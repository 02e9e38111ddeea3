import Foundation
import Messaging
import Scrollback
import ScrollbackServe
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(5)))
struct `A named consumer` {
    private func sent(_ served: ServedStore, _ count: Int) throws {
        for number in 0..<count {
            let answer = try served.post(
                "/v1/commands/setProfile",
                #"{"as":"\#(anna)","username":"anna\#(number)"}"#
            )
            #expect(answer.status == 200, "\(answer.text)")
        }
    }

    @Test func `begins at the end, moves forward only, and is there after the store is reopened`()
        async throws
    {
        let folder = TemporaryFolder()
        var options = Store.Options()
        options.creation = .ifMissing
        let path = folder.path("store")
        var store = try Store.open(path, options: options)
        let user = store.session(for: try #require(UserID(anna)))
        try await user.setProfile(SetProfile(username: "anna"))
        let begun = try store.consumer("index")
        #expect(try begun.position == store.position && !begun.isReset)
        try await user.setProfile(SetProfile(username: "anna2"))
        #expect(try store.consumer("index").position == begun.position)
        let end = try store.position
        try store.advance("index", to: end, epoch: store.epoch)
        try store.advance("index", to: begun.position, epoch: store.epoch)
        #expect(try store.consumer("index").position == end, "never back")
        #expect(throws: StoreError.self) { try store.advance("none", to: end) }
        #expect(throws: StoreError.self) { try store.advance("index", to: Position(9_999)) }
        #expect(throws: StoreError.self) { try store.advance("index", to: end, epoch: 7) }
        for name in ["", "A", "a b", "ä", String(repeating: "a", count: 65), "a/b", "a\n"] {
            #expect(throws: StoreError.self, "\(name)") { try store.consumer(name) }
        }
        store.close()
        store = try Store.open(path, options: options)
        #expect(try store.consumers().map(\.name) == ["index"])
        #expect(try store.consumer("index").position == end)
        store.close()
        // A process that reads knows it, and changes nothing.
        var reading = Store.Options()
        reading.access = .reading
        let reader = try Store.open(path, options: reading)
        #expect(try reader.consumer("index").position == end)
        #expect(throws: StoreError.self) { try reader.consumer("new") }
        #expect(throws: StoreError.self) { try reader.advance("index", to: end) }
        reader.close()
        store = try Store.open(path, options: options)
        #expect(try store.removeConsumer("index"))
        #expect(try !store.removeConsumer("index"))
        store.close()
        var about = stat()
        #expect(stat("\(path)/consumers.marks", &about) == 0 && about.st_mode & 0o077 == 0)
    }

    @Test func `a damaged line of marks is named; marks of another log go to a known place`() throws
    {
        let folder = TemporaryFolder()
        var options = Store.Options()
        options.creation = .ifMissing
        let path = folder.path("store")
        let store = try Store.open(path, options: options)
        _ = try store.consumer("one")
        let end = try store.position
        let epoch = String(store.epoch, radix: 16)
        store.close()
        let file = "\(path)/consumers.marks"
        let good =
            "scrollback consumers 1\none \(String(repeating: "0", count: 16 - epoch.count))\(epoch) 1 - - -\n"
        for (text, line) in [
            ("", 1), ("rubbish\n", 1), ("scrollback consumers 2\n", 1),
            (good + "two\n", 3), (good + "two 0 0 - - -\n", 3),
            (good + "one 0000000000000000 1 - - -\n", 3), (String(good.dropLast()), 2),
            (good + "two 0000000000000000 -1 - - -\n", 3),
            (good + "two 0000000000000000 1 x - -\n", 3),
            (good + "two 0000000000000000 1 - - - x\n", 3),
            (good + "two 0000000000000000 1 - - - 1 1\n", 3),
        ] {
            writeFile(file, Array(text.utf8))
            let store = try Store.open(path, options: options)
            do {
                _ = try store.consumers()
                Issue.record("read: \(text)")
            } catch {
                #expect(error.message.contains("Line \(line) "), "\(text) \(error.message)")
            }
            store.close()
        }
        // With a fork that is to be told; who reads by themselves needs it no more.
        writeFile(file, Array(good.replacing(" - - -\n", with: " 3 4 1 1\n").utf8))
        let again = try Store.open(path, options: options)
        #expect(try again.consumer("one").untoldFork == Position(1))
        #expect(try again.consumer("one").missedFrom == Position(1))
        try again.advance("one", to: end)
        again.close()
        #expect(String(decoding: readFile(file), as: UTF8.self).hasSuffix(" \(end) - - -\n"))
        // Beyond the log's end, and of an epoch that the log never had.
        for text in [
            good.replacing(" 1 - - -", with: " 999 - - -"),
            "scrollback consumers 1\none 00000000000000aa 1 - - -\n",
        ] {
            writeFile(file, Array(text.utf8))
            let store = try Store.open(path, options: options)
            let consumer = try store.consumer("one")
            #expect(consumer.isReset && consumer.position == end)
            try store.advance("one", to: end, epoch: store.epoch)
            #expect(try !store.consumer("one").isReset)
            store.close()
        }
    }

    @Test func `over HTTP it is told after a restore what to throw away, and goes on at the fork`()
        async throws
    {
        let folder = TemporaryFolder()
        let (path, copy, keys) = (folder.path("store"), folder.path("copy"), folder.path("keys"))
        func run(_ words: String...) throws {
            let program = try StartedProgram(StartedProgram.built("scrollback"), words)
            #expect(program.finish() == .exited(0), "\(words)")
        }
        func rename(_ store: Store, _ name: String) async throws {
            let user = store.session(for: try #require(UserID(anna)))
            try await user.setProfile(SetProfile(username: name))
        }
        var options = Store.Options()
        options.creation = .ifMissing
        var store = try Store.open(path, options: options)
        try await rename(store, "kept")
        store.close()
        try run("backup", path, copy, "--keys", keys)
        store = try Store.open(path, options: options)
        for name in ["index", "other"] { _ = try store.consumer(name) }
        try await rename(store, "lost")
        let lost = try store.position
        for name in ["index", "other"] { try store.advance(name, to: lost, epoch: store.epoch) }
        store.close()
        let restored = folder.path("restored")
        try run("restore", copy, "--keys", keys, "--to", restored, "--without-journal")
        writeFile("\(restored)/consumers.marks", readFile("\(path)/consumers.marks"))
        store = try Store.open(restored, options: options)
        let fork = try store.consumer("index").position
        #expect(fork < lost)
        try await rename(store, "new")
        let served = try ServedStore(
            ["consumers events", "consumers users"],
            over: store
        )
        let epoch = String(store.epoch, radix: 16)
        let name = String(repeating: "0", count: 16 - epoch.count) + epoch
        func poll(_ key: String, _ headers: [String] = []) throws -> [[String: Any]] {
            let answer = try served.get(
                "/v1/changes?consumer=index&wait=5",
                key: key,
                headers: headers
            )
            return try #require(answer.ok?["events"] as? [[String: Any]], "\(answer.text)")
        }
        func check(_ events: [[String: Any]], _ what: String) throws {
            try #require(events.count > 1, "\(what) \(events)")
            #expect(events[0]["event"] as? String == "reset", "\(what)")
            #expect(events[0]["id"] == nil)
            let data = events[0]["data"] as? [String: Any]
            #expect(data?["reason"] as? String == "otherEpoch", "\(what)")
            #expect(data?["position"] as? UInt64 == fork.rawValue)
            #expect(data?["epoch"] as? String == name)
            #expect(!events.contains { $0["event"] as? String == "snapshot" })
            let changes = events.filter { $0["event"] as? String == "change" }
            let first = (changes.first?["data"] as? [String: Any])?["position"] as? UInt64
            #expect(try #require(first) > fork.rawValue, "\(what)")
        }
        // As long as the mark was not moved, it is told again.
        for _ in 0..<2 {
            try check(poll("consumers events"), "envelopes")
            try check(poll("consumers users", ["Scrollback-As: \(anna)"]), "changes")
        }
        // Who comes back with an id that was lost goes on at the mark too.
        try check(poll("consumers events", ["Last-Event-ID: \(lost)"]), "a lost id")
        try check(
            poll("consumers events", ["Last-Event-ID: zzz"]).map { event in
                var event = event
                if event["event"] as? String == "reset", var data = event["data"] as? [String: Any]
                {
                    #expect(data["reason"] as? String == "unknownPosition")
                    data["reason"] = "otherEpoch"
                    event["data"] = data
                }
                return event
            },
            "an unknown id"
        )
        let stream = StreamClient(port: served.port)
        stream.open("?consumer=index", key: try #require(served.keys["consumers events"]))
        let told = try #require(stream.next())
        #expect(told.name == "reset" && told.data["position"] as? UInt64 == fork.rawValue)
        #expect(stream.next()?.name == "change")
        let moved = try served.post(
            "/v1/consumers/acknowledge",
            #"{"consumer":"index","position":\#(fork),"epoch":"\#(name)"}"#,
            key: "consumers events"
        )
        #expect(moved.status == 200, "\(moved.text)")
        let after = try poll("consumers events")
        #expect(after.first?["event"] as? String == "change", "\(after)")
    }

    @Test func `over HTTP it is begun, read at its mark, acknowledged and removed`() throws {
        let served = try ServedStore(["users", "consumers events", "consumers"])
        let key = "consumers events"
        func post(_ what: String, _ body: String, key: String = "consumers") throws
            -> RawClient.Answer
        { try served.post("/v1/consumers/\(what)", body, key: key) }
        let begun = try post("begin", #"{"consumer":"index"}"#)
        #expect(begun.status == 200, "\(begun.text)")
        #expect(begun.ok?["behind"] as? Int == 0)
        try sent(served, 3)
        let first = try served.get("/v1/changes?consumer=index&wait=5", key: key)
        let events = try #require(first.ok?["events"] as? [[String: Any]])
        #expect(events.count { $0["event"] as? String == "change" } == 3, "\(first.text)")
        let next = try #require(first.ok?["next"] as? String)
        // Not acknowledged, it comes again; acknowledged, it does not.
        let again = try served.get("/v1/changes?consumer=index&wait=5", key: key)
        #expect((again.ok?["events"] as? [Any])?.count == events.count)
        let done = try post("acknowledge", #"{"consumer":"index","position":\#(next)}"#)
        #expect(done.status == 200 && done.ok?["behind"] as? Int == 0, "\(done.text)")
        try sent(served, 1)
        let rest = try served.get("/v1/changes?consumer=index&wait=5", key: key)
        let changes = (rest.ok?["events"] as? [[String: Any]] ?? [])
            .filter { $0["event"] as? String == "change" }
        #expect(changes.count == 1, "\(rest.text)")
        let list = try served.get("/v1/consumers", key: "consumers")
        let items = try #require(list.ok?["items"] as? [[String: Any]])
        #expect(
            items.first?["consumer"] as? String == "index" && items.first?["behind"] as? Int == 1
        )
        for (what, body, status) in [
            ("begin", "{}", 400), ("begin", #"{"consumer":"A B"}"#, 400), ("begin", "[]", 400),
            ("begin", #"{"consumer":7}"#, 400), ("begin", #"{"consumer":"a","x":1}"#, 400),
            ("acknowledge", #"{"consumer":"index"}"#, 400),
            ("acknowledge", #"{"consumer":"index","position":-1}"#, 400),
            ("acknowledge", #"{"consumer":"index","position":1.5}"#, 400),
            ("acknowledge", #"{"consumer":"index","position":99999}"#, 400),
            ("acknowledge", #"{"consumer":"index","position":1,"epoch":"zz"}"#, 400),
            ("acknowledge", #"{"consumer":"index","position":1,"epoch":"00000000000000aa"}"#, 410),
            ("acknowledge", #"{"consumer":"none","position":1}"#, 404),
            ("remove", #"{"consumer":"none"}"#, 404), ("nothing", "{}", 404),
        ] {
            let answer = try post(what, body)
            #expect(answer.status == status, "\(what) \(body) \(answer.text)")
        }
        #expect(try post("begin", #"{"consumer":"a"}"#, key: "users").status == 403)
        #expect(try post("begin", #"{"consumer":"a"}"#, key: served.token(anna)).status == 403)
        #expect(try served.get("/v1/consumers").status == 401)
        #expect(try served.get("/v1/changes?consumer=none&wait=0", key: key).status == 404)
        #expect(try served.get("/v1/changes?consumer=index&since=1&wait=0", key: key).status == 400)
        #expect(
            try served.post("/v1/webhooks/retry", #"{"webhook":"index"}"#, key: "consumers").status
                == 404
        )
        #expect(try post("remove", #"{"consumer":"index"}"#).status == 200)
        #expect(try served.get("/v1/consumers", key: "consumers").text.contains("\"items\":[]"))
    }
}
