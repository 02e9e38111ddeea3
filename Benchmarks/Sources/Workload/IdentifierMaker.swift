internal import Wire

/// Makes ids of one of the two kinds.
struct IdentifierMaker {
    let kind: Shape.IDs

    /// Makes the next one, of a time since 1970; those of one millisecond are in no order.
    func next(at milliseconds: Int64, _ generator: inout SplitMix64) -> UniqueID {
        switch kind {
        case .random:
            return .random(using: &generator)
        case .ordered:
            let high = UInt64(milliseconds) << 16 | 0x7000 | generator.next() & 0xFFF
            return UniqueID(high: high, low: generator.next() & ~(0b11 << 62) | 0b10 << 62)
        }
    }
}
