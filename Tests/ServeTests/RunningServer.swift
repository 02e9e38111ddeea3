import Foundation
import Glibc
import TestSupport
import Testing

/// The command `serve` as a process of its own, at a free port.
final class RunningServer {
    let program: StartedProgram
    let port: UInt16
    private let errors: String

    /// Starts to serve; `limit` is what a shell does before, such as "ulimit -f 100".
    init(_ store: String, _ words: [String], errors: String, limit: String? = nil) throws {
        self.errors = errors
        let all = [StartedProgram.built("scrollback"), "serve", store, "--listen", "127.0.0.1:0"]
        let (command, arguments) =
            limit.map { limit in ("bash", ["-c", "\(limit); exec \"$@\"", "bash"] + all + words) }
            ?? (all[0], Array(all.dropFirst()) + words)
        program = try StartedProgram(command, arguments, errors: errors)
        let address = try #require(program.readLine(), "\(Self.text(errors))")
        port = try #require(address.split(separator: ":").last.flatMap { UInt16($0) })
    }

    /// What it has said on the standard error.
    var said: String { Self.text(errors) }

    private static func text(_ path: String) -> String {
        String(decoding: readFile(path), as: UTF8.self)
    }

    func post(
        _ path: String,
        _ body: String,
        key: String,
        headers: [String] = []
    ) throws -> RawClient.Answer {
        let lines =
            [
                "POST \(path) HTTP/1.1", "Host: localhost", "Authorization: Bearer \(key)",
                "Content-Type: application/json", "Content-Length: \(body.utf8.count)",
            ] + headers
        let client = RawClient(port: port)
        client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
        return try #require(client.answer())
    }

    /// Has the files read again, and waits until it has said all of these as often as before and once
    /// more.
    func renew(_ words: String...) -> Bool {
        let before = words.map { said.ranges(of: $0).count }
        kill(program.identifier, SIGHUP)
        return wait(milliseconds: 120_000) {
            zip(words, before).allSatisfy { word, count in said.ranges(of: word).count > count }
        }
    }

    /// Stops it, and returns how it ended.
    func stop() -> StartedProgram.Ending {
        program.terminate()
        return program.wait()
    }
}
