import Audit
import EventLog
import Glibc
import Locking
import LogSupport
import Merkle
import TestSupport
import Testing
import Wire

/// How much is tried, from the environment.
private enum Settings {
    /// Flips in branch pages; the full run has 500.
    static let branchFlips = number("PAGE_FLIPS") ?? 20
    /// Flips in leaf pages and zeroed sectors under an opening; the full run has 1,000.
    static let openings = number("PAGE_OPENINGS") ?? 16

    private static func number(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }
    }
}

@Suite struct `A log is sound only if it can be read` {
    private static let image = Result {
        let log = try AuditedLog()
        try log.append(9_000, content: false, streams: 40)
        try log.keepCheckpoint()
        try log.erase(20...25, 400...410)
        return AuditedLog.Image(log)
    }

    /// What reading every record by its key, the tiles and the checkpoints comes to.
    private func fault(reading directory: StoreDirectory) -> (any Error)? {
        do {
            let log = try EventLog(
                opening: directory,
                access: .reading,
                options: LogInFolder.options
            )
            defer { log.close() }
            let size = try log.snapshot().size.rawValue
            guard size == 9_002 else { return LogError.noSuchPosition(Position(size), size: .zero) }
            for position in 1...size {
                // A snapshot for each, so that each is looked for from the root.
                let snapshot = try log.snapshot()
                _ = try snapshot.record(at: Position(position)).recorded
            }
            let snapshot = try log.snapshot()
            for size in stride(from: 256, through: size, by: 256) {
                _ = try snapshot.root(at: Position(size))
            }
            for size in try snapshot.checkpointSizes() {
                guard try snapshot.checkpoint(at: size) != nil else {
                    return LogError.noSuchPosition(size, size: size)
                }
            }
            return nil
        } catch {
            return error
        }
    }

    @Test func `no flipped bit of a branch page is called sound that keeps records away`() throws {
        var generator = SplitMix64(seed: seed(for: "flips in branch pages"))
        let log = AuditedLog(copying: try Self.image.get())
        let whole = readFile(log.directory.logPath)
        let file = PagedFile(whole)
        let pages = file.pages(PagedFile.branch)
        #expect(pages.count > 2)
        var (sound, unreadable) = (0, 0)
        for _ in 0..<Settings.branchFlips {
            let page = try #require(pages.randomElement(using: &generator))
            let place = try #require(file.usedBytes(of: page).randomElement(using: &generator))
            let bit = UInt8.random(in: 0..<8, using: &generator)
            var bytes = whole
            bytes[place] ^= 1 << bit
            writeFile(log.directory.logPath, bytes)
            let report = try VerifyProcess(program: StartedProgram.built("scrollback"))
                .run(at: log.directory)
            let fault = fault(reading: log.directory)
            if fault != nil { unreadable += 1 }
            guard report.isSound else {
                #expect(report.finding?.clause == .pages)
                continue
            }
            sound += 1
            #expect(fault == nil, "bit \(bit) of byte \(place)")
        }
        print(
            "\(Settings.branchFlips) flips in branch pages: sound \(sound), of the others "
                + "\(unreadable) kept a reader from something"
        )
        writeFile(log.directory.logPath, whole)
        let report = try VerifyProcess(program: StartedProgram.built("scrollback"))
            .run(at: log.directory)
        #expect(report.isSound && report.arePagesChecked)
        #expect(fault(reading: log.directory) == nil)
    }

    @Test func `a separator that leads elsewhere is a finding at its place`() async throws {
        let log = AuditedLog(copying: try Self.image.get())
        var bytes = readFile(log.directory.logPath)
        let file = PagedFile(bytes)
        let records = file.pages(PagedFile.branch).flatMap { page in
            file.nodes(of: page).dropFirst().filter { bytes[$0 + 8] == 0xF0 }
        }
        let node = try #require(records.dropFirst(100).first)
        bytes[node + 8 + 8] ^= 2
        writeFile(log.directory.logPath, bytes)
        let report = try await log.verify()
        #expect(report.finding?.clause == .pages)
        #expect((report.finding?.position ?? .zero) > Position(1))
        #expect(report.finding?.note.contains("page ") == true)
    }

    @Test func `pages are not held for long beside a process that writes`() async throws {
        let log = try AuditedLog.longCopy()
        let open = try EventLog(
            opening: log.directory,
            access: .writing,
            options: LogInFolder.options
        )
        defer { open.close() }
        // Its stream's head is looked for once, which takes longer than all that follows.
        var first = try LogWriter(open)
        try first.appendBatch(1)
        let isEnded = Lock(false)
        let writing = SystemThread(named: "test writer") {
            guard var writer = try? LogWriter(open) else { return }
            while !isEnded.withLock({ $0 }) { try? writer.appendBatch(1) }
        }
        var options = Verification.Options()
        options.pagePatience = .zero
        let process = VerifyProcess(program: StartedProgram.built("scrollback"))
        var report = try process.run(at: log.directory, options: options)
        // A busy machine may stop the writer for as long as the pages take.
        for _ in 0..<50 where report.arePagesChecked {
            #expect(report.isSound)
            report = try process.run(at: log.directory, options: options)
        }
        isEnded.withLock { $0 = true }
        writing?.join()
        #expect(report.isSound)
        #expect(!report.arePagesChecked)
        #expect(try await Verification(of: open).run().arePagesChecked)
    }
}

