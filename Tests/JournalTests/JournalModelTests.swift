import Foundation
import TestSupport
import Testing

@Suite struct `The journal's protocol` {  // D-92
    // `Scripts/keeping-model.py`: random schedules with crashes. With every rule nothing breaks;
    // without any one of them something does.
    @Test func `needs each of its rules, and no more`() throws {
        let program = try StartedProgram(
            "python3",
            [packageFolder.appending(path: "Scripts/keeping-model.py").path(), "2"]
        )
        #expect(program.finish(withinMilliseconds: 240_000) == .exited(0))
    }
}
