internal import CMicroHTTPD
internal import Glibc

// The functions that the library calls on its thread, and what it brings.

/// What the library brings with a part of a request.
struct LibraryCall {
    let connection: OpaquePointer
    let method: UnsafePointer<CChar>
    let version: UnsafePointer<CChar>
    let body: UnsafePointer<CChar>?
    /// How much of the body is there; zero once it was taken.
    let bodySize: UnsafeMutablePointer<Int>

    var connectionContext: HTTPConnection? {
        scrollback_http_connection_context(connection).map {
            Unmanaged<HTTPConnection>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// Whether a response of unknown length comes in chunks; one to HTTP/1.0 cannot.
    var takesChunks: Bool { strcmp(version, "HTTP/1.1") == 0 }

    /// Where the head of the request ends in the connection's memory.
    var endOfHead: UnsafeMutableRawPointer {
        UnsafeMutableRawPointer(mutating: method + scrollback_http_head_size(connection))
    }

    func head(of exchange: HTTPExchange, by entrance: HTTPEntrance) -> HTTPHead {
        var headers = ReadHeaders()
        withUnsafeMutablePointer(to: &headers) { headers in
            _ = MHD_get_connection_values_n(connection, .HEADER_KIND, addHeader, headers)
        }
        return HTTPHead(
            method: String(cString: method),
            target: exchange.target,
            headers: headers.fields,
            repaired: headers.repaired,
            peer: connectionContext?.peer ?? "",
            entrance: entrance,
            process: connectionContext?.process
        )
    }
}

/// The headers that the library has told so far.
private struct ReadHeaders {
    var fields: [(name: String, value: String)] = []
    var repaired: Set<String> = []

    mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        let name = String(decoding: name, as: UTF8.self).lowercased()
        if let text = String(validating: value, as: UTF8.self) {
            fields.append((name, text))
        } else {
            fields.append((name, String(decoding: value, as: UTF8.self)))
            repaired.insert(name)
        }
    }
}

private func addHeader(
    _ headers: UnsafeMutableRawPointer?,
    _ kind: MHD_ValueKind,
    _ name: UnsafePointer<CChar>?,
    _ nameSize: Int,
    _ value: UnsafePointer<CChar>?,
    _ valueSize: Int
) -> MHD_Result {
    // Blanks at the end of a line do not belong to the value.
    var valueSize = valueSize
    while valueSize > 0, let value, value[valueSize - 1] == 0x20 || value[valueSize - 1] == 0x09 {
        valueSize -= 1
    }
    headers?.assumingMemoryBound(to: ReadHeaders.self).pointee
        .add(bytes(name, nameSize), bytes(value, valueSize))
    return .YES
}

private func bytes(_ start: UnsafePointer<CChar>?, _ count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
}

private func server(_ context: UnsafeMutableRawPointer?) -> HTTPServer? {
    context.map { Unmanaged<HTTPServer>.fromOpaque($0).takeUnretainedValue() }
}

func takeTarget(
    _ context: UnsafeMutableRawPointer?,
    _ target: UnsafePointer<CChar>?,
    _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let server = server(context), let connection, let target else { return nil }
    let exchange = HTTPExchange(connection, target: target)
    server.begin(exchange)
    return Unmanaged.passRetained(exchange).toOpaque()
}

func takeRequest(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ decoded: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?,
    _ version: UnsafePointer<CChar>?,
    _ body: UnsafePointer<CChar>?,
    _ bodySize: UnsafeMutablePointer<Int>?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let server = server(context), let connection, let method, let version, let bodySize,
        let exchange = request?.pointee
    else { return .NO }
    let call = LibraryCall(
        connection: connection,
        method: method,
        version: version,
        body: body,
        bodySize: bodySize
    )
    return server.take(call, for: Unmanaged.fromOpaque(exchange).takeUnretainedValue())
}

func endRequest(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ reason: MHD_RequestTerminationCode
) {
    guard let server = server(context), let connection, let exchange = request?.pointee else {
        return
    }
    request?.pointee = nil
    server.end(Unmanaged<HTTPExchange>.fromOpaque(exchange).takeRetainedValue())
    if let context = scrollback_http_connection_context(connection) {
        Unmanaged<HTTPConnection>.fromOpaque(context).takeUnretainedValue()
            .allow(seconds: server.limits.idleSeconds)
    }
}

func changeConnection(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ kept: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ change: MHD_ConnectionNotificationCode
) {
    guard let server = server(context), let connection, let kept else { return }
    if change == .CONNECTION_NOTIFY_STARTED {
        let socket = scrollback_http_socket(connection)
        server.quiesce(for: socket)
        let begun = HTTPConnection(
            socket,
            server.entrance,
            server.certificate,
            server.limits,
            { [unowned server] in server.response(toUnreadable: $0) }
        )
        server.begin(begun)
        kept.pointee = Unmanaged.passRetained(begun).toOpaque()
    } else if let context = kept.pointee {
        kept.pointee = nil
        server.end(Unmanaged<HTTPConnection>.fromOpaque(context).takeRetainedValue())
    }
}
