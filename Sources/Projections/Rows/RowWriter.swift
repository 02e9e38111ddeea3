internal import Views
internal import Wire

extension RowBytes: RowFields {
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
        _ visit: (_ index: Int, _ fields: inout RowBytes) -> Void
    ) {
        for index in 0..<count { visit(index, &self) }
    }

    mutating func refuse() {}
}

extension RowLayout {
    /// Lends the stored bytes, however many they are.
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
private struct LongRowWriter: RowFields {
    private let bytes: UnsafeMutableRawBufferPointer
    private var offset = 0

    @inline(__always)
    init(_ bytes: UnsafeMutableRawBufferPointer) { self.bytes = bytes }

    @inline(__always)
    private mutating func store<Value: BitwiseCopyable>(_ value: Value) {
        bytes.storeBytes(of: value, toByteOffset: offset, as: Value.self)
        offset &+= MemoryLayout<Value>.size
    }

    @inline(__always)
    mutating func number(_ value: inout UInt64, _ name: StaticString) { store(value.bigEndian) }

    @inline(__always)
    mutating func short(_ value: inout UInt32, _ name: StaticString) { store(value.bigEndian) }

    @inline(__always)
    mutating func byte(_ value: inout UInt8, _ name: StaticString) { store(value) }

    @inline(__always)
    mutating func enumeration<Value: WireEnumeration>(_ value: inout Value, _ name: StaticString) {
        store(UInt8(truncatingIfNeeded: value.rawValue))
    }

    mutating func text(_ value: inout String, _ name: StaticString) {
        for byte in value.utf8 { store(byte) }
    }

    mutating func shortText(_ value: inout String, _ name: StaticString) {
        store(UInt8(value.utf8.count))
        text(&value, name)
    }

    @inline(__always)
    mutating func elements(
        _ count: inout Int,
        ofBytes byteCount: Int,
        limit: Int,
        _ name: StaticString,
        _ visit: (_ index: Int, _ fields: inout LongRowWriter) -> Void
    ) {
        for index in 0..<count { visit(index, &self) }
    }

    mutating func refuse() {}
}
