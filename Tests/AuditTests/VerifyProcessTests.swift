import Audit
import EventLog
import Glibc
import LogSchema
import LogSupport
import Merkle
import TestSupport
import Testing
import Wire

/// The built command, which lies beside the running test and can be the child.
private let program = StartedProgram.built("scrollback")

@Suite struct `A damaged file does not kill who has it verified` {
    private func run(
        _ log: AuditedLog,
        _ change: (inout Verification.Options) -> Void = { _ in },
        progress: (VerifyProgress) -> Void = { _ in }
    ) throws -> VerifyReport {
        var options = Verification.Options()
        options.patience = .zero
        change(&options)
        return try VerifyProcess(program: program)
            .run(at: log.directory, options: options, progress: progress)
    }

    @Test func `a child says what this process would have found`() async throws {
        let log = try AuditedLog.storyCopy()
        let note = try log.keepCheckpoint(at: 600)
        for damage: (RawLog) throws -> Void in [
            { _ in }, { try $0.forgeEnvelope(650) { $0.version += 1 } },
        ] {
            try damage(log.raw)
            let change = { (options: inout Verification.Options) in
                options.keys = [log.signer.verifier]
                options.pin = note
                options.beginsAtPin = true
                options.threads = 3
            }
            var here = try await log.verify(threads: 3, change)
            let there = try run(log, change)
            here.seconds = there.seconds
            #expect(here == there)
        }
    }

    @Test func `progress comes from the child`() throws {
        let log = try AuditedLog.longCopy()
        var told: [VerifyProgress] = []
        let report = try run(log, { $0.progressInterval = 4_096 }) { told.append($0) }
        #expect(report.isSound)
        #expect(told.count >= 16)
        #expect(told.last?.done == AuditedLog.longSize)
    }

