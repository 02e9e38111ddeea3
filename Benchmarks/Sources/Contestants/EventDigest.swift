/// A number that tells bytes from all others; digests of many rows are added up.
package enum EventDigest {
    /// Goes over bytes, eight at a time.
    package static func of(_ bytes: RawSpan, from seed: UInt64 = 0) -> UInt64 {
        var hash = mix(seed ^ UInt64(bytes.byteCount) &* 0x9E37_79B9_7F4A_7C15)
        var offset = 0
        while bytes.byteCount - offset >= 8 {
            hash = mix(hash ^ bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        while offset < bytes.byteCount {
            hash = mix(
                hash ^ UInt64(bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self))
            )
            offset += 1
        }
        return hash
    }

    package static func of(_ text: String, from seed: UInt64 = 0) -> UInt64 {
        let bytes = Array(text.utf8)
        return of(bytes.span.bytes, from: seed)
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9FB2_1C65_1E98_DF25)
        return (product.high ^ product.low) &+ 0x9E37_79B9_7F4A_7C15
    }
}
