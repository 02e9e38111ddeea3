import Foundation
import HTTPServing
import ScrollbackServe
import ServeSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct `What the server tells about itself` {
    private let own = #"{"as":"\#(anna)"}"#

    /// Prometheus' own parser.
    private static let parser = """
        import sys
        from prometheus_client.parser import text_string_to_metric_families as parse
        for family in parse(sys.stdin.read() if len(sys.argv) < 2 else open(sys.argv[1]).read()):
            for sample in family.samples:
                labels = ",".join(f"{k}={v}" for k, v in sorted(sample.labels.items()))
                print(family.type, sample.name, labels, float(sample.value))
        """

    static let prometheus = NeededTool(python: "prometheus_client.parser")

    @Test func `numbers are for a key with that right, or the operator`() throws {
        let served = try ServedStore(["users", "metrics", "operator"], sockets: true)
        #expect(try served.get("/metrics").status == 401)
        #expect(try served.get("/metrics", key: "users").status == 403)
        #expect(try served.get("/metrics", key: "operator").status == 403)
        #expect(try served.get("/metrics", key: "metrics").status == 200)
        #expect(try served.get("/metrics", at: .operatorSocket).status == 200)
        #expect(try served.get("/metrics", at: .socket).status == 401)
        #expect(try served.post("/v1/queries/settings", own, key: "metrics").status == 403)
    }

    @Test func `numbers name operations and statuses, and never ids`() throws {
        let served = try ServedStore(["users", "metrics"])
        _ = try served.post("/v1/queries/settings", own)
        _ = try served.post("/v1/queries/settings", own)
        _ = try served.post("/v1/queries/settings", #"{"as":"\#(anna)","x":1}"#)
        _ = try served.post("/v1/queries/\(anna)", own)
        let answer = try served.get("/metrics", key: "metrics")
        #expect(answer.headers["content-type"]?.hasPrefix("text/plain; version=0.0.4") == true)
        let name = "scrollback_request_seconds"
        for line in [
            "\(name)_count{operation=\"queries.settings\",status=\"200\"} 2",
            "\(name)_count{operation=\"queries.settings\",status=\"400\"} 1",
            "\(name)_count{operation=\"none\",status=\"404\"} 1",
            "scrollback_position 1",
        ] { #expect(answer.text.contains("\(line)\n"), "\(line) in \(answer.text)") }
        #expect(!answer.text.contains(anna))
    }

    @Test(.enabled(if: try prometheus.isToBeUsed(), "Python has no prometheus_client"))
    func `Prometheus reads the numbers, those of the store too`() throws {
        let served = try ServedStore(["users", "metrics"])
        let profile = #"{"as":"\#(anna)","username":"anna"}"#
        #expect(try served.post("/v1/commands/setProfile", profile).status == 200)
        _ = try served.post("/v1/queries/settings", own)
        let folder = TemporaryFolder()
        let path = folder.path("metrics")
        writeFile(path, try served.get("/metrics", key: "metrics").body)
        let (ending, said) = try runPython(Self.parser, [path])
        #expect(ending == .exited(0), "\(said)")
        let lines = said.split(separator: "\n")
        #expect(lines.contains("gauge scrollback_position  2.0"), "\(said)")
        #expect(lines.contains("counter scrollback_sends_total outcome=done 0.0"), "\(said)")
        #expect(lines.contains("histogram scrollback_commit_seconds_count  1.0"), "\(said)")
        #expect(
            lines.contains(
                "histogram scrollback_request_seconds_count operation=queries.settings,status=200 1.0"
            ),
            "\(said)"
        )
    }

    @Test func `the access log leaves out the lines that its disk cannot keep up with`() throws {
        let folder = TemporaryFolder()
        let path = folder.path("access")
        // A pipe that is full is a disk that hangs.
        try #require(mkfifo(path, 0o600) == 0)
        let reader = Glibc.open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let log = try AccessLog(path, waitingBytes: 4_096)
        let served = try ServedStore(["users"], log: log)
        let client = served.client()
        for _ in 0..<1_500 {
            client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(client.answer()?.status == 200, "no request waits for it")
        }
        var text = ""
        let isTold = eventually {
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(reader, &chunk, chunk.count)
            if count > 0 { text += String(decoding: chunk[..<count], as: UTF8.self) }
            return text.contains(#"{"dropped":"#)
        }
        #expect(isTold)
        let dropped = text.split(separator: "\n").first { $0.hasPrefix(#"{"dropped":"#) }
        #expect(dropped?.filter(\.isNumber).isEmpty == false && text.contains("/healthz"))
        log.close()
    }

    @Test func `the access log has routes, and no queries, ids and keys`() throws {
        let folder = TemporaryFolder()
        let path = folder.path("access")
        let log = try AccessLog(path)
        let served = try ServedStore(["users"], sockets: true, log: log)
        _ = try served.post("/v1/queries/settings", own, headers: ["Scrollback-Reason: secret"])
        _ = try served.get("/healthz?\(anna)")
        _ = try served.get("/\(anna)", at: .socket)
        let odd = served.client()
        odd.send("\(String(repeating: "X", count: 99)) /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(odd.answer()?.status == 405)
        #expect(wait(milliseconds: 60_000) { lines(path).count == 4 })
        let (first, moved) = (lines(path), folder.path("moved"))
        rename(path, moved)
        try log.reopen()
        _ = try served.get("/healthz")
        #expect(wait(milliseconds: 60_000) { lines(path).count == 1 })
        #expect(lines(moved).count == 4)
        let objects = try first.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(objects[0]["route"] as? String == "/v1/queries/settings")
        #expect(objects[0]["status"] as? Int == 200)
        #expect(objects[0]["method"] as? String == "POST")
        #expect((objects[0]["bytes"] as? Int ?? 0) > 10)
        #expect((objects[0]["microseconds"] as? Int ?? 0) > 0)
        #expect(objects[1]["status"] as? Int == 404)
        #expect(objects[2]["route"] == nil)
        #expect(objects[2]["from"] as? String == "socket")
        #expect(objects[3]["method"] as? String == "other")
        let all = first.joined()
        for word in [anna, "secret", served.keys["users"] ?? "", "scrollback_", "127.0.0.1"] {
            #expect(!all.contains(word))
        }
        served.server.stop()
        log.close()
        #expect(throws: AccessLog.Fault.self) { try AccessLog(folder.path("none/access")) }
    }

    @Test func `the access log counts what a full disk takes away, and joins no lines`() throws {
        let folder = TemporaryFolder()
        let key = try run(
            StartedProgram.built("scrollback"),
            ["apikey", folder.path("keys"), "--name", "a"]
        ).said.prefix { $0 != "\n" }
        let path = folder.path("access")
        // There is room for some lines more, and for a part of one.
        let room = 12_288 << 10
        writeFile(path, Array(repeating: UInt8(ascii: "\n"), count: room - 1_000))
        let server = try RunningServer(
            folder.path("store"),
            ["--create", "--api-keys", folder.path("keys"), "--access-log", path],
            errors: folder.path("errors"),
            limit: "ulimit -Sf 12288"
        )
        func ask() throws {
            let own = #"{"as":"\#(anna)"}"#
            #expect(try server.post("/v1/queries/settings", own, key: String(key)).status == 200)
        }
        for _ in 0..<20 { try ask() }
        #expect(wait(milliseconds: 60_000) { readFile(path).count == room })
        let words = ["--pid", "\(server.program.identifier)", "--fsize=unlimited"]
        #expect(try run("prlimit", words).ending == .exited(0))
        try ask()
        let isDropped = wait(milliseconds: 60_000) {
            lines(path).contains { $0.hasPrefix(#"{"dropped":"#) }
        }
        #expect(isDropped)
        #expect(server.stop() == .exited(0))
        let objects = lines(path).map { line in
            (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
        }
        #expect(objects.count { $0 == nil } == 1, "the one for which there was no room")
        let dropped = objects.compactMap { $0?["dropped"] as? Int }
        #expect(dropped.reduce(0, +) + objects.count { $0?["route"] != nil } == 21)
    }

    private func lines(_ path: String) -> [Substring] {
        String(decoding: readFile(path), as: UTF8.self).split(separator: "\n")
    }
}

@Suite(.timeLimit(.minutes(15)))
struct `The document in OpenAPI` {
    private static let validator = """
        import json, sys
        from openapi_spec_validator import validate
        document = json.load(open(sys.argv[1]))
        validate(document)
        print(len(document["paths"]))
        """

    static let openAPI = NeededTool(python: "openapi_spec_validator")

    private func document(_ served: ServedStore) throws -> [String: Any] {
        let answer = try served.get("/openapi.json")
        #expect(answer.status == 200)
        return answer.object
    }

    @Test(.enabled(if: try openAPI.isToBeUsed(), "Python has no openapi_spec_validator"))
    func `is valid for another program`() throws {
        let served = try ServedStore(hasKeys: false)
        let folder = TemporaryFolder()
        let path = folder.path("openapi.json")
        writeFile(path, try served.get("/openapi.json").body)
        let (ending, said) = try runPython(Self.validator, [path])
        #expect(ending == .exited(0), "\(said)")
    }

    /// The routes are those of the document, so that a new one is asked here too.
    @Test func `names no route that a stranger or an old token may ask`() throws {
        let served = try ServedStore()
        let old = try served.token(anna, age: 3_700)
        let paths = try #require(try document(served)["paths"] as? [String: [String: Any]])
        let open: Set = [
            "/healthz", "/readyz", "/openapi.json", "/console",
            // A ticket stands in for the key.
            "/v1/exports/{export}/download",
        ]
        var count = 0
        for (path, methods) in paths where !open.contains(path) {
            for method in methods.keys {
                for shown in [
                    "", "Authorization: Bearer \(old)\r\n", "Authorization: Basic eDp5\r\n",
                ] {
                    let client = served.client()
                    let route = path.replacing("{export}", with: "\(anna)")
                    client.send(
                        "\(method.uppercased()) \(route) HTTP/1.1\r\nHost: localhost\r\n\(shown)"
                            + "Content-Type: application/json\r\nContent-Length: 0\r\n\r\n"
                    )
                    let answer = try #require(client.answer())
                    let isLimited = shown.contains("Basic") && answer.status == 429
                    #expect(answer.status == 401 || isLimited, "\(path): \(answer.text)")
                    #expect(
                        isLimited || answer.headers["www-authenticate"]?.hasPrefix("Bearer") == true
                    )
                    count += 1
                }
            }
        }
        #expect(count > 300)
    }

    /// Those of commands and queries are told with the contract's story.
    @Test(.enabled(if: try OpenAPIDocument.checker.isToBeUsed(), "Python has no jsonschema"))
    func `has examples of the server's own routes, which are answered as it says`() throws {
        let receiver = LoopbackReceiver()
        let keys = [
            "users", "consumers events", "consumers users", "revoke", "metrics", "operator",
        ]
        let served = try ServedStore(keys, operatorTCP: true) { store in
            let secret = "whsec_" + Data(repeating: 7, count: 32).base64EncodedString()
            let list = try WebhookList(text: "push \(secret) plans \(receiver.url)\n")
            return try Webhooks(store, list, WebhookTimes())
        }
        let document = OpenAPIDocument(try served.get("/openapi.json"))
        let operations = document.operations.filter {
            !$0.path.hasPrefix("/v1/commands/") && !$0.path.hasPrefix("/v1/queries/")
        }
        var exchanges: [OpenAPIDocument.Exchange] = []
        func ask(
            _ method: String,
            _ path: String,
            _ key: String?,
            export: String = anna,
            query: String = "",
            headers: [String] = []
        ) throws -> RawClient.Answer {
            let operation = operations.first { $0.method == method && $0.path == path }
            let known = try #require(operation, "\(method) \(path)")
            var lines = ["Host: localhost"] + headers
            if let key { lines.append("Authorization: Bearer \(served.keys[key] ?? key)") }
            var body: [UInt8] = []
            if known.hasBody {
                let example = try #require(known.examples.first, "\(path) has no example")
                body = Array(try JSONSerialization.data(withJSONObject: example))
                lines += ["Content-Type: application/json", "Content-Length: \(body.count)"]
            }
            let target = path.replacing("{export}", with: export) + query
            let client = served.client()
            client.send(
                "\(method.uppercased()) \(target) HTTP/1.1\r\n"
                    + lines.joined(separator: "\r\n") + "\r\n\r\n"
            )
            client.send(body)
            let answer = try #require(client.answer())
            exchanges.append(.init(method, path, body: body, answer))
            return answer
        }
        func done(
            _ method: String,
            _ path: String,
            _ key: String? = nil,
            export: String = anna,
            query: String = "",
            headers: [String] = []
        ) throws -> [String: Any] {
            let answer = try ask(
                method,
                path,
                key,
                export: export,
                query: query,
                headers: headers
            )
            #expect(answer.status == 200, "\(method) \(path): \(answer.text)")
            return answer.ok ?? [:]
        }
        // A consumer begins at the newest event, and its mark is there.
        _ = try done("post", "/v1/consumers/begin", "consumers events")
        _ = try done("post", "/v1/consumers/acknowledge", "consumers events")
        let begun = #"{"as":"\#(anna)","id":"\#(group)","members":["\#(ben)","\#(cora)"]}"#
        #expect(try served.post("/v1/commands/createGroup", begun).status == 200)
        let own = "Scrollback-As: \(anna)"
        for (query, headers) in [
            ("", []), ("&since=1", []), ("&since=9999", []), ("&consumer=indexer", []), ("", [own]),
            ("&since=1", [own]), ("&since=0", [own]), ("&conversation=\(group)", [own]),
        ] {
            let key = headers.isEmpty ? "consumers events" : "users"
            let told = try done(
                "get",
                "/v1/changes",
                key,
                query: "?wait=0\(query)",
                headers: headers
            )
            #expect((told["events"] as? [Any])?.isEmpty == false, "\(query)")
        }
        for path in ["/healthz", "/readyz", "/openapi.json", "/console"] {
            _ = try done("get", path)
        }
        _ = try done("get", "/metrics", "metrics")
        _ = try done("post", "/v1/tokens/revoke", "revoke")
        _ = try done("get", "/v1/consumers", "consumers users")
        _ = try done("post", "/v1/webhooks/retry", "consumers users")
        _ = try done("post", "/v1/webhooks/drop", "consumers users")
        _ = try done("post", "/v1/consumers/remove", "consumers users")
        let export = try #require(
            try done("post", "/v1/exports", "operator")["export"] as? String
        )
        let isReady = try eventually {
            try done("get", "/v1/exports/{export}", "operator", export: export)["state"] as? String
                == "ready"
        }
        #expect(isReady)
        _ = try done("get", "/v1/exports", "operator")
        let path = try #require(
            try done("post", "/v1/exports/{export}/ticket", "operator", export: export)["path"]
                as? String
        )
        let query = try #require(path.firstIndex(of: "?"))
        _ = try done(
            "get",
            "/v1/exports/{export}/download",
            export: export,
            query: String(path[query...])
        )
        _ = try done("delete", "/v1/exports/{export}", "operator", export: export)
        for operation in operations {
            let isDone = exchanges.contains {
                $0.method == operation.method && $0.path == operation.path
            }
            #expect(isDone, "\(operation.method) \(operation.path) was not asked")
            _ = try ask(operation.method, operation.path, nil)
            _ = try ask(operation.method, operation.path, "users")
        }
        let faults = try document.faults(in: exchanges)
        #expect(faults.isEmpty, "\(faults)")
    }
}
