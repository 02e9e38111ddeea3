import EventLog
import Glibc
import Messaging
import Scrollback
import Wire

/// A run of a reading command: its arguments, the store that it reads, and its output.
///
/// The store is opened for the first question, after the look at words is logged. A command reads
/// all its arguments before it asks, so that one that is refused for them has logged nothing.
final class Reading {
    let arguments: Arguments
    let printer: Printer
    /// The person whose sight is shown; nil for the operator's.
    let viewer: UserID?
    /// The time of the run.
    let now: Timestamp
    /// The moment of the past that is shown; nil for the present.
    private let moment: PastMoment?
    private let command: any ReadingCommand.Type
    private var opened: Store?
    private var past: PastStore?
    private let progress: ProgressLine

    init(
        _ arguments: Arguments,
        of command: any ReadingCommand.Type
    ) throws(CommandFailure) {
        self.arguments = arguments
        self.command = command
        now = Engine.wallClock()
        viewer = try arguments.id("as", "a user")
        moment = try arguments.moment("at", now: now)
        let progress = ProgressLine(isShown: isatty(2) == 1)
        // A pager owns the terminal.
        printer = try Printer(arguments, pages: command.pages(arguments)) { progress.stop() }
        self.progress = progress
    }

    /// The store, opened at the first call.
    func store() async throws(CommandFailure) -> Store {
        if let opened { return opened }
        if command.showsWords { try await Looks.permit(arguments, moment, of: command) }
        let store = try Self.open(arguments)
        opened = store
        return store
    }

    /// Opens the store for reading, whether or not another process writes to it.
    static func open(_ arguments: Arguments) throws(CommandFailure) -> Store {
        do throws(StoreError) {
            return try Store.open(
                arguments.operands[0],
                options: Store.Options(reading: arguments)
            )
        } catch {
            throw CommandFailure(reading: error)
        }
    }

    /// Closes the store, and waits until the person has left the pager.
    func end() {
        opened?.close()
        printer.end()
    }

    /// Whether people's words are not shown.
    var withholdsWords: Bool { !Looks.isWanted(arguments) }

    /// Asks as the operator.
    func ask<Asked: OperatorQuery>(_ query: Asked) async throws(CommandFailure)
        -> Asked.Answer
    {
        try await answer { (store) throws(StoreError) in
            try store.answer(admitted: query, on: try stateShown(of: store))
        }
    }

    /// Asks as a person.
    func ask<Asked: UserQuery>(
        _ query: Asked,
        as user: UserID
    ) async throws(CommandFailure) -> Asked.Answer {
        try await answer { (store) throws(StoreError) in
            if let past = try stateShown(of: store) {
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
        return try await answer { (store) throws(StoreError) in
            if let past = try stateShown(of: store) {
                return try past.asking(.everything, as: nil) { (state, _) throws(QueryError) in
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
        try await answer { (store) throws(StoreError) in
            if let past = try stateShown(of: store) { past.position } else { try store.position }
        }
    }

    /// Returns the state of the past that is shown; nil for the present.
    private func stateShown(of store: Store) throws(StoreError) -> PastStore? {
        guard let moment else { return nil }
        if let past { return past }
        let found = try store.asOf(moment) { [progress] done, total in
            progress.show(done: done.rawValue, total: total.rawValue)
        }
        past = found
        return found
    }

    /// Asks, and once more after a wait while the views are made anew or brought up.
    private func answer<Found>(
        _ ask: (Store) throws(StoreError) -> Found
    ) async throws(CommandFailure) -> Found {
        let store = try await store()
        defer { progress.end() }
        do throws(StoreError) {
            return try ask(store)
        } catch {
            guard error.fault?.isMendedByWaiting == true else { throw failure(error) }
        }
        await store.waitForViews()
        do throws(StoreError) {
            return try ask(store)
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

    /// The times in --from and --until.
    ///
    /// - Throws: a failure of usage also for an end before the beginning.
    func period(now: Timestamp) throws(CommandFailure) -> Period {
        let period = Period(
            from: try time("from", now: now),
            until: try time("until", now: now)
        )
        try requireOrder(period.from, period.until)
        return period
    }

    /// The places in --from and --until; a position and a time are not compared.
    ///
    /// - Throws: a failure of usage also for an end before the beginning.
    func stretch(now: Timestamp) throws(CommandFailure) -> (from: LogPlace?, until: LogPlace?) {
        let (from, until) = (try place("from", now: now), try place("until", now: now))
        switch (from, until) {
        case (.position(let from)?, .position(let until)?): try requireOrder(from, until)
        case (.time(let from)?, .time(let until)?): try requireOrder(from, until)
        default: break
        }
        return (from, until)
    }

    /// Refuses a range that ends before it begins: it is a slip, and not a question with no answer.
    private func requireOrder<Bound: Comparable>(
        _ from: Bound?,
        _ until: Bound?
    ) throws(CommandFailure) {
        guard let from, let until, until < from else { return }
        throw wrong("takes with --until nothing earlier than with --from")
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
