import Foundation
import Merkle
import TestSupport
import Testing

@Suite struct `What a command says arrives or is missed` {
    /// Runs words of a shell in which `scrollback` is the built command.
    private func shell(_ words: String, _ folder: borrowing TemporaryFolder) throws -> Command.Run {
        let programs = URL(filePath: Command.path).deletingLastPathComponent().path()
        return try Command.run(
            "sh",
            ["-c", "cd '\(folder.path)' && PATH='\(programs)':$PATH; \(words)"]
        )
    }

    @Test(arguments: [
        "scrollback version > /dev/full", "scrollback help > /dev/full",
        "scrollback help verify > /dev/full", "scrollback check checkpoint --key $KEY > /dev/full",
        "scrollback check checkpoint --key $KEY --json > /dev/full",
        "scrollback check checkpoint --key $KEY >&-",
    ])
    func `output that cannot be written is a failure`(words: String) throws {
        let folder = TemporaryFolder()
        let log = try SmallLog()
        _ = folder.file("checkpoint", try log.checkpoint().bytes)
        let run = try shell("KEY='\(log.key)'; \(words)", folder)
        #expect(run.exit == 3)
        #expect(run.errors.contains("the standard output cannot be written: "))
    }

    @Test(arguments: ["> /dev/full", "--json > /dev/full", ">&-"])
    func `a key whose public half nobody got is not kept`(redirection: String) throws {
        let folder = TemporaryFolder()
        let run = try shell("scrollback keygen --out signer.key \(redirection)", folder)
        #expect(run.exit == 3)
        #expect(!FileManager.default.fileExists(atPath: folder.path("signer.key")))
        #expect(try shell("scrollback keygen --out signer.key", folder).exit == 0)
    }

    @Test(arguments: [
        ["check", "PRIVATE+KEY+a+b+c", "--key", "k"], ["check", "a", "--key", "PRIVATE+KEY+a+b+c"],
        ["verify", "a", "--key=PRIVATE+KEY+a+b+c"], ["keygen", "--out", "PRIVATE+KEY+a+b+c"],
        ["checkpoint", "a", "--key", "PRIVATE+KEY+a+b+c", "--json"],
        ["tour", "--PRIVATE+KEY+a+b+c"], ["PRIVATE+KEY+a+b+c"], ["help", "PRIVATE+KEY+a+b+c"],
    ])
    func `a private key among the words is not repeated`(words: [String]) throws {
        let run = try Command.run(words)
        #expect(run.exit == 3 || run.exit == 2)
        #expect(run.errors.contains("private key"))
        #expect(!run.errors.contains("+KEY+"))
        #expect(!run.output.contains("+KEY+"))
    }

    @Test func `a note does not steer a terminal, and is whole elsewhere`() async throws {
        let history = try await History(size: 5)
        let origin = "a\u{9B}2J\u{202E}b"
        func sign(_ program: [String]) throws -> String {
            let words = ["checkpoint", history.store, "--key", history.key, "--unkept"]
            let all = program + [Command.path] + words + ["--origin", origin]
            let run = try Command.run(all[0], Array(all.dropFirst()))
            #expect(run.exit == 0, "\(run.errors)")
            return run.output
        }
        #expect(try sign(["env"]).contains("\(origin)\n5\n"))
        let terminal = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)"
        let seen = try sign(["python3", "-c", terminal])
        #expect(seen.contains("a\\u{9b}2J\\u{202e}b"))
        #expect(!seen.unicodeScalars.contains("\u{9B}"))
        #expect(!seen.unicodeScalars.contains("\u{202E}"))
    }
}
