import TestSupport

extension StartedProgram {
    /// Starts `scrollback pipe`.
    static func pipe(_ words: String...) throws -> StartedProgram {
        try StartedProgram(built("scrollback"), ["pipe"] + words)
    }

    func write(_ lines: [String]) { write(lines.map { $0 + "\n" }.joined().utf8) }

    /// Waits for the next line.
    func nextLine() throws -> String {
        guard let line = readLine() else { throw Ended() }
        return line
    }

    /// Ends the input, and waits until the store is closed.
    func end() throws {
        guard finish(withinMilliseconds: 600_000) == .exited(0) else { throw Ended() }
    }

    struct Ended: Error {}
}
