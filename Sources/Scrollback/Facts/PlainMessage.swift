internal import EventLog
internal import Glibc
internal import Messaging
internal import Views
internal import Wire

/// A message that is a text and nothing else, as most are.
struct PlainMessage {
    let id: MessageID
    /// The time of sending, by the sender's clock.
    let claimedAt: Timestamp?
    let text: String
}

extension EventGist {
    /// Notes the id and the text of a plain message without a mention; nothing of another event.
    ///
    /// An event that cannot be decoded gets no gist; reading it reports the damage.
    init(ofPlainMessage event: borrowing EncodedEvent, _ content: borrowing Content) {
        do throws(WireError) {
            self = try Self.plainMessage(event, content) ?? .nothing
        } catch {
            self = .nothing
        }
    }

    private static func plainMessage(
        _ event: borrowing EncodedEvent,
        _ content: borrowing Content
    ) throws(WireError) -> EventGist? {
        let sent = try EncodedMessageSent(of: event)
        guard let sent, let id = sent.message, sent.replyTo == nil, sent.forwardedFrom == nil,
            !sent.broadcast, !sent.payment, !sent.location, sent.attachments.count == 0
        else { return nil }
        let words = try EncodedMessageContent(content.bytes)
        guard words.attachments.count == 0, words.custom == nil,
            words.locationBytes.byteCount == 0, words.textUTF8.byteCount > 0,
            !words.textUTF8.holds(UInt8(ascii: "@")),
            let text = content.bytes.byteOffsets(of: words.textUTF8)
        else { return nil }
        return EventGist(id: id, time: sent.claimedAt, text: text)
    }
}

extension EngineSnapshot {
    /// Fetches the events of a page from memory, all at once; this only saves time.
    borrowing func fetch(_ positions: [Position]) {
        guard positions.count >= Self.fewEvents else { return }
        _ = lookUp { (_, log) throws(ViewsError) -> Void? in
            do throws(LogError) {
                try contents.read { contents in
                    contents.fetch(positions)
                    // Others of the page were opened with these two, if they were.
                    let middle = positions[positions.count / 2]
                    let areKept = contents.keeps(positions[0]) && contents.keeps(middle)
                    if !areKept { log.fetch(positions) }
                }
            } catch {
                throw .log(error)
            }
        }
    }

    /// Fewer are read one by one as quickly.
    private static let fewEvents = 4

    /// Returns the plain message at a position, which is opened unless it is kept; nil where the
    /// event has to be read.
    borrowing func plainMessage(at position: Position) -> PlainMessage? {
        lookUp { (_, log) throws(ViewsError) in
            guard position > .zero, position <= log.size else { return nil }
            do throws(LogError) {
                return try contents.read { (contents) throws(LogError) in
                    var found = try contents.keptGist(at: position)
                    if case .absent = found {
                        found = try contents.openedGist(of: log.record(at: position)) {
                            EventGist(ofPlainMessage: $0, $1)
                        }
                    }
                    guard case .noted(let gist, let text) = found else { return nil }
                    return PlainMessage(
                        id: MessageID(gist.id),
                        claimedAt: gist.time.map(Timestamp.init(microseconds:)),
                        text: text
                    )
                }
            } catch {
                throw .log(error)
            }
        }
    }
}

extension RawSpan {
    /// Whether a byte is among the bytes, which the C library finds out many at a time.
    fileprivate func holds(_ byte: UInt8) -> Bool {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return false }
            return memchr(start, Int32(byte), bytes.count) != nil
        }
    }
}
