import Foundation
import ScrollbackServe
import TestSupport
import Testing

@testable import ScrollbackCommand

/// Every limit of the server has an option, and stands in the help and in `docs/serve.md`.
@Suite struct `A limit of the server` {
    private func limits(_ words: [String]) throws(CommandFailure) -> ServingLimits {
        try Serve.limits(try Arguments(["store"] + words, for: Serve.self))
    }

    /// The numbers in a value and in those within it, by their names.
    private static func numbers(of value: Any) -> [String: String] {
        var numbers: [String: String] = [:]
        for case let (name?, child) in Mirror(reflecting: value).children {
            if child is Int || child is Duration {
                numbers[name] = "\(child)"
            } else {
                numbers.merge(Self.numbers(of: child)) { first, second in "\(first) \(second)" }
            }
        }
        return numbers
    }

    /// How often a stream says that its user is online is no limit: the contract of presence sets it.
    private static let others: Set = ["presence"]

    @Test func `has an option, whatever it bounds`() throws {
        let words = ServeLimit.all.flatMap { limit in
            let standard = ServingLimits()[keyPath: limit.place]
            let other = limit.range.lowerBound + (limit.range.lowerBound == standard ? 1 : 0)
            return ["--\(limit.option)", "\(other)"]
        }
        let standard = Self.numbers(of: ServingLimits())
        #expect(standard.count == ServeLimit.all.count + Self.others.count)
        let changed = Self.numbers(of: try limits(words))
        for (name, value) in standard where !Self.others.contains(name) {
            #expect(changed[name] != value, "\(name) has no option")
        }
    }

    @Test(arguments: ServeLimit.all.map(\.option))
    func `is taken at its bounds and refused beyond them`(option: String) throws {
        let limit = try #require(ServeLimit.all.first { $0.option == option })
        for number in [limit.range.lowerBound, limit.range.upperBound] {
            let set = try limits(["--\(option)", "\(number)"])
            #expect(set[keyPath: limit.place] == number)
        }
        for number in [limit.range.lowerBound - 1, limit.range.upperBound + 1] {
            let failure = #expect(throws: CommandFailure.self) {
                try limits(["--\(option)", "\(number)"])
            }
            #expect(failure?.message.contains("--\(option)") == true)
        }
        #expect(limit.range.contains(ServingLimits()[keyPath: limit.place]))
    }

    @Test func `stands in the help with its default`() {
        let lines = Serve.help.split(separator: "\n")
        for limit in ServeLimit.all {
            let words = "--\(limit.option) \(ServingLimits()[keyPath: limit.place])"
            let found = lines.filter { $0.trimmingPrefix("  ").hasPrefix(words) }
            #expect(found.count == 1, "\(words)")
        }
        for line in lines { #expect(line.count < 100, "\(line)") }
    }

    @Test func `stands in the table of docs/serve.md with its default`() throws {
        let page = try String(
            contentsOf: packageFolder.appending(path: "docs/serve.md"),
            encoding: .utf8
        )
        let table: String = try #require(page.components(between: "\n## Limits\n", "\n## "))
        let rows = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.map { row in
            row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        for limit in ServeLimit.all {
            let found = rows.filter { $0[2] == "`--\(limit.option)`" }
            #expect(found.count == 1, "--\(limit.option)")
            let standard = ServingLimits()[keyPath: limit.place]
            #expect(try found.map { try Self.number(in: $0[1]) } == [standard], "\(found)")
        }
        let named = rows.count { $0[2].hasPrefix("`--") }
        #expect(named == ServeLimit.all.count, "the page has no other option")
    }

    /// The first number of a cell, in bytes where its unit is one of bytes.
    private static func number(in cell: String) throws -> Int {
        let words = cell.split(separator: " ")
        let index = try #require(words.firstIndex { $0.first?.isNumber == true })
        let number = try #require(Int(words[index].filter { $0 != "," }))
        guard index + 1 < words.count else { return number }
        return switch words[index + 1] {
        case "KiB": number << 10
        case "MiB": number << 20
        case "GiB": number << 30
        default: number
        }
    }
}
