import Foundation
import Glibc

/// A client of a stream: reads its events one by one, as they come in chunks.
final class StreamClient {
    struct Event {
        var name = ""
        var id: String?
        /// The data as it came.
        var text = ""

        var data: [String: Any] {
            let object = try? JSONSerialization.jsonObject(with: Data(text.utf8))
            return object as? [String: Any] ?? [:]
        }

        var type: String? { data["type"] as? String }
        var body: String? { (data["item"] as? [String: Any])?["text"] as? String }
    }

    let descriptor: Int32
    private var received: [UInt8] = []
    private var body: [UInt8] = []
    /// How much of the body has no end of an event in it.
    private var searched = 0
    private(set) var status = 0
    private(set) var headers: [String: String] = [:]
    /// The comments that came, and how long to wait before coming back.
    private(set) var comments = 0
    private(set) var retry: Int?
    private(set) var hasEnded = false
    /// The id of the newest event that has one.
    private(set) var lastID: String?

    init(port: UInt16, receiveBuffer: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        if var receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, 4)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    deinit { close(descriptor) }

    /// Reads fast from now on, where it began with little room.
    func hurry() {
        var size: Int32 = 1 << 20
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
    }

    /// Reads and writes no more, as a client that went away.
    func leave() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Asks for the changes, with more behind the request, and reads the head of the answer.
    func open(_ query: String = "", key: String, headers: [String] = [], behind more: String = "") {
        ask(query, key: key, headers: headers, behind: more)
        readHead()
    }

    /// Asks for the changes, with more behind the request.
    func ask(_ query: String = "", key: String, headers: [String] = [], behind more: String = "") {
        let lines =
            ["GET /v1/changes\(query) HTTP/1.1", "Host: localhost", "Authorization: Bearer \(key)"]
            + headers
        let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + more).utf8)
        _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Reads the head of the answer.
    func readHead() {
        while true {
            if let end = received.offset(of: "\r\n\r\n", from: 0) {
                let head = String(decoding: received[..<end], as: UTF8.self)
                received.removeFirst(end + 4)
                let lines = head.components(separatedBy: "\r\n")
                status = Int(lines[0].split(separator: " ")[1]) ?? 0
                for line in lines.dropFirst() {
                    let parts = line.split(separator: ":", maxSplits: 1)
                    self.headers[parts[0].lowercased()] =
                        parts[1].trimmingCharacters(in: .whitespaces)
                }
                return
            }
            guard readMore(120) else { return }
        }
    }

    /// The next event; nil once the stream has ended, or nothing comes.
    func next(withinSeconds seconds: Int32 = 120) -> Event? {
        let end = ContinuousClock.now + .seconds(Int(seconds))
        while true {
            takeChunks()
            if let event = takeEvent() { return event }
            let left = (end - .now).components.seconds
            guard !hasEnded, left >= 0, readMore(Int32(left) + 1) else { return nil }
        }
    }

    /// The next event of a name, over others.
    func next(_ name: String, withinSeconds seconds: Int32 = 120) -> Event? {
        while let event = next(withinSeconds: seconds) {
            if event.name == name { return event }
        }
        return nil
    }

    /// The events that are there, without waiting.
    func available() -> [Event] {
        var events: [Event] = []
        while readMore(0) {}
        takeChunks()
        while let event = takeEvent() { events.append(event) }
        return events
    }

    /// All events until the stream ends.
    func rest(withinSeconds seconds: Int32 = 120) -> [Event] {
        var events: [Event] = []
        while let event = next(withinSeconds: seconds) { events.append(event) }
        return events
    }

    private func readMore(_ seconds: Int32) -> Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, seconds * 1_000) > 0 else { return false }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(descriptor, &chunk, chunk.count)
        guard count > 0 else {
            hasEnded = true
            return false
        }
        received += chunk[..<count]
        return true
    }

    private func takeChunks() {
        var start = 0
        while let end = received.offset(of: "\r\n", from: start),
            let count = Int(String(decoding: received[start..<end], as: UTF8.self), radix: 16),
            received.count >= end + 2 + count + 2
        {
            if count == 0 { hasEnded = true }
            body += received[(end + 2)..<(end + 2 + count)]
            start = end + 2 + count + 2
        }
        received.removeFirst(start)
    }

    private func takeEvent() -> Event? {
        if headers["content-type"]?.contains("ndjson") == true { return takeLine() }
        while let end = body.offset(of: "\n\n", from: searched) {
            let block = String(decoding: body[..<end], as: UTF8.self)
            body.removeFirst(end + 2)
            searched = 0
            var event = Event()
            var data: String?
            // As browsers split lines: at CR, LF and CRLF.
            for line in block.utf8.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
                let parts = Substring(line).split(
                    separator: ":",
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
                switch parts[0] {
                case "": comments += 1
                case "event": event.name = String(value)
                case "id": event.id = String(value)
                case "data": data = (data.map { $0 + "\n" } ?? "") + value
                case "retry": retry = Int(value)
                default: event.name = "unknown line: \(Substring(line))"
                }
            }
            guard let data else { continue }
            if let id = event.id { lastID = id }
            event.text = data
            return event
        }
        // What is there has no end; the next bytes may begin with its second half.
        searched = max(0, body.count - 1)
        return nil
    }

    private func takeLine() -> Event? {
        while let end = body.firstIndex(of: 0x0A) {
            let line = Array(body[..<end])
            body.removeFirst(end + 1)
            let object =
                (try? JSONSerialization.jsonObject(with: Data(line))) as? [String: Any] ?? [:]
            guard object["event"] as? String != "comment" else {
                if let wait = object["retry"] as? Int { retry = wait } else { comments += 1 }
                continue
            }
            let id = object["id"] as? String
            if let id { lastID = id }
            let data = try? JSONSerialization.data(withJSONObject: object["data"] ?? [:])
            return Event(
                name: object["event"] as? String ?? "",
                id: id,
                text: String(decoding: data ?? Data(), as: UTF8.self)
            )
        }
        return nil
    }
}

extension [UInt8] {
    /// Where some characters stand first behind an offset: the system looks for the first of them,
    /// which is as fast without optimizing.
    fileprivate func offset(of text: String, from start: Int) -> Int? {
        let wanted = Array(text.utf8)
        return withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress else { return nil }
            var place = start
            while place + wanted.count <= bytes.count {
                let rest = bytes.count - place
                guard let found = memchr(base + place, Int32(wanted[0]), rest) else { return nil }
                place = UnsafeRawPointer(found) - base
                if place + wanted.count <= bytes.count,
                    memcmp(found, wanted, wanted.count) == 0
                {
                    return place
                }
                place += 1
            }
            return nil
        }
    }
}
