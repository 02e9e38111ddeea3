import TestSupport

/// What carries lines to the built command, and its answers back in order.
protocol LineCarrier {
    /// The process that has the store.
    var identifier: Int32 { get }
    func write(_ lines: [String])
    /// Waits for the next line.
    func nextLine() throws -> String
    /// Sends nothing more, and waits until the store is closed.
    func end() throws
    /// Ends as a crash of the machine would.
    func dies()
    /// A screen that follows; nil where the carrier has no feed.
    func watcher(
        since position: Int,
        in conversation: String?,
        for user: String,
        tellingTime: @escaping () throws -> Void
    ) throws -> (any Watcher)?
}

extension LineCarrier {
    func watcher(
        since _: Int,
        in _: String?,
        for _: String,
        tellingTime _: @escaping () throws -> Void
    ) -> (any Watcher)? { nil }
}

/// The command has ended before its answer.
struct Ended: Error {}

extension StartedProgram: LineCarrier {
    /// Starts `scrollback pipe`.
    static func pipe(_ store: String) throws -> StartedProgram {
        try StartedProgram(built("scrollback"), ["pipe", store, "--create", "--clock", "given"])
    }

    func write(_ lines: [String]) { write(lines.map { $0 + "\n" }.joined().utf8) }

    func nextLine() throws -> String {
        guard let line = readLine() else { throw Ended() }
        return line
    }

    func end() throws {
        guard finish(withinMilliseconds: 600_000) == .exited(0) else { throw Ended() }
    }

    func dies() { crash() }
}
