import Glibc

/// The output of a command.
enum StandardOutput {
    /// Writes all lines, or throws a failure.
    ///
    /// On a terminal control characters are escaped, because a signed note may have untrusted
    /// extension lines. Elsewhere every byte is as signed.
    static func write(_ lines: [String]) throws(CommandFailure) {
        let isTerminal = isatty(1) == 1
        let text = lines.map { "\(isTerminal ? TerminalText.text($0) : $0)\n" }.joined()
        let bytes = Array(text.utf8)
        let file = try OutputFile(nil)
        try file.write(bytes.span.bytes)
    }
}
