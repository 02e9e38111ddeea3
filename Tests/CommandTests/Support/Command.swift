import Foundation
import TestSupport

/// The built `scrollback`, run as a user runs it.
enum Command {
    struct Run {
        let exit: Int32
        let output: String
        let errors: String
        /// Whether it ended by itself, not by a signal.
        let isWhole: Bool
    }

    /// The program beside the running test.
    static let path: String = {
        let test = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
        return URL(filePath: test ?? "").deletingLastPathComponent().path() + "scrollback"
    }()

    /// Runs it to its end.
    static func run(_ words: String...) throws -> Run { try run(words) }

    static func run(_ words: [String]) throws -> Run {
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw NotBuilt(path: path)
        }
        return try run(path, words)
    }

    /// Runs a program found in PATH or at a path.
    static func run(_ program: String, _ words: [String]) throws -> Run {
        let folder = TemporaryFolder("command")
        let process = Process()
        process.executableURL = URL(filePath: program.contains("/") ? program : "/usr/bin/env")
        process.arguments = program.contains("/") ? words : [program] + words
        var environment = ProcessInfo.processInfo.environment
        environment["SWIFT_BACKTRACE"] = "enable=no"
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        for name in ["output", "errors"] { writeFile(folder.path(name), []) }
        process.standardOutput = try FileHandle(
            forWritingTo: URL(filePath: folder.path("output"))
        )
        process.standardError = try FileHandle(forWritingTo: URL(filePath: folder.path("errors")))
        try process.run()
        process.waitUntilExit()
        return Run(
            exit: process.terminationStatus,
            output: String(decoding: readFile(folder.path("output")), as: UTF8.self),
            errors: String(decoding: readFile(folder.path("errors")), as: UTF8.self),
            isWhole: process.terminationReason == .exit
        )
    }

    struct NotBuilt: Error {
        let path: String
    }
}

/// The object that a run printed.
func object(_ run: Command.Run) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return value as? [String: Any] ?? [:]
}

/// The stable word of the error that a run printed in JSON.
func errorCode(_ run: Command.Run) throws -> String? {
    (try object(run)["error"] as? [String: Any])?["code"] as? String
}
