import Foundation

/// The rows of `contract.txt`: what the outside form promises, as the tests hold the code to it.
package struct ContractFile: Sendable {
    /// Who may ask for a row at all.
    package enum Audience: String, Sendable {
        case users, moderator, op
        case usersAndOperator = "users, op"
    }

    /// A field of a line.
    package struct Field: Hashable, Comparable, Sendable, CustomStringConvertible {
        package var name: String
        package var isRequired: Bool
        package var alternatives: Set<String> = []
        package var isOneNeeded = false
        package var isClearedByNull = false
        /// Whether the contract promises it elsewhere than in its tables.
        package var isFromElsewhere = false

        package init(
            name: String,
            isRequired: Bool,
            alternatives: Set<String> = [],
            isOneNeeded: Bool = false,
            isClearedByNull: Bool = false
        ) {
            self.name = name
            self.isRequired = isRequired
            self.alternatives = alternatives
            self.isOneNeeded = isOneNeeded
            self.isClearedByNull = isClearedByNull
        }

        package var description: String {
            "\(name)\(isRequired ? "" : "?")\(isClearedByNull ? "/null" : "")"
                + (alternatives.isEmpty ? "" : " of \(alternatives.sorted())")
        }

        package static func < (left: Field, right: Field) -> Bool { left.name < right.name }
    }

    /// A field of an answer.
    package struct Answered: Sendable {
        package enum Form: Sendable {
            case value
            case list(of: String)
            case object(String)
        }

        package var name: String
        package var isOptional: Bool
        package var form: Form
        package var isFromElsewhere: Bool
        package var isForLater: Bool
    }

    package struct Row: Sendable, CustomStringConvertible {
        package var name: String
        package var audience: Audience
        /// Whether it is a query with another one in it.
        package var isAround: Bool
        package var fields: [Field]
        /// Either of them is the answer.
        package var answers: [[Answered]]

        package var description: String { name }
    }

    package var commands: [Row] = []
    package var queries: [Row] = []
    package var shapes: [String: [Answered]] = [:]

    /// The file beside this one.
    package static let whole: ContractFile = {
        let path = packageFolder.appending(path: "Tests/TestSupport/contract.txt")
        guard let text = try? String(contentsOf: path, encoding: .utf8) else {
            preconditionFailure("contract.txt is missing")
        }
        return ContractFile(text)
    }()

    init(_ text: String) {
        var unread: [String: String] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ", maxSplits: 1)
            let (head, rest) = Self.parts(String(words[1]), at: ":")
            switch words[0] {
            case "shape": unread[head] = rest
            case "do": commands.append(Self.row(head, rest))
            case "ask": queries.append(Self.row(head, rest))
            default: preconditionFailure("contract.txt says \(line)")
            }
        }
        for (name, fields) in unread { shapes[name] = Self.answered(fields) }
    }

    private static func row(_ head: String, _ rest: String) -> Row {
        let (name, mark) = parts(head, at: "(")
        let (fields, answer) = parts(rest, at: "->")
        return Row(
            name: name,
            audience: Audience(rawValue: String(mark.dropLast())) ?? .users,
            isAround: mark == "around)",
            fields: Self.fields(fields),
            // The last one may be empty.
            answers: "\(answer) ".components(separatedBy: " / ")
                .map { answered($0.trimmingCharacters(in: .whitespaces)) }
        )
    }

    private static func parts(_ text: String, at mark: String) -> (String, String) {
        let parts = text.components(separatedBy: mark)
        let rest = parts.dropFirst().joined(separator: mark)
        return (
            parts[0].trimmingCharacters(in: .whitespaces),
            rest.trimmingCharacters(in: .whitespaces)
        )
    }

    /// The fields of a line, or of an object in it.
    package static func fields(_ text: String) -> [Field] {
        text.components(separatedBy: ", ").filter { !$0.isEmpty }.flatMap { part -> [Field] in
            guard !part.contains("|") else {
                let names = part.split { $0 == "|" || $0 == "?" }.map(String.init)
                return names.map { name in
                    Field(
                        name: name,
                        isRequired: false,
                        alternatives: Set(names),
                        isOneNeeded: !part.hasSuffix("?")
                    )
                }
            }
            let (plain, null) = parts(part, at: "/")
            var field = Field(
                name: plain.filter { $0 != "?" && $0 != "+" },
                isRequired: !plain.hasSuffix("?"),
                isClearedByNull: null == "null"
            )
            field.isFromElsewhere = plain.hasPrefix("+")
            return [field]
        }
    }

    private static func answered(_ text: String) -> [Answered] {
        text.components(separatedBy: ", ").filter { !$0.isEmpty }.map { part in
            var name = part
            var form = Answered.Form.value
            if let start = part.firstIndex(where: { $0 == "[" || $0 == "{" }) {
                let shape = String(part[part.index(after: start)...].dropLast())
                form = part[start] == "[" ? .list(of: shape) : .object(shape)
                name = String(part[..<start])
            }
            return Answered(
                name: name.filter { !"?+-".contains($0) },
                isOptional: name.hasSuffix("?"),
                form: form,
                isFromElsewhere: part.hasPrefix("+"),
                isForLater: part.hasPrefix("-")
            )
        }
    }
}
