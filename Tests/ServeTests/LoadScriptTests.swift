import Foundation
import TestSupport
import Testing

/// `Scripts/serve_load.py` in its short form: what is wrong counts, and how fast it is does not.
@Suite(.timeLimit(.minutes(15)))
struct `The load of the server` {
    static let wrk = NeededTool(
        "sh",
        ["-c", "command -v wrk"],
        orElse: "wrk is not installed; Scripts/setup.sh load installs Debian's"
    )

    /// Sets the size, changes the script by a line, and runs some of its parts.
    private static let program = """
        import os, sys
        folder, binary, change, *parts = sys.argv[1:]
        os.environ.update(LOAD_SECONDS="3", LOAD_RECEIVERS="20", LOAD_BENCH="")
        sys.dont_write_bytecode = True
        sys.path.insert(0, folder)
        import serve_load
        exec(change)
        sys.argv = ["serve_load.py", "--report", binary, *parts]
        serve_load.main()
        """

    private func load(
        _ parts: [String],
        changedBy change: String = ""
    ) throws -> (ending: StartedProgram.Ending, said: String) {
        let folder = packageFolder.appending(path: "Scripts").path
        let binary = StartedProgram.built("scrollback")
        return try runPython(Self.program, [folder, binary, change] + parts)
    }

    @Test(.enabled(if: try wrk.isToBeUsed(), "wrk is not installed"))
    func `nothing fails and nothing is lost`() throws {
        let (ending, said) = try load(["sends", "kills", "receivers-tokens"])
        #expect(ending == .exited(0), "\(said)")
        for part in ["errors of all", "kills: heard twice", "receivers-tokens: messages"] {
            #expect(said.contains("met: \(part)"), "\(said)")
        }
    }

    @Test(
        .enabled(
            if: try NeededTool.clientPython.isToBeUsed(),
            "there is no python3 of 3.9 or later"
        )
    )
    func `kills of a server that refuses each send are wrong`() throws {
        let refusing = """
            from scrollback import Refused
            def refuse(*words): raise Refused("No.")
            serve_load.Client.send = refuse
            """
        let (ending, said) = try load(["kills"], changedBy: refusing)
        #expect(ending == .exited(1), "\(said)")
        #expect(said.contains("WRONG: kills: acknowledged before each kill: 0"), "\(said)")
    }

    @Test(
        .enabled(
            if: try NeededTool.clientPython.isToBeUsed(),
            "there is no python3 of 3.9 or later"
        ),
        arguments: [("", StartedProgram.Ending.exited(0)), ("1", .exited(1))]
    )
    func `a tool that is missing is said, and is wrong in CI`(
        setting: String,
        wanted: StartedProgram.Ending
    ) throws {
        let without = #"os.environ.update(PATH="/nowhere", CI="\#(setting)")"#
        let (ending, said) = try load(["slow"], changedBy: without)
        #expect(ending == wanted, "\(said)")
        #expect(said.contains("slow: left out: there is no slowhttptest"), "\(said)")
    }
}
