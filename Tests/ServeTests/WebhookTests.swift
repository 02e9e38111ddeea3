import Foundation
import HTTPSending
import Locking
import Merkle
import Messaging
import Scrollback
import ScrollbackPipe
import ScrollbackServe
import TestSupport
import Testing
import Wire

@Suite(.serialized, .timeLimit(.minutes(5)))
struct `A webhook` {
    private static let secret = "whsec_" + Data((0..<32).map { UInt8($0) }).base64EncodedString()

    private let receiver = LoopbackReceiver()

    private static func signature(of head: String, _ body: [UInt8]) -> String {
        let secret = (0..<32).map { UInt8($0) }
        let bytes = Array(head.utf8) + body
        var code = HMACSHA256(key: secret.span.bytes)
        code.update(bytes.span.bytes)
        return "v1,\(code.finish().base64)"
    }

    private func line(_ what: String, _ name: String = "push", _ url: String? = nil) -> String {
        "\(name) \(Self.secret) \(what) \(url ?? receiver.url)\n"
    }

    private func times() -> WebhookTimes {
        var times = WebhookTimes()
        times.firstPause = 0.01
        times.longestPause = 0.05
        return times
    }

    private func served(
        _ lines: String,
        _ times: WebhookTimes? = nil,
        over store: Store? = nil
    ) async throws -> ServedStore {
        let times = times ?? self.times()
        let served = try ServedStore(["users", "consumers", "metrics"], over: store) { store in
            try Webhooks(store, WebhookList(text: lines), times)
        }
        let made = try served.post(
            "/v1/commands/createGroup",
            #"{"as":"\#(anna)","id":"\#(group)","members":["\#(ben)","\#(cora)"]}"#
        )
        #expect(made.status == 200, "\(made.text)")
        try await served.store.operator.configure(Configure(rateLimit: .unlimited))
        return served
    }

    @discardableResult
    private func say(_ served: ServedStore, _ text: String) throws -> String {
        let answer = try served.post(
            "/v1/commands/send",
            #"{"as":"\#(anna)","conversation":"\#(group)","text":"\#(text)"}"#
        )
        #expect(answer.status == 200, "\(answer.text)")
        return answer.ok?["message"] as? String ?? ""
    }

    private func standing(_ served: ServedStore, _ name: String) throws -> [String: Any] {
        let items = try served.get("/v1/consumers", key: "consumers").ok?["items"]
        return (items as? [[String: Any]] ?? []).first { $0["consumer"] as? String == name } ?? [:]
    }

    /// The texts of messages, each at its first coming.
    private func texts(_ requests: [LoopbackReceiver.Request]) -> [String] {
        var known: Set<String> = []
        return requests.filter { known.insert($0.id).inserted }
            .filter { $0.type == "notificationPlan" }
            .compactMap { $0.bodies.first }
    }

    @Test func `posts each plan once and in order, signed as Standard Webhooks has it`()
        async throws
    {
        let served = try await served(line("plans"))
        for number in 1...5 { try say(served, "number \(number)") }
        let expected = (1...5).map { "number \($0)" }
        let requests = receiver.wait { self.texts($0).filter(expected.contains).count == 5 }
        #expect(texts(requests).filter(expected.contains) == expected)
        #expect(Set(requests.map(\.id)).count == requests.count, "no id comes twice")
        for request in requests {
            let second = try #require(request.headers["webhook-timestamp"].flatMap { Int($0) })
            #expect(abs(second - Int(time(nil))) < 120)
            let signature = Self.signature(of: "\(request.id).\(second).", request.body)
            #expect(request.headers["webhook-signature"] == signature)
            #expect(request.headers["content-type"] == "application/json")
            #expect(request.object["timestamp"] is String)
        }
        // A plan has each recipient, and not the sender.
        let plan = try #require(requests.last)
        #expect(Set(plan.items.compactMap { $0["user"] as? String }) == [ben, cora])
        receiver.end()
    }

