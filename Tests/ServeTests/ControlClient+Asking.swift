import Foundation
import ScrollbackPipe
import Testing

extension ControlClient {
    /// Sends a line of the operator with some fields, and reads its answer.
    mutating func ask(_ fields: String) throws -> [String: Any] {
        _ = send(Array(#"{"as":"operator",\#(fields)}"#.utf8))
        let line = readLine(withinMilliseconds: 60_000)
        let object = try JSONSerialization.jsonObject(with: Data(try #require(line)))
        return try #require(object as? [String: Any])
    }
}
