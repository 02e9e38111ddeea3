import Foundation
import Glibc
import Merkle
import Messaging
import Scrollback
import ScrollbackServe
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(15)))
struct `A user's token` {
    private func ask(
        _ served: ServedStore,
        _ token: String,
        _ name: String = "settings",
        _ body: String = "{}",
        headers: [String] = []
    ) throws -> RawClient.Answer {
        try served.post("/v1/queries/\(name)", body, key: token, headers: headers)
    }

    @Test func `acts for its user alone, and never as the operator or in the past`() throws {
        let served = try ServedStore()
        let token = try served.token(anna)
        #expect(try ask(served, token).status == 200)
        #expect(
            try ask(served, token, "settings", #"{"as":"\#(anna.uppercased())"}"#).status == 200
        )
        #expect(try ask(served, token, headers: ["Scrollback-As: \(anna)"]).status == 200)
        let named = try served.post(
            "/v1/commands/setProfile",
            #"{"username":"anna"}"#,
            key: token,
            headers: ["Idempotency-Key: once"]
        )
        #expect(named.status == 200, "\(named.text)")
        for (name, body) in [
            ("settings", #"{"as":"\#(ben)"}"#), ("settings", #"{"as":"operator"}"#),
            ("state", #"{"as":"operator"}"#),
            ("settings", #"{"asOf":"2026-01-01T00:00:00Z"}"#),
            ("conversations", #"{"reason":"a look"}"#),
            ("asOf", #"{"at":1,"query":{"ask":"settings"}}"#),
            ("asOf", #"{"as":"operator","at":1,"query":{"ask":"settings","as":"\#(anna)"}}"#),
        ] {
            let answer = try ask(served, token, name, body)
            #expect(answer.status == 403, "\(name) \(body): \(answer.text)")
            #expect(answer.code == "permissionDenied")
        }
        #expect(try ask(served, token, headers: ["Scrollback-As: \(ben)"]).status == 403)
        let look = try ask(served, token, headers: ["Scrollback-Reason: a look"])
        #expect(look.status == 403)
        let looks = try served.store.operator.ask(EventsQuery(showsContent: false)).items
        #expect(!looks.contains { $0.type == "contentOpened" }, "a user's token forges no look")
        #expect(
            try served.post("/v1/tokens/revoke", #"{"user":"\#(ben)"}"#, key: token).status == 403
        )
        served.use { $0.pastForUsers = true }
        let past = try ask(served, token, "settings", #"{"asOf":"2026-01-01T00:00:00Z"}"#)
        #expect(past.status != 403)
    }

    @Test func `that was good is asked for its time again`() throws {
        let served = try ServedStore()
        // Its time and what clocks may differ are over in ten seconds.
        let token = try served.token(anna, age: 650, seconds: 600)
        #expect(try ask(served, token).status == 200)
        #expect(try ask(served, token).status == 200, "known by now")
        var last: RawClient.Answer?
        let isOver = try eventually(withinSeconds: 60) {
            last = try ask(served, token)
            return last?.status == 401
        }
        #expect(isOver)
        #expect(last?.text.contains("expired") == true)
        // One that differs in a letter is another one.
        let good = try served.token(anna)
        #expect(try ask(served, good).status == 200)
        let end = good.dropLast(4).last == "A" ? "B" : "A"
        #expect(try ask(served, "\(good.dropLast(5))\(end)\(good.suffix(4))").status == 401)
    }

    /// A token of any parts, signed with a shared secret.
    private static func forge(
        _ header: String,
        _ claims: String,
        secret: String
    ) -> String {
        func text(_ bytes: Data) -> String {
            bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
                .replacing("=", with: "")
        }
        let signed = "\(text(Data(header.utf8))).\(text(Data(claims.utf8)))"
        return "\(signed).\(text(Data(hmac(secret, signed))))"
    }

    private static func hmac(_ secret: String, _ signed: String) -> [UInt8] {
        let (key, text) = (hexadecimal(secret), Array(signed.utf8))
        var code = HMACSHA256(key: key.span.bytes)
        code.update(text.span.bytes)
        return hexadecimal(code.finish().description)
    }

    private static func hexadecimal(_ text: String) -> [UInt8] {
        let digits = Array(text)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0..<$0 + 2]), radix: 16)
        }
    }

    @Test func `counts only as its issuer's key, time and audience say`() throws {
        let served = try ServedStore()
        let secret = try TokenSigner.make(id: "s", issuer: "apps", isShared: true, in: nil)
        let words = secret.privateFile.split(whereSeparator: \.isWhitespace)
        let (shared, publicKey) = (String(words[3]), try #require(served.publicKey))
        try served.use { credentials in
            credentials.tokens = try TokenKeys(
                publicKeysText: served.publicFile,
                secretsText: secret.serverFile
            )
        }
        let now = Int(time(nil))
        let log = "\(served.store.logID)"
        func claims(
            iss: String = "apps",
            aud: String? = nil,
            iat: Int? = nil,
            exp: Int? = nil,
            more: String = ""
        ) -> String {
            let audience = aud ?? "\"\(log)\""
            return #"{"iss":"\#(iss)","aud":\#(audience),"sub":"\#(anna)","#
                + #""iat":\#(iat ?? now),"exp":\#(exp ?? now + 600)\#(more)}"#
        }
        func header(_ alg: String = "HS256", _ more: String = "", typ: String = "at+jwt") -> String
        {
            #"{"typ":"\#(typ)","alg":"\#(alg)"\#(more)}"#
        }
        let good = [
            Self.forge(header(), claims(), secret: shared),
            Self.forge(header("HS256", #","kid":"other""#), claims(), secret: shared),
            Self.forge(header(typ: "application/AT+JWT"), claims(), secret: shared),
            Self.forge(header(), claims(aud: "[\"x\",\"\(log)\"]"), secret: shared),
            Self.forge(header(), claims(iat: now + 50, exp: now + 650), secret: shared),
            Self.forge(header(), claims(iat: now - 3_630, exp: now - 30), secret: shared),
            Self.forge(header(), claims(more: ",\"nbf\":\(now)"), secret: shared),
        ]
        for token in good { #expect(try ask(served, token).status == 200) }
        let own = try served.token(anna)
        let parts = own.split(separator: ".").map(String.init)
        let none = Data(#"{"typ":"at+jwt","alg":"none"}"#.utf8).base64EncodedString()
            .replacing("=", with: "")
        let bad: [(String, String)] = [
            ("alg none", "\(none).\(parts[1])."),
            ("alg none, signed", "\(none).\(parts[1]).\(parts[2])"),
            (
                "the public key as a secret",
                Self.forge(header(), claims(iss: "chat"), secret: publicKey)
            ),
            ("another issuer", Self.forge(header(), claims(iss: "else"), secret: shared)),
            ("EdDSA for a secret", Self.forge(header("EdDSA"), claims(), secret: shared)),
            ("RS256", Self.forge(header("RS256"), claims(), secret: shared)),
            ("another type", Self.forge(header(typ: "JWT"), claims(), secret: shared)),
            ("crit", Self.forge(header("HS256", #","crit":["exp"]"#), claims(), secret: shared)),
            ("jwk", Self.forge(header("HS256", #","jwk":{}"#), claims(), secret: shared)),
            (
                "jku",
                Self.forge(header("HS256", #","jku":"http://x"# + "\""), claims(), secret: shared)
            ),
            ("another log", Self.forge(header(), claims(aud: "\"\(anna)\""), secret: shared)),
            ("no log", Self.forge(header(), claims(aud: "null"), secret: shared)),
            (
                "expired",
                Self.forge(header(), claims(iat: now - 700, exp: now - 70), secret: shared)
            ),
            ("future", Self.forge(header(), claims(iat: now + 90, exp: now + 600), secret: shared)),
            ("too long", Self.forge(header(), claims(exp: now + 3_601), secret: shared)),
            ("backwards", Self.forge(header(), claims(exp: now - 1), secret: shared)),
            ("not yet", Self.forge(header(), claims(more: ",\"nbf\":\(now + 90)"), secret: shared)),
            ("twice", Self.forge(header(), claims(more: ",\"exp\":\(now + 9)"), secret: shared)),
            ("no exp", Self.forge(header(), #"{"iss":"apps"}"#, secret: shared)),
            ("huge", Self.forge(header(), claims(exp: .max), secret: shared)),
            ("wrong secret", Self.forge(header(), claims(), secret: publicKey)),
            ("cut", String(own.dropLast(1))), ("longer", own + "A"), ("padded", own + "="),
            ("two parts", parts[0] + "." + parts[1]), ("dots", ".."), ("four", own + ".x"),
            ("4 KiB", own + "." + String(repeating: "A", count: 4_096)),
            ("claims changed", "\(parts[0]).\(parts[1].reversed()).\(parts[2])"),
        ]
        for (index, (what, token)) in bad.enumerated() {
            let answer = try served.post(
                "/v1/queries/settings",
                "{}",
                key: token,
                headers: []
            )
            // One address may try so often; what was good once does not count.
            let isLimited = answer.status == 429 && index > 20
            #expect(answer.status == 401 || isLimited, "\(what): \(answer.text)")
        }
        #expect(try ask(served, good[0]).status == 200, "others' failures keep none out")
    }

    @Test func `is revoked at once, and for what is issued a minute later too`() throws {
        let served = try ServedStore(["users", "revoke"])
        let (old, other) = (try served.token(anna, age: 30), try served.token(ben))
        #expect(try ask(served, old).status == 200)
        let body = #"{"user":"\#(anna)"}"#
        #expect(try served.post("/v1/tokens/revoke", body).status == 403)
        for rubbish in ["", "{}", "[]", #"{"user":1}"#, #"{"user":"\#(anna)","x":1}"#] {
            let answer = try served.post("/v1/tokens/revoke", rubbish, key: "revoke")
            #expect(answer.status == 400, "\(rubbish)")
        }
        let before = Int(time(nil))
        let answer = try served.post("/v1/tokens/revoke", body, key: "revoke")
        #expect(answer.status == 200, "\(answer.text)")
        let after = Int(time(nil))
        let from = try #require(answer.ok?["from"] as? Int)
        #expect(((before + 60) * 1_000...(after + 61) * 1_000).contains(from))
        #expect(try ask(served, old).status == 401)
        #expect(try ask(served, try served.token(anna)).status == 401)
        #expect(try ask(served, try served.token(anna, age: -61)).status != 200, "not before")
        #expect(try ask(served, other).status == 200)
        // It is in a file of its owner alone, outside the log, and read again.
        let path = "\(served.store.path)/revoked.tokens"
        var about = stat()
        stat(path, &about)
        #expect(about.st_mode & 0o777 == 0o600)
        let (store, user) = (served.store.path, try #require(UserID(cora)))
        _ = try Revocations.revoke(user, inStore: store, now: Double(time(nil)))
        try served.revocations.refresh()
        #expect(try ask(served, try served.token(cora)).status == 401, "by another process")
    }

    @Test func `a bad line among the revocations is told once, and those behind it count`() throws {
        let served = try ServedStore()
        let path = "\(served.store.path)/revoked.tokens"
        let now = Double(time(nil))
        let line = Array("rubbish".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 56) + [10]
        writeFile(path, line)
        let store = served.store.path
        _ = try Revocations.revoke(try #require(UserID(anna)), inStore: store, now: now)
        // The server's own thread may have told it already.
        _ = try? served.revocations.refresh()
        #expect(throws: Never.self) { try served.revocations.refresh() }
        #expect(try ask(served, try served.token(anna)).status == 401)
        _ = try served.revocations.revoke(try #require(UserID(ben)), now: now)
        #expect(try ask(served, try served.token(ben)).status == 401)
        #expect(throws: Revocations.Fault.self, "a server does not begin with it") {
            try Revocations(inStore: store)
        }
    }

    @Test func `ends with its key, and the former key's tokens go on until then`() throws {
        let served = try ServedStore()
        let token = try served.token(anna)
        let second = try TokenSigner.make(
            id: "second",
            issuer: "chat",
            isShared: false,
            in: served.publicFile
        )
        try served.use { $0.tokens = try TokenKeys(publicKeysText: second.serverFile) }
        #expect(try ask(served, token).status == 200)
        #expect(throws: APIKeys.Fault.self, "two live for rotation") {
            try TokenSigner.make(id: "3", issuer: "chat", isShared: false, in: second.serverFile)
        }
        let lines = second.serverFile.split(separator: "\n").filter { !$0.hasPrefix("test ") }
        try served.use {
            $0.tokens = try TokenKeys(publicKeysText: lines.joined(separator: "\n"))
        }
        #expect(try ask(served, token).status == 401)
    }

    @Test func `a shared secret is changed with two live ones, and the former ends with its line`()
        throws
    {
        let served = try ServedStore()
        let first = try TokenSigner.make(id: "one", issuer: "apps", isShared: true, in: nil)
        let second = try TokenSigner.make(
            id: "two",
            issuer: "apps",
            isShared: true,
            in: first.serverFile
        )
        func token(_ made: TokenSigner.Made) throws -> String {
            try TokenSigner(text: made.privateFile).token(
                for: #require(UserID(anna)),
                of: served.store.logID,
                issuedAt: Int64(time(nil)),
                seconds: 600
            )
        }
        let tokens = [try token(first), try token(second)]
        func statuses(_ secrets: String) throws -> [Int] {
            try served.use {
                $0.tokens = try TokenKeys(
                    publicKeysText: served.publicFile,
                    secretsText: secrets
                )
            }
            return try tokens.map { try ask(served, $0).status }
        }
        #expect(try statuses(first.serverFile) == [200, 401])
        #expect(try statuses(second.serverFile) == [200, 200])
        let lines = second.serverFile.split(separator: "\n").filter { !$0.hasPrefix("one ") }
        #expect(try statuses(lines.joined(separator: "\n")) == [401, 200])
        #expect(throws: APIKeys.Fault.self, "two live for rotation") {
            try TokenSigner.make(id: "3", issuer: "apps", isShared: true, in: second.serverFile)
        }
    }

    @Test func `a file of keys for tokens with a fault is refused whole`() throws {
        let digits = String(repeating: "ab", count: 32)
        let made = try TokenSigner.make(id: "a", issuer: "b", isShared: true, in: nil)
        for line in [
            "a", "a EdDSA b", "a EdDSA b \(digits) c", "A EdDSA b \(digits)", "a RS256 b \(digits)",
            "a none b \(digits)", "a EdDSA b \(digits)0", "a EdDSA-private b \(digits)",
            "a HS256 b \(digits)", "a EdDSA b \(digits)\na EdDSA b \(digits)",
        ] {
            #expect(throws: APIKeys.Fault.self, "\(line)") { try TokenKeys(publicKeysText: line) }
        }
        #expect(throws: APIKeys.Fault.self, "a secret is no public key") {
            try TokenKeys(publicKeysText: made.serverFile)
        }
        #expect(throws: APIKeys.Fault.self) { try TokenSigner(text: "") }
        #expect(throws: APIKeys.Fault.self) { try TokenSigner(text: "a EdDSA b \(digits)") }
        #expect(throws: APIKeys.Fault.self) {
            try TokenSigner.make(id: "a b", issuer: "b", isShared: false, in: nil)
        }
        #expect(throws: APIKeys.Fault.self) {
            try TokenSigner.make(id: "a", issuer: "b c", isShared: false, in: nil)
        }
    }
}
