/// What an envelope says about its event, as far as a receipt of an erasure needs it.
enum EnvelopeEvent {
    /// The fields of the envelope from here on hold the event, and their number is its type.
    private static let firstEvent: UInt64 = 16

    /// The type of an event that names erased content.
    static let contentErased: UInt64 = 22

    /// The type of an event that begins a copy of the keys.
    static let keyCopyBegun: UInt64 = 113

    /// Reads the type of the event and the bytes of its body.
    ///
    /// - Throws: a fault if there is no event, or more than one.
    static func read(
        _ envelope: RawSpan
    ) throws(FieldScanner.Fault) -> (type: UInt64, body: Range<Int>) {
        var scanner = FieldScanner(envelope)
        var found: (type: UInt64, body: Range<Int>)?
        while let field = try scanner.next() {
            guard field.number >= firstEvent else { continue }
            guard found == nil, let body = field.value else {
                throw FieldScanner.Fault(offset: field.offset)
            }
            found = (field.number, body)
        }
        guard let found else { throw FieldScanner.Fault(offset: envelope.byteCount) }
        return found
    }

    /// Returns whether the event is an erasure that names a position.
    ///
    /// - Throws: a fault if the event cannot be read, or is no erasure.
    /// - Complexity: O(envelope).
    static func erases(
        _ position: UInt64,
        _ envelope: RawSpan
    ) throws(FieldScanner.Fault) -> Bool {
        let (type, body) = try read(envelope)
        guard type == contentErased else { throw FieldScanner.Fault(offset: 0) }
        let event = envelope.extracting(body)
        var scanner = FieldScanner(event)
        var isNamed = false
        while let field = try scanner.next() {
            guard field.number == 1 else { continue }
            guard let value = field.value else {
                throw FieldScanner.Fault(offset: body.lowerBound + field.offset)
            }
            let (first, count) = try range(event.extracting(value))
            guard first > 0, count > 0, count - 1 <= UInt64.max - first else {
                throw FieldScanner.Fault(offset: body.lowerBound + field.offset)
            }
            isNamed = isNamed || (first...first + (count - 1)).contains(position)
        }
        return isNamed
    }

    /// Reads the first position of a range, and the number of positions.
    private static func range(
        _ bytes: RawSpan
    ) throws(FieldScanner.Fault) -> (first: UInt64, count: UInt64) {
        var scanner = FieldScanner(bytes)
        var (first, count): (UInt64?, UInt64?)
        while let field = try scanner.next() {
            // A second value would let two checkers choose different ones.
            switch field.number {
            case 1 where first == nil && field.value == nil: first = field.integer
            case 2 where count == nil && field.value == nil: count = field.integer
            case 1, 2: throw FieldScanner.Fault(offset: field.offset)
            default: break
            }
        }
        return (first ?? 0, count ?? 0)
    }
}
