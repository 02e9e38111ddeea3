import EventLog
import Glibc
import Messaging
import Scrollback
import Wire

/// A run of a reading command: its arguments, the store that it reads, and its output.
final class Reading {
    let arguments: Arguments
    let printer: Printer
    let store: Store
    /// The person whose sight is shown; nil for the operator's.
    let viewer: UserID?
    /// The time of the run.
    let now: Timestamp
    /// The moment of the past that is shown; nil for the present.
    private let moment: PastMoment?
    private var past: PastStore?
    private let progress = ProgressLine(isShown: isatty(2) == 1)

    init(_ arguments: Arguments, pages: Bool) throws(CommandFailure) {
        self.arguments = arguments
        now = Engine.wallClock()
        viewer = try arguments.id("as", "a user")
        moment = try arguments.moment("at", now: now)
        store = try Self.open(arguments)
        printer = try Printer(arguments, pages: pages)
    }

    /// Opens the store for reading, whether or not another process writes to it.
    static func open(_ arguments: Arguments) throws(CommandFailure) -> Store {
        var options = Store.Options()
        options.access = .reading
        options.keysPath = arguments.value("keys")
        options.notice = { complain(TerminalText.line($0.message)) }
        do throws(StoreError) {
            return try Store.open(arguments.operands[0], options: options)
        } catch {
            throw CommandFailure(reading: error)
        }
    }

    /// Closes the store, and waits until the person has left the pager.
    func end() {
        store.close()
        printer.end()
    }

    /// Whether people's words are not shown.
    var withholdsWords: Bool { !Looks.isWanted(arguments) }

    /// Asks as the operator.
    func ask<Asked: OperatorQuery>(_ query: Asked) async throws(CommandFailure) -> Asked.Answer {
        try await answer { () throws(StoreError) in
            try store.answer(admitted: query, on: try stateShown())
        }
    }

    /// Asks as a person.
    func ask<Asked: UserQuery>(
        _ query: Asked,
        as user: UserID
    ) async throws(CommandFailure) -> Asked.Answer {
        try await answer { () throws(StoreError) in
            if let past = try stateShown() {
                try past.session(for: user).ask(query)
            } else {
                try store.session(for: user).ask(query)
            }
        }
    }

    /// Returns the titles of conversations, where words are shown.
    func titles(
        of conversations: [ConversationID]
    ) async throws(CommandFailure) -> [ConversationID: String] {
        guard !withholdsWords else { return [:] }
        return try await answer { () throws(StoreError) in
            if let past = try stateShown() {
                return try past.asking(EventsQuery(), as: nil) { (state, _) throws(QueryError) in
                    try state.titles(of: conversations)
                }
            }
            return try store.asking { (state, _) throws(QueryError) in
                try state.titles(of: conversations)
            }
        }
    }

    /// Returns the position of the state that is shown.
    func position() async throws(CommandFailure) -> Position {
        try await answer { () throws(StoreError) in
            if let past = try stateShown() { past.position } else { try store.position }
        }
    }

    /// Returns the state of the past that is shown; nil for the present.
    func stateShown() throws(StoreError) -> PastStore? {
        guard let moment else { return nil }
        if let past { return past }
        let found = try store.asOf(moment) { [progress] done, total in
            progress.show(done: done.rawValue, total: total.rawValue)
        }
        past = found
        return found
    }

    /// Asks, and once more after a wait while the views are made anew or brought up.
    func answer<Found>(
        _ ask: () throws(StoreError) -> Found
    ) async throws(CommandFailure) -> Found {
        defer { progress.end() }
        do throws(StoreError) {
            return try ask()
        } catch {
            guard error.fault?.isMendedByWaiting == true else { throw failure(error) }
        }
        await store.waitForViews()
        do throws(StoreError) {
            return try ask()
        } catch {
            throw failure(error)
        }
    }

    /// The failure for an error; where no process writes, no wait makes the views complete.
    private func failure(_ error: StoreError) -> CommandFailure {
        let failure = CommandFailure(reading: error)
        guard failure.code == "viewsUnavailable",
            OpenStore.directory(arguments).writingProcess == nil
        else { return failure }
        return .failure(
            failure.code,
            "the views are not complete, and no process writes to the store; run `scrollback "
                + "rebuild STORE`"
        )
    }
}

extension CommandFailure {
    /// Creates the failure for a query that was refused, or for a store that cannot be read.
    init(reading error: StoreError) {
        if error.refusal != nil {
            self = .failure(error.code.rawValue, error.message)
        } else {
            self.init(error)
        }
    }
}

// Values of options and operands.

extension Arguments {
    /// The id in an option; nil if it is absent.
    func id<ID: Identifier>(_ option: String, _ thing: String) throws(CommandFailure) -> ID? {
        guard let text = value(option) else { return nil }
        return try id(text, "with --\(option)", thing)
    }

    /// The id that is the operand with a number.
    func id<ID: Identifier>(
        operand number: Int,
        _ thing: String
    ) throws(CommandFailure) -> ID {
        try id(operands[number], "as word \(number + 1)", thing)
    }

    private func id<ID: Identifier>(
        _ text: String,
        _ place: String,
        _ thing: String
    ) throws(CommandFailure) -> ID {
        guard let id = ID(text) else {
            throw wrong(
                "takes \(place) the id of \(thing), a UUID, not '\(TerminalText.line(text))'"
            )
        }
        return id
    }

    /// The time in an option; nil if it is absent.
    func time(_ option: String, now: Timestamp) throws(CommandFailure) -> Timestamp? {
        guard let text = value(option) else { return nil }
        let shown = TerminalText.line(text)
        do throws(GivenMoment.Fault) {
            guard let moment = GivenMoment(now: now) else { throw .unknown }
            return try moment.read(text)
        } catch {
            switch error {
            case .unknown:
                throw wrong(
                    "takes with --\(option) a time such as 2026-03-04T14:00, not '\(shown)'"
                )
            case .ambiguous(let readings):
                throw wrong(
                    "cannot tell what --\(option) '\(shown)' means: write "
                        + readings.joined(separator: " or ")
                )
            case .skipped:
                throw wrong(
                    "takes with --\(option) a time that the local clock shows; it was set forward "
                        + "over '\(shown)'"
                )
            }
        }
    }

    /// The position or the time in an option; nil if it is absent.
    func place(_ option: String, now: Timestamp) throws(CommandFailure) -> LogPlace? {
        guard let text = value(option) else { return nil }
        if text.allSatisfy({ ("0"..."9").contains($0) }), let number = try number(option) {
            return .position(Position(number))
        }
        return try time(option, now: now).map { .time($0) }
    }

    /// The moment of the past in an option; nil if it is absent.
    func moment(_ option: String, now: Timestamp) throws(CommandFailure) -> PastMoment? {
        guard let text = value(option) else { return nil }
        if case .position(let position, let epoch)? = PastMoment(text) {
            return .position(position, epoch: epoch)
        }
        return try time(option, now: now).map { .time($0) }
    }

    /// A word in an option, of those that it may have; nil if it is absent.
    func word<Value>(
        _ option: String,
        of choices: [(name: String, value: Value)]
    ) throws(CommandFailure) -> Value? {
        guard let word = value(option) else { return nil }
        guard let choice = choices.first(where: { $0.name == word }) else {
            throw wrong(
                "takes with --\(option) one of \(choices.map(\.name).joined(separator: ", ")), "
                    + "not '\(TerminalText.line(word))'"
            )
        }
        return choice.value
    }
}

/// A place in the log that a person gave.
enum LogPlace {
    case position(Position)
    case time(Timestamp)
}
