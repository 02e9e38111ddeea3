import Glibc
import Locking
import Messaging
import Scrollback
import ScrollbackBackup
import TestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(10))) struct `Compacting` {
    /// A closed store with much that is erased.
    private func erased(_ chat: Chat) async throws -> StateFacts {
        let texts = (0..<400).map { "\($0) " + String(repeating: "long ", count: 200) }
        try await chat.send(texts)
        let target = Erase.Target.conversation(chat.group)
        _ = try await chat.store.operator.erase(target, basis: "law", reason: "asked")
        let state = try chat.store.operator.state()
        chat.store.close()
        return StateFacts(size: state.size.rawValue, root: "\(state.root)")
    }

    private struct StateFacts: Equatable {
        let size: UInt64
        let root: String
    }

    @Test func `is a call of the library`() async throws {
        let chat = try await Chat()
        let before = try await erased(chat)
        let report = try Store.compact(at: chat.path)
        #expect(report.gained > 0 && report.bytesAfter < report.bytesBefore)
        #expect(StateFacts(size: report.size.rawValue, root: "\(report.root)") == before)
        try await verified(chat.path)
        let store = try Store.open(chat.path)
        // This process has it open.
        let open = #expect(throws: BackupError.self) { try Store.compact(at: chat.path) }
        #expect(open?.code == .inUse && open?.message.contains("this process") == true)
        store.close()
        let none = #expect(throws: BackupError.self) {
            try Store.compact(at: chat.folder.path("none"))
        }
        #expect(none?.code == .unavailable)
        let reader = try Program.start(["pipe", "--readonly", chat.path])
        reader.writeLine(#"{"as":"operator","ask":"views"}"#)
        _ = try #require(reader.readLine(within: 60))
        let read = #expect(throws: BackupError.self) { try Store.compact(at: chat.path) }
        #expect(read?.code == .hasReaders)
        #expect(read?.message.contains("process \(reader.identifier) has") == true)
        // All that read are named.
        let other = try Program.start(["pipe", "--readonly", chat.path])
        other.writeLine(#"{"as":"operator","ask":"views"}"#)
        _ = try #require(other.readLine(within: 60))
        let both = [reader.identifier, other.identifier].sorted()
        let found = #expect(throws: BackupError.self) { try Store.compact(at: chat.path) }
        #expect(found?.message.contains("processes \(both[0]), \(both[1]) have") == true)
        other.crash()
        reader.crash()
        let writer = try Program.start(["pipe", chat.path])
        writer.writeLine(#"{"as":"operator","ask":"state"}"#)
        _ = try #require(writer.readLine(within: 60))
        let written = #expect(throws: BackupError.self) { try Store.compact(at: chat.path) }
        #expect(written?.code == .inUse)
        #expect(written?.message.contains("process \(writer.identifier)") == true)
        writer.crash()
    }

    @Test func `waits for a reader, and then succeeds`() async throws {
        let chat = try await Chat()
        let before = try await erased(chat)
        let path = chat.path
        let reader = try Program.start(["pipe", "--readonly", path])
        reader.writeLine(#"{"as":"operator","ask":"views"}"#)
        _ = try #require(reader.readLine(within: 60))
        let output = chat.folder.path("output")
        let compact = try StartedProgram(
            Program.path,
            ["compact", path, "--wait", "120"],
            output: output,
            errors: output
        )
        // The copy is written, and the swap waits: the reader goes on meanwhile.
        let copied = wait(milliseconds: 60_000) {
            access("\(path)/.compacting/log.mdb", F_OK) == 0
        }
        #expect(copied)
        usleep(300_000)
        #expect(access("\(path)/.compacting", F_OK) == 0, "it waits")
        reader.writeLine(#"{"as":"operator","ask":"views"}"#)
        _ = try #require(reader.readLine(within: 60))
        reader.endInput()
        #expect(reader.wait() == .exited(0))
        compact.endInput()
        #expect(
            compact.wait() == .exited(0),
            "\(String(decoding: readFile(output), as: UTF8.self))"
        )
        #expect(names(in: path).allSatisfy { !$0.hasPrefix(".compacting") })
        #expect(try await verified(path).rawValue == before.size)
    }

    @Test func `beside readers that come and go shows each of them the newest event`() async throws
    {
        let chat = try await Chat()
        let size = try await erased(chat).size
        let path = chat.path
        let isOver = Lock(false)
        let answers = Lock<[UInt64]>([])
        let refused = Lock(0)
        let loop = SystemThread(named: "readers") {
            while !isOver.withLock({ $0 }) {
                var options = Store.Options()
                options.access = .reading
                guard let store = try? Store.open(path, options: options) else {
                    refused.withLock { $0 += 1 }
                    continue
                }
                let found = (try? store.operator.state().size.rawValue) ?? 0
                answers.withLock { $0.append(found) }
                store.close()
                usleep(3_000)
            }
        }
        var done = 0
        for _ in 0..<6 {
            let run = try Program.run(["compact", path, "--wait", "60"])
            #expect(run.exit == 0, "\(run.output)")
            done += run.exit == 0 ? 1 : 0
        }
        isOver.withLock { $0 = true }
        loop?.join()
        let found = answers.withLock { $0 }
        print(
            "compacted \(done) times beside \(found.count) readers; "
                + "\(refused.withLock { $0 }) openings were refused meanwhile"
        )
        #expect(refused.withLock { $0 } == 0, "an opening waits for an exchange")
        #expect(found.count > 5 && found.allSatisfy { $0 == size }, "\(Set(found)), not \(size)")
        try await verified(path)
    }

    @Test func `leaves a store that its journal still fits`() async throws {
        let chat = try await Chat()
        _ = try await erased(chat)
        var options = Store.Options()
        options.journal = chat.folder.path("chat.journal")
        let first = try Store.open(chat.path, options: options)
        let hold = try await first.operator.placeHold(for: "matter", in: chat.group)
        first.close()
        let journal = readFile(chat.folder.path("chat.journal"))
        let run = try Program.run(["compact", chat.path])
        #expect(run.exit == 0, "\(run.output)")
        #expect(readFile(chat.folder.path("chat.journal")) == journal)
        #expect(throws: StoreError.self) { try Store.open(chat.path) }
        let again = try Store.open(chat.path, options: options)
        try await again.operator.releaseHold(hold)
        #expect(try again.operator.state().holds == [])
        again.close()
        try await verified(chat.path)
    }
}
