internal import Glibc

extension RawSpan {
    /// Whether a key comes before another one in a table: byte by byte, the shorter one first.
    func sorts(before other: RawSpan) -> Bool {
        withUnsafeBytes { bytes in
            other.withUnsafeBytes { other in
                guard let left = bytes.baseAddress, let right = other.baseAddress else {
                    return bytes.count < other.count
                }
                let order = memcmp(left, right, min(bytes.count, other.count))
                return order == 0 ? bytes.count < other.count : order < 0
            }
        }
    }

    /// Whether two spans hold the same bytes.
    func isEqual(to other: RawSpan) -> Bool {
        guard byteCount == other.byteCount else { return false }
        return withUnsafeBytes { bytes in
            other.withUnsafeBytes { other in
                guard let left = bytes.baseAddress, let right = other.baseAddress else {
                    return true
                }
                return memcmp(left, right, bytes.count) == 0
            }
        }
    }
}
