import Glibc
import HTTPServing
import TestSupport
import Testing

/// A program in Python, and what it says.
func runPython(_ program: String, _ words: [String] = []) throws -> (
    ending: StartedProgram.Ending, said: String
) {
    try run(NeededTool.python, ["-c", program] + words)
}

/// Certificates that openssl makes for a test.
struct MadeCertificate {
    let chain: String
    let key: String

    init(_ name: String, in folder: borrowing TemporaryFolder) throws {
        chain = folder.path("\(name).pem")
        key = folder.path("\(name).key")
        let made = try run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-subj", "/CN=\(name)", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2",
                "-keyout", key, "-out", chain,
            ]
        )
        #expect(made.ending == .exited(0), "\(made.said)")
        chmod(key, 0o600)
    }

    func read() throws -> TLSCertificate {
        try TLSCertificate(chain: readFile(chain), key: readFile(key))
    }
}

@Suite(.timeLimit(.minutes(15)))
struct `The server with TLS` {
    /// Asks over one connection, says whose certificate it sees, waits for a file, and asks again.
    private static let client = """
        import os, socket, ssl, sys, time
        port, chain, renewed = int(sys.argv[1]), sys.argv[2], sys.argv[3]
        context = ssl.create_default_context(cafile=chain)
        def connect(context):
            return context.wrap_socket(socket.create_connection(("127.0.0.1", port), 20),
                                       server_hostname="127.0.0.1")
        def ask(connection):
            connection.sendall(b"GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
            answer = b""
            while not answer.endswith(b"}\\n"): answer += connection.recv(65536) or b"- gone }\\n"
            return answer.split(b" ")[1].decode()
        def name(connection):
            return dict(p[0] for p in connection.getpeercert()["subject"])["commonName"]
        first = connect(context)
        print(first.version(), name(first), ask(first), flush=True)
        while not os.path.exists(renewed): time.sleep(0.02)
        print("old", ask(first))
        after = connect(ssl.create_default_context(cafile=renewed))
        print("new", name(after), ask(after))
        for version in (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_1):
            other = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            other.check_hostname, other.verify_mode = False, ssl.CERT_NONE
            other.set_ciphers("ALL:@SECLEVEL=0")
            other.minimum_version = ssl.TLSVersion.TLSv1_1
            other.maximum_version = version
            try: print(version.name, ask(connect(other)))
            except (ssl.SSLError, OSError): print(version.name, "refused")
        """

