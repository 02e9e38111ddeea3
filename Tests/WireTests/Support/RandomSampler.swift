import Merkle
import TestSupport
import Wire

extension Sampler {
    /// A sampler in which any field may have any value, its default included.
    static func random(using generator: inout SplitMix64) -> Sampler {
        var sampler = Sampler()
        sampler.uint32 = UInt32(truncatingIfNeeded: generator.sparse())
        sampler.uint64 = generator.sparse()
        sampler.int32 = Int32(truncatingIfNeeded: generator.sparse())
        sampler.int64 = Int64(bitPattern: generator.sparse())
        sampler.sint32 = Int32(truncatingIfNeeded: generator.sparse())
        sampler.sint64 = Int64(bitPattern: generator.sparse())
        sampler.fixed32 = UInt32(truncatingIfNeeded: generator.sparse())
        sampler.fixed64 = generator.sparse()
        sampler.sfixed32 = Int32(truncatingIfNeeded: generator.sparse())
        sampler.sfixed64 = Int64(bitPattern: generator.sparse())
        // A number is equal to itself, so no NaN: its bytes are tested elsewhere.
        sampler.double = Double(Int64(bitPattern: generator.sparse()))
        sampler.bool = generator.coin()
        sampler.text = generator.text()
        sampler.blob = generator.bytes(upTo: 20)
        sampler.userID = generator.coin() ? generator.id() : nil
        sampler.root = generator.coin() ? generator.digest() : nil
        sampler.color = generator.color()
        sampler.point = generator.coin() ? generator.point() : nil
        sampler.maybeUint32 =
            generator.coin() ? UInt32(truncatingIfNeeded: generator.sparse()) : nil
        sampler.maybeSint64 = generator.coin() ? Int64(bitPattern: generator.sparse()) : nil
        sampler.maybeDouble = generator.coin() ? Double(generator.sparse()) : nil
        sampler.maybeBool = generator.coin() ? generator.coin() : nil
        sampler.maybeText = generator.coin() ? generator.text() : nil
        sampler.maybeBlob = generator.coin() ? generator.bytes(upTo: 3) : nil
        sampler.maybeColor = generator.coin() ? generator.color() : nil
        sampler.maybeFixed64 = generator.coin() ? generator.sparse() : nil
        sampler.uint32s = generator.array { UInt32(truncatingIfNeeded: $0.sparse()) }
        sampler.sint32s = generator.array { Int32(truncatingIfNeeded: $0.sparse()) }
        sampler.fixed64s = generator.array { $0.sparse() }
        sampler.doubles = generator.array { Double($0.sparse()) }
        sampler.bools = generator.array { $0.coin() }
        sampler.colors = generator.array { $0.color() }
        sampler.texts = generator.array { $0.text() }
        sampler.blobs = generator.array { $0.bytes(upTo: 200) }
        sampler.userIDs = generator.array { $0.id() }
        sampler.roots = generator.array { $0.digest() }
        sampler.points = generator.array { $0.point() }
        sampler.int64s = generator.array { Int64(bitPattern: $0.sparse()) }
        sampler.default = generator.text()
        sampler.nothing = generator.coin() ? SamplerNothing() : nil
        return sampler
    }
}

extension SplitMix64 {
    mutating func coin() -> Bool { next() & 1 == 0 }

    /// A number of any length in bits, 0 as often as any.
    mutating func sparse() -> UInt64 {
        let bits = next() % 65
        return bits == 0 ? 0 : next() >> (64 - bits)
    }

    mutating func bytes(upTo limit: Int) -> [UInt8] {
        (0..<Int(next() % UInt64(limit + 1))).map { _ in UInt8(truncatingIfNeeded: next()) }
    }

    mutating func array<Element>(_ element: (inout SplitMix64) -> Element) -> [Element] {
        (0..<Int(next() % 5)).map { _ in element(&self) }
    }

    fileprivate mutating func text() -> String {
        String(array { $0.coin() ? "Grüezi " : "👋🏽" }.joined())
    }

    fileprivate mutating func id() -> UniqueID { UniqueID(high: sparse(), low: sparse()) }

    fileprivate mutating func digest() -> Digest {
        let bytes = (0..<32).map { _ in UInt8(truncatingIfNeeded: next()) }
        return Digest(bytes.span.bytes)
    }

    fileprivate mutating func color() -> Color {
        Color(rawValue: coin() ? [0, 1, -7][Int(next() % 3)] : Int32(truncatingIfNeeded: next()))
    }

    fileprivate mutating func point() -> Point {
        Point(
            x: Int32(truncatingIfNeeded: sparse()),
            y: Int32(truncatingIfNeeded: sparse()),
            label: coin() ? Label(name: text()) : nil
        )
    }
}
