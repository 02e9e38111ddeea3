import Foundation
import TestSupport
import Testing

@Suite struct `The journal's protocol` {  // D-92, D-93, D-94
    // `Scripts/keeping-model.py`: random schedules with crashes. With every rule nothing breaks;
    // without any one of them something does.
    @Test func `needs each of its rules, and no more`() throws {
        let program = try StartedProgram(
            "python3",
            [packageFolder.appending(path: "Scripts/keeping-model.py").path(), "4"]
        )
        #expect(program.finish(withinMilliseconds: 480_000) == .exited(0))
    }

    @Test(.timeLimit(.minutes(10)))
    func `has the outcomes of the model`() async throws {
        let count = number("KEEPING_SCHEDULES", else: 12)
        let schedules = try ModelSchedule.printed(
            count,
            seed: Int(clamping: seed(for: "schedules of the model"))
        )
        #expect(schedules.count == count)
        var refused = 0
        var restores = 0
        for schedule in schedules {
            let replay = try await ModelReplay()
            var path: [String] = []
            for step in schedule.steps {
                path.append(step.do)
                let told = "seed \(schedule.seed): \(path.joined(separator: ", "))"
                let isRefused = try await replay.carryOut(step)
                #expect(isRefused == step.refused, "\(told)")
                refused += isRefused ? 1 : 0
                restores += step.do == "restore" ? 1 : 0
                // A slice may follow the answer.
                var found = try replay.outcome()
                for _ in 0..<2_000 where found.texts != step.texts || found.waiting != step.waiting
                {
                    try await Task.sleep(for: .milliseconds(10))
                    found = try replay.outcome()
                }
                #expect(found.texts == step.texts, "\(told)")
                #expect(found.holds == step.holds, "\(told)")
                #expect(found.waiting == step.waiting, "\(told)")
                #expect(Set(found.texts).isDisjoint(with: step.erased), "\(told)")
                guard found.texts == step.texts, found.waiting == step.waiting else { return }
            }
            try await replay.finish()
        }
        print("schedules of the model: \(count), \(restores) restores, \(refused) refusals")
        #expect(restores > 0)
    }

    /// A number from the environment.
    private func number(_ name: String, else normal: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? normal
    }
}
