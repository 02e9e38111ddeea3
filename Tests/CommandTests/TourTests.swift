import TestSupport
import Testing

/// A command that the tour printed, with what it showed of it.
private struct Shown {
    var line: String
    var output: [String] = []
    var exit: Int32 = 0

    /// The words that begin the lines of an output, without ids, numbers and names.
    static func kinds(_ output: [String]) -> Set<String> {
        let words = output.compactMap { line in
            line.first == " " ? nil : line.split(separator: " ").first.map(String.init)
        }
        return Set(words.filter { $0.allSatisfy { $0.isASCII && ($0.isLetter || $0 == ":") } })
    }

    /// The commands of a tour, in order.
    static func commands(in text: String) -> [Shown] {
        var found: [Shown] = []
        var goesOn = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if goesOn {
                found[found.count - 1].line += "\n" + line.dropFirst(2)
            } else if line.hasPrefix("$ ") {
                found.append(Shown(line: String(line.dropFirst(2))))
            } else if line.hasPrefix("(exit code ") {
                found[found.count - 1].exit = Int32(line.filter(\.isNumber)) ?? -1
            } else if !found.isEmpty {
                found[found.count - 1].output.append(String(line))
            }
            goesOn =
                !found.isEmpty && (goesOn || line.hasPrefix("$ "))
                && (line.hasSuffix("\\") || line.hasSuffix("&"))
        }
        // An empty line ends what a command printed.
        for index in found.indices {
            let end = found[index].output.firstIndex { $0.isEmpty && found[index].exit == 0 }
            if let end, !found[index].output[..<end].isEmpty {
                found[index].output.removeSubrange(end...)
            } else if found[index].exit == 0 {
                found[index].output = []
            }
        }
        return found
    }
}

@Suite struct `The tour` {
    @Test(.timeLimit(.minutes(5)))
    func `shows what it says, and can be typed again`() throws {
        let folder = TemporaryFolder("tour")
        let place = folder.path("the party")
        let times = folder.path("times")
        let script = #""$0" tour --at "$1"; code=$?; times | tail -1 > "$2"; exit $code"#
        let tour = try Command.run("bash", ["-c", script, Command.path, place, times])
        // Of the processor, because other tests take their part of the minute that it may last.
        let spent = String(decoding: readFile(times), as: UTF8.self)
            .split { !$0.isNumber && $0 != "." }.compactMap { Double($0) }
        #expect(spent.count == 4)
        #expect((spent[0] + spent[2]) * 60 + spent[1] + spent[3] < 60, "\(spent)")
        #expect(tour.exit == 0, "\(tour.output.suffix(2_000)) \(tour.errors)")
        #expect(tour.errors.isEmpty)
        #expect(!tour.output.contains("\u{1B}"))
        #expect(tour.output.contains("until you remove it"))
        for line in tour.output.split(separator: "\n") where line.hasPrefix("$ ") {
            #expect(line.count <= 80, "\(line)")
        }
        let commands = Shown.commands(in: tour.output)
        #expect(commands.count > 25)
        #expect(commands.first?.line == "cd '\(place)'")
        let said = commands.map { $0.line.replacing("\\\n    ", with: "") }
        for part in [
            "conversations chat.scrollback --as $maya", "messages chat", "unread chat", "--follow",
            "--at 'last tuesday 18:00'", "prove chat", "check plan.proof", "verify chat.scrollback",
            "crash-test",
        ] {
            #expect(said.contains { $0.contains(part) }, "\(part)")
        }
        #expect(commands.count { $0.exit == 1 } == 3)
        #expect(commands.dropFirst(2).allSatisfy { !$0.output.contains { $0.contains("error") } })

        let sizes = commands.filter { $0.line.contains("info chat") }.map(\.output)
        #expect(sizes.count == 2 && sizes[0] == sizes[1], "a retry stored something")

        let beginning = commands.prefix(2).map(\.line).joined(separator: "\n")
        for shown in commands.dropFirst(2) {
            let again = try Command.run("sh", ["-c", "\(beginning)\n\(shown.line)"])
            #expect(again.exit == shown.exit, "\(shown.line): \(again.errors)")
            let lines = (again.output + again.errors).split(separator: "\n").map(String.init)
            #expect(!lines.contains { $0.contains(#""error""#) }, "\(shown.line)")
            #expect(lines.isEmpty == shown.output.isEmpty || shown.exit != 0, "\(shown.line)")
            if shown.exit == 0 {
                #expect(Shown.kinds(lines) == Shown.kinds(shown.output), "\(shown.line)")
            }
        }
    }

    @Test func `begins only where it can, and says why not in one line`() throws {
        let folder = TemporaryFolder("tour")
        let there = folder.file("there", [])
        func refused(_ run: Command.Run, _ words: String) {
            #expect(run.exit == 3, "\(run.output)")
            #expect(run.output.isEmpty)
            #expect(run.errors.hasSuffix(words), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count == 1)
        }
        refused(
            try Command.run("tour", "--at", there),
            "there exists; name a folder with --at that does not exist\n"
        )
        refused(
            try Command.run("tour", "--at", folder.path("no/place")),
            "cannot be made: No such file or directory\n"
        )
        for command in ["tour", "crash-test"] {
            let words = ["TMPDIR=/no/where", Command.path, command]
            refused(
                try Command.run("env", words),
                "/no/where: No such file or directory; set TMPDIR to a folder that can be "
                    + "written, or use --at\n"
            )
        }
    }

    @Test(.enabled(if: SmallDisk.isPossible, "No disk can be mounted here; run as root."))
    func `leaves nothing on a disk that is too small`() throws {
        let disk = try #require(SmallDisk(megabytes: 8))
        let run = try Command.run("tour", "--at", "\(disk.path)/tour")
        #expect(run.exit == 3)
        #expect(run.errors.contains("has room for"), "\(run.errors)")
        #expect(names(in: disk.path).isEmpty)
    }
}
