/// The line and the headers of a request, as they were sent.
package struct HTTPHead: Sendable {
    package let method: String
    /// The target, neither decoded nor tidied.
    package let target: String
    /// The headers in their order, with their names in lower case.
    ///
    /// There are few, so that looking through them costs less than a dictionary.
    package let headers: [(name: String, value: String)]
    /// The names of the headers whose value is not UTF-8, and has U+FFFD in place of other bytes.
    let repaired: Set<String>
    /// The address at the other end of the connection, as text without a port.
    package let peer: String
    /// The way by which it came.
    package let entrance: HTTPEntrance
    /// The process at the other end, of a socket in a folder.
    package let process: HTTPPeerProcess?

    /// The value of a header, the first if there are several; nil if it is absent.
    package subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

    /// The target without the query.
    package var path: Substring { target[..<endOfPath] }

    /// The query of the target, still encoded; nil if there is none.
    package var query: Substring? {
        let end = endOfPath
        return end == target.endIndex ? nil : target[target.utf8.index(after: end)...]
    }

    private var endOfPath: String.Index {
        target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
    }
}

/// A whole request.
package struct HTTPRequest: Sendable {
    package let head: HTTPHead
    package let body: [UInt8]
    /// What the handler found out as it admitted the head.
    package let admitted: (any HTTPAdmitted)?
}

/// What a handler finds out about a head, and needs again for the body and the response.
package protocol HTTPAdmitted: AnyObject, Sendable {
    /// Whether the head shows a key that counts.
    var isKnown: Bool { get }
    /// The user whose token the head shows; nil for others.
    var owner: String? { get }
}

/// Whether a request's body is read.
package enum HTTPAdmission: Sendable {
    /// It is refused, and the connection ends.
    case refused(HTTPResponse)
    case admitted((any HTTPAdmitted)?)
}

/// A body that is the same in every response.
///
/// It lies in memory once and for ever, so that a client that reads it slowly holds no copy.
package final class HTTPConstant: @unchecked Sendable {
    // Sendable: what it points to never changes, and is never freed.
    let bytes: UnsafeMutableRawBufferPointer

    package init(_ body: [UInt8]) {
        bytes = .allocate(byteCount: body.count, alignment: 1)
        bytes.copyBytes(from: body)
    }
}

/// A response with its body, sent at once or as it comes.
package struct HTTPResponse: Sendable {
    package var status: Int
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// Whether the connection ends with it.
    package var closes = false
    /// A body that never changes, instead of `body`.
    package var constant: HTTPConstant?
    /// What sends the body as it comes, instead of `body`.
    package var stream: HTTPStream?

    /// The bytes of its body, where that is known before.
    var bodyBytes: Int {
        constant?.bytes.count ?? stream.map { Int(clamping: $0.length ?? 0) } ?? body.count
    }

    package init(_ status: Int, _ headers: [(name: String, value: String)], _ body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Why a request is refused before anyone looks at what it asks.
package enum HTTPFault: Hashable, Sendable {
    /// The head is not what RFC 9112 allows, or could be read in two ways.
    case malformed(String)
    case headTooLarge
    case bodyTooLarge
    /// The bodies of all clients take all room that there is for them.
    case bodiesTakeAll
    /// Those of the user take their share of it.
    case bodiesTakeShare
    /// The user, or an address without a key, has too many connections.
    case tooManyConnections
    /// The server has no room to read it.
    case unreadable

    package var status: Int {
        switch self {
        case .malformed: 400
        case .headTooLarge: 431
        case .bodyTooLarge: 413
        case .bodiesTakeAll: 503
        case .bodiesTakeShare, .tooManyConnections: 429
        case .unreadable: 500
        }
    }
}

/// What answers requests.
///
/// Its functions are called on the server's one thread, which they must not block.
package protocol HTTPHandler: Sendable {
    /// Returns the response to a request that is refused as a whole.
    func refuse(_ fault: HTTPFault) -> HTTPResponse

    /// Returns what every response to a request has in its head, beside the response's own.
    func headers(for head: HTTPHead) -> [(name: String, value: String)]

    /// Looks at the head of a request before its body is read.
    func admit(_ head: HTTPHead) -> HTTPAdmission

    /// Whether the key that a head has shown counts still.
    func knows(_ admitted: any HTTPAdmitted) -> Bool

    /// Has a request answered, now or later, from any thread.
    func handle(_ exchange: HTTPExchange, _ request: HTTPRequest)

    /// Returns the response to a request that the server cannot wait for any longer, because it stops;
    /// with its head if it is being handled, and else nil.
    func giveUp(_ head: HTTPHead?) -> HTTPResponse

    /// Notes that a request was answered.
    func note(_ record: HTTPRecord)
}

extension HTTPHandler {
    package func headers(for head: HTTPHead) -> [(name: String, value: String)] { [] }
}
