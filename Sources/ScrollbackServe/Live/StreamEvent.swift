internal import ScrollbackJSON

/// One event of a stream, before it has the form of a carrier.
struct StreamEvent: Sendable {
    enum Name: String, Sendable {
        /// The present state, where there was no position to begin at.
        case snapshot
        case change
        /// All that was missed has come.
        case caughtUp
        /// The position to begin at is unknown: what the client has is to be thrown away.
        case reset
        /// The stream has an end: the next ones would be of no use, or of another server.
        case closed
        /// Another token is needed.
        case expired
    }

    let name: Name
    /// The position from which a client that knows this event goes on; nil to keep the former one.
    let id: String?
    /// An object of JSON on one line.
    ///
    /// Line breaks in texts are escaped there, so that no text can end a line or begin an event.
    let data: [UInt8]

    init(_ name: Name, id: String? = nil, data: [UInt8]) {
        self.name = name
        self.id = id
        self.data = data
    }

    /// An event that says why.
    init(_ name: Name, reason: String) {
        var writer = JSONWriter()
        writer.object { $0.field("reason", reason) }
        self.init(name, data: writer.bytes)
    }

    /// Writes the event as a carrier sends it.
    func write(to bytes: inout [UInt8], for carrier: ChangesRequest.Carrier) {
        guard case .eventStream = carrier else {
            bytes += object
            bytes.append(UInt8(ascii: "\n"))
            return
        }
        bytes.reserveCapacity(bytes.count + data.count + 96)
        bytes += "event: \(name.rawValue)\n".utf8
        if let id { bytes += "id: \(id)\n".utf8 }
        bytes += "data: ".utf8
        bytes += data
        bytes += "\n\n".utf8
    }

    /// The event as an object.
    var object: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("event", name.rawValue)
            if let id { writer.field("id", id) }
            writer.name("data")
            writer.write(json: data)
        }
        return writer.bytes
    }

    /// What keeps a connection alive that has nothing to say, and finds a dead one.
    static func heartbeat(for carrier: ChangesRequest.Carrier) -> [UInt8] {
        Array((carrier == .eventStream ? ":\n\n" : "{\"event\":\"comment\"}\n").utf8)
    }

    /// What a stream begins with: how long a client waits before it comes back, each another time.
    static func beginning(for carrier: ChangesRequest.Carrier) -> [UInt8] {
        let wait = Int.random(in: 1_000...5_000)
        return Array(
            (carrier == .eventStream
                ? "retry: \(wait)\n\n" : "{\"event\":\"comment\",\"retry\":\(wait)}\n").utf8
        )
    }
}
