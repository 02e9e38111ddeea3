// Encoders and decoders get the JSON that renderings write and read: there is no other form.

extension Rendering {
    /// How much JSON is read at once: an answer is longer than a line of the pipe.
    private static var maximumBytes: Int { 1 << 28 }

    func json(of value: Value) -> [UInt8] {
        var writer = JSONWriter()
        write(value, &writer)
        return writer.bytes
    }

    func value(of json: [UInt8]) throws(JSONError) -> Value {
        let document: JSONDocument
        do throws(JSONFault) {
            document = try JSONDocument(json, maximumBytes: Self.maximumBytes)
        } catch {
            throw JSONError(error)
        }
        do throws(FormFault) {
            return try shape.read(document.root)
        } catch {
            throw JSONError(error)
        }
    }

    func encode(_ value: Value, to encoder: any Encoder) throws {
        try JSONDocument(json(of: value), maximumBytes: Self.maximumBytes).root.encode(to: encoder)
    }

    func decode(from decoder: any Decoder) throws -> Value {
        let json = try DecodedJSON(from: decoder).bytes
        do throws(JSONError) {
            return try value(of: json)
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: error.description
                )
            )
        }
    }
}

/// Any name of an object.
private struct AnyName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }

    init?(intValue: Int) { nil }
}

extension JSONValue: Encodable {
    package func encode(to encoder: any Encoder) throws {
        if let members = object?.members {
            var container = encoder.container(keyedBy: AnyName.self)
            for member in members {
                try container.encode(member.value, forKey: AnyName(stringValue: member.name))
            }
        } else if let elements {
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        } else {
            var container = encoder.singleValueContainer()
            if let text = string {
                try container.encode(text)
            } else if let flag = boolean {
                try container.encode(flag)
            } else if case .number(let number)? = integer {
                try container.encode(number)
            } else if let number = UInt64(String(decoding: bytes, as: UTF8.self)) {
                try container.encode(number)
            } else if let number {
                try container.encode(number)
            } else {
                try container.encodeNil()
            }
        }
    }
}

/// The JSON of what a decoder holds.
private struct DecodedJSON: Decodable {
    let bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        var writer = JSONWriter()
        if let container = try? decoder.container(keyedBy: AnyName.self) {
            try writer.object { writer throws in
                for name in container.allKeys {
                    writer.name(name.stringValue)
                    writer.write(json: try container.decode(DecodedJSON.self, forKey: name).bytes)
                }
            }
        } else if var container = try? decoder.unkeyedContainer() {
            try writer.array { writer throws in
                while !container.isAtEnd {
                    writer.write(json: try container.decode(DecodedJSON.self).bytes)
                }
            }
        } else {
            try Self.write(try decoder.singleValueContainer(), to: &writer)
        }
        bytes = writer.bytes
    }

    private static func write(
        _ container: any SingleValueDecodingContainer,
        to writer: inout JSONWriter
    ) throws {
        if container.decodeNil() {
            writer.writeNull()
        } else if let flag = try? container.decode(Bool.self) {
            writer.write(flag)
        } else if let number = try? container.decode(Int64.self) {
            writer.write(number)
        } else if let number = try? container.decode(UInt64.self) {
            writer.write(number)
        } else if let number = try? container.decode(Double.self) {
            writer.write(number)
        } else {
            writer.write(try container.decode(String.self))
        }
    }
}
