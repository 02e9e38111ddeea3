import ScrollbackJSON
import TestSupport
import Testing

/// The README names every command and query there is, each for those who may ask for it.
@Suite(.serialized) struct `The names in the README` {
    @Test func `are the commands`() throws {
        try compare("commands", ContractFile.whole.commands)
    }

    @Test func `are the queries`() throws {
        try compare("queries", ContractFile.whole.queries)
    }

    private static let people: [(ContractFile.Audience, String)] = [
        (.users, "users"), (.usersAndOperator, "users and the operator"),
        (.moderator, "moderators"), (.op, "the operator"),
    ]

    private func compare(_ block: String, _ rows: [ContractFile.Row]) throws {
        let lines = Self.people.compactMap { audience, people -> String? in
            let names = rows.filter { $0.audience == audience && !$0.isAround }.map(\.name)
            return names.isEmpty ? nil : "\(people): \(names.joined(separator: ", "))"
        }
        let block = DocumentedBlock(block, of: "README.md")
        #expect(try block.holds(lines), "WRITE_DOCS=1 writes them")
    }
}
