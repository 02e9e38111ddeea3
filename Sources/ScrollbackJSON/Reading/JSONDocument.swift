/// One JSON text, checked as a whole and not copied.
///
/// Only one reading of it is possible: a name comes once in an object, text is Unicode, nothing
/// follows. Its values lie in a flat list of tokens that point into the bytes. It is a class so
/// that a value is one reference and an index.
package final class JSONDocument: Sendable {
    /// How long a line may be.
    package static let maximumBytes = 1 << 20

    /// How many arrays and objects may lie in each other.
    package static let maximumDepth = 32

    let bytes: [UInt8]
    let tokens: [JSONToken]

    /// Reads one value and what white space is around it.
    ///
    /// - Complexity: O(n), and 16 bytes of memory for each value and name.
    package init(
        _ bytes: [UInt8],
        maximumBytes: Int = JSONDocument.maximumBytes
    ) throws(JSONFault) {
        self.bytes = bytes
        tokens = try JSONParser.parse(bytes, maximumBytes: maximumBytes)
    }

    /// The value that the text is.
    package var root: JSONValue { JSONValue(document: self, index: 0) }

    /// The object that the text is.
    package func object() throws(JSONFault) -> JSONObject {
        guard let object = root.object else { throw JSONFault(.notAnObject, at: 0) }
        return object
    }
}

/// A value or a name of a text.
struct JSONToken: BitwiseCopyable {
    enum Kind: UInt8 {
        case object, array, string, escapedString, number, `true`, `false`, null
    }

    var kind: Kind
    /// The beginning and the end of the value in the bytes, including quotes and brackets.
    var start: UInt32
    var end: UInt32
    /// The token behind it and all that is in it.
    var next: UInt32
}
