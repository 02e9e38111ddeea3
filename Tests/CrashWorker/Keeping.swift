internal import EventLog
internal import Glibc
internal import Messaging
internal import Scrollback
internal import Views
internal import Wire

/// Erases and holds in a store with a journal, for the rig to disturb.
///
/// One message is erased; another one is held, its erasure waits for the hold, and goes with the
/// release. Each step is acknowledged when it is answered.
struct Keeping {
    /// What is answered, in this order; the number is the ordinal of its acknowledgement.
    enum Step: UInt64 {
        case created = 1
        case sent, erased, held, waiting, released
    }

    static let ann = UserID(UniqueID(high: 0x4000, low: 1 << 63 | 1))
    static let ben = UserID(UniqueID(high: 0x4000, low: 1 << 63 | 2))
    static let hold = HoldID(UniqueID(high: 0x4000, low: 1 << 63 | 3))
    static let erased = MessageID(UniqueID(high: 0x4000, low: 1 << 63 | 4))
    static let held = MessageID(UniqueID(high: 0x4000, low: 1 << 63 | 5))
    static let kept = MessageID(UniqueID(high: 0x4000, low: 1 << 63 | 6))

    let folder: String
    let acknowledgements: Acknowledgements

    static func journal(in folder: String) -> String { "\(folder)/chat.journal" }

    static func open(_ folder: String, boot: Boot) throws(StoreFault) -> Store {
        var options = Appending.options(.honest, boot: boot)
        options.journal = journal(in: folder)
        return Store(try Engine(opening: Appending.path(in: folder), options: options), .init())
    }

    func run() async throws(WorkerFailure) {
        do {
            try Engine.create(
                at: Appending.path(in: folder),
                options: Appending.options(.honest, boot: .first)
            )
            let store = try Self.open(folder, boot: .first)
            try note(.created)
            try await keep(in: store)
            store.close()
        } catch let failure as WorkerFailure {
            throw failure
        } catch {
            throw .answered(error)
        }
    }

    private func keep(in store: Store) async throws {
        let own = store.session(for: Self.ann)
        let chat = try await own.startDirect(with: Self.ben)
        for (message, text) in [
            (Self.erased, "erased"), (Self.held, "held, then erased"), (Self.kept, "kept"),
        ] {
            _ = try await own.send(text, to: chat, id: message)
        }
        try note(.sent)
        let desk = store.operator
        try await desk.erase(.message(Self.erased), basis: "b", reason: "r")
        try note(.erased)
        try await desk.placeHold(for: "matter", id: Self.hold)
        try note(.held)
        let second = try await desk.erase(.message(Self.held), basis: "b", reason: "r")
        guard second.erased == 0, second.deferredCount == 1 else {
            throw WorkerFailure.broken("A held text is erased.")
        }
        try note(.waiting)
        try await desk.releaseHold(Self.hold)
        try note(.released)
    }

    /// The file has a line for each position; a step's own number stands for one.
    private func note(_ step: Step) throws(WorkerFailure) {
        try acknowledgements.note(Position(step.rawValue), step.rawValue..<step.rawValue + 1)
    }
}
