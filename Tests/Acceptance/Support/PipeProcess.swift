import Foundation
import Glibc

/// A running `scrollback pipe`.
final class PipeProcess {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var unread: [UInt8] = []
    /// Up to where there is no line's end in what is unread.
    private var searched = 0

    /// The program beside the running tests.
    private static let command: URL = {
        let test = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(filePath: test ?? "").deletingLastPathComponent()
            .appending(path: "scrollback")
    }()

    init(_ words: [String]) throws {
        process.executableURL = Self.command
        process.arguments = ["pipe"] + words
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // What the test wrote ends when the test says so, and not one process later.
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
    }

    var identifier: Int32 { process.processIdentifier }

    func write(_ lines: [String]) throws {
        let text = lines.map { $0 + "\n" }.joined()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    /// Waits for the next line.
    func readLine() throws -> String {
        while true {
            if let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer {
                    unread.removeFirst(end + 1)
                    searched = 0
                }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            searched = unread.count
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Ended() }
            unread += more
        }
    }

    /// Ends the input, and waits until the store is closed.
    func end() throws {
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Ended()
        }
    }

    /// Ends it as a crash of the machine would, unless it has ended.
    func kill() {
        guard process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    struct Ended: Error {}
}
