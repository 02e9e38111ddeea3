internal import CCurl
internal import Glibc

/// A URL to which requests may be sent: https, or http on this machine.
package struct HTTPTarget: Hashable, Sendable {
    /// The fault of a URL.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    /// The URL, which may hold secrets: it belongs in no message.
    package let url: String
    let isPlain: Bool
    /// Whether the URL names this machine, so that the request stays there.
    let isLoopback: Bool
    /// Whether networks that their owner does not share count.
    package var allowsUnshared = false

    static let longestURL = 2_048

    package init(_ url: String) throws(Fault) {
        guard url.utf8.count <= Self.longestURL, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw Fault(description: "a URL has at most 2,048 characters, all of ASCII") }
        guard let parsed = curl_url() else { throw Fault(description: "there is no memory") }
        defer { curl_url_cleanup(parsed) }
        let flags = UInt32(CURLU_DISALLOW_USER)
        guard curl_url_set(parsed, CURLUPART_URL, url, flags) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: parsed),
            let host = Self.part(CURLUPART_HOST, of: parsed), !host.isEmpty
        else { throw Fault(description: "the URL is malformed, or has a user's name") }
        guard Self.part(CURLUPART_FRAGMENT, of: parsed) == nil else {
            throw Fault(description: "the URL has a fragment (#)")
        }
        isPlain = scheme == "http"
        isLoopback = Self.isLoopback(host)
        guard isLoopback || scheme == "https" else {
            throw Fault(description: "the URL is to begin with https://, or http:// on loopback")
        }
        guard isPlain || scheme == "https" else {
            throw Fault(description: "the URL is to begin with https://")
        }
        self.url = url
    }

    /// Whether a request for it may go to an address.
    package func admits(_ address: [UInt8]) -> Bool {
        switch NetworkAddress.kind(of: address) {
        case .loopback: isLoopback
        case .unshared: !isLoopback && allowsUnshared
        case .everywhere: !isLoopback
        case .nothing: false
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        if host.lowercased() == "localhost" { return true }
        var four = in_addr()
        if inet_pton(AF_INET, host, &four) == 1 {
            return UInt32(bigEndian: four.s_addr) >> 24 == 127
        }
        return host == "[::1]"
    }

    private static func part(_ part: CURLUPart, of url: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(url, part, &text, 0) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
