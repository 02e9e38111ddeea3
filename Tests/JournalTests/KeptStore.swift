import Audit
import EventLog
import Glibc
import Locking
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

let ann = UserID(UniqueID(high: 0x4000, low: 1 << 63 | 1))
let ben = UserID(UniqueID(high: 0x4000, low: 1 << 63 | 2))

/// What a test makes fail.
final class Faults: Sendable {
    private let calls = Lock<[JournalFailing.Call: (number: Int32, after: Int, times: Int)]>([:])
    private let full = Lock(false)

    /// Fails such calls with an error number from now on, or after some that are carried out.
    func fail(
        _ call: JournalFailing.Call,
        with number: Int32?,
        after count: Int = 0,
        times: Int = .max
    ) {
        calls.withLock { $0[call] = number.map { ($0, count, times) } }
    }

    private func failure(of call: JournalFailing.Call) -> Int32? {
        calls.withLock { calls in
            guard let (number, after, times) = calls[call], times > 0 else { return nil }
            if after > 0 {
                calls[call] = (number, after - 1, times)
                return nil
            }
            calls[call] = (number, 0, times - 1)
            return number
        }
    }

    /// Lets the log's commit find no room from now on.
    func fillLog(_ isFull: Bool) { full.withLock { $0 = isFull } }

    var isLogFull: Bool { full.withLock { $0 } }
    var journal: JournalFailing { JournalFailing { self.failure(of: $0) } }
}

/// A folder for a store, its journal and copies of both.
final class KeptPlace {
    let folder = TemporaryFolder("journal")
    let faults = Faults()

    var path: String { folder.path("chat.scrollback") }
    var journal: String { folder.path("chat.journal") }

    init() throws { try Engine.create(at: path) }

    /// Opens the store for writing.
    func open(
        _ path: String? = nil,
        journal: String? = nil,
        _ change: (inout Engine.Options) -> Void = { _ in }
    ) throws -> Store {
        var options = Engine.Options()
        options.journal = journal ?? self.journal
        options.journalFailing = faults.journal
        let faults = faults
        options.committers.log = { (log) throws(CommitFailure) in
            if faults.isLogFull {
                log.abandon()
                throw .storageFull
            }
            try log.commit()
        }
        change(&options)
        return Store(try Engine(opening: path ?? self.path, options: options), Store.Options())
    }

    /// Why the store is not opened; nil where it is.
    func refusal(
        _ path: String? = nil,
        journal: String? = nil,
        _ change: (inout Engine.Options) -> Void = { _ in }
    ) -> JournalFault? {
        do {
            try open(path, journal: journal, change).close()
            return nil
        } catch StoreFault.log(.journal(_, let fault)) {
            return fault
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }

    var lines: [JournalLine] {
        get throws { try Journal.contents(at: journal).lines }
    }

    /// Copies log and keys, as a backup does: without the mark.
    func copy(to name: String, from path: String? = nil, withMark: Bool = false) {
        let (old, new) = (path ?? self.path, folder.path(name))
        mkdir(new, 0o700)
        for file in ["log.mdb", "keys.bin"] + (withMark ? ["keys.bin.mark"] : []) {
            writeFile("\(new)/\(file)", readFile("\(old)/\(file)"))
            chmod("\(new)/\(file)", 0o600)
        }
    }

    /// Puts copied files back in the store's place.
    func putBack(_ name: String) {
        for file in ["log.mdb", "keys.bin", "keys.bin.mark"] {
            writeFile("\(path)/\(file)", readFile("\(folder.path(name))/\(file)"))
        }
    }

    /// Takes a closed log back to before its newest commit, as a crash before that leaves it.
    func undoCommit(_ path: String) {
        var log = readFile("\(path)/log.mdb")
        // LMDB's two meta pages take turns, and the greater transaction number counts.
        let numbers = [0, 4_096].map { page in
            let place = page + 144..<page + 152
            return (place, log[place].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
        }
        let (place, newest) = numbers[0].1 > numbers[1].1 ? numbers[0] : numbers[1]
        let older = newest - 2
        for (index, byte) in place.enumerated() {
            log[byte] = UInt8(truncatingIfNeeded: older >> (8 * UInt64(index)))
        }
        writeFile("\(path)/log.mdb", log)
        unlink("\(path)/keys.bin.mark")
    }

    /// The finding of a verification; nil for a sound store.
    func finding(_ path: String? = nil) async throws -> Finding? {
        let directory = StoreDirectory(path: path ?? self.path)
        let log = try EventLog(opening: directory, access: .reading)
        defer { log.close() }
        return try await Verification(of: log).run().finding
    }

    /// Restores a copied log.
    @discardableResult
    func restore(
        _ name: String,
        from journal: String? = nil,
        last: UInt64 = 0,
        isDrill: Bool = false
    ) throws(StoreFault) -> StoreRestore.Report {
        try StoreRestore(from: .journal(journal ?? self.journal, last: last), isDrill: isDrill)
            .run(at: StoreDirectory(path: folder.path(name)), time: Timestamp(microseconds: 1))
    }
}

/// Why something is refused because of a journal; nil where it is not.
func journalFault(_ body: () throws(StoreFault) -> Void) -> JournalFault? {
    do throws(StoreFault) {
        try body()
        return nil
    } catch .log(.journal(_, let fault)) {
        return fault
    } catch {
        Issue.record("\(error)")
        return nil
    }
}

extension Store {
    /// Begins a conversation of the two.
    func begin() async throws -> ConversationID {
        try await session(for: ann).startDirect(with: ben)
    }

    func send(_ text: String, to chat: ConversationID) async throws -> MessageID {
        try await session(for: ann).send(text, to: chat).message
    }

    func erase(_ message: MessageID) async throws -> CommandOutcome {
        try await self.operator.carryOut(
            .erase(Erase(target: .message(message), basis: "law", reason: "asked"))
        )
    }

    func text(of message: MessageID) throws -> String? {
        try session(for: ann).message(message).text
    }

    /// The state once no erasure is in progress.
    func stateWithoutErasing() async throws -> StoreState {
        var state = try self.operator.ask(StateQuery())
        for _ in 0..<1_000 where !state.erasing.isEmpty {
            try await Task.sleep(for: .milliseconds(10))
            state = try self.operator.ask(StateQuery())
        }
        #expect(state.erasing.isEmpty)
        return state
    }

    func holds() throws -> [HoldItem] { try self.operator.ask(StateQuery()).holds }
}
