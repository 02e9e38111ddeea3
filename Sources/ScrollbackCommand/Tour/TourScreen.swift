import Glibc

/// Prints the tour's own words: titles, paragraphs and commands, at most 80 columns wide.
///
/// On a terminal it stops for a moment now and then, so that a person can follow.
struct TourScreen: ~Copyable {
    private let output: OutputFile
    private let isColoured: Bool
    private let pauses: Bool

    private static let columns = 80

    init(pauses: Bool) throws(CommandFailure) {
        output = try OutputFile(nil)
        let isTerminal = isatty(1) == 1
        isColoured = isTerminal && Printer.wantsColour
        self.pauses = isTerminal && pauses
        // The commands that the tour runs are asked the same.
        if !isColoured { setenv("NO_COLOR", "1", 1) }
        setenv("PAGER", "", 1)
    }

    func title(_ number: Int, _ text: String) throws(CommandFailure) {
        try say("\(style("1", "\(number). \(text)"))\n\n")
        pause(.milliseconds(400))
    }

    func paragraph(_ text: String) throws(CommandFailure) {
        try say(TextWidth.wrap(text, to: Self.columns).joined(separator: "\n") + "\n\n")
        pause(.milliseconds(700))
    }

    /// Shows a command as it is typed, with the prompt of a shell.
    func command(_ line: String) throws(CommandFailure) {
        let lines = line.split(separator: "\n").enumerated().map { number, part in
            style("36", (number == 0 ? "$ " : "  ") + part)
        }
        try say(lines.joined(separator: "\n") + "\n")
    }

    /// Ends the output of a command.
    func endOutput() throws(CommandFailure) {
        try say("\n")
        pause(.milliseconds(700))
    }

    func say(_ text: String) throws(CommandFailure) {
        let bytes = Array(text.utf8)
        try write(bytes.span.bytes)
    }

    func write(_ bytes: RawSpan) throws(CommandFailure) { try output.write(bytes) }

    private func style(_ code: String, _ text: String) -> String {
        isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    private func pause(_ time: Duration) {
        if pauses { usleep(UInt32(time / .microseconds(1))) }
    }
}
