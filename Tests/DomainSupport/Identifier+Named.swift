package import Messaging
internal import Wire

extension Identifier {
    /// The id that follows from a name, the same every time.
    package static func named(_ name: String) -> Self {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return Self(UniqueID(high: 0x4000, low: 0b10 << 62 | hash >> 2))
    }
}
