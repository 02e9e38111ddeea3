import TestSupport

extension Command {
    /// Starts `scrollback pipe`, whose ends the test holds.
    static func startPipe(
        _ words: String...,
        errors: String = "/dev/null"
    ) throws -> StartedProgram {
        try StartedProgram(path, ["pipe"] + words, errors: errors)
    }

    /// Runs `scrollback pipe` with an input that ends.
    static func pipe(_ words: String..., input lines: [String]) throws -> Run {
        let folder = TemporaryFolder("pipe")
        let file = folder.file("input", Array(lines.map { $0 + "\n" }.joined().utf8))
        let script = #"exec "$0" pipe "$@" < "$INPUT""#
        return try run("env", ["INPUT=\(file)", "sh", "-c", script, path] + words)
    }
}
