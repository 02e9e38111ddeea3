import Scrollback
import Testing

/// What somebody who follows was told, so that other tasks can look at it.
private actor Told {
    private(set) var changes: [ChangeItem] = []
    private(set) var hasEnded = false

    func take(_ page: ChangePage) { changes += page.items }
    func end() { hasEnded = true }
}

/// Two people, one conversation, and a task that follows for the second one.
private struct Watched {
    let store: Store
    let ann: Session
    let ben: Session
    let chat: ConversationID

    init() async throws {
        store = try Store.temporary()
        ann = store.session(for: .fresh())
        ben = store.session(for: .fresh())
        chat = try await ann.startDirect(with: ben.user)
    }

    func follow(_ feed: ChangeFeed) -> (told: Told, task: Task<Void, any Error>) {
        let told = Told()
        let task = Task {
            for try await page in feed { await told.take(page) }
            await told.end()
        }
        return (told, task)
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A follower` {
    // LIVE-17
    @Test func `is told what they missed and then what comes, as by asking again`() async throws {
        let watched = try await Watched()
        defer { watched.store.close() }
        try await watched.store.operator.configure(
            Configure(rateLimit: .unlimited)
        )
        let start = try watched.store.position
        let early = watched.follow(watched.ben.follow(since: start, limit: 3))
        let writers: [Task<Void, any Error>] = (0..<8).map { number in
            Task {
                for turn in 0..<20 {
                    let sent = try await watched.ann.send("\(number) \(turn)", to: watched.chat)
                    if turn == 10 { try await watched.ben.react(.like, to: sent) }
                }
            }
        }
        // Each begins elsewhere in what is being written.
        var followers = [early]
        for _ in 0..<8 {
            try await Task.sleep(for: .milliseconds(5))
            followers.append(watched.follow(watched.ben.follow(since: start)))
        }
        for writer in writers { try await writer.value }
        var all: [ChangeItem] = []
        var known = start
        let end = try watched.store.position
        while known < end {
            let page = try watched.ben.changes(since: known)
            all += page.items
            known = page.next
        }
        // What changed later shows in what is told of a message, but not where or that it was told.
        let places = all.map(\.position)
        #expect(places.count == 8 * 20 + 8)
        for follower in followers {
            #expect(await eventually { await follower.told.changes.count >= all.count })
            #expect(await follower.told.changes.map(\.position) == places)
            follower.task.cancel()
            try await follower.task.value
        }
    }

    @Test func `is woken for what is theirs alone, and for one conversation if asked`() async throws
    {
        let watched = try await Watched()
        defer { watched.store.close() }
        let cem = watched.store.session(for: .fresh())
        let other = try await cem.startDirect(with: watched.ben.user)
        let start = try watched.store.position
        let follower = watched.follow(watched.ben.follow(since: start, in: watched.chat))
        let stranger = watched.follow(watched.store.session(for: .fresh()).follow(since: start))
        for number in 0..<5 { try await cem.send("elsewhere \(number)", to: other) }
        let sent = try await watched.ann.send("here", to: watched.chat)
        #expect(await eventually { await !follower.told.changes.isEmpty })
        #expect(await follower.told.changes.map(\.position) == [sent.position])
        #expect(await stranger.told.changes.isEmpty)
        for task in [follower.task, stranger.task] {
            task.cancel()
            try await task.value
        }
        #expect(await follower.told.hasEnded)
        #expect(await stranger.told.hasEnded)
    }

    @Test(.timeLimit(.minutes(5)))  // D-122 Q22 TEST-05
    func `a conversation is told of their own removal last, until they are a member again`()
        async throws
    {
        let watched = try await Watched()
        defer { watched.store.close() }
        let group = try await watched.ann.createGroup(members: [watched.ben.user, .fresh()])
        let start = try watched.store.position
        let one = watched.follow(watched.ben.follow(since: start, in: group))
        let all = watched.follow(watched.ben.follow(since: start))
        try await watched.ann.send("hello", to: group)
        let removed = try await watched.ann.remove(watched.ben.user, from: group)
        try await one.task.value
        let told = await one.told.changes
        #expect(told.map(\.position).last == removed)
        guard case .ended(let row) = told.last?.change else {
            Issue.record("the last change is \(String(describing: told.last))")
            return
        }
        #expect(row.membership == .removed)

        // What happens there now is none of theirs; a feed of everything goes on.
        try await watched.ann.send("they are gone", to: group)
        let sent = try await watched.ann.send("here", to: watched.chat)
        #expect(await eventually { await all.told.changes.last?.position == sent.position })
        all.task.cancel()
        try await all.task.value

        // Asked again from there, it has nothing and ends; but what concerns a former member comes.
        var again = watched.ben.follow(since: removed, in: group).makeAsyncIterator()
        #expect(try await again.next() == nil)
        #expect(try await again.next() == nil)
        try await watched.ben.hide(group)
        var former = watched.ben.follow(since: removed, in: group).makeAsyncIterator()
        #expect(try await former.next()?.items.count == 1)
        #expect(try await former.next() == nil)
        try await watched.ann.add(watched.ben.user, to: group)
        var member = watched.ben.follow(since: removed, in: group).makeAsyncIterator()
        #expect(try await member.next()?.items.isEmpty == false)
        let welcome = try await watched.ann.send("welcome back", to: group)
        #expect(try await member.next()?.items.map(\.position) == [welcome.position])
    }

    @Test func `a conversation they left meanwhile is told of the leaving last`() async throws {
        let watched = try await Watched()
        defer { watched.store.close() }
        let group = try await watched.ann.createGroup(members: [watched.ben.user, .fresh()])
        let start = try watched.store.position
        try await watched.ben.leave(group)
        let left = try watched.store.position
        try await watched.ben.hide(group)
        var feed = watched.ben.follow(since: start, in: group).makeAsyncIterator()
        let page = try #require(try await feed.next())
        #expect(page.items.map(\.position).allSatisfy { $0 <= left })
        // A feed that goes on from there tells what was left out.
        #expect(page.next == left)
        #expect(try await feed.next() == nil)
        var rest = watched.ben.follow(since: page.next, in: group).makeAsyncIterator()
        #expect(try await rest.next()?.items.count == 1)
        #expect(try await rest.next() == nil)
    }

    @Test func `a conversation they left is told of the leaving last, however small a page is`()
        async throws
    {  // D-122
        let watched = try await Watched()
        defer { watched.store.close() }
        let group = try await watched.ann.createGroup(members: [watched.ben.user, .fresh()])
        let start = try watched.store.position
        let sent = try await watched.ann.send("one", to: group)
        try await watched.ben.leave(group)
        let left = try watched.store.position
        _ = try await watched.store.operator.erase(
            .message(sent.message),
            basis: "law",
            reason: "asked for"
        )
        for limit in [1, 2, 50] {
            var feed = watched.ben.follow(since: start, in: group, limit: limit)
                .makeAsyncIterator()
            var last: ChangeItem?
            while let page = try await feed.next() { last = page.items.last ?? last }
            guard case .ended? = last?.change else {
                Issue.record("with \(limit) changes in a page something else is last")
                continue
            }
            #expect(last?.position == left)
        }
        // An earlier end is not the last.
        try await watched.ann.add(watched.ben.user, to: group)
        var feed = watched.ben.follow(since: start, in: group, limit: 1).makeAsyncIterator()
        var known = start
        while known < (try watched.store.position) {
            known = try #require(try await feed.next()).next
        }
    }

    @Test func `is let go when the store is closed`() async throws {
        let watched = try await Watched()
        let start = try watched.store.position
        let follower = watched.follow(watched.ben.follow(since: start))
        let waiting = Task { try await watched.store.position(after: start) }
        try await Task.sleep(for: .milliseconds(20))
        watched.store.close()
        try await follower.task.value
        #expect(await follower.told.hasEnded)
        #expect(try await waiting.value == nil)
        // Nor does anybody begin to wait for a store that is closed.
        #expect(try await watched.store.position(after: start) == nil)
        var late = watched.ben.follow(since: start).makeAsyncIterator()
        #expect(try await late.next() == nil)
    }

    @Test func `ends without an error when the store is closed while they catch up`() async throws {
        for attempt in 0..<20 {
            let watched = try await Watched()
            let start = try watched.store.position
            let texts = (0..<100).map { Command.send("\($0)", to: watched.chat) }
            try await watched.store.operator.configure(Configure(rateLimit: .unlimited))
            try await watched.ann.perform(texts)
            let followers = (0..<4).map { _ in
                watched.follow(watched.ben.follow(since: start, limit: 1))
            }
            #expect(await eventually { await followers[3].told.changes.count > attempt })
            watched.store.close()
            for follower in followers { try await follower.task.value }
        }
    }

    @Test func `is refused where there is nothing to follow, and can ask on afterwards`()
        async throws
    {
        let watched = try await Watched()
        defer { watched.store.close() }
        let end = try watched.store.position
        func code(_ feed: ChangeFeed) async -> StoreError.Code? {
            var pages = feed.makeAsyncIterator()
            do throws(StoreError) {
                _ = try await pages.next()
                return nil
            } catch {
                return error.code
            }
        }
        #expect(await code(watched.ben.follow(since: end.next)) == .invalidRequest)
        #expect(await code(watched.ben.follow(since: end, limit: 0)) == .invalidRequest)
        #expect(await code(watched.ben.follow(since: end, in: .fresh())) == .notFound)

        let id = ConversationID.fresh()
        var pages = watched.ben.follow(since: end, in: id).makeAsyncIterator()
        await #expect(throws: StoreError.self) { try await pages.next() }
        try await watched.ann.createGroup(id, members: [watched.ben.user, .fresh()])
        #expect(try await pages.next()?.items.isEmpty == false)
    }

    @Test func `may stop waiting before and while they wait`() async throws {
        let watched = try await Watched()
        defer { watched.store.close() }
        let start = try watched.store.position
        let tasks = (0..<200).map { number in
            Task {
                if number.isMultiple(of: 2) { await Task.yield() }
                return try await watched.store.position(after: start)
            }
        }
        for task in tasks { task.cancel() }
        for task in tasks { #expect(try await task.value == nil) }
        let kept = Task { try await watched.store.position(after: start) }
        let sent = try await watched.ann.send("one", to: watched.chat)
        #expect(try await kept.value == sent.position)
        #expect(try await watched.store.position(after: start) == sent.position)
    }
}
