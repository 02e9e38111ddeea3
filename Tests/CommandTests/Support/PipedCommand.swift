import Foundation
import TestSupport

/// A running `scrollback pipe`, whose ends a test holds.
final class PipedCommand {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let errors = Pipe()
    private var unread: [UInt8] = []

    init(_ words: String...) throws {
        process.executableURL = URL(filePath: Command.path)
        process.arguments = ["pipe"] + words
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        // What the test wrote is at its end when the test says so, and not one process later.
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
    }

    func write(_ text: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// Waits for the next line of answers; nil at their end.
    func readLine() -> String? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeFirst(end + 1) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { return nil }
            unread += more
        }
    }

    func closeInput() throws { try input.fileHandleForWriting.close() }
    func closeOutput() throws { try output.fileHandleForReading.close() }
    func terminate() { process.terminate() }

    /// Waits for the end: how it ended, and what it said on standard error.
    func wait() -> (exit: Int32, isWhole: Bool, errors: String) {
        process.waitUntilExit()
        let said = errors.fileHandleForReading.availableData
        return (
            process.terminationStatus, process.terminationReason == .exit,
            String(decoding: said, as: UTF8.self)
        )
    }
}

extension Command {
    /// Runs `scrollback pipe` with an input that ends.
    static func pipe(_ words: String..., input lines: [String]) throws -> Run {
        let folder = TemporaryFolder("pipe")
        let file = folder.file("input", Array(lines.map { $0 + "\n" }.joined().utf8))
        let script = #"exec "$0" pipe "$@" < "$INPUT""#
        return try run("env", ["INPUT=\(file)", "sh", "-c", script, path] + words)
    }
}
