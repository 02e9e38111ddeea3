import DomainSupport
import EventLog
import Glibc
import LMDB
import Messaging
import Scrollback
import Testing
import Wire
import WriterSupport

private let sarah = UserID.named("sarah")

/// What a command meets; nil if it is carried out.
private func error(of store: Store, naming name: String) async -> StoreError? {
    do throws(StoreError) {
        _ = try await store.session(for: sarah).setProfile(SetProfile(username: name))
        return nil
    } catch {
        return error
    }
}

@Suite struct `An error of a store says its cause` {
    /// A store whose every commit fails.
    private func store(
        in folder: borrowing StoreInFolder,
        failing failure: CommitFailure
    ) throws -> Store {
        var options = Engine.Options()
        options.committers.log = { (log) throws(CommitFailure) in
            log.abandon()
            throw failure
        }
        return Store(try folder.open(.writing, options), Store.Options())
    }

    @Test func `where the disk is full`() async throws {
        let folder = try StoreInFolder()
        let store = try store(in: folder, failing: .storageFull)
        defer { store.close() }
        let error = try #require(await error(of: store, naming: "sarah"))
        #expect(error.code == .storageFull)
        #expect(error.cause as? StoreFault == .log(.storageFull))
        #expect("\(error)".contains("the disk is full"))
    }

    @Test func `where less than the reserve is free`() async throws {
        let folder = try StoreInFolder()
        var options = Engine.Options()
        options.reservedBytes = 1 << 60
        let store = Store(try folder.open(.writing, options), Store.Options())
        defer { store.close() }
        let error = try #require(await error(of: store, naming: "sarah"))
        #expect(error.code == .storageFull && error.cause as? StoreFault == .log(.storageFull))
    }

    @Test func `where an outcome is unknown, and since then for every command`() async throws {
        let folder = try StoreInFolder()
        let store = try store(in: folder, failing: .outcomeUnknown(.system(errno: EIO)))
        defer { store.close() }
        let cause = StoreFault.log(.storage(.system(errno: EIO)))
        let first = try #require(await error(of: store, naming: "sarah"))
        #expect(first.code == .outcomeUnknown && first.cause as? StoreFault == cause)
        for name in ["anna", "beth"] {
            let later = try #require(await error(of: store, naming: name))
            #expect(later.code == .stopped && later.cause as? StoreFault == cause)
            #expect("\(later)".contains("\(cause)"))
        }
    }

    @Test func `where a command needs an event that is damaged`() async throws {
        let folder = try StoreInFolder()
        let store = Store(try folder.open(), Store.Options())
        #expect(await error(of: store, naming: "sarah") == nil)
        // Far from what an opening looks at.
        for number in 0..<600 { try await store.engine.append("\(number)", to: stream(1)) }
        store.close()
        try flipByte(ofRecordAt: 2, in: folder.path)

        let again = Store(try folder.open(), Store.Options())
        defer { again.close() }
        let error = try #require(await error(of: again, naming: "anna"))
        let damage = LogError.damagedRecord(Position(2), .checksum)
        #expect(error.code == .internal)
        #expect(error.cause as? StoreFault == .views(.log(damage)))
        #expect(error.message == "The command failed; nothing was stored. See `cause`.")
        #expect("\(error)".contains("\(damage)"))
    }

    @Test func `where it cannot be opened, and says it once`() throws {
        let folder = try StoreInFolder()
        var options = Store.Options()
        options.creation = .never
        let error = #expect(throws: StoreError.self) {
            try Store.open("\(folder.path)/missing", options: options)
        }
        #expect(error?.code == .cannotOpen)
        #expect(error?.cause as? StoreFault == .log(.noStore(path: "\(folder.path)/missing")))
        #expect(error.map { "\($0)" } == error.map { "cannotOpen: \($0.message)" })
    }

    @Test func `but where a rule says no there is none`() async throws {
        let folder = try StoreInFolder()
        let store = Store(try folder.open(), Store.Options())
        defer { store.close() }
        let error = try #require(await error(of: store, naming: ""))
        #expect(error.cause == nil)
    }
}
