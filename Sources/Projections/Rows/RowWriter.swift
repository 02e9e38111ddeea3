internal import Views
internal import Wire

/// Fields that are written one behind the other, numbers with the greatest byte first.
protocol RowWriter: RowFields {
    mutating func append(_ byte: UInt8)
    mutating func append(_ number: UInt32)
    mutating func append(_ number: UInt64)
}

extension RowWriter {
    @inline(__always)
    mutating func number(_ value: inout UInt64, _ name: StaticString) { append(value) }

    @inline(__always)
    mutating func short(_ value: inout UInt32, _ name: StaticString) { append(value) }

    @inline(__always)
    mutating func byte(_ value: inout UInt8, _ name: StaticString) { append(value) }

    @inline(__always)
    mutating func enumeration<Value: WireEnumeration>(_ value: inout Value, _ name: StaticString) {
        append(UInt8(truncatingIfNeeded: value.rawValue))
    }

    mutating func text(_ value: inout String, _ name: StaticString) {
        for byte in value.utf8 { append(byte) }
    }

    mutating func shortText(_ value: inout String, _ name: StaticString) {
        append(UInt8(value.utf8.count))
        text(&value, name)
    }

    @inline(__always)
    mutating func elements(
        _ count: inout Int,
        ofBytes byteCount: Int,
        limit: Int,
        _ name: StaticString,
        _ visit: (_ index: Int, _ fields: inout Self) -> Void
    ) {
        for index in 0..<count { visit(index, &self) }
    }

    mutating func refuse() {}
}

extension RowBytes: RowWriter {}

extension RowLayout {
    /// Lends the stored bytes, of any number.
    @inline(__always)
    func withBytes<Result>(_ body: (RawSpan) -> Result) -> Result {
        var copy = self
        return withUnsafeTemporaryAllocation(byteCount: byteCount, alignment: 8) { buffer in
            var writer = LongRowWriter(buffer)
            copy.visit(&writer)
            return body(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(buffer)))
        }
    }
}

/// Writes a row of any length, for which there is room.
@safe
private struct LongRowWriter: RowWriter {
    private let bytes: UnsafeMutableRawBufferPointer
    private var offset = 0

    @inline(__always)
    init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

    @inline(__always)
    mutating func append(_ byte: UInt8) { store(byte) }

    @inline(__always)
    mutating func append(_ number: UInt32) { store(number.bigEndian) }

    @inline(__always)
    mutating func append(_ number: UInt64) { store(number.bigEndian) }

    @inline(__always)
    private mutating func store<Value: BitwiseCopyable>(_ value: Value) {
        bytes.storeBytes(of: value, toByteOffset: offset, as: Value.self)
        offset &+= MemoryLayout<Value>.size
    }
}
