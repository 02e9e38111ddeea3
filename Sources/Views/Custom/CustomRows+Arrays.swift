// The same with arrays, for callers that keep keys and values in arrays.

extension CustomRows {
    /// Returns a copy of the value of a key; nil if there is no row.
    ///
    /// - Throws: `CustomRowError` if the view has no such table or the key is too long or empty.
    public borrowing func value(
        of key: [UInt8],
        in table: String
    ) throws(CustomRowError) -> [UInt8]? {
        let key = key.span.bytes
        guard let value = try value(of: key, in: table) else { return nil }
        return value.withUnsafeBytes { Array($0) }
    }

    /// Writes a row.
    ///
    /// - Throws: `CustomRowError`, as the function with spans.
    public mutating func put(
        _ key: [UInt8],
        _ value: [UInt8],
        in table: String
    ) throws(CustomRowError) {
        let key = key.span.bytes
        let value = value.span.bytes
        try put(key, value, in: table)
    }

    /// Removes a row, if it exists.
    ///
    /// - Throws: `CustomRowError`, as the function with spans.
    public mutating func remove(_ key: [UInt8], in table: String) throws(CustomRowError) {
        let key = key.span.bytes
        try remove(key, in: table)
    }
}
