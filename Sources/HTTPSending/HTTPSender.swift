internal import CCurl
internal import Glibc
internal import Locking

/// The reply to a request.
package struct HTTPReply: Hashable, Sendable {
    package let status: Int
    /// The seconds after which the receiver wants to be asked again, if it says so.
    package let retryAfter: Int?
}

/// Why a request has no answer; it names neither the URL nor anything that the receiver said.
package enum HTTPSendFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name leads to an address that is not allowed.
    case forbiddenAddress
    /// The receiver answers more than is read of an answer.
    case tooLong
    case timedOut
    case stopped
    /// The library's number and words.
    case failed(code: Int, String)

    package var description: String {
        switch self {
        case .forbiddenAddress: "its name leads to an address that is not allowed"
        case .tooLong: "its answer is too long"
        case .timedOut: "it did not answer in time"
        case .stopped: "the server stops"
        case .failed(_, let words): words
        }
    }
}

/// Sends requests by POST, one after the other, over connections that it keeps.
///
/// It blocks its caller. What the receiver does cannot hold it longer than the time of a request:
/// headers and body of an answer are counted and thrown away.
package final class HTTPSender: @unchecked Sendable {
    // Sendable: `sending` is held while a request uses the handle.

    /// How long a request may take.
    package struct Times: Sendable {
        package var connectMilliseconds: Int64 = 5_000
        package var totalMilliseconds: Int64 = 15_000

        package init() {}
    }

    /// The bytes of headers and body that are read of an answer.
    package static let longestAnswer = 65_536

    private let handle: OpaquePointer
    private let times: Times
    private let authorities: String?
    private let sending = Lock(())
    private let isStopping = Lock(false)

    /// The library's own beginning, once in the process and before any thread uses it.
    private static let hasBegun: Bool = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// Makes a sender, which trusts the system's authorities or those of a file; nil if the system
    /// has no memory left.
    package init?(_ times: Times = Times(), authorities: String? = nil) {
        guard Self.hasBegun, let handle = curl_easy_init() else { return nil }
        self.handle = OpaquePointer(handle)
        self.times = times
        self.authorities = authorities
    }

    deinit { curl_easy_cleanup(UnsafeMutableRawPointer(handle)) }

    /// Ends a running request within about a second, and refuses those that come.
    package func stop() { isStopping.withLock { $0 = true } }

    /// Sends a request and waits for its answer.
    package func post(
        _ body: [UInt8],
        _ headers: [(name: String, value: String)],
        to target: HTTPTarget
    ) throws(HTTPSendFault) -> HTTPReply {
        let result = sending.withLock { _ in send(body, headers, to: target) }
        return try result.get()
    }

    private func send(
        _ body: [UInt8],
        _ headers: [(name: String, value: String)],
        to target: HTTPTarget
    ) -> Result<HTTPReply, HTTPSendFault> {
        let request = RunningRequest(target, isStopping: { self.isStopping.withLock { $0 } })
        guard !request.isStopping() else { return .failure(.stopped) }
        let handle = UnsafeMutableRawPointer(handle)
        // An Expect would cost a wait of a second where a receiver does not know it.
        var list: UnsafeMutablePointer<curl_slist>?
        for (name, value) in headers + [("Expect", "")] {
            list = curl_slist_append(list, "\(name):\(value.isEmpty ? "" : " \(value)")") ?? list
        }
        defer { curl_slist_free_all(list) }
        let code = withExtendedLifetime(request) {
            body.withUnsafeBytes { body in
                target.url.withCString { url in
                    withOptionalCString(authorities) { authorities -> CURLcode in
                        var post = scrollback_curl_post()
                        post.url = url
                        post.is_plain = target.isPlain
                        post.headers = list
                        post.body = body.baseAddress
                        post.body_size = Int64(body.count)
                        post.connect_milliseconds = times.connectMilliseconds
                        post.total_milliseconds = times.totalMilliseconds
                        post.authorities = authorities
                        post.open = openSocket
                        post.progress = showProgress
                        post.header = countBytes
                        post.data = countBytes
                        post.context = Unmanaged.passUnretained(request).toOpaque()
                        let code = scrollback_curl_prepare(handle, &post)
                        return code == CURLE_OK ? curl_easy_perform(handle) : code
                    }
                }
            }
        }
        if request.isStopping() { return .failure(.stopped) }
        if request.received > Self.longestAnswer { return .failure(.tooLong) }
        switch code {
        // Also where another address of the name, which was tried at the same time, is not allowed.
        case CURLE_OK:
            let seconds = scrollback_curl_retry_after(handle)
            return .success(
                HTTPReply(
                    status: Int(scrollback_curl_status(handle)),
                    retryAfter: seconds > 0 ? Int(seconds) : nil
                )
            )
        case _ where request.isForbidden: return .failure(.forbiddenAddress)
        case CURLE_OPERATION_TIMEDOUT: return .failure(.timedOut)
        default:
            let words = String(cString: curl_easy_strerror(code))
            return .failure(.failed(code: Int(code.rawValue), words))
        }
    }
}

/// The request of the library's callbacks.
private final class RunningRequest {
    let target: HTTPTarget
    let isStopping: () -> Bool
    var received = 0
    var isForbidden = false

    init(_ target: HTTPTarget, isStopping: @escaping () -> Bool) {
        self.target = target
        self.isStopping = isStopping
    }

    static func of(_ context: UnsafeMutableRawPointer?) -> RunningRequest? {
        context.map { Unmanaged<RunningRequest>.fromOpaque($0).takeUnretainedValue() }
    }
}

private func openSocket(
    _ context: UnsafeMutableRawPointer?,
    _ purpose: curlsocktype,
    _ place: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    let none: curl_socket_t = -1
    guard let request = RunningRequest.of(context), let place else { return none }
    var bytes: [UInt8] = []
    withUnsafePointer(to: &place.pointee.addr) { pointer in
        let raw = UnsafeRawPointer(pointer)
        switch place.pointee.family {
        case AF_INET:
            let address = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            withUnsafeBytes(of: address) { bytes = Array($0) }
        case AF_INET6:
            // The library has room for the longest address behind what it calls `addr`.
            let address = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            withUnsafeBytes(of: address) { bytes = Array($0) }
        default: break
        }
    }
    guard request.target.admits(bytes) else {
        request.isForbidden = true
        return none
    }
    // Another address of the name is allowed.
    request.isForbidden = false
    return socket(
        place.pointee.family,
        place.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
        place.pointee.protocol
    )
}

private func showProgress(
    _ context: UnsafeMutableRawPointer?,
    _ downloadTotal: curl_off_t,
    _ downloaded: curl_off_t,
    _ uploadTotal: curl_off_t,
    _ uploaded: curl_off_t
) -> Int32 {
    RunningRequest.of(context).map { $0.isStopping() ? 1 : 0 } ?? 1
}

private func countBytes(
    _ bytes: UnsafeMutablePointer<CChar>?,
    _ size: Int,
    _ count: Int,
    _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let request = RunningRequest.of(context) else { return 0 }
    request.received += size * count
    return request.received > HTTPSender.longestAnswer ? 0 : size * count
}

private func withOptionalCString<Result>(
    _ text: String?,
    _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
    if let text { text.withCString { body($0) } } else { body(nil) }
}
