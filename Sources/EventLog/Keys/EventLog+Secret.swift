package import Merkle
internal import Wire

extension EventLog {
    /// A secret of this store for one purpose: whoever has the log and the views alone cannot
    /// compute it.
    ///
    /// It is derived from the slot of the first event, which lies in keys.bin outside the log, is
    /// flushed at creation and never erased. So a copy of the keys has it, no store lacks it, and
    /// it is lost with the keys and never without them.
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