    @Test func `outlives a receiver that is slow, hangs, redirects, floods or talks rubbish`()
        async throws
    {
        let elsewhere = LoopbackReceiver()
        receiver.behave(
            .hangs,
            .drips,
            .floods,
            .closes,
            .says("garbage\r\n\r\n"),
            .says("HTTP/1.1 302 Found\r\nLocation: \(elsewhere.url)\r\nContent-Length: 0\r\n\r\n"),
            .says("HTTP/1.1 200 OK\r\n\(String(repeating: "a: b\r\n", count: 20_000))\r\n"),
            .status(500),
            .status(404)
        )
        var times = times()
        times.request.totalMilliseconds = 500
        let served = try await served(line("plans"), times)
        for number in 1...3 { try say(served, "number \(number)") }
        let expected = (1...3).map { "number \($0)" }
        let requests = receiver.wait { self.texts($0).filter(expected.contains).count == 3 }
        #expect(texts(requests).filter(expected.contains) == expected)
        #expect(requests.count >= 12, "\(requests.count)")
        let first = try #require(requests.first?.id)
        #expect(requests.prefix(10).allSatisfy { $0.id == first }, "it is the same message")
        #expect(elsewhere.requests.isEmpty, "no redirect is followed")
        #expect(wait { (try? standing(served, "push")["state"] as? String) == "served" })
        elsewhere.end()
        receiver.end()
    }

    @Test func `sends what is true at the attempt: what was erased meanwhile is in none`()
        async throws
    {
        receiver.behave(then: .status(503))
        let served = try await served(line("changes=\(ben)"))
        let message = try say(served, "a secret text")
        #expect(
            !receiver.wait {
                $0.contains { $0.text.contains("a secret text") || !$0.items.isEmpty }
            }
            .isEmpty
        )
        _ = try await served.store.operator.erase(
            .message(MessageID(try #require(UniqueID(message)))),
            basis: "asked",
            reason: "asked"
        )
        let before = receiver.requests.count
        receiver.behave(then: .status(200))
        try say(served, "behind it")
        let later = receiver.wait {
            $0.dropFirst(before + 1).contains { $0.text.contains("behind") }
        }
        .dropFirst(before + 1)
        #expect(later.contains { $0.text.contains("behind it") })
        #expect(!later.contains { $0.text.contains("a secret text") })
        receiver.end()
    }

    @Test func `is parked after a day of failing, alone; retried it goes on, dropped it is told`()
        async throws
    {
        let other = LoopbackReceiver()
        let day = Lock(Int64(0))
        var times = times()
        times.now = {
            Timestamp(microseconds: (1_700_000_000 + day.withLock { $0 }) * 1_000_000)
        }
        receiver.behave(then: .status(500))
        let served = try await served(
            line("plans") + line("plans", "other", other.url),
            times
        )
        try say(served, "one")
        #expect(wait { (try? standing(served, "push")["state"] as? String) == "failing" })
        day.withLock { $0 = 86_399 }
        let count = receiver.requests.count
        receiver.wait { $0.count > count + 3 }
        #expect(try standing(served, "push")["state"] as? String == "failing")
        day.withLock { $0 = 86_401 }
        #expect(wait { (try? standing(served, "push")["state"] as? String) == "parked" })
        try say(served, "two")
        #expect(other.wait { self.texts($0).contains("two") }.isEmpty == false)
        let parked = try standing(served, "push")
        let missed = try #require(parked["missed"] as? [String: Any])
        #expect(missed["from"] as? Int == (parked["position"] as? Int).map { $0 + 1 })
        #expect(parked["failure"] as? String == "it answers 500")
        #expect(!"\(parked)".contains("hunter2"), "never the URL")
        let numbers = try served.get("/metrics", key: "metrics").text
        #expect(numbers.contains("scrollback_webhooks_parked 1\n"))
        #expect(!numbers.contains("push"), "names are no labels")
        // Retried, it has all.
        receiver.behave(then: .status(200))
        let before = receiver.requests.count
        #expect(
            try served.post("/v1/webhooks/retry", #"{"webhook":"push"}"#, key: "consumers").status
                == 200
        )
        receiver.wait { self.texts(Array($0.dropFirst(before))).contains("two") }
        #expect(texts(Array(receiver.requests.dropFirst(before))).suffix(2) == ["one", "two"])
        // Gone is parked at once; dropped it is told what it missed, and goes on behind that.
        receiver.behave(then: .status(410))
        try say(served, "three")
        #expect(wait { (try? standing(served, "push")["state"] as? String) == "parked" })
        try say(served, "four")
        let gone = receiver.requests.count
        receiver.behave(then: .status(200))
        #expect(
            try served.post("/v1/webhooks/drop", #"{"webhook":"push"}"#, key: "consumers").status
                == 200
        )
        try say(served, "five")
        receiver.wait { self.texts($0).contains("five") }
        let last = receiver.requests.dropFirst(gone)
        #expect(last.first?.type == "missed")
        let told = try #require(last.first?.data)
        #expect((told["from"] as? Int ?? 0) < (told["position"] as? Int ?? 0))
        #expect(last.dropFirst().compactMap(\.bodies.first) == ["five"])
        other.end()
        receiver.end()
    }

    /// Has the marks of consumers not be written, or written again: nothing can be put in their place.
    private func letMarks(_ isWritten: Bool, of served: ServedStore) {
        let path = "\(served.store.path)/consumers.marks.new"
        // A mark may be being written just then.
        #expect(wait { isWritten ? rmdir(path) == 0 : mkdir(path, 0o700) == 0 })
    }

    @Test func `gets each message once while its mark cannot be written, which is told`()
        async throws
    {
        let notices = Lock<[Notice.ID]>([])
        var options = Store.Options()
        options.notice = { notice in notices.withLock { $0.append(notice.id) } }
        let served = try await served(line("plans"), over: try .temporary(options: options))
        func told() -> Int { notices.withLock { $0.count { $0 == .webhookFailing } } }
        for round in 1...2 {
            let before = try standing(served, "push")["position"] as? Int ?? 0
            letMarks(false, of: served)
            for number in 1...2 { try say(served, "round \(round) number \(number)") }
            #expect(wait { (try? standing(served, "push")["state"] as? String) == "failing" })
            let failure = try standing(served, "push")["failure"] as? String
            #expect(failure?.hasPrefix("the store fails: ") == true, "\(failure ?? "none")")
            #expect(wait { told() == round })
            // It is asked again three times meanwhile.
            usleep(5_000_000)
            try say(served, "round \(round) number 3")
            letMarks(true, of: served)
            #expect(wait { (try? standing(served, "push")["state"] as? String) == "served" })
            let mark = try served.store.consumer("push")
            #expect(Int(mark.position.rawValue) > before && mark.failingSince == nil)
            #expect(told() == round)
        }
        let bodies = receiver.requests.compactMap { $0.bodies.first }.filter {
            $0.hasPrefix("round")
        }
        #expect(
            bodies == (1...2).flatMap { round in (1...3).map { "round \(round) number \($0)" } }
        )
        receiver.end()
    }

