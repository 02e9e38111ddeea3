import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
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
        #expect(wait { status(port, key: second.output) == 200 })
        #expect(status(port, key: first.output) == 200, "both are good")
        writeFile(keys, Array("nonsense\n".utf8))
        kill(server.identifier, SIGHUP)
        #expect(wait { String(decoding: readFile(errors), as: UTF8.self).contains("former keys") })
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
}

@Suite struct `The unit for systemd` {
    static let hasChecker = (try? run("systemd-analyze", ["--version"]))?.ending == .exited(0)

    @Test(.enabled(if: hasChecker, "systemd-analyze is not installed"))
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