    @Test func `a certificate is renewed, and connections go on`() throws {
        let folder = TemporaryFolder()
        let first = try MadeCertificate("first", in: folder)
        let second = try MadeCertificate("second", in: folder)
        let certificate = try first.read()
        let served = try ServedStore(certificate: certificate)
        let renewed = folder.path("renewed.pem")
        let (output, errors) = (folder.path("output"), folder.path("errors"))
        let program = try StartedProgram(
            "python3",
            ["-c", Self.client, "\(served.port)", first.chain, renewed],
            output: output,
            errors: errors
        )
        program.endInput()
        #expect(wait(milliseconds: 120_000) { !readFile(output).isEmpty })
        #expect(throws: TLSCertificate.Fault.self, "the key is another's") {
            try certificate.renew(chain: readFile(first.chain), key: readFile(second.key))
        }
        #expect(throws: TLSCertificate.Fault.self) {
            try certificate.renew(chain: Array("nonsense".utf8), key: readFile(second.key))
        }
        try certificate.renew(chain: readFile(second.chain), key: readFile(second.key))
        writeFile(folder.path("half"), readFile(second.chain))
        rename(folder.path("half"), renewed)
        #expect(
            program.wait() == .exited(0),
            "\(String(decoding: readFile(errors), as: UTF8.self))"
        )
        let said = String(decoding: readFile(output), as: UTF8.self)
        #expect(
            said.split(separator: "\n") == [
                "TLSv1.3 first 200", "old 200", "new second 200", "TLSv1_2 200", "TLSv1_1 refused",
            ],
            "\(said)"
        )
    }

    /// Follows the changes over one connection; for each line, a chain of certificates and a text, sends
    /// the text over a new one, says whose certificate that saw, and waits for the text in the stream.
    private static let following = """
        import json, socket, ssl, sys
        port, key, reader, writer, third, group = int(sys.argv[1]), *sys.argv[2:7]
        def connect(chain):
            context = ssl.create_default_context(cafile=chain)
            return context.wrap_socket(socket.create_connection(("127.0.0.1", port), 120),
                                       server_hostname="127.0.0.1")
        def name(connection):
            return dict(p[0] for p in connection.getpeercert()["subject"])["commonName"]
        def ask(connection, first, user, body=b""):
            connection.sendall((f"{first} HTTP/1.1\\r\\nHost: localhost\\r\\nAuthorization: Bearer {key}"
                                f"\\r\\nScrollback-As: {user}\\r\\nContent-Type: application/json\\r\\n"
                                f"Content-Length: {len(body)}\\r\\n\\r\\n").encode() + body)
        def do(connection, command, **fields):
            ask(connection, f"POST /v1/commands/{command}", writer, json.dumps(fields).encode())
            return connection.recv(65536).split(b" ")[1].decode()
        def heard(word):
            text = b""
            while word not in text:
                piece = stream.recv(65536)
                if not piece: return "the stream has ended"
                text += piece
            return word.decode()
        stream = connect(sys.argv[7])
        made = do(connect(sys.argv[7]), "createGroup", id=group, members=[reader, third])
        ask(stream, "GET /v1/changes", reader)
        print(name(stream), made, heard(b"caughtUp"), flush=True)
        for line in sys.stdin:
            chain, text = line.split()
            try:
                with connect(chain) as other:
                    print(name(other), do(other, "send", conversation=group, text=text),
                          heard(text.encode()), flush=True)
            except ssl.SSLError:
                print("another certificate", flush=True)
        """

    @Test func `on SIGHUP the command shows another certificate, and a stream goes on`() throws {
        let folder = TemporaryFolder()
        let first = try MadeCertificate("first", in: folder)
        let second = try MadeCertificate("second", in: folder)
        let third = try MadeCertificate("third", in: folder)
        let (chain, key) = (folder.path("chain"), folder.path("key"))
        func place(_ certificate: MadeCertificate, keyOf other: MadeCertificate) {
            writeFile(chain, readFile(certificate.chain))
            writeFile(key, readFile(other.key))
        }
        let (keys, errors) = (folder.path("keys"), folder.path("errors"))
        let made = try run(StartedProgram.built("scrollback"), ["apikey", keys, "--name", "a"])
        place(first, keyOf: first)
        let server = try StartedProgram(
            StartedProgram.built("scrollback"),
            [
                "serve", folder.path("store"), "--create", "--listen", "127.0.0.1:0", "--api-keys",
                keys, "--certificate", chain, "--key", key,
            ],
            errors: errors
        )
        let port = try #require(server.readLine()?.split(separator: ":").last)
        let client = try StartedProgram(
            NeededTool.python,
            [
                "-c", Self.following, String(port), String(made.said.prefix { $0 != "\n" }), ben,
                anna, cora, group, first.chain,
            ]
        )
        func said(_ chain: String, _ text: String) -> String? {
            client.writeLine("\(chain) \(text)")
            return client.readLine()
        }
        /// Has the files read again, and waits until the server has said how that went.
        func renew(_ words: String) -> Bool {
            let before = errorText(errors).ranges(of: words).count
            kill(server.identifier, SIGHUP)
            return wait(milliseconds: 120_000) {
                errorText(errors).ranges(of: words).count > before
            }
        }
        try #require(client.readLine() == "first 200 caughtUp")
        #expect(said(first.chain, "one") == "first 200 one")
        place(second, keyOf: second)
        #expect(said(first.chain, "two") == "first 200 two", "before it was told")
        #expect(renew("The certificate was read again."))
        #expect(said(second.chain, "three") == "second 200 three")
        #expect(said(first.chain, "never") == "another certificate")
        place(third, keyOf: first)
        #expect(renew("The former certificate stays."))
        #expect(said(second.chain, "four") == "second 200 four")
        #expect(said(third.chain, "never") == "another certificate")
        #expect(client.finish() == .exited(0))
        server.terminate()
        #expect(server.wait() == .exited(0))
    }

    private func errorText(_ path: String) -> String {
        String(decoding: readFile(path), as: UTF8.self)
    }

    private static let refused = """
        import socket, ssl, sys
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        plain = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        said = b""
        with context.wrap_socket(plain) as client:
            client.sendall(b"GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nno colon\\r\\n\\r\\n")
            try:
                while piece := client.recv(65536): said += piece
            except (ssl.SSLError, ConnectionError):
                pass
        print(said.decode())
        """

    @Test func `what the library refuses is a problem here too`() throws {
        let folder = TemporaryFolder()
        let made = try MadeCertificate("own", in: folder)
        let served = try ServedStore(certificate: try made.read())
        let (ending, said) = try runPython(Self.refused, ["\(served.port)"])
        #expect(ending == .exited(0) && said.hasPrefix("HTTP/1.1 400 "), "\(said)")
        #expect(said.contains("application/problem+json"), "\(said)")
    }

    @Test func `a slow handshake and a dripping head are cut off`() throws {
        let folder = TemporaryFolder()
        var limits = HTTPLimits()
        limits.headSeconds = 1
        let made = try MadeCertificate("slow", in: folder)
        let served = try ServedStore(limits: limits, certificate: try made.read())
        // Half of a hello: a handshake of 512 bytes begins.
        let silent = served.client()
        silent.send([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])
        let dripping = served.client()
        dripping.send([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])
        for _ in 0..<1_000 where !dripping.ends(withinSeconds: 0) {
            dripping.send([7])
            usleep(100_000)
        }
        #expect(silent.ends())
        #expect(dripping.hasEnded, "bytes now and then keep it no longer")
        // Without TLS the same holds for a head that comes a byte now and then.
        let plain = try ServedStore(limits: limits)
        let head = plain.client()
        head.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ")
        for _ in 0..<1_000 where !head.ends(withinSeconds: 0) {
            head.send("x")
            usleep(100_000)
        }
        #expect(head.hasEnded)
        #expect(try plain.get("/healthz").status == 200)
    }
}
