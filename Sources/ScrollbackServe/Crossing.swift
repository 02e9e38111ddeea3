internal import HTTPServing

/// Which pages elsewhere may ask the server in a browser (CORS, as the Fetch standard says): none,
/// unless their origin was named.
///
/// No response allows a browser's own credentials: the key or token is a header that the page sets.
package struct Crossing: Sendable {
    /// The origins, as browsers send them: a scheme, a host in lower case, and a port that is not
    /// the scheme's own.
    package var origins: Set<String> = []

    package init(_ origins: [String] = []) { self.origins = Set(origins) }

    /// Whether a text is an origin as browsers write it.
    package static func isOrigin(_ text: String) -> Bool {
        guard let scheme = ["https://", "http://"].first(where: { text.hasPrefix($0) }) else {
            return false
        }
        let name = text.dropFirst(scheme.count)
        return !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: ".-:[]".utf8.contains(byte)
                }
            }
    }

    private static let asked = [
        "Authorization", "Content-Type", "Scrollback-As", "Idempotency-Key", "Scrollback-Reason",
        "Scrollback-At-Least", "Last-Event-ID",
    ]
    private static let shown = [
        "Scrollback-Position", "Scrollback-Resumed-From", "Retry-After", "WWW-Authenticate",
    ]

    /// What every response to a request says of it.
    func headers(for head: HTTPHead) -> [(name: String, value: String)] {
        guard !origins.isEmpty else { return [] }
        let varying = (name: "Vary", value: "Origin")
        guard let origin = head["origin"], origins.contains(origin) else { return [varying] }
        return [
            varying, ("Access-Control-Allow-Origin", origin),
            ("Access-Control-Expose-Headers", Self.shown.joined(separator: ", ")),
        ]
    }

    /// The response to a browser that asks whether a page may ask; nil for other requests.
    func preflight(_ head: HTTPHead) -> HTTPResponse? {
        guard head.method == "OPTIONS", head["access-control-request-method"] != nil,
            let origin = head["origin"], origins.contains(origin)
        else { return nil }
        return HTTPResponse(
            204,
            [
                ("Access-Control-Allow-Methods", "GET, POST"),
                ("Access-Control-Allow-Headers", Self.asked.joined(separator: ", ")),
                ("Access-Control-Max-Age", "600"), ("Cache-Control", "no-store"),
            ],
            []
        )
    }
}
