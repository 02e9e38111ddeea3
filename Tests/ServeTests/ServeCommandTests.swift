import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct `The command serve` {
    private let own = #"{"as":"\#(anna)"}"#

    private func run(_ words: String...) throws -> (ending: StartedProgram.Ending, output: String) {
        let program = try StartedProgram(StartedProgram.built("scrollback"), words)
        program.endInput()
        var output = ""
        while let line = program.readLine() { output += line }
        return (program.wait(), output)
    }

    private func status(_ port: UInt16, key: String) -> Int? {
        let client = RawClient(port: port)
        client.send(
            "POST /v1/queries/settings HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(key)\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(own.utf8.count)\r\n\r\n\(own)"
        )
        return client.answer()?.status
    }

    @Test func `it serves until SIGTERM, and reads the keys again on SIGHUP`() throws {
        let folder = TemporaryFolder()
        let (keys, errors) = (folder.path("keys"), folder.path("errors"))
        let first = try run("apikey", keys, "--name", "backend")
        #expect(first.ending == .exited(0))
        var about = stat()
        stat(keys, &about)
        #expect(about.st_mode & 0o777 == 0o600)
        #expect(!String(decoding: readFile(keys), as: UTF8.self).contains(first.output))
        let server = try StartedProgram(
            StartedProgram.built("scrollback"),
            [
                "serve", folder.path("store"), "--create", "--listen", "127.0.0.1:0", "--api-keys",
                keys,
            ],
            errors: errors
        )
        let address = try #require(server.readLine())
        let port = try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
        #expect(status(port, key: first.output) == 200)
        let second = try run("apikey", keys, "--name", "backend", "--allow", "users=settings")
        #expect(status(port, key: second.output) == 401)
        kill(server.identifier, SIGHUP)
        #expect(wait(milliseconds: 120_000) { status(port, key: second.output) == 200 })
        #expect(status(port, key: first.output) == 200, "both are good")
        writeFile(keys, Array("nonsense\n".utf8))
        kill(server.identifier, SIGHUP)
        let isTold = wait(milliseconds: 120_000) {
            String(decoding: readFile(errors), as: UTF8.self).contains("former keys")
        }
        #expect(isTold)
        #expect(status(port, key: first.output) == 200, "a broken file takes nothing away")
        let busy = try run(
            "serve",
            folder.path("other"),
            "--create",
            "--listen",
            "127.0.0.1:\(port)"
        )
        #expect(busy.ending == .exited(3))
        server.terminate()
        #expect(server.wait() == .exited(0))
        let again = try run("info", folder.path("store"))
        #expect(again.ending == .exited(0))
    }

    @Test func `an address in the clear needs the address of a proxy, which is checked`() throws {
        let folder = TemporaryFolder()
        let store = folder.path("store")
        let other = [
            "", "proxy.example", "10.0.0.0/8", "10.0.0", "10.0.0.7:80", "[::1]", "010.0.0.7",
            "UNIX",
        ]
        for place in ["0.0.0.0:0", "127.0.0.1:0"] {
            for proxy in other {
                let words = ["serve", store, "--create", "--listen", place, "--trust-proxy", proxy]
                let done = try TestSupport.run(StartedProgram.built("scrollback"), words)
                #expect(done.ending == .exited(2), "\(words): \(done.said)")
                #expect(done.said.contains("--trust-proxy"), "\(done.said)")
            }
        }
        let open = ["serve", store, "--create", "--listen", "0.0.0.0:0", "--trust-proxy"]
        let all = try TestSupport.run(StartedProgram.built("scrollback"), open + ["unix"])
        #expect(all.ending == .exited(2), "its peers are none of the address: \(all.said)")
        #expect(access(store, F_OK) != 0)
        for proxy in ["127.0.0.1", "::FFFF:127.0.0.1"] {
            let words = open + [proxy, "--trust-proxy", "unix"]
            let server = try StartedProgram(StartedProgram.built("scrollback"), words)
            #expect(server.readLine()?.hasPrefix("http://0.0.0.0:") == true, "\(proxy)")
            server.terminate()
            #expect(server.wait() == .exited(0))
        }
    }

    @Test func `it ends on SIGTERM though nobody reads its access log`() throws {
        let folder = TemporaryFolder()
        let server = try RunningServer(
            folder.path("store"),
            ["--create", "--access-log", "-"],
            errors: folder.path("errors")
        )
        // Its lines are more than the system keeps.
        let client = RawClient(port: server.port)
        for _ in 0..<4_000 {
            client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(client.answer()?.status == 200)
        }
        server.program.terminate()
        // Whoever waits for its end with the usual function reads its output.
        let path = "/proc/\(server.program.identifier)/stat"
        let isOver = eventually(withinSeconds: 60) {
            String(decoding: readFile(path), as: UTF8.self).contains(") Z ")
        }
        try #require(isOver)
        #expect(server.program.wait() == .exited(0))
        let again = try run("info", folder.path("store"))
        #expect(again.ending == .exited(0))
    }

    @Test func `the limit of open files is raised for its connections, or these are fewer`() throws
    {
        let folder = TemporaryFolder()
        func allowed(_ server: RunningServer) -> [Int] {
            let path = "/proc/\(server.program.identifier)/limits"
            let text = String(decoding: readFile(path), as: UTF8.self)
            let line = text.split(separator: "\n").first { $0.hasPrefix("Max open files") }
            return line?.split(separator: " ").compactMap { Int($0) } ?? []
        }
        func started(_ limit: String, _ words: [String]) throws -> RunningServer {
            try RunningServer(
                folder.path("store"),
                ["--create"] + words,
                errors: folder.path("errors"),
                limit: limit
            )
        }
        let raised = try started("ulimit -Sn 256", ["--connections", "300"])
        #expect(allowed(raised).first == 812)
        #expect(!raised.said.contains("--connections"), "\(raised.said)")
        _ = raised.stop()
        let socket = folder.path("socket")
        let few = try started("ulimit -n 1112", ["--socket", socket])
        #expect(allowed(few) == [1112, 1112])
        #expect(few.said.contains("so --connections is 300, not 12000."), "\(few.said)")
        #expect(few.said.contains("Raise the hard limit to 24512"), "\(few.said)")
        func ask(_ client: RawClient, withinSeconds seconds: Int32 = 120) -> Int? {
            client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return client.answer(withinSeconds: seconds)?.status
        }
        /// A client that has asked at once, as it must soon after it has connected.
        func answered(_ client: RawClient) -> RawClient? { ask(client) == 200 ? client : nil }
        var open = (0..<300).compactMap { _ in answered(RawClient(port: few.port)) }
        #expect(open.count == 300)
        let next = RawClient(port: few.port)
        #expect(ask(next, withinSeconds: 2) == nil && !next.hasEnded, "it waits")
        let other = (0..<300).compactMap { _ in answered(RawClient(path: socket)) }
        #expect(other.count == 300, "strangers take no place elsewhere")
        open = []
        #expect(next.answer()?.status == 200)
        #expect(few.stop() == .exited(0))
    }

    @Test func `an idle stream costs the process little memory`() throws {
        let folder = TemporaryFolder()
        let key = try run("apikey", folder.path("keys"), "--name", "backend").output
        let server = try StartedProgram(
            StartedProgram.built("scrollback"),
            [
                "serve", folder.path("store"), "--create", "--listen", "127.0.0.1:0", "--api-keys",
                folder.path("keys"),
            ],
            errors: folder.path("errors")
        )
        let address = try #require(server.readLine())
        let port = try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
        func opened(_ count: Int) -> [StreamClient] {
            let clients = (0..<count).map { _ in
                let client = StreamClient(port: port)
                client.open(key: key, headers: ["Scrollback-As: \(UUID().uuidString.lowercased())"])
                return client
            }
            for client in clients { #expect(client.next("caughtUp") != nil) }
            return clients
        }
        let first = opened(50)
        let before = Self.ownBytes(of: server.identifier)
        let count = 400
        let others = opened(count)
        let each = (Self.ownBytes(of: server.identifier) - before) / count
        print("an idle stream: \(each) bytes of the process's own")
        // The memory of a connection alone is 32 KiB, of which most must have been given back.
        #expect((1..<24 << 10).contains(each))
        #expect((first + others).allSatisfy { !$0.hasEnded })
        server.terminate()
        #expect(server.wait() == .exited(0))
    }

    /// The memory that a process has made: without the files that it has mapped.
    private static func ownBytes(of process: Int32) -> Int {
        let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return
            (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0)
            << 10
    }

    @Test func `what cannot be served safely is refused at the start`() throws {
        let folder = TemporaryFolder()
        let store = folder.path("store")
        for words in [
            ["--listen", "0.0.0.0:0"], ["--listen", "[::]:0"], ["--listen", "192.0.2.1:80"],
            ["--listen", "localhost"], ["--listen", "::1:80"], ["--listen", "127.0.0.1:99999"],
            ["--connections", "0"],
        ] {
            let program = try StartedProgram(
                StartedProgram.built("scrollback"),
                ["serve", store, "--create"] + words
            )
            #expect(program.finish() == .exited(2), "\(words)")
        }
        #expect(access(store, F_OK) != 0, "nothing was made")
        #expect(try run("serve", store).ending == .exited(3))
        #expect(try run("serve", store, "--api-keys", folder.path("none")).ending == .exited(3))
        #expect(try run("apikey", folder.path("keys"), "--name", "A b").ending == .exited(3))
        #expect(access(folder.path("keys"), F_OK) != 0, "nothing was made")
        #expect(access(folder.path("keys.new"), F_OK) != 0, "nothing was left")
    }

    @Test func `a stream goes on where it was after a kill, with the same sealed positions`() throws
    {
        let folder = TemporaryFolder()
        let (store, keys) = (folder.path("store"), folder.path("keys"))
        let (tokens, issuer) = (folder.path("tokens"), folder.path("issuer"))
        let key = try run("apikey", keys, "--name", "backend").output
        #expect(
            try run("tokenkey", tokens, "--id", "a", "--issuer", "chat", "--out", issuer).ending
                == .exited(0)
        )
        for path in [tokens, issuer] {
            var about = stat()
            stat(path, &about)
            #expect(about.st_mode & 0o777 == 0o600)
        }
        func start() throws -> (program: StartedProgram, port: UInt16) {
            let program = try StartedProgram(
                StartedProgram.built("scrollback"),
                [
                    "serve", store, "--create", "--listen", "127.0.0.1:0", "--api-keys", keys,
                    "--token-keys", tokens,
                ]
            )
            let address = try #require(program.readLine())
            return (
                program, try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
            )
        }
        func post(_ port: UInt16, _ name: String, _ body: String) -> RawClient.Answer? {
            let client = RawClient(port: port)
            client.send(
                "POST /v1/commands/\(name) HTTP/1.1\r\nHost: localhost\r\n"
                    + "Authorization: Bearer \(key)\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
            return client.answer()
        }
        func say(_ port: UInt16, _ text: String) -> Int? {
            post(port, "send", #"{"as":"\#(anna)","conversation":"\#(group)","text":"\#(text)"}"#)?
                .status
        }
        let first = try start()
        let made = post(
            first.port,
            "createGroup",
            #"{"as":"\#(anna)","id":"\#(group)","members":["\#(ben)","\#(cora)"]}"#
        )
        #expect(made?.status == 200)
        let log = try #require(
            try run("info", store, "--json").output.split(separator: "\"log\":\"").last?.prefix(36)
        )
        let token = try run("token", issuer, "--user", ben, "--log", String(log)).output
        let client = StreamClient(port: first.port)
        client.open("?since=0", key: token)
        #expect(client.status == 200)
        #expect(say(first.port, "one") == 200)
        while let event = client.next(), event.body != "one" {}
        let known = try #require(client.lastID)
        #expect(say(first.port, "two") == 200, "acknowledged, and so not lost")
        _ = first.program.crash()
        let second = try start()
        #expect(say(second.port, "three") == 200)
        let again = StreamClient(port: second.port)
        again.open(key: token, headers: ["Last-Event-ID: \(known)"])
        #expect(again.headers["scrollback-resumed-from"] == known)
        #expect(again.next()?.body == "two")
        #expect(again.next()?.body == "three")
        #expect(try run("revoke", store, ben).ending == .exited(0), "by another process")
        #expect(again.next("expired") != nil)
        let refused = StreamClient(port: second.port)
        refused.open(key: token)
        #expect(refused.status == 401)
        second.program.terminate()
        #expect(second.program.wait() == .exited(0))
    }

    @Test func `keys and tokens are refused with what is wrong`() throws {
        let folder = TemporaryFolder()
        let (tokens, issuer) = (folder.path("tokens"), folder.path("issuer"))
        let words = ["tokenkey", tokens, "--id", "a", "--issuer", "chat", "--out", issuer]
        func ends(_ words: [String]) throws -> StartedProgram.Ending {
            try StartedProgram(StartedProgram.built("scrollback"), words).finish()
        }
        #expect(try ends(["tokenkey", tokens, "--id", "a"]) == .exited(2))
        #expect(try ends(words + ["--algorithm", "none"]) == .exited(2))
        #expect(access(issuer, F_OK) != 0, "nothing was made")
        #expect(try ends(words) == .exited(0))
        #expect(try ends(words) == .exited(3), "a private key is never replaced")
        let log = UUID().uuidString
        #expect(try ends(["token", issuer, "--user", "x", "--log", log]) == .exited(2))
        #expect(try ends(["token", issuer, "--user", anna, "--log", "x"]) == .exited(2))
        #expect(
            try ends(["token", issuer, "--user", anna, "--log", log, "--seconds", "3601"])
                == .exited(2)
        )
        #expect(try ends(["token", tokens, "--user", anna, "--log", log]) == .exited(3))
        #expect(try ends(["token", issuer, "--user", anna, "--log", log]) == .exited(0))
        #expect(try ends(["revoke", folder.path("none"), anna]) == .exited(3))
        #expect(try ends(["revoke", folder.path, "x"]) == .exited(2))
        let store = folder.path("store")
        #expect(try ends(["serve", store, "--create", "--token-keys", issuer]) == .exited(3))
        #expect(try ends(["serve", store, "--create", "--token-secrets", tokens]) == .exited(3))
    }
}