    @Test func `is tried again and parked in time, also while its mark cannot be written`()
        async throws
    {
        let day = Lock(Int64(0))
        var times = times()
        times.now = { Timestamp(microseconds: (1_700_000_000 + day.withLock { $0 }) * 1_000_000) }
        let served = try await served(line("plans"), times)
        // A mark that is still to be written would have the store's pauses hold.
        let end = try served.store.newestPosition()
        let isMarked = wait(milliseconds: 60_000) {
            ((try? served.store.consumer("push").position) ?? .zero) >= end
        }
        #expect(isMarked)
        letMarks(false, of: served)
        receiver.behave(then: .status(500))
        let count = receiver.requests.count
        try say(served, "one")
        receiver.wait { $0.count > count }
        usleep(3_000_000)
        #expect(receiver.requests.count > count + 10, "its own pauses hold, not the store's")
        day.withLock { $0 = 86_401 }
        #expect(wait { (try? standing(served, "push")["state"] as? String) == "parked" })
        letMarks(true, of: served)
        receiver.behave(then: .status(200))
        let before = receiver.requests.count
        #expect(
            try served.post("/v1/webhooks/retry", #"{"webhook":"push"}"#, key: "consumers").status
                == 200
        )
        receiver.wait { self.texts(Array($0.dropFirst(before))).contains("one") }
        #expect(wait { (try? standing(served, "push")["state"] as? String) == "served" })
        receiver.end()
    }

