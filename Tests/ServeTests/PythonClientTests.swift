import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct `The client for Python` {
    private static let tests = """
        import os, sys, unittest
        folder, os.environ["SCROLLBACK"] = sys.argv[1:]
        sys.dont_write_bytecode = True
        sys.path.insert(0, folder)
        found = unittest.defaultTestLoader.discover(folder, top_level_dir=folder)
        result = unittest.TextTestRunner().run(found)
        sys.exit(0 if result.wasSuccessful() and result.testsRun > 30 else 1)
        """

    static let python = NeededTool(
        NeededTool.python,
        ["-c", "import sys; sys.exit(sys.version_info < (3, 9))"],
        orElse: "there is no python3 of 3.9 or later"
    )

    @Test(.enabled(if: try python.isToBeUsed(), "there is no python3 of 3.9 or later"))
    func `its own tests hold with the built server`() throws {
        let folder = packageFolder.appending(path: "Clients/python").path
        let (ending, said) = try runPython(
            Self.tests,
            [folder, StartedProgram.built("scrollback")]
        )
        #expect(ending == .exited(0), "\(said.suffix(4000))")
    }
}
