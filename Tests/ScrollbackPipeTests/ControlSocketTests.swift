import Glibc
import Locking
import Scrollback
import ScrollbackPipe
import TestSupport
import Testing
import Wire

/// A store that offers a control socket in this process.
private struct OfferedStore: ~Copyable {
    let folder: TemporaryFolder
    let store: Store
    let socket: ControlSocket

    static func make(
        in subfolder: String = "",
        at path: String? = nil,
        admitting admission: Admission = Admission(owner: geteuid())
    ) throws -> OfferedStore {
        let folder = TemporaryFolder()
        if !subfolder.isEmpty { mkdir(folder.path(subfolder), 0o700) }
        let store = try Store.open(folder.path(subfolder + "chat.scrollback"))
        let socket = try store.offerControlSocket(at: path, admitting: admission)
        return OfferedStore(folder: folder, store: store, socket: socket)
    }

    func client() throws -> ControlClient { try ControlClient(to: socket.path) }
}

private func answer(_ client: inout ControlClient) throws -> Answered { try client.answer() }

/// Expects that nothing more comes.
private func expectEnd(of client: inout ControlClient) {
    let start = ContinuousClock.now
    let isAtEnd = client.readLine(withinMilliseconds: 120_000) == nil
    #expect(isAtEnd && ContinuousClock.now - start < .seconds(110))
}

extension ControlClient {
    fileprivate func send(_ lines: String...) {
        for line in lines {
            let isSent = send(Array(line.utf8))
            #expect(isSent)
        }
    }

