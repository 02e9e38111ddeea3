internal import TestSupport

extension SplitMix64 {
    /// A number that depends on all of the given ones and on nothing else.
    static func mix(_ numbers: UInt64...) -> UInt64 {
        numbers.reduce(0) { mixed, number in
            var next = SplitMix64(seed: mixed ^ number)
            return next.next()
        }
    }
}
