package import EventLog
internal import Glibc
internal import Locking
internal import Merkle
internal import Wire

/// Verifies in a child process, because a damaged LMDB file can kill its reader.
///
///     let report = try VerifyProcess().run(at: directory)
///
/// The child is any program that calls `VerifyProcess.serve()` when it is given those arguments:
/// the one that runs already, unless another is named.
package struct VerifyProcess: Sendable {
    package var program: String
    package var arguments: [String]
    /// How long the child may be silent before it counts as caught in damaged pages.
    package var silence: Duration = .seconds(120)

    /// The argument that makes this project's command the child.
    package static let childName = "verify-child"

    package init(program: String = "/proc/self/exe", arguments: [String] = [childName]) {
        self.program = program
        self.arguments = arguments
    }

    /// Verifies a store, and waits for it; `progress` is called on the calling thread.
    ///
    /// A child that damaged pages have killed is a finding. The verification then runs once more,
    /// with one thread and more frequent lines, to find the position before the damage.
    ///
    /// - Throws: `failed` with the child's words; `cancelled` within a second of the task.
    package func run(
        at directory: StoreDirectory,
        options: Verification.Options = Verification.Options(),
        progress: (VerifyProgress) -> Void = { _ in }
    ) throws(VerifyProcessError) -> VerifyReport {
        switch try attempt(directory, options, progress) {
        case .report(let report): return report
        case .died(let first, let isSilent):
            var slowly = options
            slowly.threads = 1
            slowly.progressInterval = 64
            switch try attempt(directory, slowly, { _ in }) {
            case .report(let report):
                if !report.isSound { return report }
                // Damage would have stopped it again; so its silence had another cause.
                if isSilent { throw .silent }
                // It survived this time; its death in the first run still counts.
                return first
            case .died(let report, _): return report
            }
        }
    }

    private enum Outcome {
        case report(VerifyReport)
        case died(VerifyReport, isSilent: Bool)
    }

    private func attempt(
        _ directory: StoreDirectory,
        _ options: Verification.Options,
        _ progress: (VerifyProgress) -> Void
    ) throws(VerifyProcessError) -> Outcome {
        guard var child = ChildProcess(program: program, arguments: arguments) else {
            throw .notStarted(program: program)
        }
        for line in VerifyRequest(directory, options).lines { child.send(line) }
        var newest = VerifyProgress(done: 0, total: 0, reached: .zero)
        var finding: Finding?
        var patience = Patience(silence)
        while true {
            if Task.isCancelled { throw .cancelled }
            switch child.read(within: 100) {
            case .silence:
                if !patience.ends() { continue }
                let report = Self.report(finding, newest, "its reader was caught in them")
                return .died(report, isSilent: true)
            case .end:
                return try Self.outcome(of: child.wait(), finding, newest)
            case .line(let text):
                patience.renew()
                switch VerifyLine(text) {
                case .progress(let told):
                    newest = told
                    progress(told)
                case .finding(let told): finding = told
                case .report(var report):
                    // A report that is not sound stays so, even if its finding was lost.
                    if !report.isSound { report.finding = finding ?? report.finding }
                    return .report(report)
                case .error(let words): throw .failed(words)
                case nil: throw .notUnderstood
                }
            }
        }
    }

    /// Returns the meaning of a child's end before its report.
    private static func outcome(
        of ending: ChildProcess.Ending,
        _ finding: Finding?,
        _ progress: VerifyProgress
    ) throws(VerifyProcessError) -> Outcome {
        switch ending {
        case .exited(let code): throw .exited(code: code)
        case .unknown: throw .lost
        case .killed(let signal):
            // Other signals come from other processes, or from a system that has run out of memory.
            guard [SIGBUS, SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGFPE].contains(signal) else {
                throw .killed(signal: signal)
            }
            let words = "its reader was killed by signal \(signal)"
            return .died(report(finding, progress, words), isSilent: false)
        }
    }

    private static func report(
        _ known: Finding?,
        _ progress: VerifyProgress,
        _ words: String
    ) -> VerifyReport {
        var report = VerifyReport()
        report.records = progress.done
        let place = progress.reached
        report.finding = known
        report.finding.note(
            Finding(
                .file,
                at: place.next,
                "the file's pages are damaged: \(words) behind position \(place)"
            )
        )
        return report
    }
}

/// The time that a child may remain silent.
///
/// Time in which this process did not run does not count, because the child may not have run
/// either: during sleep of the machine or a stop of the process.
package struct Patience {
    private let limit: Duration
    private var heard: SuspendingClock.Instant
    private var asked: SuspendingClock.Instant

    /// Far more than the time between two checks of a running process.
    private static let pause = Duration.seconds(2)

    package init(_ limit: Duration, now: SuspendingClock.Instant = .now) {
        self.limit = limit
        heard = now
        asked = now
    }

    /// Restarts the time, after a line from the child.
    package mutating func renew(now: SuspendingClock.Instant = .now) {
        heard = now
        asked = now
    }

    /// Whether the child has been silent for too long; call it regularly.
    package mutating func ends(now: SuspendingClock.Instant = .now) -> Bool {
        if now - asked > Self.pause { heard = now }
        asked = now
        return now - heard >= limit
    }
}

/// The reason why a child process has not verified a log; it implies nothing about the log.
package enum VerifyProcessError: Error, Equatable, Sendable {
    case notStarted(program: String)
    /// The child's own words.
    case failed(String)
    case exited(code: Int32)
    case killed(signal: Int32)
    /// It ended, and other code in this process took its exit status.
    case lost
    /// It was silent for too long, and found nothing in a second run.
    case silent
    /// The program is not the expected one.
    case notUnderstood
    case cancelled
}

extension VerifyProcessError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notStarted(let program): "\(program) cannot be started."
        case .failed(let words): words
        case .exited(let code): "The verifying process ended with \(code) and no report."
        case .killed(let signal): "The verifying process was killed by signal \(signal)."
        case .lost: "The verifying process ended for an unknown reason; verify again."
        case .silent:
            "The verifying process said nothing for too long, and found nothing the second time."
        case .notUnderstood: "The verifying process is another program than this one expects."
        case .cancelled: "Verifying was cancelled."
        }
    }
}

extension VerifyProcess {
    /// The child's part: reads the request from the standard input, verifies, and writes the
    /// results to the standard output.
    ///
    /// - Returns: the program's exit code.
    package static func serve() async -> Int32 {
        guard let request = VerifyRequest(reading: { readLine() }) else {
            say(.error("the verifying process was not told what to do"))
            return 2
        }
        do throws(VerifyError) {
            let known = KnownFinding()
            let report = try await Verification.run(
                at: request.directory,
                options: request.options
            ) { progress in
                if let finding = known.news(progress.finding) { say(.finding(finding)) }
                say(.progress(progress))
            }
            if let finding = report.finding { say(.finding(finding)) }
            say(.report(report))
            return 0
        } catch {
            say(.error("\(error)"))
            return 3
        }
    }

    private static func say(_ line: VerifyLine) {
        var bytes = Array("\(line.text)\n".utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { exit(4) }
            bytes = bytes.dropFirst(count)
        }
    }
}

/// The last finding sent, so that it is sent once.
private final class KnownFinding: Sendable {
    private let last = Lock<Finding?>(nil)

    func news(_ finding: Finding?) -> Finding? {
        last.withLock { last in
            if last == finding { return nil }
            last = finding
            return finding
        }
    }
}