@Suite struct `A damaged log does not kill what opens it` {
    private static let anna = "0190163d-8694-739b-aea5-966c26f8ad91"
    private static let ben = "0190163d-8694-739b-aea5-966c26f8ad92"
    private static let carla = "0190163d-8694-739b-aea5-966c26f8ad94"
    private static let group = "0190163d-8694-739b-aea5-966c26f8ad93"
    private static let program = StartedProgram.built("scrollback")

    /// A store of some hundred messages, without its views: these are folded at each opening.
    private static let image = Result {
        let folder = TemporaryFolder("pages")
        let path = folder.path("chat.scrollback")
        let pipe = try StartedProgram(program, ["pipe", path, "--create", "--clock", "given"])
        pipe.writeLine(
            #"{"as":"\#(anna)","do":"createGroup","id":"\#(group)","members":["\#(ben)","\#(carla)"],"at":1000}"#
        )
        for number in 0..<700 {
            let text = String(repeating: "Hello \(number). ", count: number % 97 == 0 ? 300 : 3)
            pipe.writeLine(
                #"{"as":"\#(anna)","do":"send","conversation":"\#(group)","text":"\#(text)""#
                    + #","at":\#((number + 2) * 100_000)}"#
            )
        }
        guard pipe.finish() == .exited(0) else { throw NotMade() }
        return (log: readFile("\(path)/log.mdb"), keys: readFile("\(path)/keys.bin"))
    }

    private struct NotMade: Error {}

    /// Opens a store, asks and writes, and says how that ended.
    private func ending(of path: String) throws -> StartedProgram.Ending {
        let pipe = try StartedProgram(Self.program, ["pipe", path])
        let (anna, group) = (Self.anna, Self.group)
        pipe.writeLine(#"{"as":"\#(anna)","ask":"messages","conversation":"\#(group)"}"#)
        pipe.writeLine(
            #"{"as":"\#(anna)","do":"send","conversation":"\#(group)","text":"Still here"}"#
        )
        pipe.writeLine(#"{"as":"operator","ask":"events"}"#)
        return pipe.finish()
    }

    /// Damages a bit of a leaf, or a sector anywhere.
    private func harm(
        _ bytes: inout [UInt8],
        _ file: PagedFile,
        _ leaves: [Int],
        _ generator: inout SplitMix64
    ) {
        guard Int.random(in: 0..<4, using: &generator) > 0 else {
            let sector = Int.random(in: 0..<bytes.count / 512, using: &generator) * 512
            for index in sector..<sector + 512 { bytes[index] = 0 }
            return
        }
        let page = leaves.randomElement(using: &generator) ?? 0
        // Half of them where LMDB looks: header, offsets, and what stands before keys.
        let structure =
            Array(page * PagedFile.pageSize..<page * PagedFile.pageSize + 32)
            + file.nodes(of: page).flatMap { Array($0..<$0 + 17) }
        let places =
            Bool.random(using: &generator) ? structure : file.usedBytes(of: page)
        let place = places.randomElement(using: &generator) ?? 0
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    }

    @Test func `flipped bits in leaf pages and zeroed sectors end in an answer`() throws {
        var generator = SplitMix64(seed: seed(for: "damage under an opening"))
        let image = try Self.image.get()
        let file = PagedFile(image.log)
        let leaves = file.pages(PagedFile.leaf)
        #expect(leaves.count > 20)
        var endings: [String: Int] = [:]
        for round in 0..<Settings.openings {
            let folder = TemporaryFolder("pages")
            let path = folder.path("chat.scrollback")
            mkdir(path, 0o700)
            var bytes = image.log
            harm(&bytes, file, leaves, &generator)
            writeFile("\(path)/log.mdb", bytes)
            writeFile("\(path)/keys.bin", image.keys)
            // Twice: what one process leaves behind must not kill the next.
            for _ in 0..<2 {
                let ending = try ending(of: path)
                endings["\(ending)", default: 0] += 1
                guard case .exited(let code) = ending else {
                    Issue.record("round \(round): \(ending)")
                    continue
                }
                #expect([0, 1, 3].contains(code))
            }
        }
        print("\(Settings.openings) damaged stores, opened twice: \(endings)")
    }
}
