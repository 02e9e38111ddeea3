public import Messaging

/// A value that is encoded and decoded as the contract writes it.
///
/// The JSON is the same whether it is taken from ``json``, from an encoder or from the pipe:
///
///     let bytes = message.json
///     let same = try MessageItem(json: bytes)
///     let data = try JSONEncoder().encode(message)
///
/// An answer without a type of its own, such as a page, is encoded as ``JSONAnswer``. Times are
/// whole milliseconds: the fraction that a ``Timestamp`` may have is not written.
public protocol JSONCodable: Codable {
    /// How a value is written and read.
    static var rendering: Rendering<Self> { get }
}

extension JSONCodable {
    /// The value as JSON in UTF-8, on one line and without spaces.
    ///
    /// - Complexity: O(n), and faster than an encoder.
    public var json: [UInt8] { Self.rendering.json(of: self) }

    /// Reads JSON in UTF-8; fields that this software does not know are skipped.
    ///
    /// - Throws: if the bytes are no JSON, or not the JSON of such a value.
    public init(json: [UInt8]) throws(JSONError) { self = try Self.rendering.value(of: json) }

    /// Encodes the fields that ``json`` has.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        try Self.rendering.encode(self, to: encoder)
    }

    /// Decodes the fields that ``json`` has; others are skipped.
    ///
    /// - Throws: `DecodingError` if a field is missing or has another type, or what the decoder
    ///   throws.
    public init(from decoder: any Decoder) throws {
        self = try Self.rendering.decode(from: decoder)
    }
}

/// A query whose answer the contract writes as JSON.
public protocol RenderedQuery: Query {
    /// How the answer is written and read.
    static var rendering: Rendering<Answer> { get }
}

/// The answer to a query as the contract writes it under `ok`.
///
///     let page = try session.ask(RepliesQuery(to: message))
///     let bytes = JSONAnswer<RepliesQuery>(page).json
public struct JSONAnswer<Asked: RenderedQuery>: Hashable, Sendable {
    /// The answer.
    public var answer: Asked.Answer

    /// Wraps an answer.
    public init(_ answer: Asked.Answer) { self.answer = answer }
}

extension JSONAnswer: JSONCodable {
    /// How the answer is written and read.
    public static var rendering: Rendering<JSONAnswer> {
        Asked.rendering.of {
            $0.answer
        } make: {
            JSONAnswer($0)
        }
    }
}

/// Why bytes are not the JSON of a value.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path to the field at fault, such as `items[2].sentAt`; empty for the whole.
    public let place: String
    /// A sentence without any of the text that was read.
    public let description: String

    init(_ fault: JSONFault) {
        place = ""
        description = fault.description
    }

    init(_ fault: FormFault) {
        place = fault.place
        description = fault.description
    }
}
