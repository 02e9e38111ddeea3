// The same with arrays, for callers that keep keys and values in arrays.

extension CustomRows {
    /// The value of a key; nil where there is no row.
    public borrowing func value(
        of key: [UInt8],
        in table: String
    ) throws(CustomRowError) -> [UInt8]? {
        let key = key.span.bytes
        guard let value = try value(of: key, in: table) else { return nil }
        return value.withUnsafeBytes { Array($0) }
    }

    /// Writes a row.
    public mutating func put(
        _ key: [UInt8],
        _ value: [UInt8],
        in table: String
    ) throws(CustomRowError) {
        let key = key.span.bytes
        let value = value.span.bytes
        try put(key, value, in: table)
    }

    /// Removes a row, if it is there.
    public mutating func remove(_ key: [UInt8], in table: String) throws(CustomRowError) {
        let key = key.span.bytes
        try remove(key, in: table)
    }
}
