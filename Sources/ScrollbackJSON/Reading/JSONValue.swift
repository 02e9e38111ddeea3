package import Wire

/// A value of a JSON text.
package struct JSONValue: Sendable {
    let document: JSONDocument
    let index: Int

    var token: JSONToken { document.tokens[index] }

    /// The bytes as they stand in the text.
    package var bytes: ArraySlice<UInt8> {
        document.bytes[Int(token.start)..<Int(token.end)]
    }

    /// The byte of the text where it begins.
    package var offset: Int { Int(token.start) }

    package var isNull: Bool { token.kind == .null }

    package var boolean: Bool? {
        switch token.kind {
        case .true: true
        case .false: false
        case .object, .array, .string, .escapedString, .number, .null: nil
        }
    }

    package var string: String? {
        switch token.kind {
        case .string, .escapedString:
            token.text(in: document.bytes)
        case .object, .array, .number, .true, .false, .null: nil
        }
    }

    /// The identifier that a string spells.
    package var uniqueID: UniqueID? {
        let bytes = document.bytes
        return switch token.kind {
        case .string: UniqueID(utf8: bytes.span.extracting(token.inside))
        case .escapedString: string.flatMap { UniqueID($0) }
        case .object, .array, .number, .true, .false, .null: nil
        }
    }

    /// Whether it is a string.
    package var isString: Bool { token.kind == .string || token.kind == .escapedString }

    /// Whether it is a string of the same code points.
    package func spells(_ text: String) -> Bool {
        let bytes = document.bytes
        return isString && token.spells(text.utf8Span.span, in: bytes.span)
    }

    /// A number that is written with digits alone, of any size.
    package var integer: JSONInteger? {
        guard token.kind == .number else { return nil }
        var magnitude: Int64 = 0
        let digits = bytes
        let isNegative = digits.first == UInt8(ascii: "-")
        for digit in isNegative ? digits.dropFirst() : digits {
            guard case UInt8(ascii: "0")...UInt8(ascii: "9") = digit else { return nil }
            guard magnitude <= JSONInteger.largest else { continue }
            magnitude = magnitude * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        guard magnitude <= JSONInteger.largest else { return .tooLarge }
        return .number(isNegative ? -magnitude : magnitude)
    }

    /// The nearest floating-point number; infinite if the value is out of range.
    package var number: Double? {
        guard token.kind == .number else { return nil }
        return Double(String(decoding: bytes, as: UTF8.self))
    }

    package var object: JSONObject? {
        token.kind == .object ? JSONObject(value: self) : nil
    }

    /// The values of an array.
    package var elements: JSONElements? {
        token.kind == .array ? JSONElements(array: self) : nil
    }
}

/// A number that is written with digits alone.
package enum JSONInteger: Hashable, Sendable {
    case number(Int64)
    /// No program that reads numbers as floating-point could tell it from its neighbours.
    case tooLarge

    /// The largest that every program can read: 2⁵³.
    package static let largest: Int64 = 1 << 53

    /// All that every program can read.
    package static let range = -largest...largest
}

/// The values of an array, in their order.
package struct JSONElements: Sequence, IteratorProtocol {
    private let document: JSONDocument
    private var upcoming: Int
    private let end: Int

    init(array: JSONValue) {
        document = array.document
        upcoming = array.index + 1
        end = Int(array.token.next)
    }

    package mutating func next() -> JSONValue? {
        guard upcoming < end else { return nil }
        defer { upcoming = Int(document.tokens[upcoming].next) }
        return JSONValue(document: document, index: upcoming)
    }
}

/// An object of a JSON text; its names are all different.
package struct JSONObject: Sendable {
    let value: JSONValue

    /// The value with a name.
    ///
    /// - Complexity: O(number of names).
    package subscript(name: String) -> JSONValue? {
        let tokens = value.document.tokens
        let bytes = value.document.bytes
        var index = value.index + 1
        while index < value.token.next {
            let token = tokens[index]
            let next = Int(token.next)
            if token.spells(name.utf8Span.span, in: bytes.span) {
                return JSONValue(document: value.document, index: next)
            }
            index = Int(tokens[next].next)
        }
        return nil
    }

    /// Finds the values of some names in one walk: their tokens in the order of the names, zero for
    /// a missing one.
    ///
    /// The closure is called with the token of a value with another name; it throws if such a name
    /// is not allowed.
    func find<Failure: Error>(
        _ names: NameTable,
        other: (_ token: Int, _ name: () -> String) throws(Failure) -> Void
    ) throws(Failure) -> [Int] {
        let tokens = value.document.tokens
        let bytes = value.document.bytes
        let end = Int(value.token.next)
        var found = [Int](repeating: 0, count: names.count)
        var index = value.index + 1
        while index < end {
            let token = tokens[index]
            let next = Int(token.next)
            if let place = names.place(of: token, in: bytes.span) {
                found[place] = next
            } else {
                try other(next) { token.text(in: bytes) }
            }
            index = Int(tokens[next].next)
        }
        return found
    }

    /// The names and values, in their order.
    package var members: JSONMembers { JSONMembers(object: value) }
}

/// A name and its value.
package struct JSONMember {
    private let token: JSONToken
    package let value: JSONValue

    init(token: JSONToken, value: JSONValue) {
        self.token = token
        self.value = value
    }

    package var name: String {
        token.text(in: value.document.bytes)
    }

    /// The name as it stands in the text, with its quotes.
    var rawName: ArraySlice<UInt8> { value.document.bytes[Int(token.start)..<Int(token.end)] }

    /// Whether the name has the same code points.
    package func isNamed(_ name: String) -> Bool {
        let bytes = value.document.bytes
        return token.spells(name.utf8Span.span, in: bytes.span)
    }
}

/// The names and values of an object, in their order.
package struct JSONMembers: Sequence, IteratorProtocol {
    private let document: JSONDocument
    private var upcoming: Int
    private let end: Int

    init(object: JSONValue) {
        document = object.document
        upcoming = object.index + 1
        end = Int(object.token.next)
    }

    package mutating func next() -> JSONMember? {
        guard upcoming < end else { return nil }
        let name = document.tokens[upcoming]
        let value = JSONValue(document: document, index: Int(name.next))
        upcoming = Int(value.token.next)
        return JSONMember(token: name, value: value)
    }
}
