import Foundation
import Messaging
import ScrollbackJSON
import Testing

/// The JSON of an answer, which has to be read back and written again as the same bytes, and to
/// come through an encoder and a decoder of another maker as the same.
func written<Asked: JSONQuery>(
    _ type: Asked.Type,
    _ answer: Asked.Answer,
    sourceLocation: SourceLocation = #_sourceLocation
) -> String {
    let line = text { $0.write(answer, to: type) }
    expectRoundTrip(JSONAnswer<Asked>(answer), as: line, sourceLocation)
    return line
}

func expectRoundTrip<Value: JSONCodable>(
    _ value: Value,
    as line: String,
    _ sourceLocation: SourceLocation = #_sourceLocation
) {
    do {
        let bytes = Array(line.utf8)
        #expect(value.json == bytes, sourceLocation: sourceLocation)
        #expect(try Value(json: bytes).json == bytes, sourceLocation: sourceLocation)
        let encoded = try JSONEncoder().encode(value)
        let decoded = try JSONDecoder().decode(Value.self, from: encoded)
        // That encoder forgets the order of an event's fields, which no form knows.
        #expect(try sorted(decoded.json) == sorted(bytes), sourceLocation: sourceLocation)
    } catch {
        Issue.record(error, "\(line)", sourceLocation: sourceLocation)
    }
}

private func sorted(_ json: [UInt8]) throws -> Data {
    try JSONSerialization.data(
        withJSONObject: JSONSerialization.jsonObject(with: Data(json)),
        options: .sortedKeys
    )
}
