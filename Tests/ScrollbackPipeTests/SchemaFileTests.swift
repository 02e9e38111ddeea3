import Foundation
import Messaging
import ScrollbackJSON
import ScrollbackPipe
import TestSupport
import Testing

/// The JSON Schemas in the repository, and what they must be.
private enum SchemaFolder {
    static let url = packageFolder.appending(path: "schemas/json")
    private static var queries: [any JSONQuery.Type] { QueryName.allCases.map(\.type.json) }

    /// The files that are made from the code, with examples from the story.
    static func made() throws -> [SchemaFile] {
        try CommandSchema.files(examples: examples(LineName.do))
            + QuerySchema.files(queries, examples: examples(LineName.ask))
            + [AnswerSchema.file(queries)]
    }

    private enum LineName: String { case `do`, ask }

    static let examplesFile = packageFolder.appending(
        path: "Sources/ScrollbackServe/Generated/ContractExamples.swift"
    )

    /// The same examples for the server, which has no files beside it.
    static func examplesInSwift() throws -> String {
        let lines = try [LineName.do, .ask].flatMap { kind in
            try examples(kind).sorted { $0.key < $1.key }.flatMap(\.value)
        }
        return """
            // The examples of schemas/json; `WRITE_SCHEMAS=1 swift test --filter SchemaFileTests`
            // writes them.
            // swift-format-ignore-file

            /// Lines of the pipe, by which the contract shows each command and each query.
            enum ContractExamples {
                static let lines: [String] = [

            """ + lines.map { "        ##\"\($0)\"##,\n" }.joined() + "    ]\n}\n"
    }

    /// Of the lines of the story, those that show a field that no earlier one of the same name
    /// shows.
    private static func examples(_ kind: LineName) throws -> [String: [String]] {
        var (examples, shown): ([String: [String]], [String: Set<String>]) = ([:], [:])
        for text in ContractStory.lines + ContractStory.shown {
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            guard let object, let name = object[kind.rawValue] as? String else { continue }
            let places = places(in: object)
            guard !places.isSubset(of: shown[name] ?? []) else { continue }
            shown[name, default: []].formUnion(places)
            examples[name, default: []].append(text)
        }
        return examples
    }

    /// The names of all fields, with the names of the fields around them.
    private static func places(in value: Any, at place: String = "") -> Set<String> {
        switch value {
        case let object as [String: Any]:
            object.reduce(into: [place]) { places, field in
                places.formUnion(Self.places(in: field.value, at: "\(place).\(field.key)"))
            }
        case let list as [Any]:
            list.reduce(into: [place]) { $0.formUnion(Self.places(in: $1, at: "\(place)[]")) }
        default: [place]
        }
    }

    static func paths() throws -> Set<String> {
        let found = try FileManager.default.subpathsOfDirectory(atPath: url.path)
        return Set(found.filter { $0.hasSuffix(".json") })
    }
}

/// A validator of JSON Schemas that nobody here wrote.
private enum Validator {
    /// In a version that knows files that refer to each other.
    static let tool = NeededTool(python: "jsonschema, referencing")

    static func check(_ words: [String]) throws -> (ending: StartedProgram.Ending, said: String) {
        let script = packageFolder.appending(path: "Scripts/checker/check_lines.py").path
        return try run(NeededTool.python, [script] + words)
    }
}

@Suite struct `The JSON Schemas` {  // D-125
    /// `WRITE_SCHEMAS=1 swift test --filter SchemaFileTests` writes the files anew.
    @Test func `are what lines are read and written by`() throws {
        let made = try SchemaFolder.made()
        let paths = Set(made.map(\.path))
        if ProcessInfo.processInfo.environment["WRITE_SCHEMAS"] != nil {
            for path in try SchemaFolder.paths().subtracting(paths) {
                try FileManager.default.removeItem(at: SchemaFolder.url.appending(path: path))
            }
            for file in made {
                let url = SchemaFolder.url.appending(path: file.path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(file.text).write(to: url)
            }
            try SchemaFolder.examplesInSwift().write(
                to: SchemaFolder.examplesFile,
                atomically: true,
                encoding: .utf8
            )
        }
        let inSwift = try? String(contentsOf: SchemaFolder.examplesFile, encoding: .utf8)
        #expect(try inSwift == SchemaFolder.examplesInSwift())
        #expect(try SchemaFolder.paths() == paths)
        for file in made {
            let stored = try? Data(contentsOf: SchemaFolder.url.appending(path: file.path))
            #expect(stored == Data(file.text), "\(file.path) is not what the code says")
        }
    }

    @Test(.enabled(if: try Validator.tool.isToBeUsed(), "Python has no jsonschema 4.18 or later"))
    func `accept every example and every answer, and nothing else, for another validator`()
        async throws
    {
        var store = try ServedStore.make()
        var pairs: [String] = []
        for text in ContractStory.lines {
            let answer = try await store.answer(text)[0].object
            let data = try JSONSerialization.data(withJSONObject: answer)
            pairs.append(#"{"line":\#(text),"answer":\#(String(decoding: data, as: UTF8.self))}"#)
        }
        let folder = TemporaryFolder()
        let path = folder.path("pairs")
        writeFile(path, Array(pairs.joined(separator: "\n").utf8))
        let (ending, said) = try Validator.check([SchemaFolder.url.path, path])
        #expect(ending == .exited(0), "\(said)")
        #expect(said.contains("\(pairs.count) answers"))
    }
}
