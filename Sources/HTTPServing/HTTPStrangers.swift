/// The connections that have shown no key yet, by the address at their other end.
///
/// So one address cannot take all places of a server that it may not use.
struct HTTPStrangers {
    private var networks: [ObjectIdentifier: String] = [:]
    private var counts: [String: Int] = [:]

    /// Counts a connection; false if its address has too many.
    mutating func begin(_ connection: ObjectIdentifier, at address: String, atMost limit: Int)
        -> Bool
    {
        let network = NumericAddress.network(of: address)
        networks[connection] = network
        counts[network, default: 0] += 1
        return counts[network, default: 0] <= limit
    }

    /// Counts it no more: it has shown a key, or has ended.
    mutating func end(_ connection: ObjectIdentifier) {
        guard let network = networks.removeValue(forKey: connection) else { return }
        let left = counts[network, default: 1] - 1
        counts[network] = left > 0 ? left : nil
    }
}
