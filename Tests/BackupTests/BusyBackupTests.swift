import EventLog
import Glibc
import Messaging
import Scrollback
import ScrollbackBackup
import Synchronization
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(60))) struct `A backup while 64 senders write` {
    private static let rounds = number("BACKUP_ROUNDS", else: 4)
    /// The comparisons read the whole log, which grows with each round: so a store has a few.
    private static let roundsPerStore = 20

    @Test func `restores to the store as it was at that position, each time`() async throws {
        var left = Self.rounds
        while left > 0 {
            try await backUp(rounds: min(left, Self.roundsPerStore))
            left -= Self.roundsPerStore
        }
    }

    private func backUp(rounds: Int) async throws {
        let chat = try await Chat()
        let (store, group, author) = (chat.store, chat.group, chat.author)
        let pace = Pace()
        try await withThrowingTaskGroup(of: Void.self) { senders in
            for sender in 0..<64 {
                senders.addTask {
                    var number = 0
                    while !Task.isCancelled {
                        guard pace.isSending.load(ordering: .relaxed) else {
                            try await Task.sleep(for: .milliseconds(5))
                            continue
                        }
                        let sent = try await author.send("\(sender) says \(number)", to: group)
                        if sender == 0, number % 5 == 4 {
                            let target = Erase.Target.message(sent.message)
                            _ = try await store.operator.erase(target, basis: "b", reason: "r")
                        }
                        number += 1
                    }
                }
            }
            for round in 0..<rounds {
                // Every other round begins anew, the others add to the backup before.
                let name = "\(round / 2)"
                let (backup, keys) = ("\(chat.backup)-\(name)", "\(chat.keys)-\(name)")
                pace.isSending.store(true, ordering: .relaxed)
                try await Task.sleep(for: .milliseconds(50))
                let report = try await store.backUp(to: backup, keys: keys)
                // Else the log grows with the time of the comparison, and that with the log.
                pace.isSending.store(false, ordering: .relaxed)
                let place = chat.folder.path("restored")
                let restored = try Backup(at: backup, keys: keys).restore(to: place, journal: .none)
                #expect(restored.root == report.root)
                try await verified(place)
                try compare(place, with: store.engine.log, through: report.size)
                removeFolder(place)
                // The long form would fill the disk.
                if round % 2 == 1 {
                    removeFolder(backup)
                    removeFolder(keys)
                }
            }
            senders.cancelAll()
            while let result = await senders.nextResult() {
                if case .failure(let error) = result, !(error is CancellationError) { throw error }
            }
        }
        store.close()
        try await verified(chat.path)
    }

    /// Every event of the copy has the leaf and the content that the store had; content that the
    /// store has lost meanwhile was erased after the backup.
    private func compare(_ place: String, with log: EventLog, through last: Position) throws {
        let copy = try EventLog(opening: StoreDirectory(path: place), access: .reading)
        defer { copy.close() }
        let (theirs, ours) = (try Facts(of: copy, through: last), try Facts(of: log, through: last))
        #expect(theirs.root == ours.root)
        for (index, (copied, present)) in zip(theirs.contents, ours.contents).enumerated()
        where copied != present {
            let leaf = present.split(separator: " ")[0]
            #expect(copied.hasPrefix(leaf) && present.contains(" erased "), "at \(index + 1)")
        }
    }
}

/// Whether the senders send.
private final class Pace: Sendable {
    let isSending = Atomic(true)
}
