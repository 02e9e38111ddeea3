/// Turns the names of a schema into those of Swift.
enum SwiftNames {
    /// Words that stay in capitals within a name.
    private static let acronyms = ["id": "ID", "ids": "IDs", "url": "URL", "urls": "URLs"]

    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
        "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
        "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows",
        "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws",
        "true", "try", "typealias", "var", "where", "while",
    ]

    /// `stream_kind` as `streamKind`, `log_id` as `logID`.
    static func property(_ name: String) -> String {
        let words = name.split(separator: "_").map { $0.lowercased() }
        guard let first = words.first else { return name }
        return first + words.dropFirst().map { acronyms[$0] ?? capitalized($0) }.joined()
    }

    /// A property's name where it stands alone, in backticks if Swift would read a keyword.
    static func quoted(_ property: String) -> String {
        keywords.contains(property) ? "`\(property)`" : property
    }

    /// `log_created` as `LogCreated`.
    static func type(_ name: String) -> String {
        capitalized(property(name))
    }

    /// `STREAM_KIND_STORE` of `StreamKind` as `store`.
    static func enumerationCase(_ value: String, of enumeration: String) -> String {
        let prefix = screaming(enumeration) + "_"
        return property(value.hasPrefix(prefix) ? String(value.dropFirst(prefix.count)) : value)
    }

    private static func screaming(_ name: String) -> String {
        var result = ""
        for character in name {
            if character.isUppercase && !result.isEmpty { result += "_" }
            result += character.uppercased()
        }
        return result
    }

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }
}
