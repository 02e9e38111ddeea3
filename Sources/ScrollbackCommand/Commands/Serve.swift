import Glibc
import HTTPServing
import Scrollback
import ScrollbackPipe
import ScrollbackServe

/// Serves a store to many programs over HTTP.
enum Serve: Subcommand {
    static let name = "serve"
    static let summary = "serve a store to many programs over HTTP"
    static let operands = ["STORE"]
    static let options = ownOptions + ServeLimit.all.map { .value($0.option) }
    private static let ownOptions: [Option] = [
        .value("listen"), .value("socket"), .value("operator-socket"), .flag("operator-tcp"),
        .value("certificate"), .value("key"), .value("api-keys"), .value("token-keys"),
        .value("token-secrets"), .flag("past-for-users"), .values("host"), .values("cors"),
        .values("trust-proxy"),
        .value("access-log"), .flag("create"), .value("clock"), .flag("accept-clock"),
        .value("keys"), .flag("accept-older-log"), .value("webhooks"),
        .value("webhook-authorities"), .journal, .withoutJournal,
    ]

    static let help = """
        usage: scrollback serve STORE [--listen ADDRESS:PORT | none] [--certificate FILE --key FILE]
                                [--socket PATH] [--operator-socket PATH] [--operator-tcp]
                                [--api-keys FILE] [--token-keys FILE] [--token-secrets FILE]
                                [--past-for-users] [--host NAME]… [--cors ORIGIN]…
                                [--trust-proxy ADDRESS]…
                                [--webhooks FILE [--webhook-authorities FILE]]
                                [--access-log FILE] [LIMIT N]… [--create]
                                [--clock given | --accept-clock]
                                [--keys PATH] [--accept-older-log]
                                [--journal FILE | --without-journal]

        Serves the commands and queries of `scrollback pipe` over HTTP/1.1, to any number of
        programs at once. It prints where it listens, then one line for each notice on the standard
        error. On SIGTERM it takes no more requests, answers those that it has, closes the store
        and exits with 0. On SIGHUP it reads the files of keys and of webhooks and the certificate
        again, and opens the access log again; connections go on.

          POST /v1/commands/NAME   the body is the command's fields, and "as"
          POST /v1/queries/NAME    the body is the query's fields, and "as"
          GET /v1/changes          changes as they happen, as server-sent events
          POST /v1/tokens/revoke   ends the tokens of a user
          GET /v1/consumers        named consumers and webhooks, with their marks
          POST /v1/exports         exports for the operator in person: progress, and a download
          GET /metrics             numbers for Prometheus, with a key that has the right metrics
          GET /openapi.json        all of it in OpenAPI 3.1
          GET /console             the console, for a browser
          GET /healthz, /readyz    200 while the process lives, and while it can answer

          curl -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
               -d '{"as": "USER", "conversation": "…", "text": "Hello"}' \\
               http://127.0.0.1:7800/v1/commands/send

        The answers and errors are those of the pipe; docs/serve.md describes the headers and the
        statuses. Commands of the operator need the operator's socket, `scrollback control`, or a
        key with the right to them.

          --listen ADDRESS:PORT  a numeric address, [::1]:7800 for IPv6; port 0 takes a free one
                                 (default: 127.0.0.1:7800); none for sockets alone
          --certificate FILE, --key FILE
                                 TLS 1.2 and 1.3 at that address: a chain and its key as PEM; the
                                 key is its owner's alone
          --socket PATH          also listen at a socket (mode 0660), for a proxy or for programs
                                 of this machine; with the same keys
          --operator-socket PATH also listen at a socket (mode 0600) where a process of the
                                 store's owner or of root is the operator, without a key
          --operator-tcp         let a key with the right operator count, on loopback or TLS
          --api-keys FILE        the keys of the backends, made by `scrollback apikey`; without
                                 them, and keys for tokens, only /healthz, /readyz,
                                 /openapi.json and /console answer
          --token-keys FILE      the public keys of users' tokens, made by `scrollback tokenkey`
          --token-secrets FILE   the secrets of users' tokens that are signed with HS256
          --past-for-users       users may ask about the past with their tokens
          --host NAME            another name in the header Host; the others are localhost,
                                 127.0.0.1 and [::1]
          --cors ORIGIN          pages of this origin, such as https://chat.example, may ask in a
                                 browser, with a token; without it no page elsewhere may
          --trust-proxy ADDRESS  the numeric address of a proxy whose X-Forwarded-For counts; "unix"
                                 for all of --socket. An address is needed to listen without TLS
                                 where it is not loopback
          --webhooks FILE        the receivers of notification plans or changes, made by
                                 `scrollback webhook`
          --webhook-authorities FILE
                                 the certificates (PEM) of the authorities that receivers' own
                                 certificates are checked against, instead of the system's
          --access-log FILE      a line of JSON for each answer; - for the standard output
          --create, --clock given, --accept-clock, --keys PATH, --accept-older-log,
          --journal FILE, --without-journal
                                 as with `scrollback pipe`. With --clock given only backends may
                                 send "at"; tokens are checked by the machine's clock

        limits, each with its default:

        \(ServeLimit.help)

        exit codes: 0 SIGTERM · 1 the log is damaged: run scrollback verify · 2 usage
        3 the store cannot be opened, the keys, the certificate or the access log cannot be used,
          or nothing can listen there

        example: scrollback serve chat.scrollback --api-keys keys.txt
        """

