import Foundation
import HTTPServing
import ScrollbackServe
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
        #expect(wait { lines(path).count == 4 })
        let (first, moved) = (lines(path), folder.path("moved"))
        rename(path, moved)
        try log.reopen()
        _ = try served.get("/healthz")
        #expect(wait { lines(path).count == 1 })
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
            "/healthz", "/readyz", "/openapi.json",
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

    /// The examples are those of the JSON Schemas, in the same words.
    @Test func `names every operation, and each takes its examples`() throws {
        let served = try ServedStore(["users", "operator"], operatorTCP: true)
        let paths = try #require(try document(served)["paths"] as? [String: Any])
        let folder = packageFolder.appending(path: "schemas/json")
        var count = 0
        for (kind, word) in [("commands", "do"), ("queries", "ask")] {
            let files = try FileManager.default.contentsOfDirectory(
                atPath: folder.appending(path: kind).path
            )
            for file in files.sorted() {
                let name = String(file.dropLast(5))
                let isLocal = ["rebuildViews", "logLook", "noteExport", "noteKeyCopy"]
                    .contains(name)
                let path = "/v1/\(kind)/\(name)"
                #expect((paths[path] == nil) == isLocal, "\(path)")
                guard !isLocal else { continue }
                let schema = try JSONSerialization.jsonObject(
                    with: Data(contentsOf: folder.appending(path: "\(kind)/\(file)"))
                )
                let examples = (schema as? [String: Any])?["examples"] as? [[String: Any]]
                for var example in examples ?? [] {
                    example[word] = nil
                    example["at"] = nil
                    example["ref"] = nil
                    let key = example["as"] as? String == "operator" ? "operator" : "users"
                    let body = try JSONSerialization.data(withJSONObject: example)
                    let answer = try served.post(
                        path,
                        String(decoding: body, as: UTF8.self),
                        key: key
                    )
                    // What it is about may not be there, but it is understood.
                    let isUnderstood =
                        answer.code != "invalidRequest"
                        || [nil, "asOf"].contains(answer.object["field"] as? String)
                    #expect(isUnderstood, "\(path): \(answer.text)")
                    #expect(answer.status < 500, "\(path): \(answer.text)")
                    count += 1
                }
            }
        }
        #expect(count > 100)
        for path in ["/v1/changes", "/v1/tokens/revoke", "/metrics", "/healthz", "/readyz"] {
            #expect(paths[path] is [String: Any], "\(path)")
        }
    }
}
