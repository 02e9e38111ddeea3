import Foundation

/// A folder of its own for one store, removed with its owner.
final class Place {
    let folder: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "acceptance-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        folder = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var store: String { "\(folder)/chat.scrollback" }

    func path(_ name: String) -> String { "\(folder)/\(name)" }
}

/// An id as a client makes it.
func freshID() -> String { UUID().uuidString.lowercased() }

/// The memory of a process that no file backs, as Linux counts it.
func anonymousBytes(of process: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") } ?? ""
    return (Int(line.filter(\.isNumber)) ?? 0) * 1_024
}
