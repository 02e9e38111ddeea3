import Foundation
import Glibc
import TestSupport
import Testing

/// What a command says about something wrong, and what it must not advise.
@Suite struct `An error names the mistake and what helps` {
    private func expect(
        _ words: [String],
        exit: Int32 = 3,
        says: [String],
        not: [String] = []
    ) throws {
        let run = try Command.run(words)
        #expect(run.exit == exit, "\(words): \(run.errors)")
        for text in says { #expect(run.errors.contains(text), "\(words): \(run.errors)") }
        for text in not { #expect(!run.errors.contains(text), "\(words): \(run.errors)") }
    }

    @Test func `a folder that is no store is not told to change its rights`() throws {
        let folder = TemporaryFolder()
        chmod(folder.path, 0o755)
        writeFile(folder.path("notes.txt"), [1])
        try expect(
            ["verify", folder.path],
            says: ["is not a store: it has no log.mdb", "Check the path"],
            not: ["chmod"]
        )
        for options in [["--readonly"], ["--create"], []] {
            try expect(["pipe", folder.path] + options, says: ["no log.mdb"], not: ["chmod"])
        }
        mkdir(folder.path("log.mdb"), 0o700)
        try expect(
            ["pipe", folder.path],
            says: ["log.mdb is not a store: it is not a file"],
            not: ["chmod"]
        )
        try expect(
            ["pipe", folder.path("no/store"), "--create"],
            says: ["No such file or directory. Check the path."]
        )
        try expect(
            ["verify", folder.path("notes.txt")],
            says: ["is not a store: it is not a folder"]
        )
    }

    @Test func `keys that are no file are missing`() async throws {
        let history = try await History(size: 20, signing: false)
        for path in ["/dev/null", history.folder.path] {
            for command in ["verify", "pipe"] {
                try expect(
                    [command, history.store, "--keys", path],
                    says: ["There is no file of keys at \(path)"],
                    not: ["chmod"]
                )
            }
        }
    }

    @Test func `a file that is no key is called what it is`() async throws {
        let history = try await History(size: 20)
        let proof = history.folder.path("event.proof")
        try expect(
            ["prove", history.store, "--event", "3", "--out", proof],
            exit: 0,
            says: []
        )
        chmod(history.publicKey, 0o644)
        try expect(
            ["checkpoint", history.store, "--key", history.publicKey],
            says: ["is a public key, which cannot sign", "keygen --out"],
            not: ["is a private key", "chmod"]
        )
        try expect(
            ["checkpoint", history.store, "--key", proof],
            says: ["is a proof, and no key"]
        )
        try expect(
            ["check", proof, "--key", proof],
            says: ["is a proof, and no key", "the line that `scrollback keygen` printed"],
            not: ["malformed"]
        )
        try expect(
            ["check", proof, "--key", history.newer],
            says: ["is a checkpoint, and no key"]
        )
        try expect(
            ["check", history.publicKey, "--key", history.publicKey],
            says: ["is a public key; name a proof or a checkpoint"]
        )
        let all = history.folder.path("all.proof")
        try expect(
            ["prove", history.store, "--envelopes", "--out", all],
            exit: 0,
            says: []
        )
        try expect(["check", all, "--key", all], says: ["is a proof, and no key"])
    }

    @Test func `a file that is no checkpoint is called what it is`() async throws {
        let history = try await History(size: 20)
        let proof = history.folder.path("event.proof")
        _ = try Command.run("prove", history.store, "--event", "3", "--out", proof)
        let key = ["--key", history.publicKey]
        for words in [
            ["verify", history.store, "--pin", proof] + key,
            ["check", proof, "--pin", proof] + key,
            ["prove", history.store, "--from", proof],
            ["prove", history.store, "--event", "3", "--checkpoint", proof],
        ] {
            try expect(words, says: ["is a proof; name a checkpoint"])
        }
        try expect(
            ["prove", history.store, "--from", history.publicKey],
            says: ["is no checkpoint"],
            not: ["believed"]
        )
    }

    @Test func `beside a writer each command says what works there`() async throws {
        let history = try await History(size: 20)
        let pipe = try Command.startPipe(history.store, "--no-control")
        pipe.writeLine(#"{"ask":"state"}"#)
        _ = pipe.readLine()
        try expect(
            ["pipe", history.store],
            says: ["process ", " writes to ", "stop it, or read beside it with --readonly"]
        )
        try expect(
            ["checkpoint", history.store, "--key", history.key],
            says: ["stop it, or start it with a control socket, or sign with --unkept"],
            not: ["reading only"]
        )
    }

    @Test func `what prove advises on an open store works`() async throws {
        let history = try await History(size: 20, signing: false)
        let key = history.folder.path("new.key")
        let made = try Command.run("keygen", "--out", key)
        writeFile(history.folder.path("new.pub"), Array(made.output.utf8))
        let pipe = try Command.startPipe(history.store)
        pipe.writeLine(#"{"ask":"state"}"#)
        _ = pipe.readLine()
        try expect(
            ["prove", history.store, "--event", "3"],
            says: ["add `--unkept --out NOW` and prove with `--checkpoint NOW`"]
        )
        let now = history.folder.path("now")
        try expect(
            ["checkpoint", history.store, "--key", key, "--unkept", "--out", now],
            exit: 0,
            says: []
        )
        let proof = history.folder.path("proof")
        try expect(
            ["prove", history.store, "--event", "3", "--checkpoint", now, "--out", proof],
            exit: 0,
            says: []
        )
        try expect(["check", proof, "--key", history.folder.path("new.pub")], exit: 0, says: [])
    }

    @Test func `a damaged log has an exit code that the help tells of`() async throws {
        let history = try await History(size: 600, signing: false)
        let log = "\(history.store)/log.mdb"
        // More than the free pages that a sound file may lack at its end.
        truncate(log, off_t(readFile(log).count / 2))
        let run = try Command.run("pipe", history.store)
        #expect(run.exit == 1, "\(run.errors)")
        #expect(run.errors.contains("Restore it from a backup"), "\(run.errors)")
        let help = try Command.run("help", "pipe").output
        #expect(help.contains("1 the log is damaged"))
    }
}
