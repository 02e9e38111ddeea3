import Contestants
import EventLog
import Glibc
import Measuring
import Workload

/// Asks what the files take, when all is closed.
func disk(_ count: Int) -> RowPlan {
    let name = "disk of \(Text.number(Double(count))) events"
    return RowPlan(name: name) { fixtures in
        let workload = fixtures.whole(count)
        return Row(
            name,
            compared: .size,
            with: Names.sqlite,
            targets: [Target(Names.scrollback, .atMost(.size, 600))],
            bounds: "Two fifths are the views, which answer more than SQLite's tables do here and "
                + "are keyed by whole ids. Of an event the log keeps the envelope (ids, times, "
                + "hashes) beside the sealed text, and keys.bin 32 bytes.",
            contestants: [
                ScrollbackSize(store: try await fixtures.store(workload), workload: workload),
                SQLiteSize(store: try fixtures.database(workload), workload: workload),
            ]
        )
    }
}

private struct ScrollbackSize: Contestant {
    let name = Names.scrollback
    let store: ScrollbackStore
    let workload: Workload

    func run(in _: String) async throws -> Sample {
        let events = Double(workload.eventCount)
        func each(_ path: String) -> Double { Double(Folder.allocatedBytes(of: path)) / events }
        var sample = Sample()
        sample[.size] = each(store.path)
        sample[Figure("log", "B/event")] = each(store.directory.logPath)
        sample[Figure("keys", "B/event")] = each(store.directory.keysPath)
        sample[Figure("views", "B/event")] = each(try store.viewsPath())
        return sample
    }
}

private struct SQLiteSize: Contestant {
    let name = Names.sqlite
    let store: SQLiteStore
    let workload: Workload

    func run(in _: String) async throws -> Sample {
        var sample = Sample()
        let bytes = Folder.allocatedBytes(of: store.path)
        sample[.size] = Double(bytes) / Double(workload.eventCount)
        return sample
    }
}

/// Asks how much memory an open store takes beside the page cache, after it was asked things.
func memory(_ count: Int) -> RowPlan {
    let name = "memory of an open store of \(Text.number(Double(count))) events"
    return RowPlan(name: name) { fixtures in
        let workload = fixtures.whole(count)
        let file = "\(fixtures.folder)/asked"
        try OpenStore.writeNames(of: workload, to: file)
        return Row(
            name,
            compared: .memory,
            with: Names.sqlite,
            targets: [Target(Names.scrollback, .atMost(.memory, 10))],
            bounds: "Anonymous memory of a process of its own. What is mapped is the page cache's, "
                + "in both.",
            contestants: [
                OpenStore(
                    name: Names.scrollback,
                    kind: .scrollback,
                    folder: try await fixtures.store(workload).folder,
                    names: file
                ),
                OpenStore(
                    name: Names.sqlite,
                    kind: .sqlite,
                    folder: try fixtures.database(workload).folder,
                    names: file
                ),
            ]
        )
    }
}

/// This program started once more, to open a store, ask it things and say what it takes.
struct OpenStore: Contestant {
    enum Kind: String { case scrollback, sqlite }

    let name: String
    let kind: Kind
    let folder: String
    let names: String

    /// The first argument of such a start; not for people.
    static let argument = "open-and-weigh"
    private static let questions = 1_000

    func run(in _: String) async throws -> Sample {
        guard let own = realpath("/proc/self/exe", nil) else {
            throw WrongResult(description: "this program does not find itself")
        }
        defer { free(own) }
        let command =
            "'\(String(cString: own))' \(Self.argument) \(kind.rawValue) '\(folder)' '\(names)'"
        guard let bytes = SystemText.lines(ofCommand: command).first.flatMap({ Double($0) }) else {
            throw WrongResult(description: "the store was not opened: \(command)")
        }
        var sample = Sample()
        sample[.memory] = bytes / Double(1 << 20)
        return sample
    }

    /// Writes whom to ask as, and about what, for a process that has no workload.
    static func writeNames(of workload: Workload, to path: String) throws {
        guard let file = fopen(path, "w") else {
            throw WrongResult(description: "\(path) cannot be written")
        }
        defer { fclose(file) }
        for number in 0..<questions {
            let conversation = workload.conversations[number % workload.conversations.count]
            let founder = workload.users[Int(conversation.founders[0])]
            fputs("\(founder) \(conversation.id)\n", file)
        }
    }

    /// What the process does: it prints how many bytes more it has than before it opened the store.
    static func weigh(_ kind: String, in folder: String, asking path: String) throws {
        let lines = SystemText.lines(of: path)
        let names = try QuestionNames(lines: lines)
        let before = Meter.anonymousBytes
        switch Kind(rawValue: kind) {
        case .scrollback:
            let reader = try ScrollbackReader(ScrollbackStore(in: folder), names)
            try ask(reader, lines.count)
            print(Meter.anonymousBytes - min(before, Meter.anonymousBytes))
            reader.close()
        case .sqlite:
            let reader = try SQLiteReader(SQLiteStore(in: folder), names)
            try ask(reader, lines.count)
            print(Meter.anonymousBytes - min(before, Meter.anonymousBytes))
            reader.close()
        case nil:
            throw WrongResult(description: "there is no store of kind \(kind)")
        }
    }

    private static func ask(_ reader: some ChatReader, _ count: Int) throws {
        for number in 0..<count {
            _ = try reader.answer(.page(number, viewer: number, limit: 50))
            _ = try reader.answer(.list(viewer: number, limit: 20))
        }
    }
}
