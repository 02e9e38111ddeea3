import Glibc
import Wire

/// The new folder in which the tour takes place, and which it leaves.
struct TourFolder {
    /// The file with the names of ids, and with the way to this program.
    static let names = "names"
    static let people = "people.jsonl"
    static let talk = "talk.jsonl"
    static let live = "live.jsonl"

    /// The room for the stores, their copies and the crash test.
    private static let neededBytes: UInt64 = 64 << 20

    let path: String

    /// Makes the folder, and goes there.
    ///
    /// - Throws: a failure that says what is wrong with the surroundings, with nothing left behind.
    init(at place: String?) throws(CommandFailure) {
        if let place {
            path = place
            guard mkdir(place, 0o700) == 0 else {
                let name = TerminalText.line(place)
                guard errno == EEXIST else {
                    throw .failure("noFolder", "\(name) cannot be made: \(systemMessage(errno))")
                }
                throw .failure(
                    "alreadyExists",
                    "\(name) exists; name a folder with --at that does not exist"
                )
            }
        } else {
            path = try TemporaryPlace.make("tour")
        }
        do throws(CommandFailure) {
            try checkRoom()
            guard chdir(path) == 0 else {
                throw .failure(
                    "noFolder",
                    "\(TerminalText.line(path)) cannot be entered: \(systemMessage(errno))"
                )
            }
        } catch {
            rmdir(path)
            throw error
        }
    }

    private func checkRoom() throws(CommandFailure) {
        var room = statvfs()
        guard statvfs(path, &room) == 0 else { return }
        let free = UInt64(room.f_bavail) * UInt64(room.f_frsize)
        guard free < Self.neededBytes else { return }
        throw .failure(
            "storageFull",
            "\(TerminalText.line(path)) has room for \(free >> 20) MiB, and the tour needs "
                + "\(Self.neededBytes >> 20); name a folder elsewhere with --at"
        )
    }

    /// The folder as a shell takes it.
    var quoted: String { Self.quoted(path) }

    /// Writes the input of the first commands.
    func write(peopleOf story: TourStory) throws(CommandFailure) {
        let ids = [
            ("maya", Neighbour.maya.id), ("party", story.id(.party)), ("plan", story.plan),
            ("code", story.code), ("tent", story.tent),
        ]
        try write(
            Self.names,
            ["# The ids and the program that the tour's commands name."]
                + ids.map { "\($0)=\($1)" } + ["PATH=\(Self.quoted(Self.programs)):$PATH"]
        )
        try write(Self.people, story.people)
    }

    /// Writes the input of the later commands.
    func write(talkOf story: TourStory) throws(CommandFailure) {
        try write(Self.talk, story.talk)
        try write(
            Self.live,
            [
                JSON.object([
                    ("as", .string(Neighbour.leo.id)), ("do", .string("send")),
                    ("conversation", .string(story.id(.party))),
                    ("text", .string("The sun is out, come down!")),
                ]).text
            ]
        )
    }

    private func write(_ name: String, _ lines: [String]) throws(CommandFailure) {
        let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
        try OutputFile.write(bytes.span.bytes, to: name)
    }

    /// The folder of this program.
    private static var programs: String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        guard count > 0 else { return "/usr/local/bin" }
        let text = String(decoding: path[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
    }

    private static func quoted(_ text: String) -> String {
        let plain = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || "/._-".utf8.contains(byte)
        }
        return plain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
