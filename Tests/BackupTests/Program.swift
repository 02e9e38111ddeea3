import Glibc
import TestSupport

/// The built `scrollback`, run to its end or killed on the way.
enum Program {
    static let path = StartedProgram.built("scrollback")

    static func start(_ words: [String]) throws -> StartedProgram {
        try StartedProgram(path, words)
    }

    /// Runs it, and returns how it ended and what it printed.
    static func run(_ words: [String]) throws -> (exit: Int32?, output: String) {
        let folder = TemporaryFolder("program")
        let started = try StartedProgram(
            path,
            words,
            output: folder.path("output"),
            errors: folder.path("output")
        )
        started.endInput()
        let ending = started.wait()
        let output = String(decoding: readFile(folder.path("output")), as: UTF8.self)
        guard case .exited(let code) = ending else { return (nil, output) }
        return (code, output)
    }

    /// Runs it, and kills it somewhere in a time.
    ///
    /// The time follows how long runs take here: half after a run that ended before it was killed,
    /// half as much again after one that did not.
    ///
    /// - Returns: whether it was killed.
    static func kill(_ words: [String], within milliseconds: inout UInt64) throws -> Bool {
        let started = try start(words)
        usleep(UInt32.random(in: 0...UInt32(milliseconds * 1_000)))
        if case .killed = started.crash() {
            milliseconds = min(milliseconds * 3 / 2 + 1, 1_000)
            return true
        }
        milliseconds = max(milliseconds / 2, 4)
        return false
    }
}
