import Foundation
import ScrollbackJSON
import TestSupport
import Testing

@Suite struct `The JSON Schemas` {
    private static let files: [(name: String, text: @Sendable () throws -> [UInt8])] = [
        ("commands.json", { try CommandSchema.text() }),
        ("queries.json", { try QuerySchema.text() }),
        ("answers.json", { try AnswerSchema.text() }),
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
