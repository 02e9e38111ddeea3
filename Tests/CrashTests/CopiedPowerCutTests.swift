import CrashRig
import TestSupport
import Testing

extension CrashTests {
    /// What could be lost of backups and of compacted logs when the power goes.
    ///
    /// A backup that was acknowledged is not, because each file is flushed before the next one names
    /// it: segments and slots, `manifest.new`, `keys.place`, and then the manifest's name. A
    /// compacted log is flushed before it has the log's name.
    @Suite(.serialized)
    struct CopiedPowerCutTests {
        private let workbench: Workbench
        private let scratch: Scratch

        init() throws {
            workbench = try Workbench()
            scratch = try Scratch()
            scratch.isKept = FileSystem.environment("CRASH_KEEP") != nil
        }

        private func record(_ verb: String) throws -> (trace: Trace, root: String) {
            let folder = try scratch.folder("recorded-\(verb)")
            let run = try workbench.record(verb, in: folder)
            try #require(run.ending == .exited(0), "\(run.words)")
            return (run.trace, "\(folder)/files")
        }

        private func run(
            _ trace: Trace,
            _ root: String,
            images: Int,
            after work: Checker.Work
        ) throws -> (report: PowerCut.Report, notes: [String: Int]) {
            let cut = PowerCut(trace, rootPath: root, seed: Settings.seed)
            let checkers = try (0..<2).map { lane in
                try Checker(workbench, after: work, errors: "\(scratch.path)/errors-\(lane)")
            }
            let report = try cut.run(images: images, with: checkers, in: scratch)
            var notes: [String: Int] = [:]
            for checker in checkers { notes.merge(checker.notes) { $0 + $1 } }
            return (report, notes)
        }

        @Test func `after a power cut every acknowledged backup restores`() throws {
            let (trace, root) = try record("back-up")
            #expect(try PowerCut(trace, rootPath: root, seed: Settings.seed).blindSpot() == nil)
            let images = Settings.images / 5
            let (report, notes) = try run(trace, root, images: images, after: .backingUp)
            print("power cut, backing up: \(report) \(notes)")
            #expect(report.badCount == 0, "\(report)")
            #expect(notes["restored"] ?? 0 > images / 10)
        }

        @Test(arguments: [
            "/backup/events.", "/backup/manifest.new", "/backup", "/vault/keys.bin",
            "/vault/keys.place.new", "/vault",
        ])
        func `the power cut finds a backup that flushes nothing of`(part: String) throws {
            let (trace, root) = try record("back-up")
            let left = trace.leavingOutFlushes { path in
                let name = path.dropFirst(root.utf8.count)
                return part.hasSuffix(".") ? name.hasPrefix(part) : name == part
            }
            #expect(left.entries.count < trace.entries.count)
            // One in eight to one in four of them are bad.
            let (report, _) = try run(left, root, images: 200, after: .backingUp)
            let (badCount, count) = (report.badCount, report.imageCount)
            print("power cut, nothing flushed of \(part): \(badCount) of \(count) are bad")
            #expect(report.badCount > 0)
        }

        @Test func `after a power cut there is one whole log, compacted or not`() throws {
            let (trace, root) = try record("compact")
            #expect(try PowerCut(trace, rootPath: root, seed: Settings.seed).blindSpot() == nil)
            let images = Settings.images / 5
            let (report, notes) = try run(trace, root, images: images, after: .compacting)
            print("power cut, compacting: \(report) \(notes)")
            #expect(report.badCount == 0, "\(report)")
            #expect(notes["compacting"] ?? 0 > images / 20)
        }

        @Test func `the power cut finds a compacted log that was not flushed`() throws {
            let (trace, root) = try record("compact")
            let left = trace.leavingOutFlushes { $0.hasSuffix("/.compacting/log.mdb") }
            #expect(left.entries.count < trace.entries.count)
            let (report, _) = try run(left, root, images: 500, after: .compacting)
            let (badCount, count) = (report.badCount, report.imageCount)
            print("power cut, compacted and not flushed: \(badCount) of \(count) are bad")
            #expect(report.badCount > 0)
        }
    }
}