    static func run(_ arguments: Arguments) async throws(CommandFailure) -> CommandResult {
        signal(SIGPIPE, SIG_IGN)
        let bell = try SignalBell.listen(to: SIGTERM, SIGINT, SIGHUP)
        let isTimeGiven = try Pipe.isTimeGiven(arguments)
        let place = try place(arguments)
        let exposure = try exposure(arguments, at: place)
        var limits = try limits(arguments)
        if let few = OpenFiles.makeRoom(for: &limits, places: places(arguments)) { complain(few) }
        let files = try CertificateFiles(arguments)
        let certificate = try files?.read(limits.http)
        _ = try keys(arguments)
        _ = try webhookList(arguments, limits)
        try checkAuthorities(arguments)
        let log = try arguments.value("access-log").map { (path) throws(CommandFailure) in
            try accessLog(path, limits)
        }
        defer { log?.close() }
        let store = try open(arguments, limits, isTimeGiven: isTimeGiven)
        defer { store.close() }
        if arguments.has("accept-clock") { store.acceptClock() }
        offerControlSocket(store)
        let credentials = try credentials(arguments, store)
        let revocations = try revocations(store, areNeeded: credentials.tokens != nil)
        let sockets = try sockets(arguments)
        let webhooks = try webhooks(arguments, limits, store)
        let server: StoreServer
        do throws(HTTPServer.NotStarted) {
            let listener = try place.map { (place) throws(HTTPServer.NotStarted) in
                try ListeningSocket(at: place.address, port: place.port)
            }
            server = try StoreServer(
                store,
                at: listener,
                limits,
                credentials,
                revocations,
                exposure,
                certificate: certificate,
                sockets: sockets,
                log: log,
                webhooks: webhooks
            )
            if let place, let listener {
                let shown = place.address.contains(":") ? "[\(place.address)]" : place.address
                let scheme = certificate == nil ? "http" : "https"
                try? StandardOutput.write(["\(scheme)://\(shown):\(listener.port)"])
            } else {
                try? StandardOutput.write(["sockets"])
            }
        } catch {
            for socket in sockets { socket.remove() }
            webhooks?.stop()
            throw .failure("cannotListen", TerminalText.line("\(error)"))
        }
        let renewal = ServeRenewal(
            arguments: arguments,
            limits: limits,
            store: store,
            server: server,
            credentials: credentials,
            files: files,
            certificate: certificate,
            webhooks: webhooks,
            log: log
        )
        while SignalBell.next(from: bell) == SIGHUP { renewal.run() }
        server.stop()
        return CommandResult()
    }

    private static func accessLog(
        _ path: String,
        _ limits: ServingLimits
    ) throws(CommandFailure) -> AccessLog {
        do throws(AccessLog.Fault) {
            return try AccessLog(path, waitingBytes: limits.accessLogBytes)
        } catch {
            throw .failure("noAccessLog", "\(TerminalText.line(path)): \(error)")
        }
    }

