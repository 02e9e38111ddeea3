import Foundation
import Testing
import Wire

/// A golden text and the bytes that protoc made of it.
struct Golden: CustomTestStringConvertible, Sendable {
    let name: String
    let message: String
    let file: String
    let text: String
    let bytes: [UInt8]

    var testDescription: String { name }

    /// All of them, by name.
    static let all: [Golden] = {
        let folder = Package.root.appending(path: "schemas/golden")
        let paths = FileManager.default.subpaths(atPath: folder.path()) ?? []
        return paths.filter { $0.hasSuffix(".txtpb") }.sorted().compactMap { path in
            Golden(at: folder.appending(path: path))
        }
    }()

    private init?(at url: URL) {
        guard let lines = try? String(contentsOf: url, encoding: .utf8).split(separator: "\n"),
            let bytes = try? Data(
                contentsOf: url.deletingPathExtension().appendingPathExtension("bin")
            )
        else { return nil }
        func header(_ key: String) -> String {
            lines.first { $0.hasPrefix("# \(key): ") }.map { String($0.dropFirst(key.count + 4)) }
                ?? ""
        }
        name = url.deletingPathExtension().lastPathComponent
        message = header("proto-message")
        file = header("proto-file")
        text = lines.filter { !$0.hasPrefix("#") }.map { $0 + "\n" }.joined()
        self.bytes = Array(bytes)
    }

    static func named(_ name: String) throws -> Golden {
        guard let found = all.first(where: { $0.name == name }) else {
            throw NoSuchGolden(name: name)
        }
        return found
    }
}

struct NoSuchGolden: Error {
    let name: String
}

enum Package {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// protoc, where it is installed.
    static let protoc: URL? = {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { URL(filePath: "\($0)/protoc") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path()) }
    }()

    /// Runs protoc on the schemas, nil if it refuses.
    static func run(_ protoc: URL, _ arguments: [String], on input: [UInt8]) throws -> [UInt8]? {
        let process = Process()
        process.executableURL = protoc
        process.arguments = ["-I" + root.appending(path: "schemas").path()] + arguments
        let source = Pipe()
        let sink = Pipe()
        process.standardInput = source
        process.standardOutput = sink
        try process.run()
        try source.fileHandleForWriting.write(contentsOf: Data(input))
        try source.fileHandleForWriting.close()
        let output = try sink.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? Array(output) : nil
    }
}

/// What a writer is told to write, as an array.
func written(_ body: (inout WireWriter) throws -> Void) rethrows -> [UInt8] {
    var writer = WireWriter()
    try body(&writer)
    return writer.bytes.withUnsafeBytes { Array($0) }
}