    fileprivate mutating func answer() throws -> Answered {
        let line = readLine(withinMilliseconds: 300_000)
        return try Answered(try #require(line))
    }

    fileprivate func endInput() { shutdown(descriptor, Int32(SHUT_WR)) }
}

private let unlimited = does("configure", as: "operator", #""rateLimit":null"#)

/// A store with a group whose page of messages has 120 KB.
private func storeWithTexts() async throws -> OfferedStore {
    let offered = try OfferedStore.make()
    var client = try offered.client()
    client.send(begins(group))
    #expect(try answer(&client).ok != nil)
    let text = String(repeating: "a", count: 4_000)
    for _ in 0..<30 {
        client.send(sends(text, to: group))
        #expect(try answer(&client).ok != nil)
    }
    return offered
}

private let page = asks("messages", #""conversation":"\#(group)""#)

@Suite struct `The control socket answers the lines of the pipe` {
    @Test func `on several connections, each in order`() throws {
        let offered = try OfferedStore.make()
        var first = try offered.client()
        var second = try offered.client()
        first.send(unlimited, begins(group))
        #expect(try answer(&first).ok != nil)
        #expect(try answer(&first).ok != nil)
        for number in 0..<20 {
            first.send(#"{"ref":\#(number),"# + sends("a", to: group).dropFirst())
            second.send(#"{"ref":\#(number),"# + sends("b", to: group, as: ben).dropFirst())
        }
        for number in 0..<20 {
            for answer in [try first.answer(), try second.answer()] {
                #expect(answer.ref == number && answer.ok != nil)
            }
        }
        #expect(offered.socket.connectionCount == 2)
    }

    @Test func `thousands of them at once`() throws {
        let offered = try OfferedStore.make()
        var client = try offered.client()
        client.send(unlimited, begins(group))
        _ = (try client.answer(), try client.answer())
        let descriptor = client.descriptor
        let lines = (0..<3_000).map {
            Array((#"{"ref":\#($0),"# + sends("a", to: group).dropFirst() + "\n").utf8)
        }
        // The connection does not take all lines before some answers are read.
        let sender = SystemThread(named: "sender") {
            for line in lines {
                _ = Glibc.send(descriptor, line, line.count, Int32(MSG_NOSIGNAL))
            }
        }
        for number in 0..<3_000 {
            let answer = try client.answer()
            #expect(answer.ref == number && answer.ok != nil)
        }
        sender?.join()
    }

    @Test func `also rubbish, lines that are too long, and half a line at the end`() throws {
        let offered = try OfferedStore.make()
        var client = try offered.client()
        client.send("rubbish", "", "[]", String(repeating: "x", count: 3 << 20))
        for _ in 0..<4 { #expect(try client.answer().code == "invalidRequest") }
        let half = Array(asks("settings").utf8)
        #expect(write(client.descriptor, half, half.count) == half.count)
        client.endInput()
        #expect(try answer(&client).ok != nil)
        expectEnd(of: &client)
        #expect(wait(milliseconds: 300_000) { offered.socket.connectionCount == 0 })
    }

    @Test func `a client that reads nothing keeps no other waiting, and ends with the store`()
        async throws
    {
        let offered = try await storeWithTexts()
        var slow = try offered.client()
        for _ in 0..<100 { slow.send(page) }
        let silent = try offered.client()
        var quick = try offered.client()
        for _ in 0..<20 {
            quick.send(page)
            #expect(try answer(&quick).ok != nil)
        }
        #expect(offered.socket.connectionCount == 3)
        offered.store.close()
        #expect(wait(milliseconds: 300_000) { offered.socket.connectionCount == 0 })
        #expect(silent.descriptor >= 0)
        while slow.readLine() != nil {}
    }

    @Test func `a client that vanishes leaves nothing behind`() async throws {
        let offered = try await storeWithTexts()
        for _ in 0..<20 {
            let client = try offered.client()
            for _ in 0..<20 { client.send(page) }
            client.send(sends("a", to: group), sends("b", to: group))
        }
        #expect(wait(milliseconds: 300_000) { offered.socket.connectionCount == 0 })
        var client = try offered.client()
        client.send(page)
        #expect(try answer(&client).ok != nil)
    }

    @Test func `a line that the operator has done to the store`() async throws {
        var store = try ServedStore.make(over: .socket)
        let rebuilds = does("rebuildViews", as: "operator")
        let deposits = does("depositCheckpoint", as: "operator", #""checkpoint":"a""#)
        let answers = try await store.answer(
            rebuilds,
            does("rebuildViews"),
            does("rebuildViews", as: "operator", #""progress":1"#),
            deposits,
            does("depositCheckpoint", as: "operator"),
            does("depositCheckpoint", #""checkpoint":"a""#)
        )
        #expect(answers[0].ok?.isEmpty == true && answers[0].position == 1)
        #expect(
            answers.dropFirst().map(\.code) == [
                "permissionDenied", "invalidRequest", "invalidRequest", "invalidRequest",
                "permissionDenied",
            ]
        )
        #expect(answers[4].field == "checkpoint")
    }
}

@Suite struct `The control socket bounds who connects` {
    @Test func `only the store's owner and root`() throws {
        #expect(Admission(owner: 1_000).admits(1_000))
        #expect(Admission(owner: 1_000).admits(0))
        #expect(!Admission(owner: 1_000).admits(1_001))
        #expect(!Admission(owner: 0).admits(1_000))
        // The real user of this process, who is neither here.
        let me = geteuid()
        let strangers = Admission(owner: me + 1, superuser: me + 2, maximumConnections: 9)
        let offered = try OfferedStore.make(admitting: strangers)
        var client = try offered.client()
        #expect(try answer(&client).code == "permissionDenied")
        expectEnd(of: &client)
        #expect(offered.socket.connectionCount == 0)
    }

    @Test func `and so many at once`() throws {
        let two = Admission(owner: geteuid(), superuser: 0, maximumConnections: 2)
        let offered = try OfferedStore.make(admitting: two)
        var first = try offered.client()
        do {
            var second = try offered.client()
            for _ in 0..<2 {
                first.send(asks("settings"))
                second.send(asks("settings"))
                _ = (try first.answer(), try second.answer())
            }
            var third = try offered.client()
            // So that it is answered in either case; a refused one may be closed already.
            _ = third.send(Array(asks("settings").utf8))
            try #require(try answer(&third).code == "overloaded")
            expectEnd(of: &third)
        }
        #expect(wait(milliseconds: 300_000) { offered.socket.connectionCount == 1 })
        var next = try offered.client()
        next.send(asks("settings"))
        #expect(try answer(&next).ok != nil)
    }
}

@Suite struct `A silent client of the control socket` {
    @Test(.timeLimit(.minutes(5)))
    func `makes room for another one, the longest silent first`() throws {
        let two = Admission(
            owner: geteuid(),
            superuser: 0,
            maximumConnections: 2,
            silence: .milliseconds(1)
        )
        let offered = try OfferedStore.make(admitting: two)
        func asked(_ client: inout ControlClient) throws {
            client.send(asks("settings"))
            #expect(try answer(&client).ok != nil)
        }
        var first = try offered.client()
        try asked(&first)
        var second = try offered.client()
        try asked(&second)
        usleep(100_000)
        try asked(&first)
        usleep(100_000)
        // The second has been silent for longer by now.
        var third = try offered.client()
        try asked(&third)
        expectEnd(of: &second)
        try asked(&first)
        for _ in 0..<5 {
            usleep(100_000)
            var next = try offered.client()
            try asked(&next)
        }
        #expect(wait(milliseconds: 60_000) { offered.socket.connectionCount <= 2 })
    }

    @Test func `keeps its place while there is one for everybody`() throws {
        let two = Admission(
            owner: geteuid(),
            superuser: 0,
            maximumConnections: 2,
            silence: .milliseconds(1)
        )
        let offered = try OfferedStore.make(admitting: two)
        var first = try offered.client()
        usleep(20_000)
        var second = try offered.client()
        second.send(asks("settings"))
        #expect(try answer(&second).ok != nil)
        first.send(asks("settings"))
        #expect(try answer(&first).ok != nil)
    }
}

@Suite struct `The control socket's file` {
    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : nil
    }

    /// Leaves a socket to which nothing listens.
    private func leaveStale(at path: String) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size)
            }
        }
        #expect(result == 0)
        close(descriptor)
    }

    @Test func `is its owner's alone, and goes with the store`() throws {
        let offered = try OfferedStore.make()
        let path = offered.folder.path("chat.scrollback/control.sock")
        #expect(offered.socket.path == path)
        #expect(mode(path) == S_IFSOCK | 0o600)
        offered.store.close()
        #expect(mode(path) == nil)
        let again = try Store.open(offered.folder.path("chat.scrollback"))
        try again.offerControlSocket()
        #expect(mode(path) == S_IFSOCK | 0o600)
        again.close()
    }

    @Test func `may lie deeper than a socket's address is long`() throws {  // D-126
        let deep = String(repeating: "a", count: 200) + "/"
        let offered = try OfferedStore.make(in: deep)
        #expect(offered.socket.path.utf8.count > 200)
        var client = try offered.client()
        client.send(asks("settings"))
        #expect(try answer(&client).ok != nil)
        offered.store.close()
        #expect(mode(offered.socket.path) == nil)
    }

    @Test func `takes the place of one that a dead process left`() throws {  // D-126
        let folder = TemporaryFolder()
        let path = folder.path("chat.scrollback/control.sock")
        for leave in [leaveStale(at:), { writeFile($0, []) }] {
            let store = try Store.open(folder.path("chat.scrollback"))
            leave(path)
            try store.offerControlSocket()
            var client = try ControlClient(to: path)
            client.send(asks("settings"))
            #expect(try answer(&client).ok != nil)
            store.close()
        }
    }

    @Test func `takes the place of nothing else`() throws {
        let offered = try OfferedStore.make()
        let other = try Store.open(offered.folder.path("other.scrollback"))
        defer { other.close() }
        let path = offered.socket.path
        #expect(throws: ControlSocketError.inUse(path: path)) {
            try other.offerControlSocket(at: path)
        }
        #expect(throws: ControlSocketError.inUse(path: path)) {
            try offered.store.offerControlSocket()
        }
        for (name, bytes) in [("full", [1]), ("empty", [])] as [(String, [UInt8])] {
            let file = offered.folder.path(name)
            writeFile(file, bytes)
            #expect(throws: ControlSocketError.notASocket(path: file)) {
                try other.offerControlSocket(at: file)
            }
            #expect(readFile(file) == bytes)
        }
        // What has taken its name stays when it closes.
        #expect(rename(path, offered.folder.path("moved")) == 0)
        leaveStale(at: path)
        offered.store.close()
        #expect(mode(path) != nil)
    }

    @Test func `is refused where there can be none, and the store goes on`() throws {
        let folder = TemporaryFolder()
        let store = try Store.open(folder.path("chat.scrollback"))
        #expect(throws: ControlSocketError.self) { try store.offerControlSocket(at: "/proc/a") }
        #expect(throws: ControlSocketError.self) {
            try store.offerControlSocket(at: folder.path("nowhere/a"))
        }
        #expect(try store.newestTime().microseconds > 0)
        try store.offerControlSocket(at: folder.path("elsewhere.sock"))
        #expect(mode(folder.path("elsewhere.sock")) == S_IFSOCK | 0o600)
        #expect(names(in: folder.path).count == 2, "nothing temporary is left")
        store.close()
        #expect(mode(folder.path("elsewhere.sock")) == nil)
        var options = Store.Options()
        options.access = .reading
        let reader = try Store.open(folder.path("chat.scrollback"), options: options)
        defer { reader.close() }
        #expect(throws: ControlSocketError.readOnly) { try reader.offerControlSocket() }
    }

    @Test func `goes with a store that nobody holds any more`() throws {
        let folder = TemporaryFolder()
        let path = folder.path("chat.scrollback/control.sock")
        do {
            let store = try Store.open(folder.path("chat.scrollback"))
            try store.offerControlSocket()
            #expect(mode(path) != nil)
        }
        #expect(mode(path) == nil)
    }
}

@Suite struct `A client that goes away` {
    @Test func `is known to be gone, and not while it still reads`() {
        var ends: [Int32] = [-1, -1]
        #expect(
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
        )
        #expect(!isPeerGone(ends[0]))
        shutdown(ends[1], Int32(SHUT_WR))
        #expect(!isPeerGone(ends[0]))
        close(ends[1])
        #expect(isPeerGone(ends[0]))
        close(ends[0])
        #expect(pipe(&ends) == 0 && ends.allSatisfy { fcntl($0, F_SETFD, FD_CLOEXEC) == 0 })
        #expect(!isPeerGone(ends[1]))
        close(ends[0])
        #expect(isPeerGone(ends[1]))
        close(ends[1])
    }

