internal import CMicroHTTPD
internal import Glibc

// What the library cannot read it refuses by itself, with a page of HTML whose head it sends twice
// for some requests, and it has no option for that. It queues the page by the function that programs
// call, `MHD_queue_response`, and the system's linker takes a function of the program before one of
// a library. So the program has one of that name: what comes there is the library's own refusal, and
// the handler's response is written in its place. It holds with TLS too, where a reader in front of
// the library would have to do TLS itself.
//
// Where a later version of the library calls its function directly, its own pages come back; a test
// looks for them.

/// Queues a response of the server's, by the library's function.
func queue(
    _ response: OpaquePointer,
    _ status: Int,
    on connection: OpaquePointer
) -> MHD_Result {
    guard let libraryQueue else { return .NO }
    return libraryQueue(connection, UInt32(status), response) == 0 ? .NO : .YES
}

private typealias Queue = @convention(c) (OpaquePointer, UInt32, OpaquePointer) -> UInt32

/// The function of that name behind the program's own: `RTLD_NEXT`, whose cast Swift does not import.
private let libraryQueue: Queue? =
    dlsym(UnsafeMutableRawPointer(bitPattern: -1), "MHD_queue_response")
    .map { unsafeBitCast($0, to: Queue.self) }

/// Answers in the library's place, and has it end the connection.
@_cdecl("MHD_queue_response")
package func answerForLibrary(
    _ connection: OpaquePointer,
    _ status: UInt32,
    _ response: OpaquePointer
) -> UInt32 {
    guard let context = scrollback_http_connection_context(connection) else {
        return libraryQueue?(connection, status, response) ?? 0
    }
    let known = Unmanaged<HTTPConnection>.fromOpaque(context).takeUnretainedValue()
    let response = known.response(toUnreadable: Int(status))
    let bytes = response.written()
    bytes.withUnsafeBytes { bytes in
        scrollback_http_write_last(connection, bytes.baseAddress, bytes.count)
    }
    return 0
}

extension HTTPFault {
    /// The fault behind a status of the library's own.
    init(ofLibrary status: Int) {
        switch status {
        case 413: self = .bodyTooLarge
        case 414, 431: self = .headTooLarge
        case 500, 503: self = .unreadable
        default: self = .malformed("it is no request of HTTP/1.1")
        }
    }
}

extension HTTPResponse {
    /// The response byte by byte, as the last one of its connection.
    fileprivate func written() -> [UInt8] {
        let words = MHD_get_reason_phrase_for(UInt32(status)).map { String(cString: $0) } ?? ""
        var lines = ["HTTP/1.1 \(status) \(words)"]
        lines += headers.map { "\($0.name): \($0.value)" }
        lines.append("Content-Length: \(body.count)")
        lines.append("Connection: close")
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }
}
