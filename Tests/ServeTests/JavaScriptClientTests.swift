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

    static let compiler = NeededTool(
        "tsc",
        ["--version"],
        orElse: "tsc is not installed; Scripts/setup.sh tests installs Debian's node-typescript"
    )

    /// `types.ts` compares what the types say with what the compiler finds in the modules.
    @Test(.enabled(if: try compiler.isToBeUsed(), "tsc is not installed"))
    func `its types hold, and are those of its modules`() throws {
        let client = packageFolder.appending(path: "Clients/javascript").path
        let folder = TemporaryFolder()
        let options = [
            "--target", "es2022", "--module", "node16", "--moduleResolution", "node16", "--lib",
            "es2022,dom,dom.iterable",
        ]
        let own = try run(
            "tsc",
            options + [
                "--strict", "--noEmit", "\(client)/scrollback.d.ts", "\(client)/tokens.d.ts",
            ]
        )
        #expect(own.ending == .exited(0), "\(own.said)")
        let found = try run(
            "tsc",
            options + [
                "--allowJs", "--declaration", "--emitDeclarationOnly", "--outDir",
                folder.path("found"), "\(client)/scrollback.js", "\(client)/tokens.js",
            ]
        )
        try #require(found.ending == .exited(0), "\(found.said)")
        // What the compiler writes need not satisfy itself.
        writeFile(folder.path("package.json"), Array(#"{"type": "module"}"#.utf8))
        let settings = """
            {
              "compilerOptions": {
                "target": "es2022", "module": "node16", "moduleResolution": "node16",
                "lib": ["es2022", "dom", "dom.iterable"], "types": [],
                "strict": true, "noEmit": true, "skipLibCheck": true, "paths": {"found/*": ["./found/*"]}
              },
              "files": ["\(client)/test/types.ts"]
            }
            """
        writeFile(folder.path("tsconfig.json"), Array(settings.utf8))
        let checked = try run("tsc", ["--project", folder.path("tsconfig.json")])
        #expect(checked.ending == .exited(0), "\(checked.said)")
    }
}
