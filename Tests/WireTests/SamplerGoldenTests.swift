import Merkle
import TestSupport
import Testing
import Wire

@Suite struct `The generated code agrees with protoc` {
    @Test func `every kind of field reads as protoc wrote it`() throws {
        let bytes = try golden("sampler_every_field")
        let sampler = try Sampler(decoding: bytes.span.bytes)
        #expect(encoded(sampler) == bytes)

        #expect(sampler.uint32 == .max)
        #expect(sampler.uint64 == .max)
        #expect(sampler.int32 == .min)
        #expect(sampler.int64 == .min)
        #expect(sampler.sint32 == .min)
        #expect(sampler.sint64 == .min)
        #expect(sampler.fixed32 == .max)
        #expect(sampler.fixed64 == .max)
        #expect(sampler.sfixed32 == .min)
        #expect(sampler.sfixed64 == .min)
        #expect(sampler.double == 0 && sampler.double.sign == .minus)
        #expect(sampler.bool)
        #expect(sampler.text == "Zürich 🏔")
        #expect(sampler.blob == [0, 1, 0xFF])
        #expect(sampler.userID == UniqueID("00112233-4455-6677-8899-aabbccddeeff"))
        #expect(sampler.root?.description == Self.rootText)
        #expect(sampler.color == .deepBlue)
        #expect(sampler.point == Point(x: -1, y: 2, label: Label(name: "a")))
        #expect(sampler.default == "word")
        #expect(sampler.nothing == SamplerNothing())
    }

    @Test func `optional fields at their defaults are present`() throws {
        let bytes = try golden("sampler_every_field")
        let sampler = try Sampler(decoding: bytes.span.bytes)
        #expect(sampler.maybeUint32 == 0)
        #expect(sampler.maybeSint64 == -1)
        #expect(sampler.maybeDouble == 0)
        #expect(sampler.maybeBool == false)
        #expect(sampler.maybeText == "")
        #expect(sampler.maybeBlob == [])
        #expect(sampler.maybeColor == .unspecified)
        #expect(sampler.maybeFixed64 == 0)
    }

    @Test func `repeated fields keep their order and their defaults`() throws {
        let bytes = try golden("sampler_every_field")
        let sampler = try Sampler(decoding: bytes.span.bytes)
        #expect(sampler.uint32s == [0, 1, 127, 128, .max])
        #expect(sampler.sint32s == [0, -1, .max])
        #expect(sampler.fixed64s == [0, 1])
        #expect(sampler.doubles == [1.5, -0.0, .infinity])
        #expect(sampler.bools == [true, false])
        #expect(sampler.colors == [.red, .unrecognized(12), .deepBlue])
        #expect(sampler.texts == ["", "one", "two"])
        #expect(sampler.blobs == [[], [0]])
        #expect(sampler.userIDs.map(\.low) == [0x3839_6162_6364_6566, 0])
        #expect(sampler.roots.count == 1)
        #expect(sampler.points == [Point(), Point(x: 1)])
        #expect(sampler.int64s == [-1, .max])
    }

    @Test(arguments: ["sampler_empty", "sampler_long_lengths"])
    func `the encoder writes what protoc writes`(name: String) throws {
        let bytes = try golden(name)
        #expect(encoded(try Sampler(decoding: bytes.span.bytes)) == bytes)
    }

    @Test func `protoc reads what the encoder writes`() throws {
        guard let protoc = Protoc.installed else {
            print("protoc is not installed: not compared with it")
            return
        }
        var generator = SplitMix64(seed: 6)
        for _ in 0..<40 {
            let bytes = encoded(Sampler.random(using: &generator))
            let text = try #require(try run(protoc, "--decode", on: bytes))
            #expect(try run(protoc, "--encode", on: text) == bytes)
        }
    }

    private func run(_ protoc: Protoc, _ verb: String, on input: [UInt8]) throws -> [UInt8]? {
        try protoc.run(
            ["\(verb)=scrollback.sampler.Sampler", "sampler.proto"],
            folders: ["schemas", "Tests/WireTests/Schemas"],
            on: input
        )
    }

    private static let rootText = "3031323334353637383961626364656630313233343536373839414243444546"
}
