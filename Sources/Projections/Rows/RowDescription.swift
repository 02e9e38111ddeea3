internal import Views
internal import Wire

/// Counts the bytes of a row; of an empty one, those that every row has.
struct RowMeasure: RowFields {
    private(set) var byteCount = 0

    @inline(__always)
    mutating func number(_ value: inout UInt64, _ name: StaticString) { byteCount &+= 8 }

    @inline(__always)
    mutating func short(_ value: inout UInt32, _ name: StaticString) { byteCount &+= 4 }

    @inline(__always)
    mutating func byte(_ value: inout UInt8, _ name: StaticString) { byteCount &+= 1 }

    @inline(__always)
    mutating func enumeration<Value: WireEnumeration>(_ value: inout Value, _ name: StaticString) {
        byteCount &+= 1
    }

    @inline(__always)
    mutating func text(_ value: inout String, _ name: StaticString) {
        byteCount &+= value.utf8.count
    }

    @inline(__always)
    mutating func shortText(_ value: inout String, _ name: StaticString) {
        byteCount &+= 1 &+ value.utf8.count
    }

    @inline(__always)
    mutating func elements(
        _ count: inout Int,
        ofBytes byteCount: Int,
        limit: Int,
        _ name: StaticString,
        _ visit: (_ index: Int, _ fields: inout RowMeasure) -> Void
    ) {
        self.byteCount &+= count &* byteCount
    }

    mutating func refuse() {}
}

/// Names the fields with their lengths, for the documentation.
struct RowFieldList: RowFields {
    private var fields: [(name: String, byteCount: Int)] = []

    var text: String {
        fields.map { $0.byteCount == 0 ? $0.name : "\($0.name) (\($0.byteCount))" }
            .joined(separator: ", ")
    }

    /// A field without a name continues the previous one.
    private mutating func add(_ name: StaticString, _ byteCount: Int) {
        if name.utf8CodeUnitCount == 0, let last = fields.indices.last {
            fields[last].byteCount += byteCount
        } else {
            fields.append(("\(name)", byteCount))
        }
    }

    mutating func number(_ value: inout UInt64, _ name: StaticString) { add(name, 8) }

    mutating func short(_ value: inout UInt32, _ name: StaticString) { add(name, 4) }

    mutating func byte(_ value: inout UInt8, _ name: StaticString) { add(name, 1) }

    mutating func enumeration<Value: WireEnumeration>(_ value: inout Value, _ name: StaticString) {
        add(name, 1)
    }

    mutating func text(_ value: inout String, _ name: StaticString) {
        fields.append(("\(name) (text)", 0))
    }

    mutating func shortText(_ value: inout String, _ name: StaticString) {
        fields.append(("\(name) (length in 1, text)", 0))
    }

    mutating func elements(
        _ count: inout Int,
        ofBytes byteCount: Int,
        limit: Int,
        _ name: StaticString,
        _ visit: (_ index: Int, _ fields: inout RowFieldList) -> Void
    ) {
        var element = RowFieldList()
        visit(0, &element)
        let bound = limit == .max ? "" : "up to \(limit) "
        fields.append(("\(bound)\(name) [\(element.text)]", 0))
    }

    mutating func refuse() {}
}

/// The layouts of a table's rows.
struct RowLayouts<Key: RowLayout, Row: RowLayout>: TableLayout {
    let table: ViewTable

    var text: String { "\(Self.fields(of: Key())) → \(Self.fields(of: Row()))" }

    func fields(ofKey key: RawSpan) -> [RowField]? { RowFieldReading.fields(of: Key(reading: key)) }

    func fields(ofValue value: RawSpan) -> [RowField]? {
        RowFieldReading.fields(of: Row(reading: value))
    }

    private static func fields(of layout: some RowLayout) -> String {
        var (layout, list) = (layout, RowFieldList())
        layout.visit(&list)
        return list.text.isEmpty ? "nothing" : list.text
    }
}
