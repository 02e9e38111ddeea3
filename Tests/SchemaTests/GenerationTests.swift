import Foundation
import TestSupport
import Testing

@testable import schemagen

@Suite struct `The checked-in Swift is that of the schemas` {
    @Test func `generating again changes nothing`() throws {
        guard let protoc = Protoc.installed else {
            print("protoc is not installed: the generated Swift was not compared")
            return
        }
        let schemas = packageFolder.appending(path: "schemas")
        let tests = packageFolder.appending(path: "Tests/WireTests/Schemas")
        let files = (FileManager.default.subpaths(atPath: schemas.path()) ?? [])
            .filter { $0.hasSuffix(".proto") }
        let set = try #require(
            try protoc.run(
                ["-I" + tests.path(), "--include_imports", "--include_source_info"]
                    + ["--descriptor_set_out=/dev/stdout"] + files.sorted() + ["sampler.proto"],
                on: []
            )
        )
        let schema = try DescriptorReader.schema(of: set.span.bytes)
        for file in try Generation.files(for: schema) {
            let path = packageFolder.appending(path: file.path)
            #expect(try String(contentsOf: path, encoding: .utf8) == file.source, "\(file.path)")
        }
        let lock = packageFolder.appending(path: "schemas/lock.txt")
        let text = try String(contentsOf: lock, encoding: .utf8)
        #expect(SchemaLock(schema).text == text)
    }

    @Test func `a schema goes to the domain unless it is the log's`() {
        let file = SchemaFile.of([], path: "scrollback/v1/user_profile.proto")
        #expect(OutputFolder.folder(for: file) == "Sources/Messaging/Generated")
        #expect(OutputFolder.fileName(for: file) == "UserProfile.swift")
        let record = SchemaFile.of([], path: "scrollback/v1/record.proto")
        #expect(OutputFolder.folder(for: record) == "Sources/LogSchema/Generated")
    }

    @Test func `a command that nobody knows says how to use it`() {
        #expect(refusal { _ = try Schemagen.run(["explain"]) }?.contains("usage") == true)
        #expect(refusal { _ = try Schemagen.run([]) }?.contains("usage") == true)
        #expect(
            refusal { _ = try Schemagen.run(["check", "/nowhere", ""]) }?.contains("/nowhere")
                == true
        )
    }
}
