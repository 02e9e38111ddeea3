/// The middle of a proof's text: a line for each hash, and an empty one.
enum HashLines {
    static func read(
        _ lines: inout LineReader,
        maximum: Int
    ) throws(HashLinesError) -> [Digest] {
        var hashes: [Digest] = []
        while true {
            guard let line = lines.next() else { throw .unended }
            if line.isEmpty { return hashes }
            guard hashes.count < maximum else { throw .tooMany(maximum: maximum) }
            do {
                hashes.append(try Digest(base64: line.span.bytes))
            } catch {
                throw .malformed(line: lines.line, error)
            }
        }
    }

    static func append(_ hashes: [Digest], to bytes: inout [UInt8]) {
        for hash in hashes { bytes += Array(hash.base64.utf8) + [newline] }
        bytes.append(newline)
    }
}

/// Why lines are not the hashes of a proof.
enum HashLinesError: Error {
    case malformed(line: Int, HashTextError)
    case tooMany(maximum: Int)
    /// The text ends before the empty line.
    case unended
}

/// An error of a proof's file that also tells what is wrong with its hashes.
protocol HashLinesFailing {
    static func malformedHash(line: Int, _ error: HashTextError) -> Self
    static func tooManyHashes(maximum: Int) -> Self
    static var missingCheckpoint: Self { get }
}

extension HashLinesFailing {
    init(_ error: HashLinesError) {
        switch error {
        case .malformed(let line, let error): self = .malformedHash(line: line, error)
        case .tooMany(let maximum): self = .tooManyHashes(maximum: maximum)
        case .unended: self = .missingCheckpoint
        }
    }
}

extension StaticString {
    /// The text in UTF-8.
    var bytes: [UInt8] { withUTF8Buffer { Array($0) } }
}

extension ArraySlice<UInt8> {
    /// Returns the rest after a prefix; nil if the bytes do not begin with it.
    func dropping(_ prefix: StaticString) -> ArraySlice<UInt8>? {
        var scanner = ByteScanner(self)
        return scanner.take(prefix) ? scanner.takeRest() : nil
    }
}
