internal import CMicroHTTPD
internal import Locking

/// The certificate that a server shows, and its key; they can be renewed while it serves.
///
/// Each handshake asks for it. What was renewed stays in memory until no handshake can use it any
/// more; connections that are made already do not need it.
package final class TLSCertificate: @unchecked Sendable {
    // Sendable: what the pointers lead to does not change before it is freed.

    /// The texts are no certificate with its key.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    private struct State {
        var shown: scrollback_certificate
        var former: [(certificate: scrollback_certificate, until: ContinuousClock.Instant)] = []
    }

    /// Longer than a handshake may take, which is over with the time of its connection's head.
    private let kept: Duration
    private let state: Lock<State>

    /// Reads a chain of certificates, the server's first, and its key, both as PEM, for connections
    /// whose first head may take so many seconds.
    package init(
        chain: [UInt8],
        key: [UInt8],
        headSeconds: Int = HTTPLimits().headSeconds
    ) throws(Fault) {
        kept = .seconds(max(600, headSeconds + 60))
        state = Lock(State(shown: try Self.read(chain, key)))
    }

    deinit {
        state.withLock { state in
            scrollback_certificate_free(&state.shown)
            for index in state.former.indices {
                scrollback_certificate_free(&state.former[index].certificate)
            }
        }
    }

    /// Shows another certificate from the next handshake on.
    package func renew(chain: [UInt8], key: [UInt8]) throws(Fault) {
        let new = try Self.read(chain, key)
        let now = ContinuousClock.now
        state.withLock { state in
            for index in state.former.indices where state.former[index].until < now {
                scrollback_certificate_free(&state.former[index].certificate)
            }
            state.former.removeAll { $0.certificate.chain == nil }
            state.former.append((state.shown, now + kept))
            state.shown = new
        }
    }

    /// Gives what is shown now to a handshake.
    func give(
        _ chain: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>,
        _ count: UnsafeMutablePointer<UInt32>,
        _ key: UnsafeMutablePointer<gnutls_privkey_t?>
    ) {
        state.withLock { state in
            chain.pointee = state.shown.chain
            count.pointee = state.shown.count
            key.pointee = state.shown.key
        }
    }

    private static func read(
        _ chain: [UInt8],
        _ key: [UInt8]
    ) throws(Fault) -> sending scrollback_certificate {
        var certificate = scrollback_certificate()
        let error = chain.withUnsafeBytes { chain in
            key.withUnsafeBytes { key in
                scrollback_certificate_read(
                    &certificate,
                    chain.baseAddress,
                    chain.count,
                    key.baseAddress,
                    key.count
                )
            }
        }
        guard error == 0 else {
            let words = gnutls_strerror(error).map { String(cString: $0) } ?? "error \(error)"
            throw Fault(description: "The files have no certificate with its key: \(words)")
        }
        return certificate
    }
}

/// What GnuTLS calls at each handshake, on the server's thread.
func giveCertificate(
    _ session: gnutls_session_t?,
    _ authorities: UnsafePointer<gnutls_datum_t>?,
    _ authorityCount: Int32,
    _ algorithms: UnsafePointer<gnutls_pk_algorithm_t>?,
    _ algorithmCount: Int32,
    _ chain: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>?,
    _ count: UnsafeMutablePointer<UInt32>?,
    _ key: UnsafeMutablePointer<gnutls_privkey_t?>?
) -> Int32 {
    guard let session, let connection = scrollback_http_connection(session),
        let context = scrollback_http_connection_context(connection),
        let certificate = Unmanaged<HTTPConnection>.fromOpaque(context).takeUnretainedValue()
            .certificate,
        let chain, let count, let key
    else { return -1 }
    certificate.give(chain, count, key)
    return 0
}