    @Test func `what it cannot do is told in its words`() throws {
        let log = try AuditedLog.storyCopy()
        #expect(throws: VerifyProcessError.failed("\(VerifyError.noPin)")) {
            try run(log) { $0.beginsAtPin = true }
        }
        #expect(throws: VerifyProcessError.notStarted(program: "/nowhere")) {
            try VerifyProcess(program: "/nowhere").run(at: log.directory)
        }
        #expect(throws: VerifyProcessError.exited(code: 0)) {
            try VerifyProcess(program: "/bin/true").run(at: log.directory)
        }
        #expect(throws: VerifyProcessError.notUnderstood) {
            try VerifyProcess(program: "/bin/echo", arguments: ["hello"]).run(at: log.directory)
        }
    }

    @Test func `one that is killed by somebody proves nothing`() throws {
        let log = try AuditedLog.storyCopy()
        let process = VerifyProcess(program: "/bin/sh", arguments: ["-c", "kill -9 $$"])
        #expect(throws: VerifyProcessError.killed(signal: 9)) {
            try process.run(at: log.directory)
        }
    }

    @Test func `one that damaged pages kill says behind which position`() throws {
        let log = try AuditedLog.storyCopy()
        let script = """
            echo 'progress 500 700 450'; echo 'finding time 460 it%20is%20older'; kill -BUS $$
            """
        let process = VerifyProcess(program: "/bin/sh", arguments: ["-c", script])
        let report = try process.run(at: log.directory)
        #expect(report.finding?.clause == .file)
        #expect(report.finding?.position == Position(451))
        #expect(report.finding?.note.contains("killed by signal 7 behind position 450") == true)
    }

    @Test func `one that says nothing any more is given up`() throws {
        let log = try AuditedLog.storyCopy()
        var process = VerifyProcess(
            program: "/bin/sh",
            arguments: ["-c", "echo 'progress 9 700 8'; sleep 60"]
        )
        process.silence = .seconds(2)
        let report = try process.run(at: log.directory)
        #expect(report.finding?.clause == .file)
        #expect(report.finding?.position == Position(9))
    }

    /// A child's line for a log of one event.
    private func line(isSound: Bool) -> String {
        "report size=1 start=0 root=\(TreeHash.emptyRoot.base64) records=1 content=0 erased=0 "
            + "undecided=0 contexts=3 streams=1 tiles=0 checkpoints=0 signatures=false pages=true "
            + "seconds=0.1 sound=\(isSound)"
    }

    @Test func `a report that is not sound stays so without its finding`() throws {
        let log = try AuditedLog.storyCopy()
        let script = "echo '\(line(isSound: false))'"
        let report = try VerifyProcess(program: "/bin/sh", arguments: ["-c", script])
            .run(at: log.directory)
        #expect(!report.isSound)
        #expect(report.finding?.clause == .file)
    }

    @Test func `one that says nothing, and finds nothing the second time, proves nothing`() throws {
        let log = try AuditedLog.storyCopy()
        let mark = log.folder.path("mark")
        let script =
            "[ -e '\(mark)' ] && echo '\(line(isSound: true))' && exit; "
            + ": > '\(mark)'; sleep 60"
        var process = VerifyProcess(program: "/bin/sh", arguments: ["-c", script])
        process.silence = .seconds(3)
        #expect(throws: VerifyProcessError.silent) { try process.run(at: log.directory) }
    }

    @Test func `a time in which nobody ran is not held against it`() {
        let start = SuspendingClock.now
        func later(_ seconds: Int) -> SuspendingClock.Instant { start + .seconds(seconds) }
        var patience = Patience(.seconds(5), now: start)
        func ends(_ now: SuspendingClock.Instant) -> Bool { patience.ends(now: now) }
        for second in 1...4 { #expect(!ends(later(second))) }
        #expect(ends(later(5)))
        patience.renew(now: later(6))
        #expect(!ends(later(1_000)))
        for second in 1_001...1_004 { #expect(!ends(later(second))) }
        #expect(ends(later(1_005)))
    }

    @Test func `how it ended is known, though this program was started to ignore that`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGCHLD, SIG_IGN)
            guard
                var child = ChildProcess(program: "/bin/sh", arguments: ["-c", "kill -BUS $$"])
            else { exit(2) }
            _ = child.nextLine()
            exit(child.wait() == .killed(signal: SIGBUS) ? 0 : 1)
        }
    }

    @Test func `a file cut while it is open kills the child alone`() throws {
        let log = try AuditedLog.longCopy()
        var isCut = false
        let report = try run(
            log,
            {
                $0.threads = 1
                $0.progressInterval = 64
            },
            progress: { _ in
                guard !isCut else { return }
                isCut = true
                truncate(log.directory.logPath, 1 << 20)
            }
        )
        #expect(report.finding?.clause == .file)
    }

    /// Every flipped bit is found, or lies where nobody reads: a page that is free, or the part
    /// of one that is.
    @Test func `flipped bits never crash this process`() throws {
        var generator = SplitMix64(seed: seed(for: "flipped bits"))
        let log = try AuditedLog.storyCopy()
        let whole = readFile(log.directory.logPath)
        var found: [Clause: Int] = [:]
        for _ in 0..<60 {
            var bytes = whole
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            writeFile(log.directory.logPath, bytes)
            do {
                let report = try run(log)
                if let finding = report.finding { found[finding.clause, default: 0] += 1 }
            } catch VerifyProcessError.failed {
                // Not a log any more, and told so.
                found[.file, default: 0] += 1
            }
        }
        #expect(found.values.reduce(0, +) > 20, "found \(found)")
        writeFile(log.directory.logPath, whole)
        #expect(try run(log).isSound)
    }

    @Test func `a cancelled task does not wait for its child`() async throws {
        let log = try AuditedLog.storyCopy()
        let directory = log.directory
        let task = Task.detached {
            try VerifyProcess(program: "/bin/sleep", arguments: ["60"]).run(at: directory)
        }
        task.cancel()
        await #expect(throws: VerifyProcessError.cancelled) { try await task.value }
    }
}
