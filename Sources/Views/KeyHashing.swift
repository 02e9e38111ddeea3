/// Hashes keys for tables in memory.
struct KeyHashing {
    /// A random seed: keys hold ids that clients choose, and without it clients could choose
    /// colliding ones.
    private let seed = UInt64.random(in: 1 ... .max)

    /// A multiplication for each eight bytes, and one to spread the end.
    func hash(_ key: RawSpan) -> UInt32 {
        var hash = UInt64(truncatingIfNeeded: key.byteCount) ^ seed
        var offset = 0
        while key.byteCount - offset >= 8 {
            let word = key.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
            hash = mix(hash ^ word)
            offset += 8
        }
        var tail: UInt64 = 0
        while offset < key.byteCount {
            tail =
                tail << 8 | UInt64(key.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self))
            offset += 1
        }
        return UInt32(truncatingIfNeeded: mix(hash ^ tail) >> 32)
    }

    private func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25 ^ seed)
        return product.high ^ product.low
    }
}
