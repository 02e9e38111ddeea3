import Messaging
import ScrollbackJSON
import Wire

/// Shows what a store is, how large it is, and what waits in it.
enum Info: ReadingCommand {
    static let name = "info"
    static let summary = "show what a store is, how large it is, and what is pending"
    static let operands = ["STORE"]
    static let about = """
        Shows the log's id, size and root, the sizes of the files, the configuration, moderators
        and legal holds, and the erasures that are not finished. It shows no words.
        """
    static let ownOptions: [ReadingOption] = []
    static let example = "scrollback info chat.scrollback"

    static func read(_ reading: Reading) async throws(CommandFailure) {
        let state = try await reading.ask(StateQuery())
        try reading.printer.json { $0.writeLine(withoutMatters(state), to: StateQuery.self) }
        try reading.printer.show(facts: facts(state))
    }

    /// The state without the legal matters, which are people's words.
    private static func withoutMatters(_ state: StoreState) -> StoreState {
        var state = state
        for index in state.holds.indices { state.holds[index].matter = nil }
        return state
    }

    private static func facts(_ state: StoreState) -> [(label: String, cell: Cell)] {
        var facts: [(label: String, cell: Cell)] = [
            ("log", .id(state.log)),
            ("events", .number(state.size.rawValue)),
            ("root", .word("\(state.root)")),
            ("oldest", .time(state.oldest)),
            ("newest", .time(state.newest)),
            ("bytes", .number(state.files.total)),
            ("log.mdb", .number(state.files.log)),
            ("keys.bin", .number(state.files.keys)),
            ("views", .number(state.files.views)),
        ]
        for epoch in state.earlierEpochs {
            let lost = epoch.lost.map { "\($0)" } ?? "an unknown number of"
            facts.append(
                ("restored", .word("behind position \(epoch.fork); lost \(lost) events"))
            )
        }
        facts += configuration(state)
        facts += state.moderators.map { ("moderator", .id($0)) }
        facts += state.holds.map { ("hold", .word(Self.hold($0))) }
        for erasing in state.erasing {
            facts.append(
                (
                    "erasing",
                    .word(
                        "since \(LocalTime.text(erasing.requestedAt)), by the request at position "
                            + "\(erasing.position): \(erasing.erased) done, \(erasing.pending) left"
                    )
                )
            )
        }
        for pending in state.pendingErasures {
            facts.append(
                (
                    "pending",
                    .word(
                        "the erasure at position \(pending.request.position): \(pending.waiting) "
                            + "events wait (\(word(pending.why)))"
                    )
                )
            )
        }
        if let owed = state.mediaOwed {
            facts.append(("media", .word("\(owed.count) must be deleted elsewhere (mediaOwed)")))
        }
        if let reader = state.oldestReader {
            facts.append(
                (
                    "reader",
                    .word("process \(reader.process) holds \(reader.heldBytes) bytes")
                )
            )
        }
        return facts
    }

    private static func configuration(_ state: StoreState) -> [(label: String, cell: Cell)] {
        let configuration = state.configuration
        var facts: [(label: String, cell: Cell)] = [
            ("text limit", .number(UInt64(configuration.textLimit))),
            ("receipts", .word(configuration.receipts.name ?? "")),
        ]
        for limit in configuration.rateLimits {
            facts.append(("rate limit", .word("\(limit.messages) in \(limit.seconds) s")))
        }
        for kept in state.retention {
            guard let days = days(kept.retention) else { continue }
            facts.append(("retention", .word("\(kept.kind.name ?? ""): \(days)")))
        }
        for own in state.ownRetentions {
            guard let days = days(own.retention) else { continue }
            facts.append(("retention", .word("\(own.conversation): \(days)")))
        }
        let others = state.ownRetentionsCount - state.ownRetentions.count
        if others > 0 {
            facts.append(("retention", .word("\(others) more conversations have their own")))
        }
        return facts
    }

    private static func days(_ retention: Retention) -> String? {
        let days = [
            retention.minimumDays.map { "at least \($0) days" },
            retention.maximumDays.map { "at most \($0) days" },
        ].compactMap { $0 }
        return days.isEmpty ? nil : days.joined(separator: ", ")
    }

    private static func word(_ why: Erasure.Reason) -> String {
        switch why {
        case .hold(let hold): "for the hold \(hold)"
        case .minimumRetention: "for the minimum retention"
        case .nextRun: "for the next run of retention"
        }
    }

    private static func hold(_ item: HoldItem) -> String {
        "\(item.hold.id), placed \(LocalTime.text(item.placedAt))"
    }
}
