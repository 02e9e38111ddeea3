import Foundation
import Merkle

/// Test data that other projects published, in a folder beside this package where there is one.
enum Published {
    /// `$SCROLLBACK_VECTORS`, or `shared/vectors` beside the package; nil if there is neither.
    static let folder: URL? = {
        let package = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let named = ProcessInfo.processInfo.environment["SCROLLBACK_VECTORS"].map {
            URL(filePath: $0)
        }
        let folder =
            named ?? package.deletingLastPathComponent().appending(path: "shared/vectors")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    static var isPresent: Bool { folder != nil }

    /// A file of the folder, read as a value.
    static func read<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
        guard let folder else { throw NothingPublished() }
        let data = try Data(contentsOf: folder.appending(path: name))
        return try JSONDecoder().decode(type, from: data)
    }
}

/// The folder is not there.
struct NothingPublished: Error {}

/// The bytes of a text in hexadecimal, which the test itself wrote.
func hexadecimal(_ text: String) -> [UInt8] {
    Hexadecimal.decode(Array(text.utf8).span.bytes) ?? []
}

/// A hash in hexadecimal, which the test itself wrote.
func digest(_ text: String) -> Digest { Digest(hexadecimal(text).span.bytes) }

/// A hash in base 64; nil where it is none.
func digest(base64 text: String) -> Digest? { try? Digest(base64: Array(text.utf8).span.bytes) }
