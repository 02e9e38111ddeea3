import CrashRig
import Glibc
import Testing

extension CrashTests {
    /// What could go wrong when the system refuses a call is a crash, or a false acknowledgement.
    ///
    /// Each call of each kind fails in turn, once or from then on.
    @Suite(.serialized)
    struct FaultTests {
        private let workbench: Workbench
        private let scratch: Scratch

        init() throws {
            workbench = try Workbench()
            scratch = try Scratch()
        }

        private func sweep(_ calls: String, _ errorNumber: Int32) throws {
            let sweep = try Sweep(workbench, in: scratch)
            var report = Sweep.Report()
            for scene in [Sweep.Scene.first, .filling, .again, .restarted] {
                for isLasting in [false, true] {
                    let fault = Sweep.Fault(
                        calls: calls,
                        errorNumber: errorNumber,
                        isLasting: isLasting
                    )
                    report.add(try sweep.fail(fault, during: scene))
                }
            }
            print("\(calls) failing with \(errorNumber): \(report)")
            #expect(report.badCount == 0, "\(report)")
        }

        @Test(arguments: ["write", "open", "rename", "mkdir", "truncate", "sync"])
        func `a full disk at any call loses nothing acknowledged`(calls: String) throws {
            try sweep(calls, ENOSPC)
        }

        @Test(arguments: ["write", "open", "rename", "mkdir", "truncate", "sync", "unlink"])
        func `a failing disk at any call loses nothing acknowledged`(calls: String) throws {
            try sweep(calls, EIO)
        }

        @Test func `a full disk finds a store that acknowledges too early`() throws {
            let fault = Sweep.Fault(calls: "write", errorNumber: ENOSPC, isLasting: true)
            let report = try Sweep(workbench, in: scratch).fail(fault, during: .planted)
            print("faults, planted early-ack: \(report.badCount) of \(report.runCount) are bad")
            #expect(report.badCount > 0)
        }

        @Test func `a short write at any call loses nothing acknowledged`() throws {
            try sweep("write", 0)
        }
    }
}