    @Test func `gets no state of the past`() async throws {
        let folder = TemporaryFolder()
        let store = try Store.open(folder.path("chat.scrollback"))
        defer { store.close() }
        var server = try PipeServer(store)
        let line = Array(#"{"as":"operator","ask":"state","asOf":1}"#.utf8)
        for isGone in [true, false] {
            server.isAbandoned = { isGone }
            let bytes = await server.answer([line])
            let answer = try Answered(bytes.dropLast())
            #expect((answer.ok == nil) == isGone, "\(answer.object)")
        }
    }

    /// Without this the whole state is folded, and kept for the next query.
    @Test func `has nothing folded for it at a control socket`() async throws {
        let offered = try OfferedStore.make()
        var client = try offered.client()
        client.send(begins(group))
        #expect(try answer(&client).ok != nil)
        for number in 0..<40 {
            client.send(sends("\(number)", to: group))
            #expect(try answer(&client).ok != nil)
        }
        let size = try offered.store.position.rawValue
        let isFreshlyFolded = try (size - 30..<size).contains { position in
            do {
                let gone = try offered.client()
                #expect(wait(milliseconds: 60_000) { offered.socket.connectionCount == 2 })
                gone.send(#"{"as":"operator","ask":"state","asOf":\#(position)}"#)
            }
            #expect(wait(milliseconds: 60_000) { offered.socket.connectionCount == 1 })
            let folded = Locking.Lock(false)
            let past = try offered.store.asOf(.position(Position(position))) { _, _ in
                folded.withLock { $0 = true }
            }
            _ = try past.operator.state()
            return folded.withLock { $0 }
        }
        #expect(isFreshlyFolded)
        offered.store.close()
    }
}
