internal import Merkle
internal import Messaging
internal import Wire

/// The ids of the unnamed objects that the lines of a batch create.
///
/// They follow from the batch's own id, its actor and the line's place, so that the same lines
/// under the same id create the same objects: a retry finds them, and gets the first answer.
struct BatchNames {
    let actor: Actor
    let batch: CommandID

    /// Returns the id of a line's object, counted from 0 (UUID version 8).
    func name(ofLine index: Int) -> UniqueID {
        var bytes = Array("scrollback/together/1".utf8)
        switch actor {
        case .operator: bytes.append(0)
        case .user(let user):
            bytes.append(1)
            append(user.rawValue, to: &bytes)
        }
        append(batch.rawValue, to: &bytes)
        append(UInt64(index), to: &bytes)
        let words = SHA256.hash(bytes.span.bytes).words
        return UniqueID(
            high: UInt64(bigEndian: words.0) & ~0xF000 | 0x8000,
            low: UInt64(bigEndian: words.1) & ~(0b11 << 62) | 0b10 << 62
        )
    }

    private func append(_ id: UniqueID, to bytes: inout [UInt8]) {
        append(id.high, to: &bytes)
        append(id.low, to: &bytes)
    }

    private func append(_ number: UInt64, to bytes: inout [UInt8]) {
        for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (56 - 8 * place))) }
    }
}
