import CrashRig
import TestSupport
import Testing

/// What could be lost when the power goes: whatever no flush covered, sector by sector and name
/// by name. What was acknowledged is not, because an append returns after its flush.
@Suite(.serialized)
struct PowerCutTests {
    private let workbench: Workbench
    private let scratch: Scratch

    init() throws {
        workbench = try Workbench()
        scratch = try Scratch()
        scratch.isKept = FileSystem.environment("CRASH_KEEP") != nil
    }

    private func record(_ mode: String, events: Int) throws -> PowerCut {
        let folder = try scratch.folder("recorded")
        for count in [events, events / 8 + 1] {
            let run = try workbench.record("append", in: folder, [mode, "\(count)"])
            guard run.ending == .exited(0) else {
                throw RigError("The recorded worker \(run.ending): \(run.words)")
            }
        }
        let trace = try Trace(readFile("\(folder)/trace"))
        return PowerCut(trace, rootPath: "\(folder)/files", seed: Settings.seed)
    }

    private func run(_ cut: PowerCut, images: Int) throws -> PowerCut.Report {
        let checkers = try (0..<2).map { lane in
            try Checker(workbench, errors: "\(scratch.path)/errors-\(lane)")
        }
        return try cut.run(images: images, with: checkers, in: scratch)
    }

    @Test func `the recorder sees every write that reaches the files of a store`() throws {
        let cut = try record("honest", events: Settings.events)
        #expect(try cut.blindSpot() == nil)
    }

    @Test func `after a power cut every acknowledged event is there`() throws {
        let cut = try record("honest", events: Settings.events)
        let report = try run(cut, images: Settings.images)
        print("power cut: \(report)")
        #expect(report.findings.count == 0, "\(report)")
        #expect(report.imageCount >= Settings.images)
    }

    @Test(arguments: ["unflushed-log", "early-ack"])
    func `the power cut finds a store that acknowledges too early`(mode: String) throws {
        let cut = try record(mode, events: 100)
        #expect(try cut.blindSpot() == nil)
        let report = try run(cut, images: 600)
        let lost = report.findings.filter { $0.isAfterCreation }
        print("power cut, planted \(mode): \(lost.count) of \(report.imageCount) images are bad")
        #expect(!lost.isEmpty)
    }
}
