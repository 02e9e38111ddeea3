package import Merkle
internal import Wire

extension EventLog {
    /// Returns a secret of this store for one purpose, which cannot be computed from the log and
    /// the views alone.
    ///
    /// It is derived from the slot of the first event, which lies in keys.bin outside the log, is
    /// flushed at creation and never erased. So every store has it, a copy of the keys gives it
    /// too, and only the loss of the keys loses it.
    package func secret(for purpose: String) throws(LogError) -> Digest {
        let slot = try keys.slot(at: 0)
        var bytes = InlineArray<4, UInt64>(repeating: 0)
        (bytes[0], bytes[1]) = slot.salt.bigEndianWords
        (bytes[2], bytes[3]) = slot.key.bigEndianWords
        var code = HMACSHA256(key: bytes.span.bytes)
        let purpose = Array(purpose.utf8)
        code.update(purpose.span.bytes)
        return code.finish()
    }
}
