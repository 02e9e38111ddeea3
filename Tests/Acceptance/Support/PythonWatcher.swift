import TestSupport

/// A screen that follows with the client for Python, in a program of its own.
final class PythonWatcher: Watcher {
    /// Writes the events of `follow` as lines; a line of input, or its end, closes it.
    private static let script = """
        import json, sys, threading
        folder, address, key, user, since, conversation = sys.argv[1:]
        sys.dont_write_bytecode = True
        sys.path.insert(0, folder)
        from scrollback import Client
        client = Client(address, key=key, as_user=user)
        changes = client.follow(since=since, conversation=conversation or None)
        threading.Thread(target=lambda: (sys.stdin.readline(), changes.close()), daemon=True).start()
        for event in changes:
            print(json.dumps({"event": event.name, "data": event.data}), flush=True)
        print(json.dumps({"event": "over", "data": {"next": int(changes.position)}}), flush=True)
        """

    private let program: StartedProgram
    /// Tells the server what time it is in the story.
    private let tellTime: () throws -> Void
    private var changes: [Change] = []
    private var signs: [Sign] = []
    private var hasClosed = false
    /// Where the next screen goes on, once this one is over.
    private var next: Int?

    init(
        _ server: ServedProgram,
        since position: Int,
        in conversation: String?,
        for user: String,
        tellingTime tellTime: @escaping () throws -> Void
    ) throws {
        self.tellTime = tellTime
        program = try StartedProgram(
            NeededTool.python,
            [
                "-c", Self.script, PythonCarrier.folder, "http://127.0.0.1:\(server.port)",
                server.key, user, "\(position)", conversation ?? "",
            ]
        )
        // What is shown live is told to who is there.
        var name = try read()
        while name != "caughtUp", name != "over" { name = try read() }
    }

    /// Takes the next event; its name.
    private func read() throws -> String {
        // Silence would keep a thread from the other tests.
        guard let text = program.readLine(within: 60) else { throw Ended() }
        let line = try JSON(line: text)
        let (name, data) = (try line.requiredText("event"), line["data"])
        switch name {
        case "change" where data["position"].exists: changes.append(try Change(data))
        case "change": signs.append(try Sign(data))
        case "closed": hasClosed = true
        case "over": next = try data.requiredNumber("next")
        default: break
        }
        return name
    }

    func next(_ count: Int) throws -> [Change] {
        while changes.count < count, next == nil { _ = try read() }
        defer { changes.removeFirst(min(count, changes.count)) }
        return Array(changes.prefix(count))
    }

    func shows(_ sign: Sign) throws -> Bool {
        // What is over without a word is over for a server that knows how late it is.
        try tellTime()
        while signs.isEmpty, next == nil { _ = try read() }
        return !signs.isEmpty && signs.removeFirst() == sign
    }

    func isOver() throws -> Bool {
        while next == nil { _ = try read() }
        return hasClosed && changes.isEmpty
    }

    func stop() throws -> ChangeList {
        program.endInput()
        while next == nil { _ = try read() }
        defer { changes = [] }
        return ChangeList(items: changes, next: next ?? 0)
    }
}

extension Sign {
    fileprivate init(_ data: JSON) throws {
        switch data["type"].text {
        case "typing":
            self = .typing(
                try data["users"].list.map { try $0.requiredText("user") },
                in: try data.requiredText("conversation")
            )
        default:
            let online = data["online"]
            self = .presence(
                of: try data.requiredText("user"),
                isOnline: online.exists ? online.flag : nil
            )
        }
    }
}
