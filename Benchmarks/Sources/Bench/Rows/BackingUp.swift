import Contestants
import Glibc
import Measuring
import Scrollback

/// Asks how long a backup takes, one of a thousand more messages, its restore, and compacting.
func backups(_ messages: Int) -> RowPlan {
    let name = "backups of \(Text.number(Double(messages))) messages"
    return RowPlan(name: name) { fixtures in
        let town = Town(messages, in: try fixtures.place("backups"))
        try await town.fill()
        return Row(
            name,
            compared: .duration,
            targets: [
                Target(BackupStep.whole.rawValue, .atMost(.duration, 120_000)),
                Target(BackupStep.more.rawValue, .atMost(.duration, 10_000)),
                Target(BackupStep.restore.rawValue, .atMost(.duration, 120_000)),
                Target(BackupStep.compact.rawValue, .atMost(.duration, 60_000)),
            ],
            bounds: "A backup reads and writes each record once, and opens what it wrote. With few "
                + "new events it writes the last segment anew. A restore hashes and opens all, and "
                + "inserts it into a new file.",
            contestants: BackupStep.allCases.map { BackingUp(step: $0, town: town) }
        )
    }
}

private enum BackupStep: String, CaseIterable, Sendable {
    case whole = "scrollback backup, of all"
    case more = "scrollback backup, of 1,000 more messages"
    case restore = "scrollback restore"
    case compact = "scrollback compact"
}

/// The built command, as a process of its own.
private struct BackingUp: Contestant {
    let step: BackupStep
    let town: Town

    private static let moreMessages = 1_000

    var name: String { step.rawValue }

    func run(in folder: String) async throws -> Sample {
        let (backup, keys, place) = ("\(folder)/backup", "\(folder)/keys", "\(folder)/restored")
        let backUp = ["backup", town.path, backup, "--keys", keys, "--quiet"]
        let words =
            switch step {
            case .whole, .more: backUp
            case .restore:
                ["restore", backup, "--keys", keys, "--to", place, "--without-journal", "--quiet"]
            case .compact: ["compact", town.path, "--quiet"]
            }
        if step == .more || step == .restore { try BuiltCommand.run(backUp) }
        if step == .more { try await town.send(Self.moreMessages) }
        let start = ContinuousClock.now
        try BuiltCommand.run(words)
        let microseconds = (ContinuousClock.now - start).microseconds
        var sample = Sample()
        sample[.duration] = microseconds / 1e3
        if step == .whole {
            sample[.bytes] = Double(Folder.allocatedBytes(of: backup)) / Double(town.messages)
        }
        return sample
    }
}

extension Town {
    /// Sends further messages to the one group.
    fileprivate func send(_ count: Int) async throws {
        let store = try Store.open(path)
        defer { store.close() }
        let own = store.session(for: viewer)
        try await store.asCallers { caller, callers in
            for number in stride(from: caller, to: count, by: callers) {
                try await own.send("further \(number)", to: conversation)
            }
        }
    }
}
