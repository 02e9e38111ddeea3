/// The bytes of long bodies whose requests are not answered yet; for the server's thread alone.
///
/// Each connection may send a body that does not end for a while, and there are thousands. One user
/// has an eighth of the bytes at most, so that others are served still.
struct HTTPBodies {
    /// Bodies of up to this many bytes are not counted: there is room for one on each connection, and
    /// most requests have no longer one.
    private static let shortBytes = 16 << 10
    /// One user may have this part of the bytes.
    private static let shares = 8

    private var bytes = 0
    private var bytesByOwner: [String: Int] = [:]

    /// Counts what has come of a request's body; returns why there is no room for it.
    mutating func count(_ exchange: HTTPExchange, atMost limit: Int) -> HTTPFault? {
        guard exchange.received > Self.shortBytes else { return nil }
        let more = exchange.received - exchange.counted
        guard bytes + more <= limit else { return .bodiesTakeAll }
        if let owner = exchange.admitted?.owner {
            let own = bytesByOwner[owner, default: 0] + more
            guard own <= limit / Self.shares else { return .bodiesTakeShare }
            bytesByOwner[owner] = own
        }
        bytes += more
        exchange.counted += more
        return nil
    }

    /// Counts a body no more.
    mutating func end(_ exchange: HTTPExchange) {
        guard exchange.counted > 0 else { return }
        bytes -= exchange.counted
        if let owner = exchange.admitted?.owner {
            let left = bytesByOwner[owner, default: 0] - exchange.counted
            bytesByOwner[owner] = left > 0 ? left : nil
        }
        exchange.counted = 0
    }
}
