import HTTPServing
import Scrollback
import ScrollbackPipe
import ScrollbackServe

// Where a server listens, what it shows there, and how much it takes.

extension Serve {
    /// The address and the port to listen at; nil for none.
    static func place(
        _ arguments: Arguments
    ) throws(CommandFailure) -> (address: String, port: UInt16)? {
        let text = arguments.value("listen") ?? "127.0.0.1:7800"
        if text == "none" {
            guard arguments.value("socket") != nil || arguments.value("operator-socket") != nil
            else {
                throw arguments.wrong(
                    "takes --listen none with --socket or --operator-socket, or it listens nowhere"
                )
            }
            return nil
        }
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

    /// How many places the server listens at.
    static func places(_ arguments: Arguments) -> Int {
        let sockets = ["socket", "operator-socket"].count { arguments.value($0) != nil }
        return sockets + (arguments.value("listen") == "none" ? 0 : 1)
    }

    /// Who may reach the server, as it was asked for; refused where that is not safe.
    static func exposure(
        _ arguments: Arguments,
        at place: (address: String, port: UInt16)?
    ) throws(CommandFailure) -> Exposure {
        let proxies = try proxies(arguments)
        let hasTLS = arguments.value("certificate") != nil
        let isLoopback = place.map { Exposure.isLoopback($0.address) } ?? true
        // All of a socket's peers are no proxy of an address.
        let endsTLS = proxies.contains { $0 != HTTPEntrance.peerOfSockets }
        guard isLoopback || hasTLS || endsTLS else {
            throw arguments.wrong(
                "needs at an address that is not loopback --certificate and --key, or "
                    + "--trust-proxy with the address of the proxy that ends TLS"
            )
        }
        let admitsOperator = arguments.has("operator-tcp")
        guard !admitsOperator || isLoopback || hasTLS else {
            throw arguments.wrong(
                "takes --operator-tcp at a loopback address, or with --certificate and --key"
            )
        }
        let origins = arguments.values("cors")
        if let other = origins.first(where: { !Crossing.isOrigin($0) }) {
            throw arguments.wrong(
                "takes with --cors an origin as browsers send it, such as https://chat.example, "
                    + "not '\(TerminalText.line(other))'"
            )
        }
        var exposure = Exposure(
            hosts: arguments.values("host"),
            proxies: proxies,
            admitsOperator: admitsOperator
        )
        exposure.crossing = Crossing(origins)
        return exposure
    }

    /// The addresses of the proxies that are believed, as peers are told.
    private static func proxies(_ arguments: Arguments) throws(CommandFailure) -> [String] {
        try arguments.values("trust-proxy").map { (text) throws(CommandFailure) in
            if text == HTTPEntrance.peerOfSockets { return text }
            guard let address = NumericAddress.canonical(text) else {
                throw arguments.wrong(
                    "takes with --trust-proxy the numeric address of a proxy, such as 10.0.0.7, or "
                        + "\(HTTPEntrance.peerOfSockets), not '\(TerminalText.line(text))'"
                )
            }
            return address
        }
    }

    /// The limits that the options set; proxies are no strangers.
    static func limits(_ arguments: Arguments) throws(CommandFailure) -> ServingLimits {
        var limits = try ServeLimit.limits(arguments)
        limits.http.exempt.formUnion(try proxies(arguments))
        return limits
    }

    /// The sockets in folders, of which the operator's is the owner's alone.
    static func sockets(_ arguments: Arguments) throws(CommandFailure) -> [ServingSocket] {
        var sockets: [ServingSocket] = []
        do throws(ControlSocketError) {
            if let path = arguments.value("socket") {
                sockets.append(try ServingSocket(at: path, isOwn: false))
            }
            if let path = arguments.value("operator-socket") {
                sockets.append(try ServingSocket(at: path, isOwn: true))
            }
        } catch {
            for socket in sockets { socket.remove() }
            throw .failure("cannotListen", TerminalText.line("\(error)"))
        }
        return sockets
    }
}

/// The files of the certificate that a server shows.
struct CertificateFiles {
    private static let maximumBytes = 1 << 20

    let chain: String
    let key: String

    /// The files that were named; nil for a server without TLS.
    init?(_ arguments: Arguments) throws(CommandFailure) {
        let (chain, key) = (arguments.value("certificate"), arguments.value("key"))
        guard chain != nil || key != nil else { return nil }
        guard let chain, let key else {
            throw arguments.wrong("takes --certificate and --key together")
        }
        guard arguments.value("listen") != "none" else {
            throw arguments.wrong("has TLS at an address, not with --listen none")
        }
        self.chain = chain
        self.key = key
    }

    /// Reads the certificate; its key must be its owner's alone.
    func read(_ limits: HTTPLimits) throws(CommandFailure) -> TLSCertificate {
        let (chain, key) = try texts()
        do throws(TLSCertificate.Fault) {
            return try TLSCertificate(
                chain: chain,
                key: key,
                headSeconds: limits.headSeconds
            )
        } catch {
            throw .failure("noCertificate", "\(error)")
        }
    }

    /// Shows what the files say now from the next handshake on.
    func renew(_ certificate: TLSCertificate) throws(CommandFailure) {
        let (chain, key) = try texts()
        do throws(TLSCertificate.Fault) {
            try certificate.renew(chain: chain, key: key)
        } catch {
            throw .failure("noCertificate", "\(error)")
        }
    }

    private func texts() throws(CommandFailure) -> (chain: [UInt8], key: [UInt8]) {
        let file = try InputFile(key)
        guard !file.isOpenToOthers else {
            throw .failure("noCertificate", "Others may read \(file.name); run: chmod go= FILE")
        }
        return (
            try InputFile.read(chain, limit: Self.maximumBytes),
            try file.rest(behind: [], limit: Self.maximumBytes)
        )
    }
}
