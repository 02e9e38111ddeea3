import Foundation
import PackagePlugin

/// Writes the Swift for the schemas, and compares these with the lock.
///
///     swift package generate-schemas             writes the Swift, then checks
///     swift package generate-schemas --accept    puts additions into the lock first
///     … --output <folder>                        writes the Swift below another folder
///
/// It needs protoc; nobody else does, because the Swift is checked in.
@main
struct GenerateSchemas: CommandPlugin {
    /// The import roots; the second has the schema of the tests.
    private static let roots = ["schemas", "Tests/WireTests/Schemas"]

    func performCommand(context: PluginContext, arguments: [String]) throws {
        var extractor = ArgumentExtractor(arguments)
        let accepts = extractor.extractFlag(named: "accept") > 0
        let output = extractor.extractOption(named: "output").first
        guard extractor.remainingArguments.isEmpty else {
            throw GenerationError("unknown argument \(extractor.remainingArguments[0])")
        }

        let package = context.package.directoryURL
        let descriptorSet = context.pluginWorkDirectoryURL.appending(path: "schemas.desc")
        try run(
            try protoc(),
            ["--include_imports", "--include_source_info"]
                + ["--descriptor_set_out=\(descriptorSet.path())"]
                + Self.roots.map { "-I\(package.appending(path: $0).path())" }
                + (try Self.roots.flatMap { try protoFiles(below: package.appending(path: $0)) })
        )

        let schemagen = try context.tool(named: "schemagen").url
        let lock = package.appending(path: "schemas/lock.txt").path()
        if accepts { try run(schemagen, ["accept", descriptorSet.path(), lock]) }
        try run(schemagen, ["generate", descriptorSet.path(), output ?? package.path()])
        try run(schemagen, ["check", descriptorSet.path(), lock])
    }

    private func protoFiles(below root: URL) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.path())
            .filter { $0.hasSuffix(".proto") }
            .sorted()
    }

    private func protoc() throws -> URL {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        for folder in path.split(separator: ":") {
            let file = URL(filePath: String(folder)).appending(path: "protoc")
            if FileManager.default.isExecutableFile(atPath: file.path()) { return file }
        }
        throw GenerationError(
            "protoc is not installed (Debian: protobuf-compiler); only changing schemas needs it"
        )
    }

    private func run(_ tool: URL, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = tool
        process.arguments = arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw GenerationError("\(tool.lastPathComponent) refused; see above")
        }
    }
}

private struct GenerationError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
