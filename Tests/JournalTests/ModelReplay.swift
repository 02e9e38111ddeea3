import Foundation
import Messaging
import Scrollback
import ScrollbackBackup
import TestSupport
import Testing
import Wire

/// A schedule of the model, with what must hold after each of its steps.
struct ModelSchedule: Decodable {
    struct Step: Decodable {
        let `do`: String
        let text: String?
        let chat: Int?
        let hold: String?
        let place: String?
        /// Whether the step is refused.
        let refused: Bool
        /// The texts that can be read.
        let texts: [String]
        /// The holds that are active.
        let holds: [String]
        /// How many texts each unfinished request for erasure waits for.
        let waiting: [Int]
        /// The texts that are erased for ever.
        let erased: [String]
    }

    let seed: Int
    let steps: [Step]

    /// Schedules without crashes, as the model prints them.
    static func printed(_ count: Int, seed: Int) throws -> [ModelSchedule] {
        let folder = TemporaryFolder("schedules")
        let program = try StartedProgram(
            "python3",
            [
                packageFolder.appending(path: "Scripts/keeping-model.py").path(), "--schedules",
                "\(count)", "\(seed)",
            ],
            output: folder.path("lines")
        )
        guard program.finish(withinMilliseconds: 60_000) == .exited(0) else { return [] }
        return try readFile(folder.path("lines")).split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(ModelSchedule.self, from: Data($0))
        }
    }
}

/// A store that does what a schedule of the model says.
final class ModelReplay {
    private let folder = TemporaryFolder("replay")
    private var store: Store
    private var path: String
    private var chats: [ConversationID] = []
    private var messages: [String: MessageID] = [:]
    private var holds: [String: HoldID] = [:]
    private var restores = 0

    private var journal: String { folder.path("chat.journal") }

    private var options: Store.Options {
        var options = Store.Options()
        options.journal = journal
        return options
    }

    init() async throws {
        path = folder.path("store-0")
        var options = Store.Options()
        options.journal = folder.path("chat.journal")
        store = try Store.open(path, options: options)
        try await store.operator.configure(Configure(rateLimit: .unlimited))
        for _ in 0..<2 {
            chats.append(
                try await store.session(for: ann).createGroup(members: [ben, .fresh()])
            )
        }
    }

    deinit { store.close() }

    /// Carries out a step.
    ///
    /// - Returns: whether it was refused.
    func carryOut(_ step: ModelSchedule.Step) async throws -> Bool {
        switch step.do {
        case "send":
            let text = try #require(step.text)
            let chat = chats[try #require(step.chat)]
            messages[text] = try await store.session(for: ann).send(text, to: chat).message
        case "erase":
            let message = try #require(step.text.flatMap { messages[$0] })
            _ = try await store.operator.erase(.message(message), basis: "law", reason: "asked")
        case "eraseAll":
            let chat = chats[try #require(step.chat)]
            _ = try await store.operator.erase(.conversation(chat), basis: "law", reason: "asked")
        case "hold":
            let chat = chats[try #require(step.chat)]
            holds[try #require(step.hold)] = try await store.operator.placeHold(
                for: "matter",
                in: chat
            )
        case "release":
            let hold = try #require(step.hold.flatMap { holds[$0] })
            try await store.operator.releaseHold(hold)
        case "backup":
            let place = try #require(step.place)
            do throws(BackupError) {
                _ = try await store.backUp(to: backup(place), keys: keys(place))
            } catch {
                guard error.code == .otherEpoch else { throw error }
                return true
            }
        case "restore": try restore(try #require(step.place))
        case "drill": try rehearse(try #require(step.place))
        default: Issue.record("unknown step \(step.do)")
        }
        return false
    }

    private func backup(_ place: String) -> String { folder.path("backup-\(place)") }
    private func keys(_ place: String) -> String { folder.path("keys-\(place)") }

    private func restore(_ place: String) throws {
        let last = try #require(try store.operator.ask(StateQuery()).keeping)
        store.close()
        restores += 1
        let old = path
        path = folder.path("store-\(restores)")
        _ = try Backup(at: backup(place), keys: keys(place)).restore(
            to: path,
            journal: .file(journal, last: last)
        )
        store = try Store.open(path, options: options)
        try FileManager.default.removeItem(atPath: old)
    }

    private func rehearse(_ place: String) throws {
        let last = try #require(try store.operator.ask(StateQuery()).keeping)
        let before = readFile(journal)
        let drill = folder.path("drill")
        _ = try Backup(at: backup(place), keys: keys(place)).restore(
            to: drill,
            journal: .file(journal, last: last),
            isDrill: true
        )
        #expect(readFile(journal) == before)
        try FileManager.default.removeItem(atPath: drill)
    }

    /// What the store shows, in the words of the model.
    func outcome() throws -> (texts: [String], holds: [String], waiting: [Int]) {
        let session = store.session(for: ann)
        let texts = try messages.filter { text, message in
            do throws(StoreError) {
                let found = try session.message(message).text
                #expect(found == nil || found == text)
                return found != nil
            } catch {
                // A restore lost it.
                guard error.code == .notFound else { throw error }
                return false
            }
        }
        let state = try store.operator.ask(StateQuery())
        let active = Set(state.holds.map(\.hold.id))
        let waiting = state.erasing.count == 0 ? state.pendingErasures.map(\.waiting) : [-1]
        return (
            texts.keys.sorted(), holds.filter { active.contains($0.value) }.keys.sorted(),
            waiting.sorted()
        )
    }

    /// Closes the store, and requires it to be sound.
    func finish() async throws {
        store.close()
        #expect(try await KeptPlace().finding(path) == nil)
    }
}
