import Testing

@Suite struct `A command that is not understood says so and does nothing` {
    private static let commands = [
        "tour", "pipe", "crash-test", "keygen", "checkpoint", "prove", "check", "verify",
    ]

    @Test(arguments: commands)
    func `every command explains itself with an example`(name: String) throws {
        let help = try Command.run("help", name)
        #expect(help.exit == 0)
        #expect(help.output.hasPrefix("usage: scrollback \(name)"))
        #expect(help.output.contains("example: scrollback \(name) "))
        for words in [["--help"], ["-h"], ["--unknown", "--help"], ["a", "b", "c", "--help"]] {
            let other = try Command.run([name] + words)
            #expect(other.exit == 0)
            #expect(other.output == help.output)
        }
        let list = try Command.run("help")
        #expect(list.output.contains("\n  \(name) "))
    }

    @Test(arguments: commands)
    func `an unknown option is named, with where to read on`(name: String) throws {
        for option in ["--colour", "--colour=red", "-x", "-json"] {
            let run = try Command.run(name, option)
            #expect(run.exit == 2)
            #expect(run.output.isEmpty)
            let word = option.prefix { $0 != "=" }
            #expect(
                run.errors == "scrollback: \(name) does not know the option '\(word)'; "
                    + "see `scrollback help \(name)`\n"
            )
        }
    }

    @Test(arguments: [
        (["check"], "check needs FILE"),
        (["check", "a", "b", "--key", "k"], "check takes no further word 'b'"),
        (["check", "a"], "check needs --key"),
        (["check", "a", "--key"], "check needs a value with --key"),
        (["check", "a", "--key", "--pin"], "check needs a value with --key"),
        (["check", "a", "--key="], "check needs a value with --key"),
        (["check", "a", "--key", "k", "--key=k"], "check takes --key once"),
        (["check", "a", "--key", "k", "--json=yes"], "check takes no value with --json"),
        (["check", "--", "--key", "k"], "check takes no further word 'k'"),
        (["keygen"], "keygen needs --out"),
        (["keygen", "--out", "/nowhere/key", "--name", "a b"], "keygen cannot use that --name"),
        (
            ["crash-test", "--events", "many"],
            "crash-test takes with --events a number from 1 to 1000000"
        ),
        (
            ["crash-test", "--events", "0"],
            "crash-test takes with --events a number from 1 to 1000000"
        ),
        (
            ["crash-test", "--events", "18446744073709551616"],
            "crash-test takes with --events a number"
        ),
        (["crash-test", "there"], "crash-test takes no further word 'there'"),
        (["pipe"], "pipe needs STORE"),
        (["pipe", "s", "--clock", "wall"], "pipe takes --clock given, not 'wall'"),
        (["pipe", "s", "--create", "--readonly"], "pipe takes one of --create and --readonly"),
        (["frobnicate"], "there is no command 'frobnicate'"),
        (["help", "frobnicate"], "there is no command 'frobnicate'"),
        (["\u{1B}[2J"], "there is no command '\\u{1b}[2J'"),
        (["check", "--\u{202E}key"], "check does not know the option '--\\u{202e}key'"),
    ])
    func `words that are wrong are refused`(words: [String], sentence: String) throws {
        let run = try Command.run(words)
        #expect(run.exit == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("scrollback: \(sentence)"), "\(run.errors)")
    }

    @Test func `no command at all shows what there is`() throws {
        let run = try Command.run()
        #expect(run.exit == 2)
        #expect(run.output.contains("usage: scrollback <command>"))
        #expect(try Command.run("version").output.hasPrefix("scrollback "))
    }

    @Test func `with --json an error is an object too`() throws {
        let run = try Command.run("check", "--json", "--colour")
        #expect(run.exit == 2)
        #expect(try errorCode(run) == "usage")
        #expect(run.errors.contains("--colour"))
        // Behind two hyphens it is a file's name.
        #expect(try Command.run("check", "--key", "k", "--", "--json").output.isEmpty)
    }
}
