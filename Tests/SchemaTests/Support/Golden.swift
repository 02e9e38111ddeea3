import Foundation
import TestSupport
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
        let folder = packageFolder.appending(path: "schemas/golden")
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

extension String {
    /// Whether a text as `protoc` prints it has a field at a depth.
    func contains(_ field: String, indentedBy spaces: Int) -> Bool {
        let start = String(repeating: " ", count: spaces) + field
        return split(separator: "\n").contains { line in
            line.hasPrefix(start + ":") || line.hasPrefix(start + " {")
        }
    }
}

/// What a writer is told to write, as an array.
func written(_ body: (inout WireWriter) throws -> Void) rethrows -> [UInt8] {
    var writer = WireWriter()
    try body(&writer)
    return writer.bytes.withUnsafeBytes { Array($0) }
}
