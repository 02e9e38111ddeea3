import Testing
import Wire

@Suite struct `The member of a oneof stays opaque to its container` {
    @Test func `a container carries its member by number and bytes`() throws {
        let point = Point(x: 3)
        let bytes = written { writer in
            Carrier(id: 7).encode(into: &writer, load: CarrierLoad.point, body: point)
        }
        let encodedBefore = written { writer in
            Carrier(id: 7).encode(
                into: &writer,
                load: CarrierLoad.point,
                body: encoded(point).span.bytes
            )
        }
        #expect(bytes == encodedBefore)
        #expect(bytes == (try golden("carrier_point")))
        let carrier = try EncodedCarrier(bytes.span.bytes)
        #expect(carrier.id == 7)
        #expect(carrier.loadNumber == CarrierLoad.point)
        #expect(try Point(decoding: carrier.load) == point)
    }

    @Test func `a container without a member says zero`() throws {
        let bytes = written { Carrier(id: 7).encode(into: &$0, load: 0, body: RawSpan()) }
        let carrier = try EncodedCarrier(bytes.span.bytes)
        #expect(carrier.loadNumber == 0)
        #expect(carrier.load.byteCount == 0)
    }

    @Test(arguments: [10, 11, 12, 13, WireTag.maximumNumber] as [UInt32])
    func `any member from the smallest number on is carried, known or not`(number: UInt32) throws {
        let body: [UInt8] = [1, 2, 3]
        let bytes = written {
            Carrier(id: 7).encode(into: &$0, load: number, body: body.span.bytes)
        }
        let carrier = try EncodedCarrier(bytes.span.bytes)
        #expect(carrier.loadNumber == number)
        #expect(carrier.load.withUnsafeBytes { Array($0) } == body)
    }

    @Test func `an unknown field below the smallest member is no member`() throws {
        let bytes = written { $0.write("x", field: 9) }
        #expect(try EncodedCarrier(bytes.span.bytes).loadNumber == 0)
    }

    @Test func `an unknown field that is not length-delimited is no member`() throws {
        let bytes = written { $0.write(bool: true, field: 11) }
        #expect(try EncodedCarrier(bytes.span.bytes).loadNumber == 0)
    }

    @Test func `two members are refused, known or not`() {
        for (first, second) in [(10, 12), (10, 11), (12, 15)] as [(UInt32, UInt32)] {
            let bytes = written { writer in
                writer.write("", field: first)
                writer.write("", field: second)
            }
            #expect(throws: WireError.secondMember(field: second, at: 2)) {
                _ = try EncodedCarrier(bytes.span.bytes)
            }
        }
        let twice: [UInt8] = [0x52, 0, 0x52, 0]
        #expect(throws: WireError.fieldRepeated(field: 10, at: 2)) {
            _ = try EncodedCarrier(twice.span.bytes)
        }
    }

    @Test func `a known member of another wire type is refused`() {
        let bytes: [UInt8] = [0x50, 1]
        #expect(throws: WireError.wrongWireType(field: 10, at: 0)) {
            _ = try EncodedCarrier(bytes.span.bytes)
        }
    }

    @Test func `a value that holds a container keeps its bytes`() throws {
        let bytes = try golden("holder")
        let holder = try Holder(decoding: bytes.span.bytes)
        #expect(encoded(holder) == bytes)
        #expect(holder.carriers.count == 2)
        #expect(try EncodedHolder(bytes.span.bytes).carrier?.loadNumber == CarrierLoad.label)
    }
}
