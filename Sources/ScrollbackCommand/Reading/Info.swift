import EventLog
import Messaging
import ScrollbackJSON
import ScrollbackPipe
import Wire

/// Shows what a store is, how large it is, and what waits in it.
enum Info: ReadingCommand {
    static let name = "info"
    static let summary = "show what a store is, how large it is, and what is pending"
    static let operands = ["STORE"]
    static let about = """
        Shows the log's id, size and root, the sizes of the files, the configuration, moderators
        and legal holds, and the erasures that are not finished. It shows no words. If another
        process writes to the store, the text has its numbers too: commits, sends, what waits.
        """
    static let ownOptions: [ReadingOption] = [
        .value(
            "control",
            "PATH",
            "the control socket of the process that writes (default: in the store's folder)"
        )
    ]
    static let example = "scrollback info chat.scrollback"

    static func read(_ reading: Reading) async throws(CommandFailure) {
        let state = try await reading.ask(StateQuery())
        try reading.printer.json { $0.writeLine(withoutMatters(state), to: StateQuery.self) }
        var facts = Self.facts(state)
        // They are of this moment.
        if reading.arguments.value("at") == nil, let gauges = gauges(reading.arguments) {
            facts += Self.facts(gauges)
        }
        try reading.printer.show(facts: facts)
    }

    /// The numbers of the process that writes; nil if there is none, or it cannot be asked.
    private static func gauges(_ arguments: Arguments) -> Gauges? {
        guard OpenStore.directory(arguments).writingProcess != nil else { return nil }
        do {
            guard var client = try ControlPath(arguments).client() else { return nil }
            _ = client.send(Array(#"{"as":"operator","ask":"gauges"}"#.utf8))
            guard let line = client.readLine(withinMilliseconds: patienceMilliseconds),
                let ok = try JSONDocument(line).object()["ok"]
            else { return nil }
            return try Gauges(json: Array(ok.bytes))
        } catch {
            return nil
        }
    }

    /// How long the process that writes may take.
    private static let patienceMilliseconds: Int32 = 2_000

    private static func facts(_ gauges: Gauges) -> [(label: String, cell: Cell)] {
        let sends = gauges.sends
        return [
            ("open for", .word("\(gauges.openFor.components.seconds) s")),
            ("commits", .word("\(gauges.commits)\(words(gauges.commitLatency))")),
            (
                "sends",
                .word(
                    "\(sends.done) done, \(sends.refused) refused, \(sends.failed) failed"
                        + words(sends.latency)
                )
            ),
            ("waiting", .word("\(gauges.waiting) commands")),
            ("followers", .number(UInt64(clamping: gauges.followers))),
            (
                "free",
                .word("\(gauges.free.log) bytes in log.mdb, \(gauges.free.views) in the views")
            ),
        ]
    }

    /// The ranges in which half of the times and 99 of 100 lie.
    private static func words(_ latency: LatencyHistogram) -> String {
        func bound(_ share: Double) -> String {
            let wanted = Double(latency.count) * share
            var seen: UInt64 = 0
            for (bound, count) in zip(LatencyHistogram.bounds, latency.counts) {
                seen += count
                if Double(seen) >= wanted { return "\(Double(bound) / 1_000) ms" }
            }
            return "more"
        }
        return latency.count == 0 ? "" : ", half within \(bound(0.5)), 99 % within \(bound(0.99))"
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
                ("restored", .word("after position \(epoch.fork); lost \(lost) events"))
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
                            + "events wait (\(ErasureReport.word(pending.why)))"
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
            guard let days = kept.retention.words else { continue }
            facts.append(("retention", .word("\(kept.kind.name ?? ""): \(days)")))
        }
        for own in state.ownRetentions {
            guard let days = own.retention.words else { continue }
            facts.append(("retention", .word("\(own.conversation): \(days)")))
        }
        let others = state.ownRetentionsCount - state.ownRetentions.count
        if others > 0 {
            facts.append(("retention", .word("\(others) more conversations have their own")))
        }
        return facts
    }

    private static func hold(_ item: HoldItem) -> String {
        "\(item.hold.id), placed \(LocalTime.text(item.placedAt))"
    }
}
