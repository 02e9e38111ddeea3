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
    static let options: [Option] = [
        .value("listen"), .value("api-keys"), .values("host"), .values("trust-proxy"),
        .value("connections"), .flag("create"), .flag("accept-clock"), .value("keys"),
        .flag("accept-older-log"),
    ]

    static let help = """
        usage: scrollback serve STORE [--listen ADDRESS:PORT] [--api-keys FILE] [--host NAME]…
                                [--trust-proxy ADDRESS]… [--connections N] [--create]
                                [--accept-clock] [--keys PATH] [--accept-older-log]

        Serves the commands and queries of `scrollback pipe` over HTTP/1.1, to any number of
        programs at once. It prints where it listens, then one line for each notice on the standard
        error. On SIGTERM it takes no more requests, answers those that it has within 10 s, closes
        the store and exits with 0. On SIGHUP it reads the file of keys again.

          POST /v1/commands/NAME   the body is the command's fields, and "as"
          POST /v1/queries/NAME    the body is the query's fields, and "as"
          GET /healthz, /readyz    200 while the process lives, and while it can answer

          curl -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
               -d '{"as": "USER", "conversation": "…", "text": "Hello"}' \\
               http://127.0.0.1:7800/v1/commands/send

        The answers and errors are those of the pipe; docs/serve.md describes the headers and the
        statuses. The operator's other commands go through `scrollback control`.

          --listen ADDRESS:PORT  a numeric address, [::1]:7800 for IPv6; port 0 takes a free one
                                 (default: 127.0.0.1:7800)
          --api-keys FILE        the keys of the backends, made by `scrollback apikey`; without
                                 them only /healthz and /readyz answer
          --host NAME            another name in the header Host; the others are localhost,
                                 127.0.0.1 and [::1]
          --trust-proxy ADDRESS  a proxy that ends TLS before this server; its X-Forwarded-For
                                 counts. Needed with an address that is not loopback
          --connections N        the connections at once (default: 12000); others wait
          --create, --accept-clock, --keys PATH, --accept-older-log
                                 as with `scrollback pipe`

        limits: a request's line and headers 8 KiB, sent within 10 s; a body 1 MiB, within 30 s; an
        answer is read within 300 s; a connection without a request ends after 60 s; 20 wrong keys
        a minute from one address; 4000 requests at once.

        exit codes: 0 SIGTERM · 1 the log is damaged: run scrollback verify · 2 usage
        3 the store cannot be opened, the keys cannot be read, or nothing can listen there

        example: scrollback serve chat.scrollback --api-keys keys.txt
        """

    static func run(_ arguments: Arguments) async throws(CommandFailure) -> Answer {
        signal(SIGPIPE, SIG_IGN)
        let bell = try SignalBell.listen(to: SIGTERM, SIGINT, SIGHUP)
        let (address, port) = try place(arguments)
        let proxies = arguments.values("trust-proxy")
        guard Exposure.isLoopback(address) || !proxies.isEmpty else {
            throw arguments.wrong(
                "serves without TLS, so an address that is not loopback needs --trust-proxy with "
                    + "the address of the proxy that ends TLS"
            )
        }
        let file = arguments.value("api-keys")
        let keys = try file.map { (file) throws(CommandFailure) in try Serve.keys(file) }
        var limits = HTTPLimits()
        if let count = try arguments.number("connections", in: 1...1_000_000) {
            limits.connections = Int(count)
        }
        let store = try open(arguments)
        defer { store.close() }
        if arguments.has("accept-clock") { store.acceptClock() }
        offerControlSocket(store)
        let server: StoreServer
        do throws(HTTPServer.NotStarted) {
            let listener = try ListeningSocket(at: address, port: port)
            server = try StoreServer(
                store,
                at: listener,
                limits,
                keys: keys,
                Exposure(hosts: arguments.values("host"), proxies: proxies)
            )
            let shown = address.contains(":") ? "[\(address)]" : address
            try? StandardOutput.write(["http://\(shown):\(listener.port)"])
        } catch {
            throw .failure("cannotListen", TerminalText.line("\(error)"))
        }
        while SignalBell.next(from: bell) == SIGHUP {
            guard let file else { continue }
            do throws(CommandFailure) {
                server.use(try Serve.keys(file))
                complain("The keys were read again.")
            } catch {
                complain("\(error.message) The former keys stay.")
            }
        }
        server.stop()
        return Answer()
    }

    private static func place(
        _ arguments: Arguments
    ) throws(CommandFailure) -> (address: String, port: UInt16) {
        let text = arguments.value("listen") ?? "127.0.0.1:7800"
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let address = parts.dropLast().joined(separator: ":")
        let isBare = parts.count == 2 && !address.isEmpty
        let isBracketed = address.hasPrefix("[") && address.hasSuffix("]") && parts.count > 2
        guard isBare || isBracketed, let port = parts.last.flatMap({ UInt16($0) }) else {
            throw arguments.wrong(
                "takes with --listen an address and a port, such as 127.0.0.1:7800 or [::1]:7800, "
                    + "not '\(TerminalText.line(text))'"
            )
        }
        return (isBracketed ? String(address.dropFirst().dropLast()) : address, port)
    }

    private static func keys(_ path: String) throws(CommandFailure) -> APIKeys {
        do throws(APIKeys.Fault) {
            return try APIKeys(file: path)
        } catch {
            throw .failure("noKeys", "\(TerminalText.line(path)): \(error)")
        }
    }

    private static func open(_ arguments: Arguments) throws(CommandFailure) -> Store {
        var options = Store.Options()
        options.creation = arguments.has("create") ? .ifMissing : .never
        options.keysPath = arguments.value("keys")
        options.acceptsOlderLog = arguments.has("accept-older-log")
        options.notice = { complain(TerminalText.line($0.message)) }
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