    /// Reads the files of keys, which can be done before the store is open.
    private static func keys(
        _ arguments: Arguments
    ) throws(CommandFailure) -> (backends: APIKeys?, tokens: TokenKeys?) {
        let publicKeys = arguments.value("token-keys")
        let secrets = arguments.value("token-secrets")
        do throws(APIKeys.Fault) {
            let tokens =
                publicKeys == nil && secrets == nil
                ? nil : try TokenKeys(publicKeys: publicKeys, secrets: secrets)
            let backends = try arguments.value("api-keys").map {
                (path) throws(APIKeys.Fault) in try APIKeys(file: path)
            }
            return (backends, tokens)
        } catch {
            throw .failure("noKeys", TerminalText.line("\(error)"))
        }
    }

    static func credentials(
        _ arguments: Arguments,
        _ store: Store
    ) throws(CommandFailure) -> Credentials {
        let (backends, tokens) = try keys(arguments)
        var credentials = Credentials(keys: backends, tokens: tokens)
        credentials.pastForUsers = arguments.has("past-for-users")
        guard tokens != nil else { return credentials }
        do throws(APIKeys.Fault) {
            credentials.positions = try PositionKeys(beside: store.keysPath, of: store.logID)
        } catch {
            throw .failure("noKeys", TerminalText.line("\(error)"))
        }
        return credentials
    }

    private static func revocations(
        _ store: Store,
        areNeeded: Bool
    ) throws(CommandFailure) -> Revocations? {
        guard areNeeded else { return nil }
        do throws(Revocations.Fault) {
            return try Revocations(inStore: store.path)
        } catch {
            throw .failure("noKeys", TerminalText.line("\(error)"))
        }
    }

    static func webhookList(
        _ arguments: Arguments,
        _ limits: ServingLimits
    ) throws(CommandFailure) -> WebhookList? {
        guard let path = arguments.value("webhooks") else { return nil }
        do throws(APIKeys.Fault) {
            return try WebhookList(file: path, atMost: limits.webhooks)
        } catch {
            throw .failure("noWebhooks", TerminalText.line("\(error)"))
        }
    }

    /// Checks the file of authorities: without any, each request would fail, and not the start.
    private static func checkAuthorities(_ arguments: Arguments) throws(CommandFailure) {
        guard let path = arguments.value("webhook-authorities") else { return }
        guard arguments.value("webhooks") != nil else {
            throw arguments.wrong("takes --webhook-authorities with --webhooks")
        }
        let bytes = try InputFile.read(path, limit: mostOfAuthorities)
        guard String(decoding: bytes, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") else {
            throw .failure(
                "noWebhooks",
                "\(TerminalText.line(path)) has no certificate of an authority in PEM."
            )
        }
    }

    /// The bytes of a file of authorities; the system's has some 200 KiB.
    private static let mostOfAuthorities = 4 << 20

    private static func webhooks(
        _ arguments: Arguments,
        _ limits: ServingLimits,
        _ store: Store
    ) throws(CommandFailure) -> Webhooks? {
        guard let list = try webhookList(arguments, limits) else { return nil }
        do throws(Webhooks.Fault) {
            return try Webhooks(store, list, authorities: arguments.value("webhook-authorities"))
        } catch {
            throw .failure("noWebhooks", TerminalText.line("\(error)"))
        }
    }

    private static func open(
        _ arguments: Arguments,
        _ limits: ServingLimits,
        isTimeGiven: Bool
    ) throws(CommandFailure) -> Store {
        var options = try Store.Options(writing: arguments)
        if isTimeGiven { options.givenTime = GivenTime() }
        if arguments.has("create") { options.creation = .ifMissing }
        options.mostConsumers = limits.consumers
        options.acceptsOlderLog = arguments.has("accept-older-log")
        do throws(StoreError) {
            return try Store.open(arguments.operands[0], options: options)
        } catch {
            throw CommandFailure(error, besideWriter: "send it lines with scrollback control")
        }
    }

    /// The store is served all the same where no socket can be made.
    private static func offerControlSocket(_ store: Store) {
        do throws(ControlSocketError) {
            try store.offerControlSocket()
        } catch {
            complain(TerminalText.line("No control socket is offered. \(error)"))
        }
    }
}
