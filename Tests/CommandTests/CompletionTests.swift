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
        let isThere = try Command.run("sh", ["-c", "command -v \(shell)"]).exit == 0
        guard isThere else { return }
        let read = try Command.run(shell, ["-n", script])
        #expect(read.exit == 0, "\(read.errors)")
    }

    @Test(arguments: [
        (["lo"], "log"), (["log", "--ty"], "--type"),
        (["log", "--type", "messageS"], "messageSent"),
        (["completion", "z"], "zsh"), (["help", "who"], "who-saw"),
    ])
    func `completes in bash`(words: [String], wanted: String) throws {
        let line = (["scrollback"] + words).map { "'\($0)'" }.joined(separator: " ")
        let script =
            "source <('\(Command.path)' completion bash); COMP_WORDS=(\(line)); "
            + "COMP_CWORD=\(words.count); _scrollback; echo \"${COMPREPLY[@]}\""
        let run = try Command.run("bash", ["-c", script])
        #expect(run.output == "\(wanted)\n", "\(run.errors)")
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
    fileprivate func components(between start: String, _ end: String) -> String? {
        guard let first = firstRange(of: start) else { return nil }
        let rest = self[first.upperBound...]
        return rest.firstRange(of: end).map { String(rest[..<$0.lowerBound]) }
    }
}
