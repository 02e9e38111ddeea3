import Glibc

/// Shows progress on the standard error: one changing line on a terminal, otherwise several lines.
final class ProgressLine: @unchecked Sendable {
    // Sendable: what reports progress is one thread at a time, for which the command waits.

    private var isShown: Bool
    private let isTerminal = isatty(2) == 1
    private let began = ContinuousClock.now
    private var shown: ContinuousClock.Instant?

    init(isShown: Bool) {
        self.isShown = isShown
    }

    /// Shows progress on a terminal unless `--quiet` is given, elsewhere only with `--progress`.
    convenience init(_ arguments: Arguments) throws(CommandFailure) {
        guard !(arguments.has("progress") && arguments.has("quiet")) else {
            throw arguments.wrong("takes one of --progress and --quiet")
        }
        self.init(
            isShown: arguments.has("progress") || (isatty(2) == 1 && !arguments.has("quiet"))
        )
    }

    /// Updates the line, at most five times a second.
    func show(done: UInt64, total: UInt64) {
        let now = ContinuousClock.now
        guard isShown, shown.map({ now - $0 > .milliseconds(200) }) ?? true else { return }
        shown = now
        let percent = total == 0 ? 100 : Int(Double(done) / Double(total) * 100)
        let seconds = (now - began) / .seconds(1)
        let rate = seconds > 0 ? UInt64(Double(done) / seconds) : 0
        let text = "\(done) of \(total) events, \(percent) %, \(rate) a second"
        say(isTerminal ? "\r\(text)\u{1B}[K" : "\(text)\n")
    }

    /// Clears the line on a terminal.
    func end() {
        if shown != nil, isTerminal { say("\r\u{1B}[K") }
        shown = nil
    }

    /// Clears the line, and shows no more.
    func stop() {
        end()
        isShown = false
    }

    private func say(_ text: String) {
        let bytes = Array(text.utf8)
        bytes.withUnsafeBytes { _ = write(2, $0.baseAddress, $0.count) }
    }
}
