internal import Glibc

/// Addresses of the Internet as numbers, written as text.
package enum NumericAddress {
    private static let mapped = "::ffff:"

    /// The address in the one form in which it is compared; nil for what is no address.
    ///
    /// An address of IPv4 that stands within one of IPv6 is the one of IPv4: it is the same client,
    /// and all of IPv4 would be one neighbourhood there.
    package static func canonical(_ text: String) -> String? {
        var bytes = in6_addr()
        let family = [AF_INET, AF_INET6].first { inet_pton($0, text, &bytes) == 1 }
        guard let family else { return nil }
        var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(family, &bytes, &name, socklen_t(name.count)) != nil else { return nil }
        let address = String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
            as: UTF8.self
        )
        return address.hasPrefix(mapped) && address.contains(".")
            ? String(address.dropFirst(mapped.count)) : address
    }

    /// The network of an address: the first 64 bits of IPv6, or the whole address of IPv4.
    package static func network(of address: String) -> String {
        var bytes = in6_addr()
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        return withUnsafeBytes(of: bytes) { "\(Array($0.prefix(8)))" }
    }
}
