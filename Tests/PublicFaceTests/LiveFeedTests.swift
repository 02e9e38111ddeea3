import Foundation
import Scrollback
import Testing

/// What somebody who follows was pushed that is not logged.
private actor Pushed {
    private(set) var live: [LiveChange] = []
    private(set) var changes: [ChangeItem] = []

    func take(_ page: ChangePage) {
        live += page.live
        changes += page.items
    }
}

/// A clock that a test moves.
private final class Moments: @unchecked Sendable {
    // Sendable: the time is behind the lock.
    private let lock = NSLock()
    private var seconds: Int64 = 1_800_000_000

    var now: Timestamp { lock.withLock { Timestamp(microseconds: seconds * 1_000_000) } }

    func advance(seconds pause: Int64) { lock.withLock { seconds += pause } }
}

/// Three people in a group, of whom Ben is followed.
private struct Group {
    let store: Store
    let moments = Moments()
    let ann: Session
    let ben: Session
    let cem: Session
    let id: ConversationID

    init() async throws {
        var options = Store.Options()
        options.clock = { [moments] in moments.now }
        store = try Store.temporary(options: options)
        ann = store.session(for: .fresh())
        ben = store.session(for: .fresh())
        cem = store.session(for: .fresh())
        id = try await ann.createGroup(members: [ben.user, cem.user])
    }

    func wait(seconds: Int64) { moments.advance(seconds: seconds) }

    func follow(
        as session: Session,
        in conversation: ConversationID? = nil
    ) throws -> (pushed: Pushed, task: Task<Void, any Error>) {
        let pushed = Pushed()
        let feed = session.follow(since: try store.position, in: conversation)
        let task = Task {
            for try await page in feed { await pushed.take(page) }
        }
        return (pushed, task)
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A follower is pushed` {  // LIVE-12 D-114 D-82
    @Test func `who types, when that begins and when it ends`() async throws {
        let group = try await Group()
        defer { group.store.close() }
        let here = try group.follow(as: group.ben, in: group.id)
        let own = try group.follow(as: group.ann, in: group.id)
        let stranger = try group.follow(as: group.store.session(for: .fresh()))
        try await group.ann.signalTyping(true, in: group.id)
        try await group.ann.signalTyping(true, in: group.id)
        #expect(await eventually { await here.pushed.live.count == 1 })
        guard case .typing(let place, let typing) = await here.pushed.live.first else {
            Issue.record("something else was pushed")
            return
        }
        #expect(place == group.id && typing.users.map(\.user) == [group.ann.user])
        // Who says nothing more types no longer.
        group.wait(seconds: 5)
        #expect(await eventually { await here.pushed.live.count == 2 })
        let over = LiveChange.typing(group.id, try group.ben.typing(in: group.id))
        #expect(await here.pushed.live.last == over)
        try await group.ann.signalTyping(true, in: group.id)
        #expect(await eventually { await here.pushed.live.count == 3 })
        // A message ends it.
        try await group.ann.send("one", to: group.id)
        #expect(await eventually { await here.pushed.live.count == 4 })
        #expect(await eventually { await here.pushed.changes.count == 1 })
        #expect(await own.pushed.live.isEmpty)
        #expect(await stranger.pushed.live.isEmpty)
        for task in [here.task, own.task, stranger.task] {
            task.cancel()
            try await task.value
        }
    }

    @Test func `who comes and goes, to related people alone`() async throws {
        let group = try await Group()
        defer { group.store.close() }
        let everything = try group.follow(as: group.ben)
        let here = try group.follow(as: group.ben, in: group.id)
        let stranger = try group.follow(as: group.store.session(for: .fresh()))
        try await group.cem.block(group.ben.user)
        try await group.cem.signalPresence(.online)
        try await group.ann.signalPresence(.online, device: "phone")
        try await group.ann.signalPresence(.online, device: "phone")
        #expect(await eventually { await everything.pushed.live.count == 1 })
        let online = try group.ben.presence(of: [group.ann.user])
        #expect(await everything.pushed.live.first == online.first.map(LiveChange.presence))
        #expect(online.first?.presence?.isOnline == true)
        // A user whose devices say nothing more has gone.
        group.wait(seconds: 75)
        #expect(await eventually { await everything.pushed.live.count == 2 })
        guard case .presence(let gone) = await everything.pushed.live.last else {
            Issue.record("something else was pushed")
            return
        }
        #expect(gone.user == group.ann.user && gone.presence?.isOnline == false)
        // Followers are told of one person once in five seconds.
        group.wait(seconds: 5)
        try await group.ann.signalPresence(.online)
        #expect(await eventually { await everything.pushed.live.count == 3 })
        group.wait(seconds: 5)
        try await group.ann.setSettings(SettingsChanged(sharePresence: false))
        #expect(await eventually { await everything.pushed.live.count == 4 })
        let hidden = LiveChange.presence(try group.ben.presence(of: [group.ann.user])[0])
        #expect(await everything.pushed.live.last == hidden)
        #expect(await here.pushed.live.isEmpty)
        #expect(await stranger.pushed.live.isEmpty)
        for task in [everything.task, here.task, stranger.task] {
            task.cancel()
            try await task.value
        }
    }

    @Test func `what holds at the end, also if a person comes and goes quickly`() async throws {
        let group = try await Group()
        defer { group.store.close() }
        let everything = try group.follow(as: group.ben)
        try await group.ann.signalPresence(.online)
        #expect(await eventually { await everything.pushed.live.count == 1 })
        for _ in 0..<10 {
            try await group.ann.signalPresence(.offline)
            try await group.ann.signalPresence(.online)
        }
        try await group.ann.signalPresence(.offline)
        #expect(await everything.pushed.live.count == 1)
        group.wait(seconds: 5)
        #expect(await eventually { await everything.pushed.live.count == 2 })
        guard case .presence(let gone) = await everything.pushed.live.last else {
            Issue.record("something else was pushed")
            return
        }
        #expect(gone.presence?.isOnline == false)
        everything.task.cancel()
        try await everything.task.value
    }
}
