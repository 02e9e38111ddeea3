package import HTTPServing
internal import Locking
package import Scrollback
internal import ScrollbackExport
package import ScrollbackPipe

/// Serves an open store over HTTP: the commands and queries of the pipe, for many clients.
package final class StoreServer: Sendable {
    private let handler: StoreHandler
    private let door: Doorkeeper
    private let streams: LiveStreams
    private let servers: [HTTPServer]
    private let sockets: [ServingSocket]
    private let patience: Double
    private let webhooks: Webhooks?
    private let exports: ExportJobs

    /// Begins to serve, at an address with or without TLS and at sockets; without credentials, only
    /// whether the server lives, and the operator at a socket of the owner alone.
    ///
    /// Tests can say whose processes are the operator there.
    package init(
        _ store: Store,
        at listener: ListeningSocket?,
        _ limits: ServingLimits = ServingLimits(),
        _ credentials: Credentials,
        _ revocations: Revocations? = nil,
        _ exposure: Exposure = Exposure(),
        certificate: TLSCertificate? = nil,
        sockets: [ServingSocket] = [],
        log: AccessLog? = nil,
        webhooks: Webhooks? = nil,
        admission: Admission? = nil
    ) throws(HTTPServer.NotStarted) {
        let requests = limits.requests
        door = Doorkeeper(store, credentials, revocations, tokenBytes: requests.tokenBytes)
        let unsent = UnsentAnswers(requests)
        guard let asker = Asker(store, requests, unsent),
            let streams = LiveStreams(store, door, limits, unsent)
        else {
            throw HTTPServer.NotStarted(description: "The system has no thread left.")
        }
        let retryIDs: RetryIDs
        do throws(StoreError) {
            retryIDs = try RetryIDs(of: store)
        } catch {
            throw HTTPServer.NotStarted(description: "\(error)")
        }
        self.streams = streams
        exports = ExportJobs(store, limits.exports.jobs)
        handler = StoreHandler(
            asker,
            retryIDs,
            door,
            streams,
            exposure,
            requests,
            RequestRecord(log),
            ExportDownloads(
                store,
                exports,
                door,
                limits.exports,
                stall: limits.streams.stall
            ),
            admission ?? Admission(owner: store.owner)
        )
        self.webhooks = webhooks
        self.sockets = sockets
        patience = Double(requests.stopSeconds)
        var servers: [HTTPServer] = []
        do throws(HTTPServer.NotStarted) {
            if let listener {
                servers.append(try HTTPServer(listener, limits.http, certificate, handler))
            }
            for socket in sockets {
                servers.append(try HTTPServer(socket.listener, limits.http, nil, handler))
            }
        } catch {
            for server in servers { server.stop(within: 0) }
            throw error
        }
        self.servers = servers
    }

    /// Uses other keys from the next request on.
    package func use(_ credentials: Credentials) { door.use(credentials) }

    /// Takes no more requests, answers those that it has, and ends; the store stays open.
    ///
    /// It blocks its thread.
    package func stop() {
        handler.beginToStop()
        for socket in sockets { socket.remove() }
        // All of them accept no more before the first waits for its requests.
        for server in servers { server.quiesce() }
        streams.stop()
        let end = ContinuousClock.now + .seconds(patience)
        exports.stop(within: patience)
        for server in servers {
            let rest = ContinuousClock.now.duration(to: end)
            server.stop(within: max(0, Double(rest.components.seconds)))
        }
        webhooks?.stop()
    }
}
