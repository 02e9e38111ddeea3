/// A JSON value to print; objects keep the order of their members.
enum JSON {
    case string(String)
    case number(UInt64)
    case real(Double)
    case boolean(Bool)
    case null
    case array([JSON])
    case members([Member])

    /// A name and its value.
    struct Member {
        let name: String
        let value: JSON
    }

    /// An object of names and values.
    static func object(_ fields: [(name: String, value: JSON)]) -> JSON {
        .members(fields.map { Member(name: $0.name, value: $0.value) })
    }

    /// The value on one line, in characters that are safe on a terminal.
    var text: String {
        switch self {
        case .string(let string): Self.quote(string)
        case .number(let number): String(number)
        // JSON has no infinity and no NaN.
        case .real(let number): number.isFinite ? "\(number)" : "null"
        case .boolean(let value): value ? "true" : "false"
        case .null: "null"
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .members(let members):
            "{" + members.map { "\(Self.quote($0.name)):\($0.value.text)" }.joined(separator: ",")
                + "}"
        }
    }

    private static func quote(_ string: String) -> String {
        var quoted = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _ where TerminalText.acts(scalar): quoted += escape(scalar)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// A character of a string as an escape.
    static func escape(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
