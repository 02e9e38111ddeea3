import CrashRig
import Testing

extension CrashTests {
    /// What could be lost when a process dies is an append in progress.
    ///
    /// What was acknowledged is not, and neither is a store for being created or opened.
    @Suite(.serialized)
    struct KillTests {
        private let workbench: Workbench
        private let scratch: Scratch

        init() throws {
            workbench = try Workbench()
            scratch = try Scratch()
        }

        @Test
        func `a killed process loses nothing, which alone proves nothing about power cuts`() throws
        {
            let report = try KillLoop(workbench, in: scratch)
                .run(kills: Settings.kills, seed: Settings.seed)
            print("kill loop: \(report)")
            #expect(report.badCount == 0, "\(report)")
            #expect(report.acknowledgedCount > Settings.kills)
        }

        @Test(arguments: [Sweep.Scene.creation, .filling])
        func `creation killed at any change leaves nothing or a good store`(
            scene: Sweep.Scene
        ) throws {
            let report = try Sweep(workbench, in: scratch).kill(during: scene)
            print("creation killed: \(report)")
            #expect(report.badCount == 0, "\(report)")
            #expect(report.runCount > 10)
        }

        @Test func `a kill at any change finds a store that acknowledges too early`() throws {
            let report = try Sweep(workbench, in: scratch).kill(during: .planted)
            print("killed, planted early-ack: \(report.badCount) of \(report.runCount) are bad")
            #expect(report.badCount > 0)
        }

        /// What could come back is an erased text, and what could go is a hold or a request.
        ///
        /// The process dies at each change: also between the journal's flushed line and the log's
        /// commit, and between that and the zeroed slots.
        @Test func `a process that erases and holds may be killed at any change`() throws {  // D-92
            let sweep = try Sweep(workbench, after: .keeping, in: scratch)
            let report = try sweep.kill(during: .keeping)
            print("erasing and holding killed: \(report) \(sweep.notes)")
            #expect(report.badCount == 0, "\(report)")
            for moment in ["line-without-event", "event-before-slots", "slots-before-records"] {
                #expect(sweep.notes[moment] ?? 0 > 0, "no kill met \(moment)")
            }
        }

        @Test func `an opening and appending process may be killed at any change`() throws {
            let sweep = try Sweep(workbench, in: scratch)
            var report = try sweep.kill(during: .again)
            report.add(try sweep.kill(during: .restarted))
            print("opening and appending killed: \(report)")
            #expect(report.badCount == 0, "\(report)")
            #expect(report.runCount > 10)
        }
    }
}
