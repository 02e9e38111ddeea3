import Glibc
import TestSupport
import Testing

@testable import ScrollbackCommand

@Suite struct `Completion` {
    @Test(arguments: ["bash", "zsh", "fish"])
    func `knows every command and option, in a script that the shell reads`(shell: String) throws {
        let run = try Command.run("completion", shell)
        #expect(run.exit == 0, "\(run.errors)")
        for command in ScrollbackCommand.commands {
            #expect(run.output.contains(command.name), "\(command.name)")
            let part =
                shell == "fish"
                ? run.output.split(separator: "\n").filter {
                    $0.contains("__fish_seen_subcommand_from \(command.name)'")
                }.joined(separator: "\n")
                : try #require(run.output.components(between: "    \(command.name))", ";;"))
            for option in command.options {
                #expect(part.contains(option.name), "\(command.name) --\(option.name)")
            }
        }
        let folder = TemporaryFolder("completion")
        let script = folder.file("script", Array(run.output.utf8))
        guard Self.isExpected(shell) else { return }
        let read = try Command.run(shell, ["-n", script])
        #expect(read.exit == 0, "\(read.errors)")
    }

    private static let completions = [
        (["lo"], "log"), (["log", "--ty"], "--type"),
        (["log", "--type", "messageS"], "messageSent"),
        (["completion", "z"], "zsh"), (["help", "who"], "who-saw"),
    ]

    /// Whether this machine has a shell, or must have it: what CI leaves out is not seen.
    private static func isExpected(_ shell: String) -> Bool {
        getenv("CI") != nil
            || (try? Command.run("sh", ["-c", "command -v \(shell)"]).exit == 0) ?? false
    }

    @Test(arguments: completions)
    func `completes in bash`(words: [String], wanted: String) throws {
        let line = (["scrollback"] + words).map { "'\($0)'" }.joined(separator: " ")
        let script =
            "source <('\(Command.path)' completion bash); COMP_WORDS=(\(line)); "
            + "COMP_CWORD=\(words.count); _scrollback; echo \"${COMPREPLY[@]}\""
        let run = try Command.run("bash", ["-c", script])
        #expect(run.output == "\(wanted)\n", "\(run.errors)")
    }

    @Test(.enabled(if: isExpected("fish"), "fish is not installed here"), arguments: completions)
    func `completes in fish`(words: [String], wanted: String) throws {
        let line = (["scrollback"] + words).joined(separator: " ")
        let script = "source ('\(Command.path)' completion fish | psub); complete -C '\(line)'"
        let run = try Command.run("fish", ["--no-config", "-c", script])
        let offered = run.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        #expect(offered == [wanted[...]], "\(run.errors)")
    }

    /// Types words and a tab into a zsh on a terminal of its own, and prints what it shows then.
    private static let typing = """
        import os, pty, select, sys, time
        child, terminal = pty.fork()
        if child == 0:
            os.environ["TERM"] = "dumb"
            os.execvp("zsh", ["zsh", "-f", "-i"])
        def read_until(wanted, seconds):
            text, end = b"", time.time() + seconds
            while wanted not in text and time.time() < end:
                if select.select([terminal], [], [], 0.1)[0]:
                    text += os.read(terminal, 4096)
            return text.decode(errors="replace")
        prepare = "PS1='> '; autoload -U compinit; compinit -u -D; source " + sys.argv[1]
        os.write(terminal, (prepare + "; echo RE''ADY\\n").encode())
        read_until(b"READY\\r", 30)
        os.write(terminal, (sys.argv[2] + "\\t").encode())
        print(read_until(sys.argv[3].encode() + b" ", 10))
        os.close(terminal)
        """

    @Test(.enabled(if: isExpected("zsh"), "zsh is not installed here"), arguments: completions)
    func `completes in zsh`(words: [String], wanted: String) throws {
        let folder = TemporaryFolder("zsh")
        let made = try Command.run("completion", "zsh")
        let script = folder.file("script", Array(made.output.utf8))
        let typed = (["scrollback"] + words).joined(separator: " ")
        let all = (["scrollback"] + words.dropLast() + [wanted]).joined(separator: " ")
        let run = try Command.run("python3", ["-c", Self.typing, script, typed, all])
        #expect(run.output.contains("\(all) "), "\(run.output) \(run.errors)")
    }

    @Test func `and the README know the same commands`() throws {
        let lines = ScrollbackCommand.commands.map { command in
            command.name + String(repeating: " ", count: 15 - command.name.count)
                + command.summary
        }
        let block = DocumentedBlock("subcommands", of: "README.md")
        #expect(try block.holds(lines), "WRITE_DOCS=1 writes them")
    }

    @Test func `and the help name every option`() {
        for command in ScrollbackCommand.commands {
            for option in command.options {
                #expect(command.help.contains("--\(option.name)"), "\(command.name) \(option.name)")
            }
            #expect(command.help.contains("example: scrollback \(command.name)"))
        }
    }
}

extension String {
    /// What stands between two texts.
    func components(between start: String, _ end: String) -> String? {
        guard let first = firstRange(of: start) else { return nil }
        let rest = self[first.upperBound...]
        return rest.firstRange(of: end).map { String(rest[..<$0.lowerBound]) }
    }
}
