internal import TestSupport

/// Runs a worker again and again with one more call going through before something happens to it.
///
/// Each run starts in a new folder; afterwards a checker opens what is there, and everything
/// that was acknowledged must be in it.
package struct Sweep {
    package struct Report: Sendable, CustomStringConvertible {
        package var runCount = 0
        package var findings: [String] = []
        /// How many of the workers were answered with an error of the store's own.
        package var refusedCount = 0
        /// How many still waited for the system when they were last seen.
        package var waitingCount = 0

        package init() {}

        package var badCount: Int { findings.count }

        package var description: String {
            "\(runCount) runs, \(findings.count) bad; "
                + "\(refusedCount) were refused, \(waitingCount) still waited"
                + findings.prefix(5).map { "\n  \($0)" }.joined()
        }

        package mutating func add(_ other: Report) {
            runCount += other.runCount
            findings += other.findings
            refusedCount += other.refusedCount
            waitingCount += other.waitingCount
        }
    }

    /// What a worker does before and while it is disturbed.
    package struct Scene: Sendable {
        package let name: String
        /// How many events a store has that is made first, undisturbed; nil leaves nothing there.
        package let before: Int?
        package let verb: String
        package let events: Int
        package var mode = "honest"

        package static let creation = Scene(name: "create", before: nil, verb: "create", events: 0)
        /// The store's folder is there before the store.
        package static let filling = Scene(
            name: "create in a folder",
            before: nil,
            verb: "create",
            events: 0,
            mode: "filling"
        )
        package static let first = Scene(
            name: "create and append",
            before: nil,
            verb: "append",
            events: 6
        )
        package static let again = Scene(
            name: "open and append",
            before: 3,
            verb: "append",
            events: 6
        )
        /// The views must be made anew, because the machine was.
        package static let restarted = Scene(
            name: "open after a restart and append",
            before: 3,
            verb: "append",
            events: 6,
            mode: "restarted"
        )
        /// What the rig must find: events are acknowledged before they are appended.
        package static let planted = Scene(
            name: "acknowledge and append",
            before: 3,
            verb: "append",
            events: 6,
            mode: "early-ack"
        )
        /// A store with a journal is made, and texts are erased, held and released.
        package static let keeping = Scene(
            name: "erase and hold",
            before: nil,
            verb: "keep",
            events: 0
        )
    }

    /// What is made to fail.
    package struct Fault: Sendable {
        package let calls: String
        /// The error number; 0 makes writes short.
        package let errorNumber: Int32
        /// Whether every later call fails too.
        package let isLasting: Bool

        package init(calls: String, errorNumber: Int32, isLasting: Bool) {
            self.calls = calls
            self.errorNumber = errorNumber
            self.isLasting = isLasting
        }
    }

    /// How a worker says that the store answered with an error of its own.
    private static let typedError: Int32 = 3

    /// How long a worker may take that is disturbed once, in milliseconds.
    private static let atMost = 20_000

    /// How long one is watched whose calls fail for ever: it may wait for them to succeed again.
    private static let briefly = 200

    /// A run that needs more calls than this does not end.
    private static let callLimit = 2_000

    private let workbench: Workbench
    private let scratch: Scratch
    private let checker: Checker

    package init(
        _ workbench: Workbench,
        after work: Checker.Work = .appending,
        in scratch: Scratch
    ) throws(RigError) {
        self.workbench = workbench
        self.scratch = scratch
        checker = try Checker(workbench, after: work, errors: "\(scratch.path)/errors")
    }

    /// What the checker noted of good stores.
    package var notes: [String: Int] { checker.notes }

    /// Kills the worker instead of its n-th change, for every n there is.
    package func kill(during scene: Scene) throws(RigError) -> Report {
        var report = Report()
        for count in 1...Self.callLimit {
            let folder = try prepare(scene)
            let settings = ["RECORDER_KILL_AT": "\(count)"]
            let run = try record(scene, in: folder, settings)
            report.runCount += 1
            let name = "\(scene.name), killed at change \(count)"
            switch run.ending {
            case .exited(0): return report
            case .killed(signal: 9): break
            default: report.findings.append("\(name): \(run.ending) \(run.words)")
            }
            try check(folder, after: scene, name, &report)
        }
        throw RigError("The worker makes more than \(Self.callLimit) changes.")
    }

    /// Lets the n-th call of a kind fail, for every n there is.
    package func fail(_ fault: Fault, during scene: Scene) throws(RigError) -> Report {
        var report = Report()
        for count in 1...Self.callLimit {
            var folder = try prepare(scene)
            let settings = [
                "RECORDER_FAIL_CALLS": fault.calls,
                "RECORDER_FAIL_AT": "\(count)",
                "RECORDER_FAIL_COUNT": fault.isLasting ? "0" : "1",
                "RECORDER_FAIL_ERRNO": "\(fault.errorNumber)",
            ]
            var run = try record(
                scene,
                in: folder,
                settings,
                withinMilliseconds: fault.isLasting ? Self.briefly : Self.atMost
            )
            if run.ending == .hung && run.trace.injectionCount == 0 {
                folder = try prepare(scene)
                run = try record(scene, in: folder, settings)
            }
            if run.trace.injectionCount == 0 {
                guard run.ending == .exited(0) else {
                    throw RigError("The undisturbed worker \(run.ending): \(run.words)")
                }
                return report
            }
            report.runCount += 1
            let name =
                "\(scene.name), \(fault.calls) \(count)\(fault.isLasting ? " and later" : "")"
                + " fails with \(fault.errorNumber)"
            switch run.ending {
            case .exited(0): break
            // A store may wait a while for a disk that does not come back.
            case .hung where fault.isLasting: report.waitingCount += 1
            case .exited(Self.typedError):
                report.refusedCount += 1
                // One refused call must not keep a store from going on.
                if run.words.hasPrefix("overloaded") && !fault.isLasting {
                    report.findings.append("\(name): the store no longer writes")
                }
            default: report.findings.append("\(name): the worker \(run.ending) \(run.words)")
            }
            try check(folder, after: scene, name, &report)
        }
        throw RigError("The worker makes more than \(Self.callLimit) calls.")
    }

    private func prepare(_ scene: Scene) throws(RigError) -> String {
        let folder = try scratch.folder("swept")
        guard let before = scene.before else { return folder }
        let ending = try workbench.start("append", in: folder, ["unclosed", "\(before)"]).finish()
        guard ending == .exited(0) else {
            throw RigError("The undisturbed worker \(ending).")
        }
        return folder
    }

    private func record(
        _ scene: Scene,
        in folder: String,
        _ settings: [String: String],
        withinMilliseconds limit: Int = Self.atMost
    ) throws(RigError) -> Workbench.Recording {
        try workbench.record(
            scene.verb,
            in: folder,
            [scene.mode, "\(scene.events)"],
            settings: settings,
            withinMilliseconds: limit
        )
    }

    private func check(
        _ folder: String,
        after scene: Scene,
        _ name: String,
        _ report: inout Report
    ) throws(RigError) {
        checker.ask(folder, boot: scene.mode == "restarted" ? .second : .first)
        if case .bad(let what) = try checker.answer() {
            report.findings.append("\(name): \(what)")
        }
    }
}
