package import Merkle
package import Wire

/// An event to append; borrowed from an `EventList`.
package struct Draft: ~Escapable {
    package let stream: StreamID
    /// The number of the event's field in the envelope, from 16.
    package let type: UInt32
    package let actor: UniqueID?
    package let command: CommandTrace?
    /// The event's own time, if an import gives one.
    package let sent: Timestamp?
    /// The leaf hash of the lost event that this one repeats.
    package let repeats: Digest?
    /// The least reader of the log that understands the event.
    package let leastReader: UInt32
    /// The structure, encoded.
    package let body: RawSpan
    /// The content to seal; empty for none.
    package let content: RawSpan

    @_lifetime(copy body, copy content)
    init(_ header: EventList.Header, body: RawSpan, content: RawSpan) {
        stream = header.stream
        type = header.type
        actor = header.actor
        command = header.command
        sent = header.sent
        repeats = header.repeats
        leastReader = header.leastReader
        self.body = body
        self.content = content
    }
}

/// The events of one command, in a buffer that is reused.
package struct EventList: ~Copyable {
    struct Header: BitwiseCopyable {
        let stream: StreamID
        let type: UInt32
        let actor: UniqueID?
        let command: CommandTrace?
        let sent: Timestamp?
        let repeats: Digest?
        let leastReader: UInt32
        let bodyEnd: Int
        let contentEnd: Int
    }

    private var headers: [Header] = []
    private var bytes = WireWriter()

    package init() {}

    package var count: Int { headers.count }

    /// The number of bytes of structure and content.
    package var byteCount: Int { bytes.count }

    /// Adds an event; `body` writes its structure.
    package mutating func add(
        _ type: UInt32,
        to stream: StreamID,
        actor: UniqueID? = nil,
        command: CommandTrace? = nil,
        sent: Timestamp? = nil,
        repeats: Digest? = nil,
        leastReader: UInt32 = 1,
        content: RawSpan = RawSpan(),
        body: (inout WireWriter) -> Void
    ) {
        body(&bytes)
        let bodyEnd = bytes.count
        bytes.append(content)
        headers.append(
            Header(
                stream: stream,
                type: type,
                actor: actor,
                command: command,
                sent: sent,
                repeats: repeats,
                leastReader: leastReader,
                bodyEnd: bodyEnd,
                contentEnd: bytes.count
            )
        )
    }

    package mutating func removeAll() {
        headers.removeAll(keepingCapacity: true)
        bytes.removeAll()
    }

    /// The stream of an event, without the rest.
    package func stream(at index: Int) -> StreamID { headers[index].stream }

    package subscript(index: Int) -> Draft {
        @_lifetime(borrow self)
        borrowing get {
            let header = headers[index]
            let start = index == 0 ? 0 : headers[index - 1].contentEnd
            let all = bytes.bytes
            return Draft(
                header,
                body: all.extracting(start..<header.bodyEnd),
                content: all.extracting(header.bodyEnd..<header.contentEnd)
            )
        }
    }
}

extension EventList {
    /// The field numbers of event types: lower ones belong to the envelope itself.
    package static let types: ClosedRange<UInt32> = 16...4_095

    /// The greatest size of the envelope's own fields, beside the event's structure.
    static let headerBytes = 256

    /// Whether an event is small enough to be appended.
    package static func fits(bodyBytes: Int, contentBytes: Int) -> Bool {
        bodyBytes <= LogWriter.maximumEnvelopeBytes - headerBytes
            && contentBytes <= LogWriter.maximumContentBytes
    }
}
