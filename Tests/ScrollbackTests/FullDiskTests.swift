import EventLog
import Glibc
import Scrollback
import TestSupport
import Testing
import Wire
import WriterSupport

@Suite(
    .enabled(if: SmallDisk.isPossible, "A small disk cannot be mounted here; run as root."),
    .serialized
)
struct `A full disk loses nothing and writing goes on` {
    private static let text = String(repeating: "x", count: 3_000)

    /// Appends one text; false if the disk is full.
    private func append(_ engine: Engine, at version: UInt64) async throws -> Bool {
        let failure: WriteError<Append.Refusal>
        do throws(WriteError<Append.Refusal>) {
            try await engine.append(Self.text, to: stream(1), expecting: Version(version))
            return true
        } catch {
            failure = error
        }
        if case .unwritten(.storageFull) = failure { return false }
        throw failure
    }

    /// Fills the disk with appends, makes room, and looks at what is there.
    private func fillAndGoOn(reserving reserve: UInt64) async throws {
        guard let disk = SmallDisk(megabytes: 12) else {
            Issue.record("The disk cannot be mounted.")
            return
        }
        var options = Engine.Options()
        options.reservedBytes = reserve
        let path = "\(disk.path)/chat.scrollback"
        try Engine.create(at: path, options: options)
        var engine = try Engine(opening: path, options: options)
        disk.fill(leaving: reserve + (2 << 20))

        var acknowledged: UInt64 = 0
        var rounds = 0
        while rounds < 5 {
            if try await append(engine, at: acknowledged) {
                acknowledged += 1
                try #require(acknowledged < 10_000, "The disk never fills up.")
                continue
            }
            rounds += 1
            // Still full, and still told so.
            #expect(try await append(engine, at: acknowledged) == false)
            disk.relieve()
            #expect(try await append(engine, at: acknowledged))
            acknowledged += 1
            disk.fill(leaving: reserve + (1 << 18))
        }
        disk.relieve()
        #expect(try engine.snapshot().head(of: stream(1))?.version == Version(acknowledged))
        engine.close()

        engine = try Engine(opening: path, options: options)
        #expect(try contents(of: engine).count == Int(acknowledged))
        #expect(try contents(of: engine).allSatisfy { $0.hasSuffix(Self.text) })
        #expect(try engine.snapshot().position == Position(acknowledged + 1))
        engine.close()
    }

    /// Opening is what an operator needs to erase something and make room.
    @Test func `a store that was left by a kill can be opened while it lasts`() async throws {
        guard let disk = SmallDisk(megabytes: 12) else {
            Issue.record("The disk cannot be mounted.")
            return
        }
        let path = "\(disk.path)/chat.scrollback"
        try Engine.create(at: path)
        await #expect(processExitsWith: .exitCode(9)) { [path = path as String] in
            let engine = try Engine(opening: path)
            try await engine.append("one", to: stream(1))
            _exit(9)
        }
        disk.fill(leaving: 0)
        let engine = try Engine(opening: path)
        #expect(try engine.snapshot().position == Position(2))
        engine.close()
        disk.relieve()
    }

    @Test func `where appends are refused a little before the end`() async throws {
        try await fillAndGoOn(reserving: 1 << 20)
    }

    @Test func `where the end is met in the middle of a commit`() async throws {
        try await fillAndGoOn(reserving: 0)
    }
}
