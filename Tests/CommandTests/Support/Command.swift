import Foundation
import TestSupport

/// The built `scrollback`, run as a user runs it.
enum Command {
    struct Run {
        let ending: StartedProgram.Ending
        let output: String
        let errors: String

        /// The code it ended with; nil if a signal ended it.
        var exit: Int32? {
            if case .exited(let code) = ending { code } else { nil }
        }
    }

    /// The program beside the running test.
    static let path = StartedProgram.built("scrollback")

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
        let started = try StartedProgram(
            program,
            words,
            output: folder.path("output"),
            errors: folder.path("errors")
        )
        started.endInput()
        return Run(
            ending: started.wait(),
            output: String(decoding: readFile(folder.path("output")), as: UTF8.self),
            errors: String(decoding: readFile(folder.path("errors")), as: UTF8.self)
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
