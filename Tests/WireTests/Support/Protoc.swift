import Foundation

/// The protobuf compiler, where it is installed.
struct Protoc {
    private let path: String

    /// The one on the search path, nil if there is none.
    static let installed: Protoc? = {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/protoc" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
            .map { Protoc(path: $0) }
    }()

    /// Runs it on the sampler's schema, with bytes on the standard input.
    func run(_ command: String, on input: [UInt8]) throws -> [UInt8] {
        let package = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = [
            "-I" + package.appending(path: "schemas").path(),
            "-I" + package.appending(path: "Tests/WireTests/Schemas").path(),
            command, "sampler.proto",
        ]
        let source = Pipe()
        let sink = Pipe()
        process.standardInput = source
        process.standardOutput = sink
        try process.run()
        try source.fileHandleForWriting.write(contentsOf: Data(input))
        try source.fileHandleForWriting.close()
        let output = try sink.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ProtocRefusal() }
        return Array(output)
    }
}

/// protoc did not accept what it was given.
struct ProtocRefusal: Error {}
