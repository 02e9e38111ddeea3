import Foundation
import TestSupport
import Testing

/// The contract as the people who agreed on it wrote it down, where that page is at hand:
/// `SCROLLBACK_CONTRACT` names it.
private struct ContractDocument {
    static let path = ProcessInfo.processInfo.environment["SCROLLBACK_CONTRACT"]

    struct Row {
        var name: String
        var mark: String?
        /// Of all that stand in the same row.
        var names: [String]
        var fields: Set<String>
        /// Of the answer, those that stand there as names.
        var answers: Set<String>
    }

    var commands: [Row] = []
    var queries: [Row] = []
    /// The fields of a row, a message item and a change.
    var shapes: [String: Set<String>] = [:]

    init() throws {
        let text = try String(contentsOfFile: try #require(Self.path), encoding: .utf8)
        var isOfQueries = false
        for line in text.split(separator: "\n").map(String.init) {
            if line.hasPrefix("## ") { isOfQueries = line.hasSuffix("Queries") }
            for (start, shape) in [
                ("A conversation row: ", "row"), ("A message item: ", "item"),
                ("A change: ", "change"),
            ] where line.hasPrefix(start) {
                shapes[shape] = Self.names(String(line.dropFirst(start.count)))
            }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 5, !["do", "ask"].contains(cells[1]), !cells[1].hasPrefix("--")
            else { continue }
            if isOfQueries { queries += Self.rows(cells) } else { commands += Self.rows(cells) }
        }
    }

    private static func rows(_ cells: [String]) -> [Row] {
        // A mark is for all the names before it.
        let parts = cells[1].split { $0 == "(" || $0 == ")" }.map(String.init)
        let together = words(parts[0])
        return together.map { name in
            Row(
                name: name,
                mark: parts.dropFirst().first,
                names: together,
                fields: Set(words(cells[2])).subtracting(["any", "of", "or", "null"]),
                answers: names(cells[3])
            )
        }
    }

    /// Without what is said in brackets or quotes.
    private static func plain(_ text: String) -> String {
        var (depth, isQuoted, plain) = (0, false, "")
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if "([{".contains(character) { depth += 1 }
            if depth == 0, !isQuoted, character != "\"" { plain.append(character) }
            if ")]}".contains(character) { depth -= 1 }
        }
        return plain
    }

    private static func words(_ text: String) -> [String] {
        plain(text).split { !$0.isLetter }.map(String.init)
    }

    /// The parts that are one name and nothing else.
    private static func names(_ text: String) -> Set<String> {
        let parts = plain(text).split { $0 == "," || $0 == ";" || $0 == "." }
        return Set(
            parts.map { $0.filter { $0 != "?" }.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty && $0.allSatisfy(\.isLetter) }
        )
    }
}

extension ContractFile {
    /// The names of fields and of their shapes, with those of all that is in them.
    fileprivate func allNames(_ fields: [Answered]) -> Set<String> {
        var names: Set<String> = []
        for field in fields {
            names.insert(field.name)
            let shape =
                switch field.form {
                case .value: field.name.hasPrefix("*") ? String(field.name.dropFirst()) : ""
                case .list(let shape), .object(let shape): shape
                }
            names.formUnion([shape] + (shapes[shape] ?? []).map(\.name))
        }
        return names
    }
}

@Suite(.enabled(if: ContractDocument.path != nil, "SCROLLBACK_CONTRACT names no page"))
struct `The contract's page` {
    @Test func `has the rows and fields that are held to, and no other`() throws {
        let page = try ContractDocument()
        let file = ContractFile.whole
        for (written, held, ids) in [
            (page.commands, file.commands, ["id"]), (page.queries, file.queries, []),
        ] {
            #expect(written.map(\.name).sorted() == held.map(\.name).sorted())
            for row in written {
                let own = try #require(held.first { $0.name == row.name })
                // The page marks what is the operator's alone.
                let isForMembers = [.users, .usersAndOperator].contains(own.audience)
                let mark = isForMembers ? nil : own.audience.rawValue
                #expect(row.mark == mark, "\(row.name)")
                let fields = own.fields.filter { !$0.isFromElsewhere }.map(\.name)
                #expect(row.fields.subtracting(ids) == Set(fields), "\(row.name)")
                // What D-57 puts in other words than the page.
                let reworded: Set = row.name == "conversation" ? ["policy"] : []
                let answers = held.filter { row.names.contains($0.name) }.flatMap(\.answers)
                let names = file.allNames(answers.flatMap { $0 })
                let unknown = row.answers.subtracting(names).subtracting(reworded)
                #expect(unknown.sorted() == [], "the answer of \(row.name)")
            }
        }
        for (shape, fields) in page.shapes {
            let held = try #require(file.shapes[shape])
            #expect(fields.subtracting(held.map(\.name)).sorted() == [], "\(shape)")
            let own = held.filter { !$0.isFromElsewhere && !$0.isOptional }.map(\.name)
            #expect(Set(own).subtracting(fields).sorted() == [], "\(shape)")
        }
        #expect(page.shapes.count == 3)
    }
}
