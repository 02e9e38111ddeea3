import Foundation
import Glibc
import Scrollback
import Testing

/// A backend in Swift: a store in this process, and a session for everybody who asks.
final class SwiftBackend: Backend {
    let place: Place
    let clock = StoryClock()
    private(set) var store: Store
    private let keepsContent: Bool

    /// Opens a store; one that keeps no content opened takes the same memory after each reading.
    init(at place: Place, keepsContent: Bool = true) throws {
        self.place = place
        self.keepsContent = keepsContent
        store = try Self.open(place.store, clock, keepsContent)
    }

    private static func open(
        _ path: String,
        _ clock: StoryClock,
        _ keepsContent: Bool = true
    ) throws -> Store {
        var options = Store.Options()
        if !keepsContent { options.openedContentBytes = 0 }
        options.clock = { Timestamp(milliseconds: Int64(clock.now)) ?? Timestamp(microseconds: 0) }
        return try Store.open(path, options: options)
    }

    func close() { store.close() }

    func reopen() throws {
        store.close()
        store = try Self.open(place.store, clock, keepsContent)
    }

    func residentBytes() throws -> Int { try anonymousBytes(of: "self") }

    func session(_ user: String) throws -> Session { store.session(for: UserID(given: user)) }

    func perform(_ wishes: [Wish]) async -> [Result<Done, Refused>] {
        clock.tick()
        let store = store
        let asked = wishes.map {
            (user: $0.user.map { UserID(given: $0) }, command: $0.deed.command)
        }
        return await withTaskGroup(of: (Int, Result<Done, Refused>).self) { group in
            for (index, (user, (command, id))) in asked.enumerated() {
                group.addTask {
                    do throws(StoreError) {
                        let outcome =
                            if let user {
                                try await store.session(for: user).carryOut(command, id: id)
                            } else {
                                try await store.operator.carryOut(command, id: id)
                            }
                        return (index, .success(Done(outcome)))
                    } catch {
                        return (index, .failure(Refused(error)))
                    }
                }
            }
            var results = [Result<Done, Refused>?](repeating: nil, count: wishes.count)
            for await (index, result) in group { results[index] = result }
            return results.compactMap { $0 }
        }
    }

    /// Another process opens the store, says which messages were acknowledged, and kills itself
    /// while the others are on their way.
    func dieWhileSending(
        _ drafts: [Draft],
        by user: String,
        acknowledging count: Int
    ) async throws -> Set<String> {
        store.close()
        let (path, notes) = (place.store, place.path("acknowledged"))
        try Data().write(to: URL(filePath: notes))
        let now = clock.now
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [
                path = path as String, notes = notes as String, user = user as String,
                drafts = drafts as [Draft], count = count as Int, now = now as Int
            ] in
            let store = try SwiftBackend.open(path, StoryClock(now))
            let sender = store.session(for: UserID(given: user))
            let file = try FileHandle(forWritingTo: URL(filePath: notes))
            for draft in drafts.prefix(count) {
                let sent = try await sender.send(SendMessage(draft))
                try file.write(contentsOf: Data("\(sent.message)\n".utf8))
            }
            for draft in drafts.dropFirst(count) {
                Task.detached { try await sender.send(SendMessage(draft)) }
            }
            kill(getpid(), SIGKILL)
        }
        let acknowledged = try String(contentsOfFile: notes, encoding: .utf8)
        store = try Self.open(place.store, clock, keepsContent)
        return Set(acknowledged.split(separator: "\n").map(String.init))
    }
}

extension Done {
    fileprivate init(_ outcome: CommandOutcome) {
        position = Int(outcome.position.rawValue)
        switch outcome.answer {
        case .direct(let id, _), .conversation(let id): conversation = "\(id)"
        case .message(let id, let ordinal, let sentAt):
            message = "\(id)"
            self.ordinal = Int(ordinal)
            self.sentAt = sentAt.milliseconds
        case .report(let id): report = "\(id)"
        case .done, .reactions, .unread, .hold, .erasure: break
        }
    }
}

extension Refused {
    init(_ error: StoreError) {
        code = error.code.rawValue
        if let wait = error.retryAfter {
            let parts = wait.components
            retryAfter = Int(parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000)
        }
    }
}

extension Timestamp {
    var milliseconds: Int { Int(microseconds / 1_000) }
}
