/// Prints a script that completes commands and options in a shell.
enum Completion: Subcommand {
    static let name = "completion"
    static let summary = "print a script that completes commands and options in a shell"
    static let operands = ["SHELL"]
    static let options: [Option] = []
    static let operandChoices = ["bash", "zsh", "fish"]

    static let help = """
        usage: scrollback completion SHELL

        Prints a completion script for SHELL: bash, zsh or fish. It completes the commands, their
        options, the words that some options take, and files.

          bash  source <(scrollback completion bash)
          zsh   source <(scrollback completion zsh)
          fish  scrollback completion fish | source

        exit codes: 0 success · 2 usage

        example: scrollback completion bash > ~/.local/share/bash-completion/completions/scrollback
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> CommandResult {
        let commands = ScrollbackCommand.commands.map(CompletedCommand.init) + [.help]
        switch arguments.operands[0] {
        case "bash": return CommandResult(lines: bash(commands))
        case "zsh": return CommandResult(lines: zsh(commands))
        case "fish": return CommandResult(lines: fish(commands))
        case let shell:
            throw arguments.wrong("takes bash, zsh or fish, not '\(TerminalText.line(shell))'")
        }
    }
}

/// A command as a completion script knows it.
private struct CompletedCommand {
    let name: String
    let summary: String
    let options: [Option]
    let operandChoices: [String]
    /// Whether a file comes before the operand with choices.
    let takesFileFirst: Bool

    init(_ command: any Subcommand.Type) {
        name = command.name
        summary = command.summary
        options = command.options
        operandChoices = command.operandChoices
        takesFileFirst = command.operands.count > 1
    }

    private init(name: String, summary: String, operandChoices: [String]) {
        self.name = name
        self.summary = summary
        options = []
        self.operandChoices = operandChoices
        takesFileFirst = false
    }

    static var help: CompletedCommand {
        CompletedCommand(
            name: "help",
            summary: "explain a command",
            operandChoices: ScrollbackCommand.commands.map { $0.name }
        )
    }
}

extension Completion {
    private static func words(_ words: [String]) -> String { words.joined(separator: " ") }

    private static func bash(_ commands: [CompletedCommand]) -> [String] {
        func offer(_ choices: [String]) -> String {
            "COMPREPLY=($(compgen -W \"\(words(choices))\" -- \"$word\"))"
        }
        var lines = [
            "_scrollback() {",
            "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}",
            "    COMPREPLY=()",
            "    if [ \"$COMP_CWORD\" -eq 1 ]; then",
            "        " + offer(commands.map(\.name)),
            "        return",
            "    fi",
            "    case \"${COMP_WORDS[1]} $before\" in",
        ]
        for command in commands {
            for option in command.options where option.takesValue {
                let choice = option.choices.isEmpty ? "" : offer(option.choices) + "; "
                lines.append("    \"\(command.name) --\(option.name)\") \(choice)return ;;")
            }
        }
        lines += ["    esac", "    case \"${COMP_WORDS[1]}\" in"]
        for command in commands {
            let options = command.options.map { "--\($0.name)" }
            lines.append("    \(command.name))")
            lines.append("        case \"$word\" in")
            lines.append("        -*) \(offer(options + ["--help"])) ;;")
            if !command.operandChoices.isEmpty {
                lines.append("        *) \(offer(command.operandChoices)) ;;")
            }
            lines += ["        esac", "        ;;"]
        }
        // Where nothing is offered, files are.
        return lines + ["    esac", "}", "complete -o default -F _scrollback scrollback"]
    }

    private static func zsh(_ commands: [CompletedCommand]) -> [String] {
        func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
        var lines = [
            "#compdef scrollback", "_scrollback() {", "    local -a commands", "    commands=(",
        ]
        lines += commands.map { "        \(quoted("\($0.name):\($0.summary)"))" }
        lines += [
            "    )", "    if (( CURRENT == 2 )); then",
            "        _describe command commands", "        return", "    fi",
            "    local command=$words[2]", "    shift words", "    (( CURRENT-- ))",
            "    case $command in",
        ]
        for command in commands {
            let options = command.options.map { option in
                let value =
                    option.choices.isEmpty ? ":value:_files" : ":value:(\(words(option.choices)))"
                let repeats = option.repeats ? "*" : ""
                return quoted("\(repeats)--\(option.name)\(option.takesValue ? value : "")")
            }
            let operand =
                command.operandChoices.isEmpty
                ? "*:file:_files" : "*:word:(\(words(command.operandChoices)))"
            let first = command.takesFileFirst ? [quoted("1:file:_files")] : []
            let all = options + ["--help"] + first + [quoted(operand)]
            lines.append("    \(command.name)) _arguments \(words(all)) ;;")
        }
        return lines + ["    esac", "}", "compdef _scrollback scrollback"]
    }

    private static func fish(_ commands: [CompletedCommand]) -> [String] {
        func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "\\'") + "'" }
        var lines: [String] = []
        for command in commands {
            lines.append(
                "complete -c scrollback -f -n __fish_use_subcommand -a \(command.name) "
                    + "-d \(quoted(command.summary))"
            )
            let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
            for option in command.options {
                var value = option.takesValue ? " -r" : ""
                if !option.choices.isEmpty { value = " -x -a \(quoted(words(option.choices)))" }
                lines.append("complete -c scrollback \(condition) -l \(option.name)\(value)")
            }
            if !command.operandChoices.isEmpty {
                let choices = quoted(words(command.operandChoices))
                let files = command.takesFileFirst ? "" : " -f"
                lines.append("complete -c scrollback \(condition)\(files) -a \(choices)")
            }
        }
        return lines
    }
}
