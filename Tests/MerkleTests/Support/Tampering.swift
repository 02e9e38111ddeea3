import Merkle
import TestSupport

extension Digest {
    /// The hash with one bit changed.
    func flipping(bit: Int) -> Digest {
        var bytes = withBytes { bytes in
            bytes.byteOffsets.map { bytes.unsafeLoadUnaligned(fromByteOffset: $0, as: UInt8.self) }
        }
        bytes[bit / 8] ^= 1 << (bit % 8)
        return Digest(bytes.span.bytes)
    }
}

/// Every list of hashes that is one step away from a list: with one dropped, one more at any
/// place, and two neighbours swapped.
func rearrangements(of hashes: [Digest]) -> [[Digest]] {
    var all: [[Digest]] = []
    for place in hashes.indices {
        var shorter = hashes
        shorter.remove(at: place)
        all.append(shorter)
        var doubled = hashes
        doubled.insert(hashes[place], at: place)
        all.append(doubled)
        if place > 0 {
            var swapped = hashes
            swapped.swapAt(place - 1, place)
            all.append(swapped)
        }
    }
    for place in 0...hashes.count {
        var longer = hashes
        longer.insert(.zero, at: place)
        all.append(longer)
    }
    return all
}

/// Every list of hashes that differs from a list in one bit; of each hash only some, unless all
/// are asked for.
func bitFlips(of hashes: [Digest], bits: some Sequence<Int>) -> [[Digest]] {
    hashes.indices.flatMap { place in
        bits.map { bit in
            var changed = hashes
            changed[place] = hashes[place].flipping(bit: bit)
            return changed
        }
    }
}

extension SplitMix64 {
    /// Up to so many random bytes.
    mutating func bytes(upTo limit: Int) -> [UInt8] {
        (0..<Int(next() % UInt64(limit + 1))).map { _ in UInt8(truncatingIfNeeded: next()) }
    }

    /// A number of any length in bits.
    mutating func sparse() -> UInt64 {
        let bits = next() % 65
        return bits == 0 ? 0 : next() >> (64 - bits)
    }
}
