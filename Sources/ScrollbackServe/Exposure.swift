internal import HTTPServing

/// Under which names the server answers, and which proxies it believes.
package struct Exposure: Sendable {
    /// The names besides those of this machine itself, in lower case and without a port.
    package var hosts: Set<String>
    /// The addresses whose X-Forwarded-For counts.
    package var proxies: Set<String>
    /// Whether a key of the operator in person counts at an address.
    package var admitsOperator: Bool
    /// Which pages elsewhere may ask.
    package var crossing = Crossing()

    package init(hosts: [String] = [], proxies: [String] = [], admitsOperator: Bool = false) {
        self.hosts = Set(hosts.map { $0.lowercased() })
        self.proxies = Set(proxies)
        self.admitsOperator = admitsOperator
    }

    private static let own: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

    /// Whether a Host header names this server: a page elsewhere whose name was led to this
    /// address does not.
    func isNamed(_ host: String) -> Bool {
        let name: Substring
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            name = host[...end]
        } else {
            name = host[..<(host.utf8.firstIndex(of: UInt8(ascii: ":")) ?? host.endIndex)]
        }
        let lowered = name.lowercased()
        return Self.isPort(host[name.endIndex...])
            && (Self.own.contains(lowered) || hosts.contains(lowered))
    }

    /// Whether a text behind a name or an address is empty, or a port.
    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty
            || text.utf8.first == UInt8(ascii: ":")
                && text.utf8.dropFirst().allSatisfy { (48...57).contains($0) }
    }

    /// The address that asks, as far as it can be known; of IPv6 the half that one customer has.
    func client(of head: HTTPHead) -> String {
        var address = head.peer
        if proxies.contains(address),
            let last = head.headers.last(where: { $0.name == "x-forwarded-for" })?.value
        {
            let hops = last.split(separator: ",").map(Self.address(ofHop:))
            // What is no address was not written by a proxy that is believed.
            let hop = hops.last { $0.map { !proxies.contains($0) } ?? true } ?? nil
            address = hop ?? address
        }
        return NumericAddress.network(of: address)
    }

    /// The address of a hop in X-Forwarded-For, without the port that some proxies write behind it;
    /// nil for what is none.
    private static func address(ofHop hop: Substring) -> String? {
        let text = hop.filter { $0 != " " && $0 != "\t" }
        var (address, port) = (text[...], text[text.endIndex...])
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            address = text[..<end].dropFirst()
            port = text[end...].dropFirst()
        } else if let colon = text.firstIndex(of: ":"), text[..<colon].contains(".") {
            address = text[..<colon]
            port = text[colon...]
        }
        return isPort(port) ? NumericAddress.canonical(String(address)) : nil
    }

    /// Whether an address is this machine's own.
    package static func isLoopback(_ address: String) -> Bool {
        address == "::1" || address.hasPrefix("127.")
    }
}
