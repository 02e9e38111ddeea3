import Foundation
import ScrollbackJSON
import TestSupport
import Testing

@Suite struct `The JSON Schema of the commands` {
    /// `WRITE_SCHEMAS=1 swift test --filter CommandSchemaTests` writes the file anew.
    @Test func `is what the commands are read by`() throws {
        let file = packageFolder.appending(path: "schemas/json/commands.json")
        let text = try CommandSchema.text()
        if ProcessInfo.processInfo.environment["WRITE_SCHEMAS"] != nil {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text).write(to: file)
        }
        #expect(try Data(contentsOf: file) == Data(text), "the file is not what the code says")
    }
}
