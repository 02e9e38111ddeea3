import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct `The JavaScript client` {
    static let node = NeededTool(
        "node",
        ["-e", "process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)"],
        orElse: "node 18 or newer is not installed; Scripts/setup.sh tests installs Debian's"
    )

    @Test(.enabled(if: try node.isToBeUsed(), "node 18 or newer is not installed"))
    func `its own tests pass with the built server`() throws {
        let folder = packageFolder.appending(path: "Clients/javascript/test")
        let program = "SCROLLBACK=" + StartedProgram.built("scrollback")
        let files = ["server.test.js", "rubbish.test.js"].map { folder.appending(path: $0).path }
        let (ending, said) = try run("env", [program, "node", "--test"] + files)
        #expect(ending == .exited(0), "\(said)")
        #expect(said.contains("skipped 0"), "\(said)")
    }
}
