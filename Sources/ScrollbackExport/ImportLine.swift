internal import LogSchema
internal import Merkle
internal import ScrollbackJSON
internal import Wire

/// A line of `events.jsonl` of an export of everything.
struct ImportLine {
    let position: UInt64
    /// The leaf hash as the line names it.
    let leaf: Digest
    /// The envelope, as the exported log stored and hashed it.
    let envelope: [UInt8]
    let salt: [UInt8]
    /// The content in the clear; nil where there is none.
    let content: [UInt8]?

    /// Reads a line; nil if it is no line of an export of everything.
    init?(_ bytes: [UInt8]) {
        guard
            let document = try? JSONDocument(bytes, maximumBytes: HashedLines.maximumBytes),
            let line = document.root.object, line["withheld"] == nil,
            let event = line["event"]?.object,
            case .number(let number)? = event["position"]?.integer,
            let position = UInt64(exactly: number), let leaf = event["leaf"]?.digest,
            let envelope = line["envelope"]?.base64
        else { return nil }
        (self.position, self.leaf, self.envelope) = (position, leaf, envelope)
        switch (line["salt"], line["content"]) {
        case (nil, nil): (salt, content) = ([], nil)
        case (let salt?, let content?):
            guard let salt = salt.base64, salt.count == EnvelopeSeal.saltByteCount,
                let content = content.base64, !content.isEmpty
            else { return nil }
            (self.salt, self.content) = (salt, content)
        default: return nil
        }
    }
}

extension JSONValue {
    /// The bytes that a string spells in base 64.
    fileprivate var base64: [UInt8]? {
        guard let string else { return nil }
        let text = Array(string.utf8)
        return try? Base64.decode(text.span.bytes)
    }
}