    @Test func `goes on after what it was told while its mark cannot be written`() async throws {
        receiver.behave(then: .status(410))
        let served = try await served(line("plans"))
        try say(served, "one")
        #expect(wait { (try? standing(served, "push")["state"] as? String) == "parked" })
        receiver.behave(then: .status(500))
        #expect(
            try served.post("/v1/webhooks/drop", #"{"webhook":"push"}"#, key: "consumers").status
                == 200
        )
        #expect(wait { (try? served.store.consumer("push").failingSince) ?? nil != nil })
        letMarks(false, of: served)
        let before = receiver.requests.count
        receiver.behave(then: .status(200))
        for text in ["two", "three"] { try say(served, text) }
        receiver.wait { self.texts(Array($0.dropFirst(before))).suffix(2) == ["two", "three"] }
        #expect(try served.store.consumer("push").missedFrom != nil, "it is not written yet")
        letMarks(true, of: served)
        #expect(wait { (try? standing(served, "push")["state"] as? String) == "served" })
        #expect(try served.store.consumer("push").missedFrom == nil)
        let types = receiver.requests.dropFirst(before).map(\.type)
        #expect(types.drop { $0 == "missed" }.allSatisfy { $0 != "missed" }, "told once: \(types)")
        receiver.end()
    }

    @Test func `is seen, retried and dropped through the control socket as over HTTP`()
        async throws
    {
        receiver.behave(then: .status(410))
        let served = try await served(line("plans"))
        var client = try ControlClient(to: served.store.offerControlSocket().path)
        func ask(_ fields: String) throws -> [String: Any] { try client.ask(fields) }
        try say(served, "one")
        #expect(wait { (try? standing(served, "push")["state"] as? String) == "parked" })
        _ = try served.post("/v1/consumers/begin", #"{"consumer":"index"}"#, key: "consumers")
        let told = try ask(#""ask":"consumers""#) as NSDictionary
        #expect(told == (try served.get("/v1/consumers", key: "consumers").object as NSDictionary))
        let parked = try #require(
            (try ask(#""ask":"consumers","webhooks":true"#)["ok"] as? [String: Any])?["items"]
                as? [[String: Any]]
        )
        #expect(parked.map { $0["state"] as? String } == ["parked"])
        // Only the server moves its mark.
        for task in [#""acknowledgeConsumer","position":1"#, #""removeConsumer""#] {
            let refused = try ask(#""do":\#(task),"consumer":"push""#)["error"] as? [String: Any]
            #expect(refused?["code"] as? String == "invalidRequest", "\(refused ?? [:])")
            #expect(refused?["field"] as? String == "consumer")
        }
        receiver.behave(then: .status(200))
        #expect(try ask(#""do":"retryWebhook","webhook":"push""#)["ok"] != nil)
        receiver.wait { self.texts($0).contains("one") }
        receiver.behave(then: .status(410))
        try say(served, "two")
        #expect(wait { (try? standing(served, "push")["state"] as? String) == "parked" })
        let count = receiver.requests.count
        receiver.behave(then: .status(200))
        #expect(try ask(#""do":"dropWebhook","webhook":"push""#)["ok"] != nil)
        receiver.wait { $0.dropFirst(count).first?.type == "missed" }
        let unknown = try ask(#""do":"dropWebhook","webhook":"index""#)["error"] as? [String: Any]
        #expect(unknown?["code"] as? String == "notFound")
        #expect(unknown?["field"] as? String == "webhook")
        receiver.end()
    }

    @Test func `a message is at most 256 KiB, and every recipient is in one`() async throws {
        let served = try await served(line("plans"))
        let people = (0..<60).map { number in
            "10000000-0000-4000-8000-\(String(number + 1_000_000_000_000).suffix(12))"
        }
        let list = people.map { "\"\($0)\"" }.joined(separator: ",")
        let big = "00000000-0000-4000-8000-0000000000c2"
        let made = try served.post(
            "/v1/commands/createGroup",
            #"{"as":"\#(anna)","id":"\#(big)","members":[\#(list)]}"#
        )
        #expect(made.status == 200, "\(made.text)")
        // A hundred clusters of many marks each: the longest body of a notification.
        let text = String(repeating: "e" + String(repeating: "\u{301}", count: 150), count: 100)
        let sent = try served.post(
            "/v1/commands/send",
            #"{"as":"\#(anna)","conversation":"\#(big)","text":"\#(text)"}"#
        )
        #expect(sent.status == 200, "\(sent.text)")
        let position = try #require(sent.object["position"] as? Int)
        func recipients(_ requests: [LoopbackReceiver.Request]) -> [String] {
            requests.filter { $0.data["position"] as? Int == position }
                .flatMap(\.items).compactMap { $0["user"] as? String }
        }
        let requests = receiver.wait { recipients($0).count >= people.count }
        #expect(recipients(requests).sorted() == people.sorted())
        #expect(requests.allSatisfy { $0.body.count <= 256 << 10 })
        #expect(Set(requests.map(\.id)).count == requests.count)
        receiver.end()
    }

    @Test func `its file is refused with the line and never with a secret`() {
        let good = line("plans")
        for (bad, words) in [
            ("push", "expected a name"), ("P \(Self.secret) plans \(receiver.url)", "a name has"),
            ("push whsec_AAAA plans \(receiver.url)", "24 to 64 bytes"),
            ("push x plans \(receiver.url)", "whsec_"),
            ("push \(Self.secret) all \(receiver.url)", "plans or changes"),
            ("push \(Self.secret) changes=ben \(receiver.url)", "plans or changes"),
            ("push \(Self.secret) plans http://example.com/", "https://"),
            ("push \(Self.secret) plans http://127.0.0.1.example.com/", "https://"),
            ("push \(Self.secret) plans ftp://127.0.0.1/", "https://"),
            ("push \(Self.secret) plans https://user:pass@example.com/", "malformed"),
            ("push \(Self.secret) plans https://example.com/#x", "fragment"),
            ("push \(Self.secret) plans file:///etc/passwd", ""),
            ("push \(Self.secret) plans nonsense", ""),
            ("push \(Self.secret) plans \(receiver.url) public", "expected a name"),
            ("other \(Self.secret) plans \(receiver.url)\n\(good)", "line"),
        ] {
            do {
                _ = try WebhookList(text: "# comment\n" + good + bad + "\n")
                if !bad.hasPrefix("other") { Issue.record("taken: \(bad)") }
            } catch {
                let text = "\(error)"
                #expect(text.contains("Line 3") || text.contains("Line 4"), "\(text)")
                if words != "line", !words.isEmpty { #expect(text.contains(words), "\(text)") }
                #expect(!text.contains("hunter2") && !text.contains(Self.secret), "\(text)")
            }
        }
        receiver.end()
    }

    @Test func `goes to no address but the ones that it may: loopback, links, private networks`()
        throws
    {
        let sender = try #require(HTTPSender())
        for (url, isAllowed) in [
            ("https://10.0.0.1/", false), ("https://192.168.1.1/", false),
            ("https://169.254.169.254/latest", false), ("https://0.0.0.0/", false),
            ("https://[::ffff:127.0.0.1]/", false), ("https://[fe80::1]/", false),
            ("https://[fd00::1]/", false), ("https://0x7f000001/", true),
            ("https://2130706433/", true), ("https://224.0.0.1/", false),
            ("https://[64:ff9b::a00:1]/", false), ("https://[2002:a00:1::]/", false),
        ] {
            let target = try HTTPTarget(url)
            guard !isAllowed else { continue }
            #expect(throws: HTTPSendFault.forbiddenAddress, "\(url)") {
                try sender.post([], [], to: target)
            }
        }
        let kinds: [(String, NetworkAddress.Kind)] = [
            ("8.8.8.8", .everywhere), ("127.255.0.1", .loopback), ("172.31.9.9", .unshared),
            ("172.32.0.1", .everywhere), ("100.64.0.1", .unshared), ("169.254.1.1", .nothing),
            ("198.19.0.1", .nothing), ("240.0.0.1", .nothing), ("0.1.2.3", .nothing),
        ]
        for (text, kind) in kinds {
            let bytes = text.split(separator: ".").compactMap { UInt8($0) }
            #expect(NetworkAddress.kind(of: bytes) == kind, "\(text)")
            let within = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + bytes
            #expect(NetworkAddress.kind(of: within) == kind, "\(text) within 16 bytes")
        }
        var named = try HTTPTarget("https://example.com/")
        #expect(named.admits([8, 8, 8, 8]))
        #expect(!named.admits([127, 0, 0, 1]), "a name that leads here")
        #expect(!named.admits([10, 0, 0, 1]))
        named.allowsUnshared = true
        #expect(named.admits([10, 0, 0, 1]))
        #expect(!named.admits([169, 254, 169, 254]), "a cloud's secrets")
        #expect(!named.admits([127, 0, 0, 1]))
        #expect(!named.admits([]))
        receiver.end()
    }

    @Test func `a server that is killed again and again loses nothing, and tells no secret`() throws
    {
        let folder = TemporaryFolder()
        let (store, keys, hooks) = (folder.path("store"), folder.path("keys"), folder.path("hooks"))
        let (log, errors) = (folder.path("log"), folder.path("errors"))
        func run(_ words: [String], _ input: String? = nil) throws -> String {
            let program = try StartedProgram(StartedProgram.built("scrollback"), words)
            if let input { program.writeLine(input) }
            program.endInput()
            var output = ""
            while let line = program.readLine() { output += line }
            #expect(program.wait() == .exited(0))
            return output
        }
        let key = try run(["apikey", keys, "--name", "backend"])
        let secret = try run(["webhook", hooks, "--name", "push"], receiver.url)
        #expect(secret.hasPrefix("whsec_"))
        var about = stat()
        #expect(stat(hooks, &about) == 0 && about.st_mode & 0o777 == 0o600)
        func post(_ port: UInt16, _ name: String, _ body: String) -> Int? {
            let client = RawClient(port: port)
            client.send(
                "POST /v1/commands/\(name) HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(key)\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
            return client.answer()?.status
        }
        var said: [String] = []
        for round in 0..<4 {
            let program = try StartedProgram(
                StartedProgram.built("scrollback"),
                [
                    "serve", store, "--create", "--listen", "127.0.0.1:0", "--api-keys", keys,
                    "--webhooks", hooks, "--access-log", log,
                ],
                // Proxies of the environment do not count: nothing listens there.
                adding: ["http_proxy": "http://127.0.0.1:9", "ALL_PROXY": "http://127.0.0.1:9"],
                errors: errors
            )
            let port = try #require(
                program.readLine()?.split(separator: ":").last.flatMap { UInt16($0) }
            )
            if round == 0 {
                let body =
                    #"{"as":"\#(anna)","id":"\#(group)","members":["\#(ben)","\#(cora)"]}"#
                #expect(post(port, "createGroup", body) == 200)
            }
            receiver.behave(.status(500), then: .status(200))
            for number in 0..<5 {
                let text = "round \(round) number \(number)"
                let body = #"{"as":"\#(anna)","conversation":"\#(group)","text":"\#(text)"}"#
                #expect(post(port, "send", body) == 200)
                said.append(text)
            }
            guard round == 3 else {
                _ = program.crash()
                continue
            }
            let all = said
            receiver.wait { Set(self.texts($0)).isSuperset(of: all) }
            program.terminate()
            #expect(program.wait() == .exited(0))
        }
        let known = Set(said)
        #expect(texts(receiver.requests).filter(known.contains) == said, "in order, each once")
        for path in [log, errors] {
            let text = String(decoding: readFile(path), as: UTF8.self)
            #expect(!text.contains("hunter2") && !text.contains(secret), "\(path)")
        }
        let marks = String(decoding: readFile("\(store)/consumers.marks"), as: UTF8.self)
        #expect(!marks.contains("hunter2") && !marks.contains(secret))
        receiver.end()
    }

    @Test(
        .enabled(
            if: try NeededTool.clientPython.isToBeUsed(),
            "there is no python3 of 3.9 or later"
        )
    )
    func `the example in Examples turns plans into push calls, and takes nothing unsigned`()
        async throws
    {
        let folder = TemporaryFolder()
        writeFile(folder.path("secret"), Array("\(Self.secret)\n".utf8))
        let example = try StartedProgram(
            "python3",
            [
                packageFolder.appending(path: "Examples/webhook_receiver.py").path, "--secret",
                folder.path("secret"), "--port", "0",
            ]
        )
        let port = try #require(example.readLine().flatMap { UInt16($0) })
        let served = try await served(line("plans", "push", "http://127.0.0.1:\(port)/hook"))
        var told: [String] = []
        while told.count < 2, let line = example.readLine() { told.append(line) }
        #expect(told.allSatisfy { $0.hasPrefix("push ") && $0.contains(" ADDED ") }, "\(told)")
        #expect(told.contains { $0.contains(ben) } && told.contains { $0.contains(cora) })
        for headers in ["", "webhook-id: msg_1\r\nwebhook-timestamp: \(time(nil))\r\n"] {
            let client = RawClient(port: port)
            client.send(
                "POST /hook HTTP/1.1\r\nHost: localhost\r\n\(headers)Content-Length: 2\r\n\r\n{}"
            )
            #expect(client.answer()?.status == 401)
        }
        try say(served, "hello")
        #expect(example.readLine()?.contains(" MESSAGE ") == true)
        _ = example.crash()
        receiver.end()
    }

    /// Takes webhooks over TLS, and prints the texts of each.
    private static let tlsReceiver = """
        import http.server, json, ssl, sys
        class Receiver(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                for item in body["data"]["items"]: print(item["body"], flush=True)
                self.send_response(204)
                self.end_headers()
            def log_message(self, *words): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1], sys.argv[2])
        server.socket = context.wrap_socket(server.socket, server_side=True)
        print(server.server_port, flush=True)
        server.serve_forever()
        """

    @Test func `goes over TLS to a receiver whose certificate an authority of the file has signed`()
        throws
    {
        receiver.end()
        let folder = TemporaryFolder()
        let (own, other) = (
            try MadeCertificate("own", in: folder), try MadeCertificate("other", in: folder)
        )
        let tls = try StartedProgram(
            NeededTool.python,
            ["-c", Self.tlsReceiver, own.chain, own.key],
            errors: folder.path("errors")
        )
        let port = try #require(tls.readLine().flatMap { UInt16($0) })
        let file = line("plans", "push", "https://127.0.0.1:\(port)/hook")
        writeFile(folder.path("hooks"), Array(file.utf8))
        let key = try run(
            StartedProgram.built("scrollback"),
            [
                "apikey", folder.path("keys"), "--name", "a", "--allow", "users", "--allow",
                "consumers",
            ]
        ).said.prefix { $0 != "\n" }
        func start(_ words: [String]) throws -> RunningServer {
            try RunningServer(
                folder.path("store"),
                ["--create", "--api-keys", folder.path("keys"), "--webhooks", folder.path("hooks")]
                    + words,
                errors: folder.path("errors")
            )
        }
        func say(_ server: RunningServer, _ text: String) throws {
            let body = #"{"as":"\#(anna)","conversation":"\#(group)","text":"\#(text)"}"#
            let answer = try server.post("/v1/commands/send", body, key: String(key))
            #expect(answer.status == 200, "\(answer.text)")
        }
        let good = try start(["--webhook-authorities", own.chain])
        let created = #"{"as":"\#(anna)","id":"\#(group)","members":["\#(ben)","\#(cora)"]}"#
        #expect(try good.post("/v1/commands/createGroup", created, key: String(key)).status == 200)
        try say(good, "over TLS")
        /// Whether a text comes so often.
        func isTold(_ text: String, times: Int) -> Bool {
            var (told, others) = (0, [String]())
            while told < times, let line = tls.readLine(within: 60) {
                if line == text { told += 1 } else { others.append(line) }
            }
            if told < times { Issue.record("\(text) came \(told) times, and \(others)") }
            return told == times
        }
        #expect(isTold("over TLS", times: 2))
        #expect(good.stop() == .exited(0))
        // Neither the system's authorities nor another one know it: nothing is sent, and it is said.
        for words in [[], ["--webhook-authorities", other.chain]] {
            let strict = try start(words)
            try say(strict, "to nobody")
            let isFailing = wait(milliseconds: 60_000) {
                let client = RawClient(port: strict.port)
                client.send(
                    "GET /v1/consumers HTTP/1.1\r\nHost: localhost\r\n"
                        + "Authorization: Bearer \(key)\r\n\r\n"
                )
                return client.answer()?.text.contains(#""state":"failing""#) == true
            }
            #expect(isFailing, "\(words)")
            #expect(strict.stop() == .exited(0))
        }
        let again = try start(["--webhook-authorities", own.chain])
        // Two messages, each for two.
        #expect(isTold("to nobody", times: 4))
        #expect(again.stop() == .exited(0))
        // A file without a certificate, and one that is for no webhooks, are refused at the start.
        for (words, code) in [
            (["--webhooks", folder.path("hooks")], 3), ([], 2),
        ] {
            let program = try StartedProgram(
                StartedProgram.built("scrollback"),
                ["serve", folder.path("store"), "--webhook-authorities", folder.path("hooks")]
                    + words
            )
            #expect(program.finish() == .exited(Int32(code)), "\(words)")
        }
        _ = tls.crash()
    }

    @Test(arguments: [false, true])
    func `after a restore it is told what to throw away, and goes on at the fork`(
        dropsMore: Bool
    ) async throws {
        let folder = TemporaryFolder()
        func run(_ words: String...) throws {
            let program = try StartedProgram(
                StartedProgram.built("scrollback"),
                words,
                errors: folder.path("errors")
            )
            #expect(program.finish() == .exited(0), "\(words)")
        }
        func send(_ store: Store, _ text: String, to chat: ConversationID) async throws {
            _ = try await store.session(for: #require(UserID(anna))).send(text, to: chat)
        }
        let path = folder.path("store")
        let list = try WebhookList(text: line("plans"))
        var options = Store.Options()
        options.creation = .ifMissing
        var store = try Store.open(path, options: options)
        let chat = try await store.session(for: #require(UserID(anna)))
            .startDirect(with: #require(UserID(ben)))
        try await send(store, "kept", to: chat)
        store.close()
        try run("backup", path, folder.path("copy"), "--keys", folder.path("keys"))
        store = try Store.open(path, options: options)
        let known = try store.position
        var webhooks = try Webhooks(store, list, times())
        try await send(store, "lost", to: chat)
        receiver.wait { self.texts($0).contains("lost") }
        // The request is there before its answer, behind which the mark moves.
        let isMarked = wait(milliseconds: 60_000) {
            ((try? store.consumer("push").position) ?? .zero) > known
        }
        #expect(isMarked)
        webhooks.stop()
        store.close()
        let restored = folder.path("restored")
        try run(
            "restore",
            folder.path("copy"),
            "--keys",
            folder.path("keys"),
            "--to",
            restored,
            "--without-journal"
        )
        writeFile("\(restored)/consumers.marks", readFile("\(path)/consumers.marks"))
        store = try Store.open(restored, options: options)
        let consumer = try store.consumer("push")
        #expect(consumer.isReset && consumer.position <= known)
        let before = receiver.requests.count
        // The receiver does not take it at first: it stays to be told.
        receiver.behave(.status(500), .status(dropsMore ? 410 : 500), then: .status(200))
        webhooks = try Webhooks(store, list, times())
        var dropped: Position?
        if dropsMore {
            let isParked = eventually {
                (try? store.consumer("push").parkedSince) != nil
            }
            #expect(isParked)
            try await send(store, "dropped", to: chat)
            dropped = try store.newestPosition()
            #expect(try webhooks.drop("push"))
        }
        try await send(store, "new", to: chat)
        let later = Array(receiver.wait { self.texts($0).contains("new") }.dropFirst(before))
        #expect(later.prefix(3).allSatisfy { $0.type == "reset" }, "\(later.map(\.type))")
        #expect(Set(later.prefix(3).map(\.id)).count == 1)
        #expect(later.first?.data["position"] as? UInt64 == consumer.position.rawValue)
        if let dropped {
            let missed = try #require(later.dropFirst(3).first)
            #expect(missed.type == "missed")
            #expect(missed.data["from"] as? UInt64 == consumer.position.rawValue + 1)
            #expect(missed.data["position"] as? UInt64 == dropped.rawValue)
        }
        #expect(later.dropFirst(dropsMore ? 4 : 3).compactMap(\.bodies.first) == ["new"])
        #expect(later.last?.data["epoch"] is String)
        webhooks.stop()
        #expect(try !store.consumer("push").isReset)
        store.close()
        receiver.end()
    }
}
