/// A row of a views file with its checksum behind it, as one that was written in earnest.
///
/// Computed bit by bit, so that the file's format is said twice: the CRC-32C over the table's name,
/// the key's length added, goes on over the key and the value.
package func sealed(_ value: [UInt8], under key: [UInt8], in table: String) -> [UInt8] {
    let name = crc32c(0, Array(table.utf8))
    let checksum = crc32c(name &+ UInt32(key.count), key + value)
    return value + withUnsafeBytes(of: checksum.littleEndian) { Array($0) }
}

private func crc32c(_ seed: UInt32, _ bytes: [UInt8]) -> UInt32 {
    var state = ~seed
    for byte in bytes {
        state ^= UInt32(byte)
        for _ in 0..<8 { state = state & 1 == 1 ? state >> 1 ^ 0x82F6_3B78 : state >> 1 }
    }
    return ~state
}
