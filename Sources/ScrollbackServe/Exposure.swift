internal import Glibc
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
        let port = host[name.endIndex...]
        let isPort =
            port.isEmpty
            || port.utf8.first == UInt8(ascii: ":")
                && port.utf8.dropFirst().allSatisfy { (48...57).contains($0) }
        let lowered = name.lowercased()
        return isPort && (Self.own.contains(lowered) || hosts.contains(lowered))
    }

    /// The address that asks, as far as it can be known; of IPv6 the half that one customer has.
    func client(of head: HTTPHead) -> String {
        var address = head.peer
        if proxies.contains(address),
            let last = head.headers.last(where: { $0.name == "x-forwarded-for" })?.value
        {
            let hops = last.split(separator: ",").map { $0.filter { $0 != " " } }
            address = hops.last { !proxies.contains($0) } ?? address
        }
        return Self.network(of: address)
    }

    private static func network(of address: String) -> String {
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return String(address.prefix(45)) }
        return withUnsafeBytes(of: bytes) { "\(Array($0.prefix(8)))" }
    }

    /// Whether an address is this machine's own.
    package static func isLoopback(_ address: String) -> Bool {
        address == "::1" || address.hasPrefix("127.")
    }
}