@Suite struct `The unit for systemd` {
    static let checker = NeededTool(
        "systemd-analyze",
        ["--version"],
        orElse: "systemd-analyze is not installed; Scripts/setup.sh tests installs Debian's systemd"
    )

    @Test(.enabled(if: try checker.isToBeUsed(), "systemd-analyze is not installed"))
    func `is understood, and keeps the server in a box`() throws {
        let page = packageFolder.appending(path: "docs/scrollback.service").path
        let folder = TemporaryFolder()
        let unit = folder.path("scrollback.service")
        // The program need not be installed here.
        let text = String(decoding: readFile(page), as: UTF8.self)
            .replacingOccurrences(of: "/usr/local/bin/scrollback ", with: "/bin/true ")
        writeFile(unit, Array(text.utf8))
        let verified = try run("systemd-analyze", ["verify", unit])
        #expect(verified.ending == .exited(0) && verified.said.isEmpty, "\(verified.said)")
        let rated = try run(
            "systemd-analyze",
            ["security", "--offline=true", "--threshold=20", unit]
        )
        #expect(rated.ending == .exited(0), "\(rated.said.suffix(200))")
    }

    @Test func `names only options that there are`() throws {
        let page = packageFolder.appending(path: "docs/scrollback.service").path
        let text = String(decoding: readFile(page), as: UTF8.self)
        let start = try #require(text.range(of: "ExecStart=")?.upperBound)
        let command = text[start...].prefix(while: { _ in true })
            .components(separatedBy: "\nExec")[0]
        let help = try run(StartedProgram.built("scrollback"), ["help", "serve"]).said
        let options = command.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix("--") }
        #expect(options.count > 4)
        for option in options { #expect(help.contains(option), "\(option)") }
    }
}
