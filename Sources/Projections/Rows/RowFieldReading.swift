internal import Views
internal import Wire

/// Reads the fields of a row with their values, to show them.
struct RowFieldReading: RowFields {
    private var fields: [RowField] = []
    /// The first half of an identifier, whose second half has no name.
    private var half: UInt64 = 0

    /// The fields of a row; nil without one.
    static func fields(of layout: (some RowLayout)?) -> [RowField]? {
        guard var layout else { return nil }
        var reading = RowFieldReading()
        layout.visit(&reading)
        return reading.fields
    }

    mutating func number(_ value: inout UInt64, _ name: StaticString) {
        if name.utf8CodeUnitCount == 0, let first = fields.popLast() {
            let id = UniqueID(high: half, low: value)
            fields.append(RowField(first.name, id == .zero ? "none" : "\(id)"))
        } else {
            half = value
            fields.append(RowField("\(name)", "\(value)"))
        }
    }

    mutating func time(_ value: inout UInt64, _ name: StaticString) {
        let time = Timestamp(microseconds: Int64(bitPattern: value))
        fields.append(RowField("\(name)", value == 0 ? "none" : time.iso8601))
    }

    mutating func short(_ value: inout UInt32, _ name: StaticString) {
        fields.append(RowField("\(name)", "\(value)"))
    }

    mutating func byte(_ value: inout UInt8, _ name: StaticString) {
        fields.append(RowField("\(name)", "\(value)"))
    }

    mutating func enumeration<Value: WireEnumeration>(_ value: inout Value, _ name: StaticString) {
        fields.append(RowField("\(name)", "\(value.rawValue)"))
    }

    mutating func text(_ value: inout String, _ name: StaticString) {
        fields.append(RowField("\(name)", value, isText: true))
    }

    mutating func shortText(_ value: inout String, _ name: StaticString) {
        fields.append(RowField("\(name)", value, isText: true))
    }

    mutating func elements(
        _ count: inout Int,
        ofBytes byteCount: Int,
        limit: Int,
        _ name: StaticString,
        _ visit: (_ index: Int, _ fields: inout RowFieldReading) -> Void
    ) {
        for index in 0..<count {
            var element = RowFieldReading()
            visit(index, &element)
            for field in element.fields {
                let place = "\(name) \(index + 1), \(field.name)"
                fields.append(RowField(place, field.value, isText: field.isText))
            }
        }
    }

    mutating func refuse() {}
}
