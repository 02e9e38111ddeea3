package import Wire

/// Makes names that sort by the time at which they were made (UUID version 7): such names cost
/// the least to store.
///
/// Each is greater than the one before it, also where the clock stands still or goes back.
///
///     48 bits   milliseconds since 1970
///      4 bits   7
///     12 bits   counts within a millisecond, and carries into it
///      2 bits   binary 10
///     62 bits   random
package struct TimeOrderedIDs {
    /// The milliseconds and the count of the newest one.
    private var newest: UInt64 = 0

    package init() {}

    /// The next name, made at a time and of 64 random bits.
    package mutating func next(at time: Timestamp, random bits: UInt64) -> UniqueID {
        // A time before 1970 or after the year 10889 cannot be represented.
        let milliseconds = min(max(time.microseconds / 1_000, 0), 1 << 48 - 1)
        newest = max(UInt64(milliseconds) << 12, newest &+ 1)
        let high = (newest >> 12) << 16 | 0x7000 | newest & 0xFFF
        let low = 0b10 << 62 | bits >> 2
        return UniqueID(high: high, low: low)
    }
}
