import Foundation
import Glibc
import Messaging
import Scrollback
import ScrollbackExport
import ScrollbackPipe
import ScrollbackServe
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(15)))
struct `An export of the server` {
    private static let checker = packageFolder.appending(path: "Scripts/checker/check_export.py")
        .path()

    private func items(_ chat: ExportingStore, _ query: String) throws -> [[String: Any]] {
        let answer = try chat.served.post(
            "/v1/queries/\(query)",
            #"{"as":"operator"}"#,
            key: nil,
            at: .operatorSocket
        )
        return try #require(answer.ok?["items"] as? [[String: Any]], "\(answer.text)")
    }

    @Test func `is fetched with a ticket, and the independent checker accepts it`() throws {
        let folder = TemporaryFolder()
        let path = folder.path("access")
        let log = try AccessLog(path)
        let chat = try ExportingStore(log: log)
        var secrets: [String] = []
        let scopes = [
            "{}", #"{"conversation":"\#(group)","deleted":true}"#, #"{"user":"\#(anna)"}"#,
            #"{"from":1000,"until":4102444800000}"#,
        ]
        for (number, scope) in scopes.enumerated() {
            let key = number.isMultiple(of: 2) ? "operator" : nil
            let place: ServedStore.Place = key == nil ? .operatorSocket : .address
            let reason = #","reason":"case \#(number)""#
            let body =
                scope == "{}" ? "{\(reason.dropFirst())}" : "\(scope.dropLast())\(reason)}"
            let id = try chat.begin(body, key: key)
            let ready = try chat.wait(for: "ready", of: id)
            #expect(ready["done"] as? Int == ready["total"] as? Int)
            let kept = chat.folders.filter { $0.contains(id) }
            #expect(kept.count == 1)
            for folder in kept {
                var about = stat()
                #expect(stat(folder, &about) == 0 && about.st_mode & 0o777 == 0o700)
                for name in names(in: folder) {
                    #expect(stat("\(folder)/\(name)", &about) == 0)
                    #expect(about.st_mode & 0o777 == 0o600)
                }
            }
            let target = try chat.ticket(id, key: key)
            secrets += [id, String(target.suffix(64))]
            let answer = try chat.ask("GET", target, at: place)
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/x-tar")
            #expect(answer.headers["cache-control"] == "no-store")
            #expect(
                answer.headers["content-disposition"] == "attachment; filename=\"export-\(id).tar\""
            )
            #expect(answer.body.count == ready["bytes"] as? Int)
            let unpackedFolder = TemporaryFolder()
            let export = try unpacked(answer.body, in: unpackedFolder)
            #expect(export.hasSuffix("/export-\(id)"))
            let checked = try run("python3", [Self.checker, export])
            #expect(checked.ending == .exited(0), "\(checked.said)")
            let noted = try #require(try items(chat, "exports").last)
            #expect(noted["manifest"] as? String == ready["manifest"] as? String)
            #expect(noted["position"] as? Int == ready["position"] as? Int)
            #expect(noted["reason"] as? String == "case \(number)")
            #expect(noted["who"] as? String == (key == nil ? "uid:\(geteuid())" : "key1"))
            #expect(noted["who"] as? String == ready["who"] as? String)
        }
        let listed = try chat.ask("GET").ok?["items"] as? [[String: Any]]
        #expect(listed?.count == scopes.count)
        #expect(listed?.allSatisfy { $0["state"] as? String == "ready" } == true)
        let numbers = try chat.served.get("/metrics", key: "metrics").text
        #expect(numbers.contains("operation=\"exports.download\",status=\"200\"} 4\n"))
        chat.served.server.stop()
        log.close()
        let lines = String(decoding: readFile(path), as: UTF8.self)
        #expect(lines.contains("\"route\":\"/v1/exports/{export}/download\""))
        for secret in secrets + ["ticket="] {
            #expect(!lines.contains(secret) && !numbers.contains(secret))
        }
    }

    @Test func `is begun, seen and ended through the control socket as over HTTP`() throws {
        let chat = try ExportingStore()
        var client = try ControlClient(to: chat.served.store.offerControlSocket().path)
        func ask(_ fields: String) throws -> [String: Any] { try client.ask(fields) }
        let begins = #""do":"beginExport","conversation":"\#(group)","reason":"a case""#
        let begun = try #require(try ask(begins)["ok"] as? [String: Any])
        let id = try #require(begun["export"] as? String)
        let ready = try chat.wait(for: "ready", of: id)
        #expect(ready["who"] as? String == "uid:\(geteuid())")
        let told = try ask(#""ask":"exportJob","export":"\#(id)""#)
        #expect(told as NSDictionary == (try chat.ask("GET", "/\(id)").object as NSDictionary))
        let listed = try ask(#""ask":"exportJobs","limit":500"#) as NSDictionary
        #expect(listed == (try chat.ask("GET").object as NSDictionary))
        // The folder is what a program of this machine fetches.
        let folder = try #require(ready["folder"] as? String)
        let checked = try run("python3", [Self.checker, folder])
        #expect(checked.ending == .exited(0), "\(checked.said)")
        let noted = try #require(try items(chat, "exports").last)
        #expect(noted["reason"] as? String == "a case")
        // After an erasure no answer names the folder, and soon there is none.
        try chat.erase()
        let ended = try ask(#""ask":"exportJob","export":"\#(id)""#)["ok"] as? [String: Any]
        #expect(ended?["state"] as? String == "ended" && ended?["folder"] == nil)
        #expect(eventually(withinSeconds: 60) { names(in: folder).isEmpty })
        let other = try #require(
            (try ask(#""do":"beginExport","user":"\#(ben)""#)["ok"] as? [String: Any])?["export"]
                as? String
        )
        _ = try chat.wait(for: "ready", of: other)
        #expect(try ask(#""do":"endExport","export":"\#(other)""#)["ok"] != nil)
        #expect(eventually(withinSeconds: 60) { chat.folders.isEmpty })
        for (fields, code, field) in [
            (#""do":"endExport","export":"\#(other)""#, "notFound", "export"),
            (#""ask":"exportJob","export":"\#(other)""#, "notFound", "export"),
            (#""do":"endExport""#, "invalidRequest", "export"),
            (
                #""do":"beginExport","user":"\#(ben)","conversation":"\#(group)""#,
                "invalidRequest", "user"
            ),
            (#""do":"beginExport","from":2,"until":1"#, "invalidRequest", "until"),
            (#""do":"beginExport","reason":"""#, "invalidText", "reason"),
            (#""do":"beginExport","deleted":1"#, "invalidRequest", "deleted"),
            (#""do":"beginExport","x":1"#, "invalidRequest", "x"),
        ] {
            let error = try ask(fields)["error"] as? [String: Any]
            #expect(error?["code"] as? String == code, "\(fields) \(error ?? [:])")
            #expect(error?["field"] as? String == field, "\(fields) \(error ?? [:])")
        }
    }

    @Test func `is fetched once with a ticket, by its own ticket, in its time`() throws {
        let chat = try ExportingStore()
        let (id, other) = (try chat.begin(), try chat.begin(#"{"user":"\#(ben)"}"#))
        for id in [id, other] { _ = try chat.wait(for: "ready", of: id) }
        let first = try chat.ticket(id)
        #expect(try chat.ask("GET", first).status == 200)
        #expect(try chat.ask("GET", first).status == 403, "used twice")
        let foreign = try chat.ticket(id)
        #expect(try chat.ask("GET", foreign.replacing(id, with: other)).status == 403)
        #expect(try chat.ask("GET", foreign).status == 403, "used up by the wrong export")
        // A store of its own, so that no ticket above is late.
        var limits = ExportLimits()
        limits.ticketSeconds = 2
        let brief = try ExportingStore(limits)
        let ready = try brief.begin()
        _ = try brief.wait(for: "ready", of: ready)
        let late = try brief.ticket(ready)
        usleep(2_100_000)
        let refused = try brief.ask("GET", late)
        #expect(refused.status == 403 && refused.code == "permissionDenied")
        #expect(refused.headers["content-type"] == "application/problem+json")
        #expect(!refused.text.contains(late.suffix(64)))
    }

    @Test func `is not fetched with a ticket whose key was taken away or changed`() throws {
        let chat = try ExportingStore()
        let id = try chat.begin(key: "operator")
        _ = try chat.wait(for: "ready", of: id)
        let ticket = try chat.ticket(id, key: "operator")
        let keys = try #require(chat.served.credentials.keys)
        chat.served.use { $0.keys = nil }
        #expect(try chat.ask("GET", ticket, at: .address).status == 403)
        chat.served.use { $0.keys = keys }
        #expect(try chat.ask("GET", ticket, at: .address).status == 403, "it is used up")
        let next = try chat.ticket(id, key: "operator")
        #expect(try chat.ask("GET", next, at: .address).status == 200)
    }

    @Test func `has a ticket only for the one whom the log names`() throws {
        let chat = try ExportingStore()
        let id = try chat.begin(key: "operator")
        _ = try chat.wait(for: "ready", of: id)
        let refused = try chat.ask("POST", "/\(id)/ticket", "{}")
        #expect(refused.status == 403 && refused.code == "permissionDenied", "\(refused.text)")
    }

    @Test func `ends with its folder when an erasure touches it, and others stay`() throws {
        let chat = try ExportingStore()
        let touched = try chat.begin(#"{"conversation":"\#(group)"}"#)
        let other = try chat.begin(#"{"conversation":"\#(ExportingStore.other)"}"#)
        for id in [touched, other] { _ = try chat.wait(for: "ready", of: id) }
        let (ticket, kept) = (try chat.ticket(touched), try chat.ticket(other))
        try chat.erase()
        // At once: nothing waits for the look that comes each second.
        let refused = try chat.ask("GET", ticket)
        #expect(refused.status == 404 && refused.code == "notFound", "\(refused.status)")
        let ended = try chat.wait(for: "ended", of: touched)
        #expect((ended["error"] as? [String: Any])?["code"] as? String == "erased")
        #expect(eventually(withinSeconds: 60) { !chat.folders.contains { $0.contains(touched) } })
        #expect(try chat.ask("POST", "/\(touched)/ticket", "{}").status == 404)
        #expect(try chat.ask("GET", kept).status == 200)
        #expect(try chat.wait(for: "ready", of: other)["export"] as? String == other)
    }

    @Test func `ends without anyone's asking when an erasure touches it`() async throws {
        let chat = try ExportingStore()
        let id = try chat.begin()
        _ = try chat.wait(for: "ready", of: id)
        try #require(!chat.folders.isEmpty)
        try chat.erase()
        // Within a second where the machine has time, and a thread for the task that looks; a look
        // that came ten times more rarely would be late.
        let isGone = await TestSupport.eventually(within: .seconds(8)) { chat.folders.isEmpty }
        #expect(isGone)
    }

    @Test func `is cut off where an erasure touches it while it is sent`() async throws {
        let chat = try ExportingStore()
        let user = chat.served.store.session(for: try #require(UserID(anna)))
        let conversation = ConversationID(try #require(UniqueID(group)))
        for number in 0..<50 {
            try await user.send(
                String(repeating: "\(number) words ", count: 900),
                to: conversation
            )
        }
        let id = try chat.begin(#"{"conversation":"\#(group)"}"#)
        let ready = try chat.wait(for: "ready", of: id)
        let bytes = try #require(ready["bytes"] as? Int)
        try #require(bytes > 1 << 20)
        let client = chat.served.client(at: .operatorSocket)
        client.send(chat.request("GET", try chat.ticket(id)))
        let isBegun = try eventually {
            try chat.served.get("/metrics", key: "metrics").text
                .contains("operation=\"exports.download\",status=\"200\"} 1\n")
        }
        try #require(isBegun)
        try chat.erase()
        let all = try #require(client.rest())
        #expect(all.hasPrefix("HTTP/1.1 200"))
        #expect(all.utf8.count < bytes, "\(all.utf8.count) of \(bytes)")
    }

    @Test func `is for the operator in person alone`() throws {
        let chat = try ExportingStore()
        let id = try chat.begin()
        _ = try chat.wait(for: "ready", of: id)
        let token = try chat.served.token(anna)
        let asked: [(String, String, String?)] = [
            ("POST", "", "{}"), ("GET", "", nil), ("GET", "/\(id)", nil),
            ("POST", "/\(id)/ticket", "{}"), ("DELETE", "/\(id)", nil),
        ]
        for (method, path, body) in asked {
            for key in ["users", "metrics", "operator=exports", token] {
                let answer = try chat.ask(method, path, body, key: key, at: .address)
                #expect(
                    answer.status == 403 && answer.code == "permissionDenied",
                    "\(method) \(key)"
                )
            }
            #expect(try chat.ask(method, path, body, at: .address).status == 401)
            #expect(try chat.ask(method, path, body, at: .socket).status == 401)
            #expect(try chat.ask(method, path, body, key: "operator", at: .socket).status == 403)
            let passed = ["X-Forwarded-For: 192.0.2.1"]
            #expect(
                try chat.ask(method, path, body, key: "operator", headers: passed, at: .address)
                    .status == 403
            )
            #expect(try chat.ask(method, path, body, headers: passed).status == 401)
        }
        for (headers, place) in [
            (["X-Forwarded-For: 192.0.2.1"], ServedStore.Place.address), ([], .socket),
            (["Via: proxy"], .operatorSocket),
        ] as [([String], ServedStore.Place)] {
            let ticket = try chat.ticket(id)
            #expect(try chat.ask("GET", ticket, headers: headers, at: place).status == 403)
            #expect(try chat.ask("GET", ticket).status == 200, "it was not used up elsewhere")
        }
        let plain = try ServedStore(["operator"])
        let body = plain.request("/v1/exports", "{}", key: "operator")
        let client = plain.client()
        client.send(body)
        #expect(client.answer()?.status == 403, "--operator-tcp is off")
    }

    @Test func `is not begun by rubbish`() throws {
        let chat = try ExportingStore()
        for (body, field) in [
            ("", nil), ("[]", nil), ("{", nil), ("{\"conversation\":1}", "conversation"),
            (#"{"conversation":"x"}"#, "conversation"), (#"{"user":null}"#, "user"),
            (#"{"from":-1.5}"#, "from"), (#"{"until":"now"}"#, "until"),
            (#"{"deleted":1}"#, "deleted"), (#"{"as":1}"#, "as"), (#"{"x":1}"#, "x"),
            (#"{"from":2000,"until":1000}"#, "until"),
            (#"{"conversation":"\#(group)","user":"\#(anna)"}"#, "user"),
            (#"{"conversation":"\#(group)","from":1}"#, "from"),
            (#"{"user":"\#(anna)","until":1}"#, "until"),
            (#"{"user":"\#(anna)","user":"\#(anna)"}"#, nil), (#"{"reason":7}"#, "reason"),
        ] as [(String, String?)] {
            let answer = try chat.ask("POST", "", body)
            #expect(
                answer.status == 400 && answer.code == "invalidRequest",
                "\(body): \(answer.text)"
            )
            #expect(answer.object["field"] as? String == field, "\(body): \(answer.text)")
        }
        for reason in ["", "  ", "a\\u0007b", String(repeating: "a", count: 2_001)] {
            let answer = try chat.ask("POST", "", #"{"reason":"\#(reason)"}"#)
            #expect(answer.status == 422 && answer.code == "invalidText", "\(answer.text)")
        }
        #expect(try chat.ask("POST", "", #"{"as":"\#(anna)"}"#).status == 403)
        let nowhere = #"{"conversation":"00000000-0000-4000-8000-0000000000ff"}"#
        #expect(try chat.ask("POST", "", nowhere).status == 404)
        #expect(try chat.ask("POST", "", "{}", headers: ["Content-Encoding: gzip"]).status == 415)
        for path in ["/", "/x", "/\(anna)/x", "/\(anna)/ticket/", "//", "/\(anna)/download/x"] {
            #expect(try chat.ask("GET", path).status == 404, "\(path)")
        }
        #expect(try chat.ask("GET", "/\(anna)").status == 404)
        #expect(try chat.ask("DELETE", "/\(anna)").status == 404)
        #expect(try chat.ask("POST", "/\(anna)/ticket", "{}").status == 404)
        #expect(
            try chat.ask("POST", "/\(anna)/ticket", #"{"x":1}"#).object["field"] as? String == "x"
        )
        #expect(try chat.ask("GET", "?x").status == 404)
        let wrong = try chat.ask("PUT", "", "{}")
        #expect(wrong.status == 405 && wrong.headers["allow"] == "GET, POST")
        #expect(try chat.ask("DELETE", "/\(anna)", "{}").status == 413)
        #expect(try chat.ask("POST", "/\(anna)/download", "{}").status == 405)
        #expect(try chat.ask("GET").ok?["items"] as? [String] == [])
        #expect(chat.folders.isEmpty)
        let good = String(repeating: "a", count: 64)
        for query in ["", "?", "?ticket=", "?ticket=a", "?ticket=\(good)", "?ticket=\(good)&a=b"] {
            let answer = try chat.ask("GET", "/\(anna)/download\(query)")
            #expect(answer.status == 403 && answer.code == "permissionDenied", "\(query)")
        }
    }

    @Test func `tickets are guessed no more often than keys`() throws {
        var requests = RequestLimits()
        requests.wrongKeys = 3
        let chat = try ExportingStore(requests: requests)
        let guess = "/\(anna)/download?ticket=\(String(repeating: "a", count: 64))"
        for _ in 0..<3 { #expect(try chat.ask("GET", guess).status == 403) }
        let refused = try chat.ask("GET", guess)
        #expect(refused.status == 429 && refused.headers["retry-after"] != nil)
        let id = try chat.begin()
        _ = try chat.wait(for: "ready", of: id)
        #expect(try chat.ask("GET", try chat.ticket(id)).status == 200, "a right one counts")
    }

    @Test func `has a reason where looks need one`() throws {
        let chat = try ExportingStore()
        let configured = try chat.served.post(
            "/v1/commands/configure",
            #"{"as":"operator","looks":"required"}"#,
            key: nil,
            at: .operatorSocket
        )
        try #require(configured.status == 200, "\(configured.text)")
        let refused = try chat.ask("POST", "", "{}")
        #expect(refused.status == 400 && refused.code == "reasonNeeded", "\(refused.text)")
        _ = try chat.wait(for: "ready", of: try chat.begin(#"{"reason":"case 4"}"#))
    }

    @Test func `takes no more than its limits, and leaves nothing when it ends`() throws {
        var limits = ExportLimits()
        limits.jobs.jobs = 2
        let chat = try ExportingStore(limits)
        let small = try chat.begin(#"{"conversation":"\#(group)"}"#)
        let great = try chat.begin()
        for id in [small, great] { _ = try chat.wait(for: "ready", of: id) }
        let refused = try chat.ask("POST", "", "{}")
        #expect(refused.status == 429 && refused.headers["retry-after"] == "10")
        #expect(try chat.ask("DELETE", "/\(small)").status == 200)
        #expect(try chat.ask("GET", "/\(small)").status == 404)
        #expect(!chat.folders.contains { $0.contains(small) })
        #expect(chat.folders.contains { $0.contains(great) })
        _ = try chat.wait(for: "ready", of: try chat.begin())
        limits.jobs.bytes = 1_000
        let narrow = try ExportingStore(limits)
        let failed = try narrow.wait(for: "failed", of: try narrow.begin())
        #expect((failed["error"] as? [String: Any])?["code"] as? String == "tooLarge")
        #expect(narrow.folders.isEmpty)
        limits.jobs.bytes = 1 << 30
        limits.jobs.seconds = 1
        let brief = try ExportingStore(limits)
        let ended = try brief.wait(for: "ended", of: try brief.begin())
        #expect((ended["error"] as? [String: Any])?["code"] as? String == "expired")
        #expect(eventually(withinSeconds: 60) { brief.folders.isEmpty })
        let stopped = try ExportingStore()
        _ = try stopped.wait(for: "ready", of: try stopped.begin())
        _ = try stopped.begin()
        stopped.served.server.stop()
        #expect(stopped.folders.isEmpty)
    }

    @Test func `has as many tickets and downloads at once as it is allowed`() async throws {
        var limits = ExportLimits()
        limits.tickets = 1
        limits.downloads = 1
        let chat = try ExportingStore(limits)
        try await fill(chat, 300)
        let id = try chat.begin(#"{"conversation":"\#(group)"}"#)
        let bytes = try #require(try chat.wait(for: "ready", of: id)["bytes"] as? Int)
        try #require(bytes > 1 << 20)
        let first = try chat.ticket(id)
        let refused = try chat.ask("POST", "/\(id)/ticket", "{}")
        #expect(refused.status == 429 && refused.headers["retry-after"] == "60", "\(refused.text)")
        // Its client reads nothing yet.
        let client = chat.served.client(at: .operatorSocket)
        client.send(chat.request("GET", first))
        let isBegun = try eventually {
            try chat.served.get("/metrics", key: "metrics").text
                .contains("operation=\"exports.download\",status=\"200\"} 1\n")
        }
        try #require(isBegun)
        #expect(try chat.ask("GET", try chat.ticket(id)).status == 503)
        #expect(client.answer()?.body.count == bytes, "the first goes on")
        let isFree = try eventually { try chat.ask("GET", try chat.ticket(id)).status == 200 }
        #expect(isFree)
    }

    @Test func `is listed after its end, with as many others as are allowed`() throws {
        var limits = ExportLimits()
        limits.jobs.listed = 1
        limits.jobs.seconds = 1
        let chat = try ExportingStore(limits)
        let ended = try (0..<2).map { _ in
            let id = try chat.begin()
            _ = try chat.wait(for: "ended", of: id)
            return id
        }
        #expect(try chat.ask("GET", "/\(ended[0])").status == 200)
        _ = try chat.begin()
        #expect(try chat.ask("GET", "/\(ended[0])").status == 404)
        #expect(try chat.ask("GET", "/\(ended[1])").status == 200)
    }

    /// So many long messages that an export takes a while.
    private func fill(_ chat: ExportingStore, _ count: Int) async throws {
        try await chat.served.store.operator.configure(Configure(rateLimit: .unlimited))
        let user = chat.served.store.session(for: try #require(UserID(anna)))
        let conversation = ConversationID(try #require(UniqueID(group)))
        for first in stride(from: 0, to: count, by: 50) {
            let texts = (first..<min(first + 50, count)).map { number in
                String(repeating: "\(number) ", count: 1_500)
            }
            try await user.perform(texts.map { .send($0, to: conversation) })
        }
    }

    @Test func `shares the bytes of all with others, which are written one after the other`()
        async throws
    {
        let measured = try ExportingStore()
        try await fill(measured, 60)
        let alone = try measured.wait(for: "ready", of: try measured.begin())
        let bytes = try #require(alone["bytes"] as? Int)
        var limits = ExportLimits()
        limits.jobs.bytes = bytes * 3 / 2
        let chat = try ExportingStore(limits)
        try await fill(chat, 60)
        // The second is begun before the first is there, and knows only behind it what is left.
        let (first, second) = (try chat.begin(), try chat.begin())
        var failed: [String: Any]?
        let isOver = try eventually {
            failed = try chat.ask("GET", "/\(second)").ok
            return failed?["state"] as? String != "running"
        }
        try #require(isOver && failed?["state"] as? String == "failed")
        #expect((failed?["error"] as? [String: Any])?["code"] as? String == "tooLarge")
        #expect(try chat.wait(for: "ready", of: first)["bytes"] as? Int ?? 0 <= limits.jobs.bytes)
        #expect(!chat.folders.contains { $0.contains(second) })
        #expect(try chat.ask("DELETE", "/\(first)").status == 200)
        let third = try chat.begin()
        _ = try chat.wait(for: "ready", of: third)
    }

    @Test func `ends while it is written, or waits for that, and leaves nothing`() async throws {
        let chat = try ExportingStore()
        try await fill(chat, 4_000)
        let (running, waiting) = (try chat.begin(), try chat.begin())
        func delete(_ id: String) throws {
            #expect(try chat.ask("DELETE", "/\(id)").status == 200)
            #expect(try chat.ask("GET", "/\(id)").status == 404)
        }
        try delete(waiting)
        var state: String?
        let isWritten = try wait(milliseconds: 120_000) {
            let answer = try chat.ask("GET", "/\(running)").ok
            state = answer?["state"] as? String
            return answer?["done"] as? Int ?? 0 > 0
        }
        try #require(isWritten && state == "running", "it was ready too soon for this test")
        try delete(running)
        #expect(eventually(withinSeconds: 20) { chat.folders.isEmpty }, "\(chat.folders)")
        let next = try chat.begin(#"{"conversation":"\#(ExportingStore.other)"}"#)
        _ = try chat.wait(for: "ready", of: next)
        #expect(chat.folders.count { $0.contains(".exporting-") } == 1, "\(chat.folders)")
        // Neither was noted: an export that was not finished is none.
        let noted = try items(chat, "exports")
        #expect(noted.count == 1, "\(noted)")
    }

    @Test func `has a later id than those before it in the list, however many begin at once`()
        async throws
    {
        var options = Store.Options()
        // Others begin in the middle of each beginning.
        options.clock = {
            usleep(.random(in: 0...2_000))
            return Engine.wallClock()
        }
        let store = try Store.temporary(options: options)
        defer { store.close() }
        var limits = ExportJobLimits()
        limits.jobs = 32
        let jobs = ExportJobs(store, limits)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<limits.jobs {
                group.addTask {
                    _ = try await jobs.begin(.everything, reason: nil, by: .process(owner: 1))
                }
            }
            try await group.waitForAll()
        }
        let ids = jobs.items.map(\.id)
        jobs.stop(within: 60)
        #expect(ids.count == limits.jobs && ids == ids.sorted(by: >))
    }

    @Test func `begins and ends at times of its store's clock`() async throws {
        var options = Store.Options()
        let time = GivenTime()
        options.givenTime = time
        let store = try Store.temporary(options: options)
        defer { store.close() }
        time.hear(Timestamp(microseconds: 5_000_000))
        var limits = ExportJobLimits()
        limits.seconds = 60
        let jobs = ExportJobs(store, limits)
        defer { jobs.stop(within: 60) }
        let begun = try await jobs.begin(.everything, reason: nil, by: .process(owner: 1))
        #expect(begun.begun == Timestamp(microseconds: 5_000_000))
        var item: ExportJobItem?
        let isReady = eventually {
            item = jobs.items.first
            return item?.state == .ready
        }
        #expect(isReady)
        #expect(item?.written?.until == Timestamp(microseconds: 65_000_000))
    }

    @Test func `leaves no words after a kill and the next start`() throws {
        let folder = TemporaryFolder()
        let (store, socket) = (folder.path("chat.store"), folder.path("operator"))
        func start() throws -> StartedProgram {
            let program = try StartedProgram(
                StartedProgram.built("scrollback"),
                ["serve", store, "--create", "--listen", "none", "--operator-socket", socket]
            )
            _ = try #require(program.readLine())
            return program
        }
        func ask(_ method: String, _ path: String, _ body: String? = nil) -> RawClient.Answer? {
            let client = RawClient(path: socket)
            let length =
                body.map {
                    "Content-Type: application/json\r\nContent-Length: \($0.utf8.count)\r\n"
                }
                ?? ""
            client.send(
                "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(length)\r\n\(body ?? "")"
            )
            return client.answer()
        }
        let first = try start()
        for number in 0..<20 {
            let profile = #"{"as":"\#(anna)","username":"anna\#(number)"}"#
            #expect(ask("POST", "/v1/commands/setProfile", profile)?.status == 200)
        }
        let made = try #require(ask("POST", "/v1/exports", "{}")?.ok?["export"] as? String)
        let isReady = eventually {
            ask("GET", "/v1/exports/\(made)")?.ok?["state"] as? String == "ready"
        }
        try #require(isReady)
        let ticket = ask("POST", "/v1/exports/\(made)/ticket", "{}")?.ok?["path"] as? String
        // One is ready, and one is perhaps being written.
        #expect(ask("POST", "/v1/exports", "{}")?.status == 200)
        _ = first.crash()
        let left = ExportingStore.folders(of: store)
        try #require(left.contains { $0.contains(made) }, "the kill leaves what the start removes")
        let second = try start()
        #expect(ExportingStore.folders(of: store).isEmpty)
        #expect(ask("GET", try #require(ticket))?.status == 403)
        #expect(ask("GET", "/v1/exports/\(made)")?.status == 404)
        second.terminate()
        #expect(second.wait() == .exited(0))
        #expect(ExportingStore.folders(of: store).isEmpty)
    }

    @Test func `the archive is the same in pieces of any size, and holds files beyond 8 GiB`()
        throws
    {
        let folder = TemporaryFolder()
        let place = folder.path("files")
        mkdir(place, 0o700)
        writeFile("\(place)/a", Array("hello".utf8))
        writeFile("\(place)/b", [UInt8](repeating: 7, count: 512))
        writeFile("\(place)/c", [])
        let archive = try ExportArchive(of: ["a", "b", "c"], in: place, named: "x")
        let whole = try archive.bytes(limit: 1 << 20, from: 0)
        #expect(UInt64(whole.count) == archive.byteCount)
        for limit in [1, 7, 511, 512, 513, 4_096] {
            var pieces: [UInt8] = []
            while true {
                let piece = try archive.bytes(limit: limit, from: UInt64(pieces.count))
                if piece.isEmpty { break }
                #expect(piece.count <= limit)
                pieces += piece
            }
            #expect(pieces == whole, "\(limit)")
        }
        #expect(try readFile(unpacked(whole, in: folder) + "/a") == Array("hello".utf8))
        let great = 9 << 30
        #expect(truncate("\(place)/b", off_t(great)) == 0)
        let long = try ExportArchive(of: ["a", "b"], in: place, named: "x")
        #expect(long.byteCount == UInt64(512 * 3 + 512 + great + 1_024))
        let header = folder.path("header")
        writeFile(header, try long.bytes(limit: 512, from: 512 * 3))
        let read = try runPython(
            "import sys, tarfile; i = tarfile.TarInfo.frombuf(open(sys.argv[1], 'rb').read(), 'utf-8', "
                + "'strict'); print(i.name, i.size)",
            [header]
        )
        #expect(read.said == "x/b \(great)\n", "\(read.said)")
        // A file that became shorter is no longer what the head said.
        #expect(truncate("\(place)/b", 10) == 0)
        #expect(throws: (any Error).self) { try long.bytes(limit: 4_096, from: 512 * 4) }
    }
}
