/// The lines of a text that was checked to end in a newline, one after the other.
struct LineReader {
    private let bytes: [UInt8]
    private var position = 0

    /// The number of the line that was read last; the first one is 1.
    private(set) var line = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next line without its newline, nil at the end.
    mutating func next() -> ArraySlice<UInt8>? {
        guard let end = bytes[position...].firstIndex(of: newline) else { return nil }
        defer { position = end + 1 }
        line += 1
        return bytes[position..<end]
    }

    /// A note of two paragraphs and the empty line behind it, which is left away; nil if that
    /// does not come.
    mutating func nextNote() -> ArraySlice<UInt8>? {
        let start = position
        var isBehindText = false
        while let line = next() {
            guard line.isEmpty else { continue }
            if isBehindText { return bytes[start..<position - 1] }
            isBehindText = true
        }
        return nil
    }

    /// All that was not read yet.
    var rest: ArraySlice<UInt8> { bytes[position...] }
}
