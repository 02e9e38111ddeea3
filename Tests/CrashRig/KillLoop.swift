internal import Glibc
internal import TestSupport

/// Kills an appending worker at moments nobody chose, and has what it left checked.
///
/// This shows that an append is whole or absent and that a store opens after a kill. It proves
/// nothing about power cuts: the page cache survives a killed process, so a store that never
/// flushes passes too.
package struct KillLoop {
    package struct Report: Sendable, CustomStringConvertible {
        package var killCount = 0
        fileprivate var acknowledgedBytes = 0
        package var findings: [String] = []

        package var badCount: Int { findings.count }
        package var acknowledgedCount: Int { acknowledgedBytes / Workbench.acknowledgementBytes }

        package var description: String {
            "\(killCount) kills, \(acknowledgedCount) acknowledged, \(findings.count) bad"
                + findings.prefix(5).map { "\n  \($0)" }.joined()
        }
    }

    /// A store is killed so often before a new one is begun, which makes creation part of it.
    private static let killsPerStore = 10

    /// How long a worker may need until its first acknowledgement.
    private static let patience = 2_000

    /// More than a worker gets done before it is killed; one that ends first is not counted.
    private static let events = 4_000

    private let workbench: Workbench
    private let scratch: Scratch

    package init(_ workbench: Workbench, in scratch: Scratch) {
        self.workbench = workbench
        self.scratch = scratch
    }

    package func run(kills: Int, seed: UInt64) throws(RigError) -> Report {
        var report = Report()
        var dice = SplitMix64(seed: seed)
        let checker = try Checker(workbench, errors: "\(scratch.path)/errors")
        var folder = ""
        var isNew = true
        while report.killCount < kills {
            if isNew {
                folder = try scratch.folder("killed")
            }
            let before = Self.acknowledgedBytes(folder)
            let child = try workbench.start("append", in: folder, ["honest", "\(Self.events)"])
            if Int.random(in: 0..<5, using: &dice) > 0 {
                wait(milliseconds: Self.patience) { Self.acknowledgedBytes(folder) != before }
            }
            usleep(.random(in: 0..<20_000, using: &dice))
            let ending = child.crash()
            report.acknowledgedBytes += Self.acknowledgedBytes(folder) - before
            switch ending {
            case .killed(signal: SIGKILL): report.killCount += 1
            case .exited(0): break
            default: report.findings.append("the worker \(ending) before kill \(report.killCount)")
            }
            isNew = report.killCount % Self.killsPerStore == 0 || ending == .exited(0)
            checker.ask(folder, boot: .first)
            if case .bad(let what) = try checker.answer() {
                report.findings.append("kill \(report.killCount): \(what)")
            }
        }
        return report
    }

    private static func acknowledgedBytes(_ folder: String) -> Int {
        FileSystem.byteCount("\(folder)/acknowledged")
    }
}
