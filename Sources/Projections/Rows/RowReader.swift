internal import Views
internal import Wire

/// Reads fields from a row, and checks that the row has exactly these.
struct RowReader: RowFields, ~Escapable {
    private let bytes: RawSpan
    private var offset = 0
    /// The number of bytes beyond the fields that every row has.
    private var spare: Int
    private var isDamaged = false

    /// - Precondition: there are as many bytes as the fields that every row has.
    @_lifetime(copy bytes)
    @inline(__always)
    init(_ bytes: RawSpan, fixed: Int) {
        self.bytes = bytes
        spare = bytes.byteCount - fixed
    }

    /// Whether every field was there, with no bytes after them.
    @inline(__always)
    var hasSucceeded: Bool { !isDamaged && offset == bytes.byteCount }

    @inline(__always)
    mutating func number(_ value: inout UInt64, _ name: StaticString) {
        value = bytes.number(at: offset)
        offset &+= 8
    }

    @inline(__always)
    mutating func short(_ value: inout UInt32, _ name: StaticString) {
        let stored = bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
        value = UInt32(bigEndian: stored)
        offset &+= 4
    }

    @inline(__always)
    mutating func byte(_ value: inout UInt8, _ name: StaticString) {
        value = bytes.byte(at: offset)
        offset &+= 1
    }

    @inline(__always)
    mutating func enumeration<Value: WireEnumeration>(_ value: inout Value, _ name: StaticString) {
        value = Value(rawValue: Int32(bytes.byte(at: offset)))
        offset &+= 1
    }

    mutating func text(_ value: inout String, _ name: StaticString) {
        take(spare, &value)
    }

    mutating func shortText(_ value: inout String, _ name: StaticString) {
        var count: UInt8 = 0
        byte(&count, name)
        take(Int(count), &value)
    }

    private mutating func take(_ count: Int, _ value: inout String) {
        guard count <= spare else { return refuse() }
        let text = bytes.extracting(offset..<offset + count).withUnsafeBytes {
            String(validating: $0, as: UTF8.self)
        }
        offset += count
        spare -= count
        if let text { value = text } else { refuse() }
    }

    @inline(__always)
    mutating func elements(
        _ count: inout Int,
        ofBytes byteCount: Int,
        limit: Int,
        _ name: StaticString,
        _ visit: (_ index: Int, _ fields: inout RowReader) -> Void
    ) {
        let (found, rest) = spare.quotientAndRemainder(dividingBy: byteCount)
        guard rest == 0, found <= limit else { return refuse() }
        count = found
        for index in 0..<found { visit(index, &self) }
    }

    mutating func refuse() { isDamaged = true }
}
