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
        sys.exit(0 if result.wasSuccessful() and not result.skipped and result.testsRun > 30 else 1)
        """

    @Test(
        .enabled(
            if: try NeededTool.clientPython.isToBeUsed(),
            "there is no python3 of 3.9 or later"
        )
    )
    func `its own tests hold with the built server`() throws {
        let folder = packageFolder.appending(path: "Clients/python").path
        let (ending, said) = try runPython(
            Self.tests,
            [folder, StartedProgram.built("scrollback")]
        )
        #expect(ending == .exited(0), "\(said.suffix(4000))")
    }

    static let mypy = NeededTool(python: "mypy")

    /// Lines that are right, and lines each of which has the one mistake that is named: mypy complains
    /// of a mistake that it does not find, as where the package's types were not seen.
    private static let use = """
        from typing import Any, Dict, Optional, Union
        from scrollback import Answer, Change, Client, Closed, ScrollbackError, Snapshot

        client = Client("http://127.0.0.1:7800", key="key", as_user="user")
        answer: Answer = client.send("conversation", "text", id="message")
        position: Union[int, str, None] = answer.position
        found: Answer = client.ask("messages", conversation="conversation", limit=5)
        with client.follow(since=position, conversation="conversation") as changes:
            for event in changes:
                if isinstance(event, Change):
                    kind: Optional[str] = event.type
                    item: Dict[str, Any] = event.item
                elif isinstance(event, Closed):
                    reason: Optional[str] = event.reason
        try:
            client.do("setProfile", username="anna")
        except ScrollbackError as error:
            code: Optional[str] = error.code
            wait: Optional[float] = error.retry_after
            may_be_done: bool = error.may_be_done
            key: Optional[str] = error.idempotency_key
        until: int = client.revoke_tokens("user")
        Client(7800)  # type: ignore[arg-type]
        client.send("conversation", 7)  # type: ignore[arg-type]
        client.follow(carrier=7)  # type: ignore[arg-type]
        client.sent("conversation")  # type: ignore[attr-defined]
        snapshot: Snapshot = answer  # type: ignore[assignment]
        """

    @Test(.enabled(if: try mypy.isToBeUsed(), "Python has no mypy"))
    func `its types hold, and are seen where it is installed`() throws {
        let client = packageFolder.appending(path: "Clients/python").path
        let checks = ["-m", "mypy", "--strict", "--cache-dir=/dev/null"]
        let settings = "\(client)/pyproject.toml"
        let (own, said) = try run(
            NeededTool.python,
            checks + ["--config-file", settings, "\(client)/scrollback"]
        )
        #expect(own == .exited(0), "\(said)")
        // Where it is installed, its types count for the file that says so.
        let folder = TemporaryFolder()
        let environment = folder.path("environment")
        let python = "\(environment)/bin/python3"
        let made = try run(NeededTool.python, ["-m", "venv", "--without-pip", environment])
        try #require(made.ending == .exited(0), "\(made.said)")
        let packages = try run(
            python,
            ["-c", "import sysconfig; print(sysconfig.get_path('purelib'), end='')"]
        ).said
        try FileManager.default.copyItem(
            atPath: "\(client)/scrollback",
            toPath: "\(packages)/scrollback"
        )
        let file = folder.path("use.py")
        writeFile(file, Array(Self.use.utf8))
        let used = try run(
            NeededTool.python,
            checks + ["--config-file=", "--python-executable", python, file]
        )
        #expect(used.ending == .exited(0), "\(used.said)")
    }
}
