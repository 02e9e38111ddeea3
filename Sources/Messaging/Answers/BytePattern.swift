/// Bytes that are looked for in texts, whatever both repeat (Knuth, Morris, Pratt).
struct BytePattern {
    private let bytes: [UInt8]
    /// How much of the beginning ends at each byte.
    private let borders: [Int]

    init(_ bytes: [UInt8]) {
        var borders = bytes.isEmpty ? [] : [0]
        var length = 0
        for byte in bytes.dropFirst() {
            while length > 0, bytes[length] != byte { length = borders[length - 1] }
            if bytes[length] == byte { length += 1 }
            borders.append(length)
        }
        (self.bytes, self.borders) = (bytes, borders)
    }

    /// Whether they are somewhere in a text; no bytes are in every text.
    ///
    /// - Complexity: O(bytes of the text).
    func isPart(of text: some Sequence<UInt8>) -> Bool {
        guard !bytes.isEmpty else { return true }
        var length = 0
        for byte in text {
            while length > 0, bytes[length] != byte { length = borders[length - 1] }
            if bytes[length] == byte { length += 1 }
            if length == bytes.count { return true }
        }
        return false
    }
}
