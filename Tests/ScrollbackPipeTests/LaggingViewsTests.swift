import Glibc
import LMDB
import Locking
import Scrollback
import TestSupport
import Testing
import Views

/// A store whose views' next commit fails when it is told so, and which brings them up only when it
/// may.
private final class Hindrance: Sendable {
    private let state = Lock((fails: false, isHeld: false))

    /// Lets the next commit of the views fail.
    func fail(holding: Bool) { state.withLock { $0 = (true, holding) } }

    func release() { state.withLock { $0.isHeld = false } }

    func hinder(_ options: inout Engine.Options) {
        // Another thread answers the commands, however few.
        options.sharedCommands = 1
        let commit = options.committers.views
        options.committers.views = { [self] (batch) throws(ViewsError) in
            let fails = state.withLock { state in
                defer { state.fails = false }
                return state.fails
            }
            if fails { throw .storage(.mapFull) }
            try commit(batch)
        }
        // The writer tells of the failure before it folds the views again.
        options.notice = { [self] _ in
            usleep(200_000)
            while state.withLock({ $0.isHeld }) { usleep(1_000) }
        }
    }
}

@Suite struct `While views lag behind what was answered` {
    private static let messages = asks("messages", #""conversation":"\#(group)""#)

    private func time(_ body: () async throws -> Void) async rethrows -> Duration {
        let start = ContinuousClock.now
        try await body()
        return ContinuousClock.now - start
    }

    private func texts(_ answer: Answered) -> [String?] {
        (answer.ok?["items"] as? [[String: Any]] ?? [])
            .filter { $0["kind"] as? String == "text" }.map { $0["text"] as? String }
    }

    @Test func `a query waits for them`() async throws {
        let hindrance = Hindrance()
        var store = try ServedStore.make { options in
            hindrance.hinder(&options)
            options.patienceOfQueries = .seconds(60)
        }
        _ = try await store.answer(begins(group))
        hindrance.fail(holding: false)

        let answers = try await store.answer(sends("a", to: group), Self.messages)

        #expect(answers[1].position == answers[0].position)
        #expect(texts(answers[1]) == ["a"])
    }

    @Test func `and cannot be brought up, one query waits for all that follow`() async throws {
        let hindrance = Hindrance()
        var store = try ServedStore.make(configure: hindrance.hinder)
        defer { hindrance.release() }
        let begun = try #require(try await store.answer(begins(group), Self.messages)[1].position)
        hindrance.fail(holding: true)

        var answers: [Answered] = []
        let first = try await time {
            answers = try await store.answer(sends("a", to: group), Self.messages)
        }
        #expect(first >= .seconds(1))
        #expect(answers.map(\.position) == [begun + 1, begun])
        // On a busy machine one may take longer; if each waited, all did.
        var second = Duration.seconds(1)
        for _ in 0..<10 where second >= .milliseconds(900) {
            second = try await time { answers = try await store.answer(Self.messages) }
        }
        #expect(second < .milliseconds(900))
        #expect(answers[0].position == begun)

        // Once they have moved on, the next lag is waited for again.
        hindrance.release()
        for _ in 0..<2_000 where answers[0].position == begun {
            usleep(1_000)
            answers = try await store.answer(Self.messages)
        }
        #expect(texts(answers[0]) == ["a"])
        hindrance.fail(holding: false)
        answers = try await store.answer(sends("b", to: group), Self.messages)
        #expect(answers[1].position == begun + 2)
    }

    @Test func `and cannot be brought up, what needs none of them is answered as the log is`()
        async throws
    {
        let hindrance = Hindrance()
        var store = try ServedStore.make(configure: hindrance.hinder)
        defer { hindrance.release() }
        let begun = try #require(try await store.answer(begins(group), Self.messages)[1].position)
        hindrance.fail(holding: true)

        let export = #""export":"00000000-0000-0000-0000-000000000002""#
        let answers = try await store.answer(
            sends("a", to: group),
            asks("consumers", as: "operator"),
            asks("exportJobs", as: "operator"),
            asks("exportJob", as: "operator", export),
            asks("gauges", as: "operator"),
            Self.messages
        )

        #expect(answers.map(\.position) == Array(repeating: begun + 1, count: 5) + [begun])
    }

    /// The commit is the first to meet the damage: what it decides on is remembered.
    @Test func `because a row is damaged, they are made anew within a query's patience`()
        async throws
    {
        // The files' flushes alone take longer than a second now and then, where others flush too.
        var isInTime = false
        for _ in 0..<5 where !isInTime {
            var store = try ServedStore.make()
            _ = try await store.answer(begins(group))
            _ = try await store.answer(sends("a", to: group))
            try store.damageRows(ofKey: group)

            let answers = try await store.answer(sends("b", to: group), Self.messages)

            isInTime = answers[1].position == answers[0].position
            if isInTime { #expect(texts(answers[1]) == ["a", "b"]) }
        }
        #expect(isInTime)
    }
}
