import Glibc
import Scrollback
import Wire

/// Shows what a store can do on a small chat, by commands that can be typed again.
enum Tour: Subcommand {
    static let name = "tour"
    static let summary = "watch a store work, step by step, on the chat of twelve neighbours"
    static let operands: [String] = []
    static let options: [Option] = [.value("at"), .flag("no-pause")]

    static let help = """
        usage: scrollback tour [--at FOLDER] [--no-pause]

        Makes a small chat that spans five weeks, and shows what can be done with it: lists, pages,
        unread messages, a live change, the past, an erasure, a proof, a verification, tampering
        that is caught, and a killed process. It takes less than a minute.

        Each line after $ is a command that the tour runs in a shell and whose output it shows. It
        can be typed again: the tour says in which folder, and leaves everything there.

          --at FOLDER  the folder to make, where nothing may exist (default: a new folder in TMPDIR
                       or /tmp)
          --no-pause   do not stop between steps; the tour stops on a terminal only

        exit codes: 0 every step did what the tour says · 1 a step did not · 2 usage
        3 the tour cannot begin, for instance because the folder exists or the disk is full

        example: scrollback tour --at party
        """

    static func run(_ arguments: Arguments) throws(CommandFailure) -> CommandResult {
        let now = Engine.wallClock()
        var story = try story(now)
        let folder = try TourFolder(at: arguments.value("at"))
        let screen = try TourScreen(pauses: !arguments.has("no-pause"))
        do throws(CommandFailure) {
            try folder.write(peopleOf: story)
            try screen.paragraph(
                "Scrollback keeps the messages of a chat: nothing acknowledged is lost, and "
                    + "nothing can be changed unnoticed. This tour shows it on a small chat, in less "
                    + "than a minute. The lines after $ are commands; type them again whenever you "
                    + "like, after these two:"
            )
            try screen.command("cd \(folder.quoted)")
            try screen.command(". ./\(TourFolder.names)")
            try screen.endOutput()
            var steps = 0
            func show(_ step: TourStep) throws(CommandFailure) {
                steps += 1
                try Self.show(step, number: steps, on: screen)
            }
            try show(.people)
            story = try self.story(now, directs: TourFacts.directs(of: "chat.scrollback"))
            try folder.write(talkOf: story)
            try show(.talk(story))
            let facts = try TourFacts(store: "chat.scrollback", story)
            for step in TourStep.further(facts) { try show(step) }
        } catch {
            try screen.say("\nThe tour ends here; what it made is in \(folder.quoted)\n")
            throw error
        }
        try screen.paragraph(
            "That was the tour. The store chat.scrollback and all files stay in \(folder.quoted) "
                + "until you remove it. Go on with `scrollback help`, README.md, and docs/ for each "
                + "part."
        )
        return CommandResult(isPrinted: true)
    }

    private static func story(
        _ now: Timestamp,
        directs: [TourStory.Chat: String] = [:]
    ) throws(CommandFailure) -> TourStory {
        guard let story = TourStory(now: now, directs: directs) else {
            throw .failure("noClock", "the machine's clock shows no time that can be used; set it")
        }
        return story
    }

    private static func show(
        _ step: TourStep,
        number: Int,
        on screen: borrowing TourScreen
    ) throws(CommandFailure) {
        try screen.title(number, step.title)
        for part in step.parts {
            switch part {
            case .words(let text): try screen.paragraph(text)
            case .command(let line, let wanted):
                try screen.command(line)
                let code = try TourShell.run(line, on: screen)
                if let code, code != 0 { try screen.say("(exit code \(code))\n") }
                guard code == wanted else {
                    throw .finding(
                        "unexpected",
                        "the command above should have ended with exit code \(wanted)"
                    )
                }
                try screen.endOutput()
            }
        }
    }
}
