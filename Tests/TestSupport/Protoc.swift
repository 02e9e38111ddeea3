package import Foundation

/// The folder of the package itself.
package let packageFolder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// The protobuf compiler, where it is installed.
package struct Protoc: Sendable {
    private let path: String

    /// The one on the search path, nil if there is none.
    package static let installed: Protoc? = {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/protoc" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
            .map { Protoc(path: $0) }
    }()

    /// Runs it on schemas of the package, with bytes on the standard input; nil if it refuses.
    package func run(
        _ arguments: [String],
        folders: [String] = ["schemas"],
        on input: [UInt8]
    ) throws -> [UInt8]? {
        let folders = folders.map { "-I" + packageFolder.appending(path: $0).path() }
        let folder = TemporaryFolder("protoc")
        let output = folder.path("output")
        let started = try StartedProgram(path, folders + arguments, output: output)
        started.write(input)
        return started.finish() == .exited(0) ? readFile(output) : nil
    }
}
