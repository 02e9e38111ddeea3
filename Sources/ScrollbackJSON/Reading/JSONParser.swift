/// Finds the tokens of a JSON text (RFC 8259), or the first place where it is none.
struct JSONParser: ~Escapable {
    private let bytes: Span<UInt8>
    private var position = 0
    private var tokens: [JSONToken] = []

    static func parse(
        _ bytes: [UInt8],
        maximumBytes: Int
    ) throws(JSONFault) -> [JSONToken] {
        guard bytes.count <= maximumBytes else { throw JSONFault(.tooLong, at: maximumBytes) }
        if let offset = firstFaultOfUTF8(in: bytes) { throw JSONFault(.notUTF8, at: offset) }
        var parser = JSONParser(bytes.span)
        try parser.value(depth: 0)
        parser.skipSpace()
        guard parser.position == bytes.count else { throw parser.fault(.trailing) }
        return parser.tokens
    }

    @_lifetime(copy bytes)
    private init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
        // Few values are shorter, and no list of any length costs more than to grow twice.
        tokens.reserveCapacity(min(bytes.count / 8, 1_024) + 8)
    }

    private static func firstFaultOfUTF8(in bytes: [UInt8]) -> Int? {
        do {
            _ = try UTF8Span(validating: bytes.span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }

    /// The byte here; zero, which stands nowhere in JSON, at the end.
    private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

    private func fault(_ reason: JSONFault.Reason) -> JSONFault { JSONFault(reason, at: position) }

    private var unexpected: JSONFault {
        fault(position < bytes.count ? .unexpected : .endsEarly)
    }

    private mutating func skipSpace() {
        while true {
            switch current {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func expect(_ byte: UInt8) throws(JSONFault) {
        guard current == byte else { throw unexpected }
        position += 1
    }

    private mutating func value(depth: Int) throws(JSONFault) {
        skipSpace()
        switch current {
        case UInt8(ascii: "{"): try object(depth: depth + 1)
        case UInt8(ascii: "["): try array(depth: depth + 1)
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        case UInt8(ascii: "t"): try word("true", .true)
        case UInt8(ascii: "f"): try word("false", .false)
        case UInt8(ascii: "n"): try word("null", .null)
        default: throw unexpected
        }
    }

    /// Opens a token here, to be closed once its end is known.
    private mutating func open(_ kind: JSONToken.Kind) -> Int {
        tokens.append(JSONToken(kind: kind, start: UInt32(position), end: 0, next: 0))
        return tokens.count - 1
    }

    private mutating func close(_ token: Int) {
        tokens[token].end = UInt32(position)
        tokens[token].next = UInt32(tokens.count)
    }

    private mutating func object(depth: Int) throws(JSONFault) {
        guard depth <= JSONDocument.maximumDepth else { throw fault(.tooDeep) }
        let token = open(.object)
        position += 1
        skipSpace()
        var count = 0
        if current != UInt8(ascii: "}") {
            while true {
                skipSpace()
                guard current == UInt8(ascii: "\"") else { throw unexpected }
                try string()
                skipSpace()
                try expect(UInt8(ascii: ":"))
                try value(depth: depth)
                count += 1
                skipSpace()
                guard current == UInt8(ascii: ",") else { break }
                position += 1
            }
        }
        try expect(UInt8(ascii: "}"))
        close(token)
        if count > 1 { try requireDifferentNames(in: token, count: count) }
    }

    private mutating func array(depth: Int) throws(JSONFault) {
        guard depth <= JSONDocument.maximumDepth else { throw fault(.tooDeep) }
        let token = open(.array)
        position += 1
        skipSpace()
        if current != UInt8(ascii: "]") {
            while true {
                try value(depth: depth)
                skipSpace()
                guard current == UInt8(ascii: ",") else { break }
                position += 1
            }
        }
        try expect(UInt8(ascii: "]"))
        close(token)
    }

    private mutating func word(_ word: StaticString, _ kind: JSONToken.Kind) throws(JSONFault) {
        let token = open(kind)
        for offset in 0..<word.utf8CodeUnitCount {
            try expect(unsafe word.utf8Start[offset])
        }
        close(token)
    }

    private mutating func number() throws(JSONFault) {
        let start = position
        let token = open(.number)
        if current == UInt8(ascii: "-") { position += 1 }
        let leading = current
        let whole = skipDigits()
        guard whole > 0, whole == 1 || leading != UInt8(ascii: "0") else {
            throw JSONFault(.malformedNumber, at: start)
        }
        if current == UInt8(ascii: ".") {
            position += 1
            guard skipDigits() > 0 else { throw JSONFault(.malformedNumber, at: start) }
        }
        if current | 0x20 == UInt8(ascii: "e") {
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            guard skipDigits() > 0 else { throw JSONFault(.malformedNumber, at: start) }
        }
        close(token)
    }

    private mutating func skipDigits() -> Int {
        let start = position
        while case UInt8(ascii: "0")...UInt8(ascii: "9") = current { position += 1 }
        return position - start
    }

    private mutating func string() throws(JSONFault) {
        let token = open(.string)
        position += 1
        while true {
            switch current {
            case UInt8(ascii: "\""):
                position += 1
                close(token)
                return
            case UInt8(ascii: "\\"):
                tokens[token].kind = .escapedString
                try escape()
            case 0x00...0x1F:
                throw fault(position < bytes.count ? .controlCharacter : .endsEarly)
            default:
                position += 1
            }
        }
    }

    private mutating func escape() throws(JSONFault) {
        let start = position
        position += 1
        switch current {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
        case UInt8(ascii: "u"):
            let unit = try codeUnit(of: start)
            guard UTF16.isSurrogate(unit) else { return }
            guard UTF16.isLeadSurrogate(unit), current == UInt8(ascii: "\\") else {
                throw JSONFault(.loneSurrogate, at: start)
            }
            position += 1
            guard current == UInt8(ascii: "u"), UTF16.isTrailSurrogate(try codeUnit(of: start))
            else { throw JSONFault(.loneSurrogate, at: start) }
        default:
            throw position < bytes.count
                ? JSONFault(.malformedEscape, at: start) : fault(.endsEarly)
        }
    }

    /// Reads the `u` here and its four digits.
    private mutating func codeUnit(of escape: Int) throws(JSONFault) -> UInt16 {
        position += 1
        guard bytes.count - position >= 4,
            let unit = UInt16(
                hexadecimal: [
                    bytes[position], bytes[position + 1], bytes[position + 2],
                    bytes[position + 3],
                ]
            )
        else { throw JSONFault(.malformedEscape, at: escape) }
        position += 4
        return unit
    }

    /// Compares names without their escapes, by their code points: two spellings of an accent are
    /// two names.
    private func requireDifferentNames(in object: Int, count: Int) throws(JSONFault) {
        // In a small object comparing each with each is faster than hashing.
        guard count <= 8 else { return try requireDifferentNames(hashing: object, count: count) }
        var name = object + 1
        for _ in 1..<count {
            name = Int(tokens[Int(tokens[name].next)].next)
            var earlier = object + 1
            while earlier < name {
                guard !tokens[name].spells(tokens[earlier], in: bytes) else {
                    throw JSONFault(.repeatedName, at: Int(tokens[name].start))
                }
                earlier = Int(tokens[Int(tokens[earlier].next)].next)
            }
        }
    }

    private func requireDifferentNames(hashing object: Int, count: Int) throws(JSONFault) {
        var names: Set<[UInt8]> = []
        names.reserveCapacity(count)
        var name = object + 1
        for _ in 0..<count {
            guard names.insert(tokens[name].spelled(in: bytes)).inserted else {
                throw JSONFault(.repeatedName, at: Int(tokens[name].start))
            }
            name = Int(tokens[Int(tokens[name].next)].next)
        }
    }
}
