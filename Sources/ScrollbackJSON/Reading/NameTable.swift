/// Names that are looked for in an object, in one run of bytes.
struct NameTable: Sendable {
    private let text: [UInt8]
    /// The beginning of each name, and the end of the last one.
    private let bounds: [Int]

    init(_ names: [String]) {
        var text: [UInt8] = []
        var bounds = [0]
        for name in names {
            text += name.utf8
            bounds.append(text.count)
        }
        self.text = text
        self.bounds = bounds
    }

    /// How many names there are.
    var count: Int { bounds.count - 1 }

    /// Which of the names a string spells.
    func place(of string: JSONToken, in bytes: Span<UInt8>) -> Int? {
        for place in 0..<count {
            let name = text.span.extracting(bounds[place]..<bounds[place + 1])
            if string.spells(name, in: bytes) { return place }
        }
        return nil
    }
}
