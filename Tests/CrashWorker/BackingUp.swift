internal import EventLog
internal import Glibc
internal import Merkle
internal import Messaging
internal import Scrollback
internal import ScrollbackBackup
internal import Views
internal import Wire

/// Backs up a store again and again, for the rig to disturb.
///
/// Each run is acknowledged when it has ended: its number as the position, the size of the backup as
/// the ordinal. The second one erases a text that the first one has copied.
struct BackingUp {
    static let rounds: UInt64 = 3
    /// The run that has carried out the erasure.
    static let erasing: UInt64 = 2

    let folder: String
    let acknowledgements: Acknowledgements

    static func backup(in folder: String) -> String { "\(folder)/backup" }
    static func keys(in folder: String) -> String { "\(folder)/vault" }

    static func open(_ folder: String, boot: Boot) throws(StoreFault) -> Store {
        let options = Appending.options(.honest, boot: boot)
        return Store(try Engine(opening: Appending.path(in: folder), options: options), .init())
    }

    static func run(of store: Store, in folder: String) async throws(BackupError) -> BackupReport {
        try await store.backUp(to: backup(in: folder), keys: keys(in: folder))
    }

    func run() async throws(WorkerFailure) {
        do {
            let options = Appending.options(.honest, boot: .first)
            try Engine.create(at: Appending.path(in: folder), options: options)
            let store = try Self.open(folder, boot: .first)
            try await backUp(store)
            store.close()
        } catch let failure as WorkerFailure {
            throw failure
        } catch {
            throw .answered(error)
        }
    }

    private func backUp(_ store: Store) async throws {
        let own = store.session(for: Keeping.ann)
        let chat = try await own.startDirect(with: Keeping.ben)
        _ = try await own.send("erased", to: chat, id: Keeping.erased)
        for round in 1...Self.rounds {
            _ = try await own.send("in round \(round)", to: chat)
            if round == Self.erasing {
                try await store.operator.erase(.message(Keeping.erased), basis: "b", reason: "r")
            }
            let size = try await Self.run(of: store, in: folder).size.rawValue
            try acknowledgements.note(Position(round), size..<size + 1)
        }
    }
}

/// Compacts a log with erased texts, for the rig to disturb.
///
/// Acknowledged are the size of the log before, and then that it is compacted.
struct Compacting {
    let folder: String
    let acknowledgements: Acknowledgements

    func run() async throws(WorkerFailure) {
        do {
            let options = Appending.options(.honest, boot: .first)
            try Engine.create(at: Appending.path(in: folder), options: options)
            let store = try BackingUp.open(folder, boot: .first)
            let own = store.session(for: Keeping.ann)
            let chat = try await own.startDirect(with: Keeping.ben)
            _ = try await own.send("erased", to: chat, id: Keeping.erased)
            _ = try await own.send("kept", to: chat, id: Keeping.kept)
            try await store.operator.erase(.message(Keeping.erased), basis: "b", reason: "r")
            let size = try store.operator.state().size.rawValue
            store.close()
            try acknowledgements.note(Position(1), size..<size + 1)
            let report = try Store.compact(at: Appending.path(in: folder))
            guard report.size == Position(size) else {
                throw WorkerFailure.broken("The compacted log has another size.")
            }
            try acknowledgements.note(Position(2), size..<size + 1)
        } catch let failure as WorkerFailure {
            throw failure
        } catch {
            throw .answered(error)
        }
    }
}
