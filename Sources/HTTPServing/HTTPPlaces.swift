/// The connections that are counted together, by what they have in common: those of one address that
/// have shown no key that counts, or those of one user.
///
/// So one client cannot take all places of a server.
struct HTTPPlaces {
    private var holders: [ObjectIdentifier: String] = [:]
    private var counts: [String: Int] = [:]

    /// Counts a connection; false if its holder has too many.
    mutating func begin(_ connection: ObjectIdentifier, of holder: String, atMost limit: Int)
        -> Bool
    {
        holders[connection] = holder
        counts[holder, default: 0] += 1
        return counts[holder, default: 0] <= limit
    }

    /// Counts it no more.
    mutating func end(_ connection: ObjectIdentifier) {
        guard let holder = holders.removeValue(forKey: connection) else { return }
        let left = counts[holder, default: 1] - 1
        counts[holder] = left > 0 ? left : nil
    }
}
