/// The checks of a head that the library leaves out.
///
/// Two programs on the way that read one head differently can be led to take a part of a body for
/// a request. So what could be read differently is refused.
enum RequestGuard {
    /// The headers that may come once.
    private static let single: Set<String> = [
        "authorization", "content-encoding", "content-length", "content-type", "expect", "host",
        "idempotency-key", "last-event-id", "scrollback-as", "scrollback-at-least",
        "scrollback-reason", "transfer-encoding",
    ]

    /// Returns why a head is refused; nil if it is good.
    static func fault(of head: HTTPHead, version: String) -> HTTPFault? {
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
            return .malformed("only HTTP/1.1 and HTTP/1.0 are served")
        }
        guard isMethod(head.method) else {
            return .malformed("the method is malformed")
        }
        guard isTarget(head.target) else {
            return .malformed("the target is not a path of visible ASCII characters")
        }
        for (index, (name, value)) in head.headers.enumerated() {
            guard isToken(name) else { return .malformed("the name of a header is malformed") }
            guard isValue(value) else { return .malformed("a header has a control character") }
            // Two values would be one where each byte that is no text becomes U+FFFD.
            guard !single.contains(name) || !head.repaired.contains(name) else {
                return .malformed("the header \(name) is not UTF-8")
            }
            let isRepeated =
                single.contains(name) && head.headers[..<index].contains { $0.name == name }
            if isRepeated { return .malformed("the header \(name) comes more than once") }
        }
        guard let host = head["host"], !host.isEmpty else {
            return .malformed("the header host is missing")
        }
        guard host.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return .malformed("the header host is no name")
        }
        guard head["expect"].map({ $0.lowercased() == "100-continue" }) ?? true else {
            return .malformed("the header expect is other than 100-continue")
        }
        return faultOfFraming(head, version)
    }

    private static func faultOfFraming(_ head: HTTPHead, _ version: String) -> HTTPFault? {
        let length = head["content-length"]
        if let coding = head["transfer-encoding"] {
            guard length == nil else {
                return .malformed("content-length and transfer-encoding exclude each other")
            }
            guard version == "HTTP/1.1", coding.utf8.elementsEqual("chunked".utf8) else {
                return .malformed("the only transfer-encoding is chunked, in HTTP/1.1")
            }
        }
        if let length {
            let isNumber = !length.isEmpty && length.utf8.allSatisfy { (48...57).contains($0) }
            guard isNumber else { return .malformed("content-length is not a number") }
        }
        return nil
    }

    private static func isTarget(_ text: String) -> Bool {
        text.utf8.first == UInt8(ascii: "/") && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Methods are told apart by case, and none has small letters.
    private static func isMethod(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || byte == UInt8(ascii: "-")
            }
    }

    private static func isToken(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    private static func isValue(_ value: String) -> Bool {
        value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}
