/// A small generator whose whole state is its seed, so that a printed seed repeats a run.
package struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    /// A number that depends on all of the given ones and on nothing else.
    package static func mix(_ numbers: UInt64...) -> UInt64 {
        numbers.reduce(0x243F_6A88_85A3_08D3) { mix(($0 &+ 0x9E37_79B9_7F4A_7C15) ^ mix($1)) }
    }

    private static func mix(_ number: UInt64) -> UInt64 {
        var mixed = number
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
