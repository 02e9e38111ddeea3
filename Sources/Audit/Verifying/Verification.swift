package import EventLog
internal import Glibc
public import Merkle
internal import Wire

/// Reads a log from end to end and names the first thing that is wrong with it.
///
///     let report = try await Verification(of: log).run()
///     if let finding = report.finding { print(finding) }
///
/// - It works on the events that the log has when it begins, and may run beside a writer: no
///   snapshot is kept for longer than a page of events takes.
/// - The pages of the file are checked first; if one is damaged, nothing else is checked.
/// - The result is the same with any number of threads: the lowest position at fault and, of
///   the clauses broken there, the first.
/// - A file with damaged pages can kill the process that reads it, if the pages were not checked
///   first. `VerifyProcess` does the same in a child.
public struct Verification: Sendable {
    /// The options of a verification: what the log is compared with, and how it is read.
    public struct Options: Sendable {
        /// The keys of which one must have signed each kept checkpoint; empty to skip this check.
        public var keys: [VerifierKey] = []
        /// The origin of checkpoints; nil for the usual one.
        public var origin: String?
        /// A checkpoint that was kept elsewhere, to compare with this log.
        public var pin: SignedNote?
        /// Whether records are read only from the pinned checkpoint on, and before it only the
        /// tiles.
        ///
        /// This relies on an earlier verification up to the pin: it shows that the tiles are those
        /// that were signed, so that proofs made from them hold. It does not show that the records
        /// match the tiles, nor anything about their content. The first event of each stream after
        /// the pin is not compared with the event before it, and holds placed before the pin are
        /// not known.
        public var beginsAtPin = false
        /// The number of threads that read.
        public var threads = Self.cores
        /// The number of records between two calls of `progress`; rounded up to a power of two.
        package var progressInterval: UInt64 = 4_096
        /// How long a writer may take to carry out an erasure that it has logged.
        package var patience: Duration = .seconds(2)
        /// How long the snapshot for checking pages may be held while a writer commits, which makes
        /// the file grow; without a writer there is no limit.
        package var pagePatience: Duration = .seconds(10)

        /// Checks everything, and compares with nothing that was kept elsewhere.
        public init() {}

        /// The number of threads that the machine runs at once.
        public static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
    }

    let log: EventLog
    let options: Options

    package init(of log: EventLog, options: Options = Options()) {
        self.log = log
        self.options = options
    }

    /// Opens a store only to verify it; a failure to open may be the finding.
    package static func run(
        at directory: StoreDirectory,
        options: Options = Options(),
        progress: @escaping @Sendable (VerifyProgress) -> Void = { _ in }
    ) async throws(VerifyError) -> VerifyReport {
        let log: EventLog
        let reading: Reading
        do throws(LogError) {
            (log, reading) = try EventLog.lookingAt(
                directory,
                options: EventLog.Options(checks: .none)
            )
        } catch {
            guard let finding = Finding(opening: directory, error) else { throw .log(error) }
            var report = VerifyReport()
            report.finding = finding
            return report
        }
        defer { log.close() }
        var report = try await Verification(of: log, options: options).run(progress: progress)
        report.reading = reading
        return report
    }

    /// Verifies the log; `progress` is called by one thread at a time and must not take long.
    ///
    /// - Throws: `cancelled` when the task is; `log` if the store could not be read.
    package func run(
        progress: @escaping @Sendable (VerifyProgress) -> Void = { _ in }
    ) async throws(VerifyError) -> VerifyReport {
        let began = ContinuousClock.now
        let pin = try pinnedCheckpoint()
        let plan: VerifyPlan
        let checkpoints: [Position]
        let arePagesChecked: Bool
        var finding: Finding?
        do throws(LogError) {
            arePagesChecked = try checkPages(progress)
            (plan, checkpoints, finding) = try prepare(pin)
        } catch {
            guard let fault = Finding(ofFile: error, at: error.position ?? .zero) else {
                throw .log(error)
            }
            var report = VerifyReport()
            report.finding = fault
            return report
        }
        let walked = await walk(plan, progress)
        if let failure = walked.failure { throw .log(failure) }
        if walked.isCancelled || Task.isCancelled { throw .cancelled }
        finding.note(walked.finding)
        var notes: [(Position, [UInt8])] = []
        var undecided: UInt64 = 0
        do throws(LogError) {
            notes = try keptNotes(checkpoints)
            finding.note(try rowFinding(plan, walked))
            let keeping = try await keepingFinding(plan, walked)
            finding.note(keeping.0)
            undecided = keeping.undecided
        } catch {
            guard let fault = Finding(ofFile: error, at: error.position ?? .zero) else {
                throw .log(error)
            }
            // A finding without a position says less than an earlier finding.
            if error.position != nil || finding == nil { finding.note(fault) }
        }
        let isFaulty = walked.finding != nil
        finding.note(try checkpointFinding(notes, pin, plan, walked, isFaulty: isFaulty))
        if Task.isCancelled { throw .cancelled }
        var report = walked.report
        report.size = Position(plan.size)
        report.start = Position(plan.firstRecord)
        report.checkpoints = checkpoints.count
        report.undecided = undecided
        report.arePagesChecked = arePagesChecked
        report.areSignaturesChecked = !options.keys.isEmpty
        report.finding = finding
        report.seconds = (ContinuousClock.now - began) / .seconds(1)
        return report
    }

    var origin: String { options.origin ?? log.origin }
}
