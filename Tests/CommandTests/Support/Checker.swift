import Foundation
import TestSupport
import Testing

/// The checkers in Python, which share no code with this package.
enum Checker {
    static let folder = packageFolder.appending(path: "Scripts/checker").path()

    static let program = "\(folder)/check.py"

    /// Runs `check.py` on words.
    static func check(_ words: String...) throws -> Command.Run {
        try run("check.py", words)
    }

    /// Runs `test_check.py`, which changes every proof in a folder in every way it can.
    static func examine(_ proofs: String) throws -> Command.Run {
        try run("test_check.py", [proofs])
    }

    /// Runs `check_export.py` on words.
    static func checkExport(_ words: String...) throws -> Command.Run {
        try run("check_export.py", words)
    }

    private static func run(_ script: String, _ words: [String]) throws -> Command.Run {
        let run = try Command.run("python3", ["\(folder)/\(script)"] + words)
        // A machine that cannot check must not look like one that has checked.
        try #require(run.exit != 127, "python3 is missing; `Scripts/setup.sh tests` installs it")
        try #require(
            !run.errors.contains("openssl cannot be run"),
            "openssl is missing; `Scripts/setup.sh tests` installs it"
        )
        return run
    }
}
