/// A file of the console, which the executable carries: it needs no folder beside it.
///
/// `Scripts/embed-console.py` makes the files of the folder `Console` and the JavaScript client.
package struct ConsoleFile: Sendable {
    /// The path at the server.
    package let path: String
    /// The media type.
    package let type: String
    /// A strong tag: it differs when the bytes do.
    package let tag: String
    /// The Content-Security-Policy with which the file is sent.
    package let policy: String
    package let bytes: [UInt8]

    init(path: String, type: String, tag: String, policy: String, text: String) {
        self.path = path
        self.type = type
        self.tag = tag
        self.policy = policy
        bytes = Array(text.utf8)
    }

    /// The page itself, and the folder of what it loads.
    package static let root = "/console"

    /// The file at a path; nil for none.
    package static func at(_ path: Substring) -> ConsoleFile? {
        guard path.hasPrefix(root) else { return nil }
        return byPath[path]
    }

    private static let byPath = Dictionary(
        all.map { (Substring($0.path), $0) },
        uniquingKeysWith: { first, _ in first }
    )
}
