import Foundation
import Glibc
import TestSupport
import Testing

/// Every file of the command is read again on SIGHUP, and one with a fault changes nothing.
///
/// The certificate has a test with the others of TLS.
@Suite(.timeLimit(.minutes(15)))
struct `On SIGHUP the server` {
    private let own = #"{"as":"\#(ben)"}"#

    @discardableResult
    private func command(_ words: String..., input: String? = nil) throws -> String {
        let program = try StartedProgram(StartedProgram.built("scrollback"), words)
        if let input { program.writeLine(input) }
        program.endInput()
        var output: [String] = []
        while let line = program.readLine() { output.append(line) }
        try #require(program.wait() == .exited(0), "\(words)")
        return output.joined(separator: "\n")
    }

    /// A new key for tokens in a file, and a token of Ben's that it signs.
    private func token(
        _ file: String,
        _ id: String,
        _ algorithm: String,
        for log: String,
        in folder: borrowing TemporaryFolder
    ) throws -> String {
        let issuer = folder.path("\(id).key")
        try command(
            "tokenkey",
            file,
            "--id",
            id,
            "--issuer",
            id,
            "--out",
            issuer,
            "--algorithm",
            algorithm
        )
        return try command("token", issuer, "--user", ben, "--log", log)
    }

    @Test func `reads every file again, and keeps the former one where it has a fault`() throws {
        let folder = TemporaryFolder()
        let (store, keys, access) = (folder.path("store"), folder.path("keys"), folder.path("log"))
        let (publicKeys, secrets) = (folder.path("public"), folder.path("secrets"))
        let hooks = folder.path("hooks")
        let (first, second) = (LoopbackReceiver(), LoopbackReceiver())
        try command("pipe", store, "--create")
        let log = try #require(
            try command("info", store, "--json").split(separator: "\"log\":\"").last?.prefix(36)
        )
        func made(_ file: String, _ id: String, _ algorithm: String) throws -> String {
            try token(file, id, algorithm, for: String(log), in: folder)
        }
        let key = try command("apikey", keys, "--name", "a")
        var tokens = [try made(publicKeys, "one", "EdDSA"), try made(secrets, "two", "HS256")]
        try command("webhook", hooks, "--name", "first", input: first.url)
        let server = try RunningServer(
            store,
            [
                "--api-keys", keys, "--token-keys", publicKeys, "--token-secrets", secrets,
                "--webhooks", hooks, "--access-log", access,
            ],
            errors: folder.path("errors")
        )
        func answers(_ key: String) throws -> RawClient.Answer {
            try server.post("/v1/queries/settings", own, key: key)
        }
        func say(_ text: String, with key: String) throws {
            let body = #"{"as":"\#(anna)","conversation":"\#(group)","text":"\#(text)"}"#
            #expect(try server.post("/v1/commands/send", body, key: key).status == 200)
        }
        func isTold(_ receiver: LoopbackReceiver, _ text: String) -> Bool {
            receiver.wait { $0.contains { $0.bodies.contains(text) } }
                .contains { $0.bodies.contains(text) }
        }
        let created = #"{"as":"\#(anna)","id":"\#(group)","members":["\#(ben)","\#(cora)"]}"#
        #expect(try server.post("/v1/commands/createGroup", created, key: key).status == 200)
        let sealed = try #require(try answers(tokens[0]).object["position"] as? String)

        // Something new in each of them counts only once the server was told.
        let added = try command("apikey", keys, "--name", "b")
        tokens += [try made(publicKeys, "three", "EdDSA"), try made(secrets, "four", "HS256")]
        try command("webhook", hooks, "--name", "second", input: second.url)
        let positions = "\(store)/keys.bin.positions"
        let newLine = String(repeating: "5a", count: 32) + "\n"
        writeFile(positions, Array(newLine.utf8) + readFile(positions))
        rename(access, folder.path("log.1"))
        let before = try ([key, added] + tokens).map { try answers($0).status }
        #expect(before == [200, 401, 200, 200, 401, 401])
        #expect(access.withCString { Glibc.access($0, F_OK) } != 0)
        #expect(
            server.renew(
                "The keys were read again.",
                "The webhooks were read again.",
                "The access log was opened again."
            )
        )
        let all = [key, added] + tokens
        #expect(try all.map { try answers($0).status } == [200, 200, 200, 200, 200, 200])
        let other = try #require(try answers(tokens[0]).object["position"] as? String)
        #expect(other != sealed, "the new line seals")
        let known = try server.post(
            "/v1/queries/changes",
            #"{"since":"\#(sealed)"}"#,
            key: tokens[0]
        )
        #expect(known.status == 200, "the former line opens: \(known.text)")
        try say("to both", with: added)
        #expect(isTold(first, "to both") && isTold(second, "to both"))
        #expect(wait { readFile(access).count > 0 })

        // A fault in each of them changes nothing.
        for file in [keys, publicKeys, secrets, hooks] { writeFile(file, Array("nonsense\n".utf8)) }
        remove(access)
        mkdir(access, 0o700)
        #expect(
            server.renew(
                "The former keys stay.",
                "The former webhooks stay.",
                "The former access log stays."
            )
        )
        #expect(try all.map { try answers($0).status } == [200, 200, 200, 200, 200, 200])
        try say("still to both", with: key)
        #expect(isTold(first, "still to both") && isTold(second, "still to both"))
        #expect(server.stop() == .exited(0))
        first.end()
        second.end()
    }
}
