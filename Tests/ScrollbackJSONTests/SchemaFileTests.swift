import Foundation
import Messaging
import ScrollbackJSON
import ScrollbackPipe
import TestSupport
import Testing

@Suite struct `The JSON Schemas` {
    private static var queries: [any JSONQuery.Type] { QueryName.allCases.map(\.type.json) }

    private static let files: [(name: String, text: @Sendable () throws -> [UInt8])] = [
        ("commands.json", { try CommandSchema.text() }),
        ("queries.json", { try QuerySchema.text(queries) }),
        ("answers.json", { try AnswerSchema.text(queries) }),
    ]

    /// `WRITE_SCHEMAS=1 swift test --filter SchemaFileTests` writes the files anew.
    @Test(arguments: 0..<3)
    func `are what lines are read and written by`(number: Int) throws {
        let (name, makeText) = Self.files[number]
        let file = packageFolder.appending(path: "schemas/json/\(name)")
        let text = try makeText()
        if ProcessInfo.processInfo.environment["WRITE_SCHEMAS"] != nil {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text).write(to: file)
        }
        #expect(try Data(contentsOf: file) == Data(text), "\(name) is not what the code says")
    }
}
