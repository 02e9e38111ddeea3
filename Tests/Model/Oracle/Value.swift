/// A JSON value as the oracle says it, with two words more: what the documents leave open.
package indirect enum Value: Sendable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([Value])
    case object([String: Value])
    /// The documents do not say: anything will do, also nothing.
    case unsettled
    /// These elements, in an order that the documents do not say.
    case anyOrder([Value])
    /// Any of these.
    case oneOf([Value])

    package var string: String? { if case .string(let text) = self { text } else { nil } }
    package var int: Int? { if case .int(let number) = self { number } else { nil } }
    package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    package var object: [String: Value]? {
        if case .object(let members) = self { members } else { nil }
    }
    package var array: [Value]? {
        switch self {
        case .array(let elements), .anyOrder(let elements): elements
        default: nil
        }
    }

    package subscript(name: String) -> Value? { object?[name] }
}

// Text is compared scalar by scalar: Swift's own equality takes é and e + ´ for the same.
extension Value: Equatable {
    package static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null), (.unsettled, .unsettled): true
        case (.bool(let one), .bool(let other)): one == other
        case (.int(let one), .int(let other)): one == other
        case (.double(let one), .double(let other)): one == other
        case (.string(let one), .string(let other)): one.utf8.elementsEqual(other.utf8)
        case (.array(let one), .array(let other)): one == other
        case (.anyOrder(let one), .anyOrder(let other)): one == other
        case (.oneOf(let one), .oneOf(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        default: false
        }
    }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral text: String) { self = .string(text) }
    package init(integerLiteral number: Int) { self = .int(number) }
    package init(booleanLiteral flag: Bool) { self = .bool(flag) }
    package init(arrayLiteral elements: Value...) { self = .array(elements) }
    package init(dictionaryLiteral members: (String, Value)...) {
        self = .object(Dictionary(members) { _, last in last })
    }
}

extension Value: CustomStringConvertible {
    /// JSON with its members in order; what is unsettled shows as `…`, which no reader takes.
    package var description: String {
        switch self {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .int(let number): String(number)
        case .double(let number): String(number)
        case .string(let text): Value.quoted(text)
        case .array(let elements): "[" + elements.map(\.description).joined(separator: ",") + "]"
        case .anyOrder(let elements):
            "…[" + elements.map(\.description).joined(separator: ",") + "]"
        case .oneOf(let choices):
            choices.map(\.description).joined(separator: "…")
        case .unsettled: "…"
        case .object(let members):
            "{"
                + members.sorted { $0.key < $1.key }
                .map { "\(Value.quoted($0.key)):\($0.value)" }.joined(separator: ",") + "}"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
