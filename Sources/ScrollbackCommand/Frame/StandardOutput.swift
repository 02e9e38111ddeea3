import Glibc

/// What a command says to whoever called it.
enum StandardOutput {
    /// Writes lines, all of them or it throws.
    ///
    /// On a terminal what would act instead of being seen is spelled out: a signed note may have
    /// extension lines of anybody's. Elsewhere every byte is as it was signed.
    static func write(_ lines: [String]) throws(CommandFailure) {
        let isTerminal = isatty(1) == 1
        let text = lines.map { "\(isTerminal ? TerminalText.text($0) : $0)\n" }.joined()
        let bytes = Array(text.utf8)
        let file = try OutputFile(nil)
        try file.write(bytes.span.bytes)
    }
}
