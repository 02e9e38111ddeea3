import EventLog
import LogSupport
import Merkle
import TestSupport
import Testing
import Wire

@Suite struct `The log equals a list of events` {
    /// What may be done to a log.
    private enum Step {
        case batch(count: Int, isCommitted: Bool)
        case reopen(isClosedFirst: Bool)
        case compare

        static func random(using random: inout SplitMix64) -> Step {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<7:
                let longest = [3, 40, 300].randomElement(using: &random) ?? 3
                return .batch(
                    count: .random(in: 0...longest, using: &random),
                    isCommitted: .random(using: &random)
                )
            case 7: return .reopen(isClosedFirst: .random(using: &random))
            default: return .compare
            }
        }
    }

    private struct Model {
        var events: [Event] = []
        var leaves: [Digest] = []
    }

    @Test(arguments: 0..<4)
    func `whatever is appended, abandoned and opened again`(run: UInt64) throws {
        let seed = seed(for: "the log equals a list of events") &+ run
        var random = SplitMix64(seed: seed)
        let store = try LogInFolder()
        var log: EventLog? = try store.open()
        var model = Model()
        var opened = try #require(log)
        model.leaves.append(try event(of: opened, at: 1).leafHash)
        var writer: LogWriter? = try LogWriter(opened)

        for _ in 0..<60 {
            switch Step.random(using: &random) {
            case .batch(let count, let isCommitted):
                var next = model
                try writer?.begin()
                for _ in 0..<count {
                    let event = Event.random(
                        using: &random,
                        recorded: 2_000_000 + next.events.count
                    )
                    try writer?.append(event)
                    next.events.append(event)
                    guard let newest = try writer?.newest().envelopeBytes.array else { continue }
                    next.leaves.append(NaiveTree.leaf(newest))
                }
                if isCommitted {
                    try writer?.commit()
                    model = next
                } else {
                    writer?.abandon()
                }
            case .reopen(let isClosedFirst):
                if isClosedFirst { opened.close() }
                writer = nil
                log = nil
                // The last owner lets go here.
                opened = try reopen(&opened, store)
                log = opened
                writer = try LogWriter(opened)
            case .compare:
                try compare(opened, model, seed)
            }
        }
        writer = nil
        try compare(opened, model, seed)
        withExtendedLifetime(log) {}
    }

    private func reopen(
        _ log: inout EventLog,
        _ store: borrowing LogInFolder
    ) throws -> EventLog {
        log.close()
        return try store.open()
    }

    private func compare(_ log: EventLog, _ model: Model, _ seed: UInt64) throws {
        let found = try events(of: log, from: 2)
        #expect(found.map(\.event) == model.events, "SEED=\(seed)")
        let snapshot = try log.snapshot()
        let root = try snapshot.root(at: snapshot.size)
        #expect(root == NaiveTree.root(model.leaves), "SEED=\(seed)")
        var versions: [StreamID: UInt64] = [:]
        for stored in found {
            versions[stored.event.stream, default: 0] += 1
            #expect(stored.version == versions[stored.event.stream], "SEED=\(seed)")
        }
    }
}
