import Foundation
import TestSupport

/// What the lock of the schemas says may have been written.
struct Lock {
    /// The events of the envelope: their numbers, and their messages' full names.
    let events: [(number: UInt32, message: String)]
    private let lines: [[Substring]]

    static func ofThePackage() throws -> Lock {
        let file = packageFolder.appending(path: "schemas/lock.txt")
        return Lock(try String(contentsOf: file, encoding: .utf8))
    }

    private init(_ text: String) {
        lines = text.split(separator: "\n").map { $0.split(separator: " ") }
        events = lines.compactMap { words in
            guard words.first == "scrollback.v1.Envelope",
                words.suffix(3) == ["member", "of", "event"],
                let number = UInt32(words[1])
            else { return nil }
            return (number, String(words[3]))
        }
    }

    /// The full names of the messages that are content.
    var contents: Set<String> {
        Set(lines.filter { $0.dropFirst().prefix(2) == ["0", "content"] }.map { String($0[3]) })
    }

    /// The names of a message's fields.
    func fields(of message: String) -> [String] {
        lines.filter { $0.first.map(String.init) == message && $0.count > 2 && $0[1] != "0" }
            .map { String($0[2]) }
    }
}
