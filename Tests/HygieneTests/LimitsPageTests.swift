import Foundation
import TestSupport
import Testing

/// `docs/limits.md` names every public limit with the value that the code gives it.
@Suite struct `The page of limits` {
    private let page: String
    private let limits: [String: String]

    init() throws {
        page = try String(
            contentsOf: packageFolder.appending(path: "docs/limits.md"),
            encoding: .utf8
        )
        let source = try String(
            contentsOf: packageFolder.appending(path: "Sources/Messaging/Limits.swift"),
            encoding: .utf8
        )
        var limits: [String: String] = [:]
        for line in source.split(separator: "\n") {
            let declaration = line.trimmingCharacters(in: .whitespaces)
            guard declaration.hasPrefix("public static let "),
                let equals = declaration.range(of: " = ")
            else { continue }
            let name = declaration.dropFirst("public static let ".count)
                .prefix { $0.isLetter || $0.isNumber }
            limits[String(name)] = try Self.written(String(declaration[equals.upperBound...]))
        }
        self.limits = limits
    }

    @Test func `names each limit with its value`() {
        #expect(limits.count > 30)
        for (name, value) in limits {
            #expect(page.contains("| `\(name)` | \(value) |"), "\(name) is \(value)")
        }
    }

    /// A value as the page writes it: `1...500` as "1 to 500".
    private static func written(_ expression: String) throws -> String {
        if expression.hasPrefix("[") {
            return expression.filter { !"[],\"".contains($0) }
        }
        if let dots = expression.range(of: "...") {
            let bounds = [expression[..<dots.lowerBound], expression[dots.upperBound...]]
            return try bounds.map { try number(String($0)) }.joined(separator: " to ")
        }
        return try number(expression)
    }

    private static func number(_ expression: String) throws -> String {
        let parts = expression.replacingOccurrences(of: "_", with: "")
            .components(separatedBy: " << ")
        let numbers = try parts.map { try #require(Int($0), "\(expression) is no number") }
        let value = numbers.dropFirst().reduce(numbers[0]) { $0 << $1 }
        var digits = String(value)
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
            place -= 3
        }
        return digits
    }
}
