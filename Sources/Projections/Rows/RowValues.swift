internal import Views
internal import Wire

// The stored forms of Scrollback's own types in a row.

extension RowFields where Self: ~Copyable & ~Escapable {
    @inline(__always)
    mutating func field(_ value: inout UInt64, _ name: StaticString) { number(&value, name) }

    @inline(__always)
    mutating func field(_ value: inout UInt32, _ name: StaticString) { short(&value, name) }

    @inline(__always)
    mutating func field(_ value: inout UniqueID, _ name: StaticString) {
        var (high, low) = (value.high, value.low)
        number(&high, name)
        number(&low, "")
        value = UniqueID(high: high, low: low)
    }

    /// The zero identifier stands for none.
    @inline(__always)
    mutating func field(_ value: inout UniqueID?, _ name: StaticString) {
        var id = value ?? .zero
        field(&id, name)
        value = id == .zero ? nil : id
    }

    @inline(__always)
    mutating func field(_ value: inout Position, _ name: StaticString) {
        var number = value.rawValue
        self.number(&number, name)
        value = Position(number)
    }

    /// Zero stands for none.
    @inline(__always)
    mutating func field(_ value: inout Position?, _ name: StaticString) {
        var position = value ?? .zero
        field(&position, name)
        value = position == .zero ? nil : position
    }

    @inline(__always)
    mutating func field(_ value: inout Timestamp, _ name: StaticString) {
        var number = UInt64(bitPattern: value.microseconds)
        time(&number, name)
        value = Timestamp(microseconds: Int64(bitPattern: number))
    }

    /// Every number is a valid time, so a flag before it tells whether there is one.
    @inline(__always)
    mutating func field(_ value: inout Timestamp?, isThere: Bool, _ name: StaticString) {
        var time = value ?? Timestamp(microseconds: 0)
        field(&time, name)
        value = isThere ? time : nil
    }

    @inline(__always)
    mutating func field<Value: WireEnumeration>(_ value: inout Value, _ name: StaticString) {
        enumeration(&value, name)
    }

    /// Visits an own value that is stored as a byte.
    @inline(__always)
    mutating func field<Value: RawRepresentable<UInt8>>(_ value: inout Value, _ name: StaticString)
    {
        var byte = value.rawValue
        self.byte(&byte, name)
        if let known = Value(rawValue: byte) { value = known } else { refuse() }
    }

    /// Visits a constant byte, which tells the rows of one table apart.
    @inline(__always)
    mutating func constant(_ value: UInt8, _ name: StaticString) {
        var byte = value
        self.byte(&byte, name)
        if byte != value { refuse() }
    }

    /// One byte of flags and small numbers, the lowest bit first.
    @inline(__always)
    mutating func flags(_ name: StaticString, _ visit: (inout RowFlags) -> Void) {
        var flags = RowFlags()
        visit(&flags)
        var byte = flags.byte
        self.byte(&byte, name)
        flags = RowFlags(reading: byte)
        visit(&flags)
    }

    /// A list of rows that have one length each.
    @inline(__always)
    mutating func field<Element: RowLayout>(
        _ elements: inout [Element],
        limit: Int = .max,
        _ name: StaticString
    ) {
        var count = elements.count
        self.elements(&count, ofBytes: Element.byteCount, limit: limit, name) { index, fields in
            var element = index < elements.count ? elements[index] : Element()
            element.visit(&fields)
            if index == elements.count { elements.append(element) }
        }
    }
}

/// The flags in a byte.
struct RowFlags {
    private(set) var byte: UInt8
    private let isReading: Bool
    private var shift: UInt8 = 0

    @inline(__always)
    init() {
        byte = 0
        isReading = false
    }

    @inline(__always)
    init(reading byte: UInt8) {
        self.byte = byte
        isReading = true
    }

    /// Visits one bit.
    @inline(__always)
    mutating func flag(_ value: inout Bool) {
        var bit: UInt8 = value ? 1 : 0
        number(&bit, bits: 1)
        value = bit != 0
    }

    /// Visits a number of fewer than eight bits.
    @inline(__always)
    mutating func number(_ value: inout UInt8, bits: UInt8) {
        let mask = (1 &<< bits) &- 1
        if isReading {
            value = byte &>> shift & mask
        } else {
            byte |= (value & mask) &<< shift
        }
        shift &+= bits
    }
}
