import Wire

@testable import Projections

/// Fills the fields of a row with values at the edges.
struct RowFiller: RowFields {
    /// The number in every field of four or eight bytes.
    let number: UInt64
    /// The byte in every field of one byte; nil leaves what an empty row has.
    let byte: UInt8?
    let text: String
    let count: Int

    /// Whether the values together mean nothing.
    private(set) var isRefused = false
    /// Whether the row ends in text or elements, so that there is no one length.
    private(set) var hasTail = false
    /// The most elements that it can end in.
    private(set) var limit = Int.max

    /// The fillings that every layout is tried with.
    static let all: [RowFiller] = {
        let numbers: [UInt64] = [0, 1, .max, 1 << 63, 0x0102_0304_0506_0708]
        let bytes: [UInt8?] = [nil, 0, 1, 2, 0x7F, 0xFF]
        let texts = ["", "a", "👍🏽", String(repeating: "x", count: 64)]
        return numbers.flatMap { number in
            bytes.flatMap { byte in
                texts.enumerated().map { index, text in
                    RowFiller(number: number, byte: byte, text: text, count: index)
                }
            }
        }
    }()

    private init(number: UInt64, byte: UInt8?, text: String, count: Int) {
        (self.number, self.byte, self.text, self.count) = (number, byte, text, count)
    }

    mutating func number(_ value: inout UInt64, _ name: StaticString) { value = number }

    mutating func short(_ value: inout UInt32, _ name: StaticString) {
        value = UInt32(truncatingIfNeeded: number)
    }

    mutating func byte(_ value: inout UInt8, _ name: StaticString) { value = byte ?? value }

    mutating func enumeration<Value: WireEnumeration>(_ value: inout Value, _ name: StaticString) {
        value = byte.map { Value(rawValue: Int32($0)) } ?? value
    }

    mutating func text(_ value: inout String, _ name: StaticString) {
        value = text
        hasTail = true
    }

    mutating func shortText(_ value: inout String, _ name: StaticString) { value = text }

    mutating func elements(
        _ count: inout Int,
        ofBytes byteCount: Int,
        limit: Int,
        _ name: StaticString,
        _ visit: (_ index: Int, _ fields: inout RowFiller) -> Void
    ) {
        count = min(self.count, limit)
        for index in 0..<count { visit(index, &self) }
        hasTail = true
        self.limit = limit
    }

    mutating func refuse() { isRefused = true }
}
