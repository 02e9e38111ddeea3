import TestSupport
import Testing
import Wire

@Suite struct `What is written reads back, and what is read is written again` {
    @Test func `any value comes back from its bytes`() throws {
        let seed: UInt64 = 20_251_121
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        for _ in 0..<2000 {
            let sampler = Sampler.random(using: &generator)
            let bytes = encoded(sampler)
            let decoded = try Sampler(decoding: bytes.span.bytes)
            #expect(decoded == sampler)
            #expect(encoded(decoded) == bytes)
            try EncodedSampler(bytes.span.bytes).validate()
        }
    }

    @Test func `an encoded message reads what the value holds`() throws {
        var generator = SplitMix64(seed: 5)
        for _ in 0..<200 {
            let sampler = Sampler.random(using: &generator)
            let bytes = encoded(sampler)
            let inBytes = try EncodedSampler(bytes.span.bytes)
            #expect(inBytes.uint32 == sampler.uint32)
            #expect(inBytes.text == sampler.text)
            #expect(inBytes.textUTF8.byteCount == sampler.text.utf8.count)
            #expect(inBytes.userID == sampler.userID)
            #expect(inBytes.root == sampler.root)
            #expect(inBytes.maybeText == sampler.maybeText)
            let isPresent = inBytes.maybeBlob != nil
            #expect(isPresent == (sampler.maybeBlob != nil))
            #expect(inBytes.userIDs.count == sampler.userIDs.count)
            #expect(inBytes.uint32s.count == sampler.uint32s.count)

            var points = inBytes.points
            var index = 0
            while let point = try points.next() {
                #expect(point.x == sampler.points[index].x)
                #expect(try point.label?.name == sampler.points[index].label?.name)
                index += 1
            }
            #expect(index == sampler.points.count)
        }
    }

    @Test func `an empty value has no bytes`() throws {
        #expect(encoded(Sampler()).isEmpty)
        #expect(try Sampler(decoding: [UInt8]().span.bytes) == Sampler())
    }

    @Test func `minus zero and a number that is none keep their bits`() throws {
        for bits in [UInt64(1) << 63, Double.nan.bitPattern, 0x7FF4_0000_0000_0001] {
            let bytes = encoded(Sampler(double: Double(bitPattern: bits)))
            #expect(bytes.count == 9)
            #expect(try EncodedSampler(bytes.span.bytes).double.bitPattern == bits)
        }
    }

    @Test func `a number that an enumeration does not know stays a number`() throws {
        let bytes = encoded(Sampler(color: Color(rawValue: 99)))
        let inBytes = try EncodedSampler(bytes.span.bytes)
        #expect(inBytes.color == .unrecognized(99))
        #expect(inBytes.color.rawValue == 99)
        #expect(Color(rawValue: -7) == .deepBlue)
    }
}

@Suite struct `Unknown fields are passed over and stay in the bytes` {
    @Test func `unknown fields in order are passed over`() throws {  // MSG-32
        let bytes = written { writer in
            writer.write(uint32: 5, field: 1)
            writer.write(uint32: 1, field: 28)
            writer.write("twice", field: 28)
            writer.write(fixed64: 2, field: 29)
            writer.write(fixed32: 2, field: 50)
            writer.write("word", field: 1000)
            writer.write(bool: true, field: 2000)
        }
        let inBytes = try EncodedSampler(bytes.span.bytes)
        #expect(inBytes.uint32 == 5)
        #expect(inBytes.default == "word")
        #expect(inBytes.bytes.byteCount == bytes.count)
        let known = try Sampler(inBytes)
        #expect(encoded(known) == encoded(Sampler(uint32: 5, default: "word")))
    }

    @Test func `an unknown field out of order is refused`() {
        let bytes = written { writer in
            writer.write(bool: true, field: 29)
            writer.write(bool: true, field: 28)
        }
        #expect(refusal(of: bytes, as: Sampler.self) == .fieldOutOfOrder(field: 28, at: 3))
    }
}
