import DomainSupport
import Testing
import Wire

@testable import Messaging

private let sarah = UserID.named("sarah")
private let mike = UserID.named("mike")
private let limit = RateLimit(messages: 3, seconds: 10)

private func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(microseconds: milliseconds * 1_000)
}

private let message = Decision([
    NewEvent(.messageSent(MessageSent(), nil), in: .conversation(.named("chat")))
])
private let repetition = Decision(repeats: Position(1))

/// How many messages are in the only window.
private struct Window: Equatable {
    var messages: Int
    var retryAfter: Int64?
}

// Most tests are about one window.
extension RateLimiter {
    fileprivate mutating func admit(
        _ decision: Decision,
        by actor: Actor,
        under limit: RateLimit?,
        at now: Timestamp
    ) throws(Refusal) {
        try admit(decision, by: actor, under: limit.map { [$0] } ?? [], at: now)
    }

    fileprivate mutating func keep(under limit: RateLimit?, at now: Timestamp) {
        keep(under: limit.map { [$0] } ?? [], at: now)
    }

    fileprivate func window(
        of user: UserID,
        under limit: RateLimit?,
        at now: Timestamp
    ) -> Window {
        let windows = windows(of: user, under: limit.map { [$0] } ?? [], at: now)
        return windows.first.map { Window(messages: $0.used, retryAfter: $0.retryAfter) }
            ?? Window(messages: 0)
    }

    /// When to try again, if a message is refused.
    fileprivate mutating func refusal(
        of user: UserID = sarah,
        _ decision: Decision = message,
        under limit: RateLimit? = limit,
        at milliseconds: Int64
    ) -> Int64? {
        do throws(Refusal) {
            try admit(decision, by: .user(user), under: limit, at: time(milliseconds))
            return nil
        } catch .request(.rateLimited(let wait)) {
            return wait
        } catch {
            return -1
        }
    }
}

@Suite struct `The rate of messages` {
    var limiter = RateLimiter()

    @Test mutating func `has an end in any window of time`() {  // RATE-02 C34 D-50
        #expect(limiter.refusal(at: 0) == nil)
        #expect(limiter.refusal(at: 4_000) == nil)
        #expect(limiter.refusal(at: 4_000) == nil)
        #expect(limiter.refusal(at: 4_000) == 6_000)
        #expect(limiter.refusal(at: 9_999) == 1)
        #expect(limiter.refusal(at: 10_000) == nil)
        #expect(limiter.refusal(at: 10_000) == 4_000)
    }

    @Test mutating func `lets bursts pass that the window allows`() {
        // RATE-01 RATE-03 RATE-04 C34
        let standard = Configuration().rateLimits.first
        for number in 0..<60 {
            #expect(limiter.refusal(under: standard, at: Int64(number)) == nil)
        }
        #expect(limiter.refusal(under: standard, at: 60) == 59_940)
    }

    @Test mutating func `counts neither what is refused nor what is repeated`() {  // D-50 D-06
        for moment in 0..<3 { #expect(limiter.refusal(at: Int64(moment)) == nil) }
        for moment in 3..<9 { #expect(limiter.refusal(at: Int64(moment)) != nil) }
        #expect(limiter.refusal(repetition, at: 9) == nil)
        #expect(limiter.refusal(Decision(), at: 9) == nil)
        #expect(limiter.window(of: sarah, under: limit, at: time(9)).messages == 3)
        #expect(limiter.refusal(at: 10_000) == nil)
    }

    @Test mutating func `gives nothing back for a deleted message`() {  // D-50
        let deleted = Decision([
            NewEvent(.messageDeleted(MessageDeleted()), in: .conversation(.named("chat")))
        ])
        for _ in 0..<3 { #expect(limiter.refusal(at: 0) == nil) }
        #expect(limiter.refusal(deleted, at: 1) == nil)
        #expect(limiter.refusal(at: 2) != nil)
    }

    @Test mutating func `is each user's own`() {
        for _ in 0..<3 { #expect(limiter.refusal(at: 0) == nil) }
        #expect(limiter.refusal(of: mike, at: 0) == nil)
        #expect(limiter.window(of: mike, under: limit, at: time(0)).messages == 1)
    }

    @Test mutating func `can be changed and taken away at any time`() {  // D-50 RATE-05
        for _ in 0..<3 { #expect(limiter.refusal(at: 0) == nil) }
        #expect(limiter.refusal(at: 1) != nil)
        #expect(limiter.refusal(under: nil, at: 1) == nil)
        let wider = RateLimit(messages: 4, seconds: 10)
        #expect(limiter.refusal(under: wider, at: 1) == nil)
        let narrower = RateLimit(messages: 2, seconds: 10)
        #expect(limiter.refusal(under: narrower, at: 2) == 9_998)
        #expect(limiter.refusal(Decision(), under: narrower, at: 2) == nil)
        let shorter = RateLimit(messages: 1, seconds: 1)
        #expect(limiter.refusal(under: shorter, at: 1_002) == nil)
    }

    @Test mutating func `rounds the wait up to whole milliseconds`() {
        try? limiter.admit(
            message,
            by: .user(sarah),
            under: RateLimit(messages: 1, seconds: 1),
            at: Timestamp(microseconds: 1)
        )
        let wait = limiter.refusal(under: RateLimit(messages: 1, seconds: 1), at: 0)
        #expect(wait == 1_001)
    }

    @Test mutating func `does not count what was sent at the window's edge`() {  // D-50
        let one = RateLimit(messages: 1, seconds: 1)
        #expect(limiter.refusal(under: one, at: 0) == nil)
        #expect(limiter.refusal(under: one, at: 999) == 1)
        #expect(limiter.window(of: sarah, under: one, at: time(1_000)).messages == 0)
        #expect(limiter.refusal(under: one, at: 1_000) == nil)
    }

    @Test mutating func `does not ask the operator`() throws {
        for _ in 0..<9 {
            try limiter.admit(message, by: .operator, under: limit, at: time(0))
        }
        #expect(limiter.remembered == (0, 0))
    }

    @Test mutating func `holds at the ends of time`() {
        for moment in [Int64.min, .min, .max, .max] {
            for _ in 0..<4 {
                try? limiter.admit(
                    message,
                    by: .user(sarah),
                    under: limit,
                    at: Timestamp(microseconds: moment)
                )
            }
            limiter.keep(under: limit, at: Timestamp(microseconds: moment))
        }
        #expect(limiter.remembered == (1, 3))
        // Time went back as far as it can.
        try? limiter.admit(
            message,
            by: .user(mike),
            under: RateLimit(messages: 1, seconds: 10),
            at: Timestamp(microseconds: .min)
        )
        let first = Window(messages: 1, retryAfter: 10_000)
        let earliest = Timestamp(microseconds: .min)
        let one = RateLimit(messages: 1, seconds: 10)
        #expect(limiter.window(of: mike, under: one, at: earliest) == first)
    }
}

@Suite struct `Messages that are sent together` {
    var limiter = RateLimiter()

    private mutating func refusal(_ decisions: [Decision], at moment: Int64) -> BatchRefusal? {
        for (index, decision) in decisions.enumerated() {
            do throws(Refusal) {
                try limiter.admit(decision, by: .user(sarah), under: limit, at: time(moment))
            } catch {
                limiter.undo()
                return BatchRefusal(at: index, error)
            }
        }
        limiter.keep(under: limit, at: time(moment))
        return nil
    }

    @Test mutating func `count all or not at all`() {  // D-50 RATE-05
        #expect(refusal([message, repetition, message], at: 0) == nil)
        let refused = BatchRefusal(
            at: 2,
            .request(.rateLimited(retryAfterMilliseconds: 9_000))
        )
        #expect(refusal([message, Decision(), message], at: 1_000) == refused)
        #expect(limiter.window(of: sarah, under: limit, at: time(1_000)).messages == 2)
        #expect(refusal([message], at: 1_000) == nil)
    }

    @Test mutating func `are never as many as the limit does not allow`() {
        let wait = Refusal.request(.rateLimited(retryAfterMilliseconds: 10_000))
        let tooMany = Array(repeating: message, count: 4)
        #expect(refusal(tooMany, at: 0) == BatchRefusal(at: 3, wait))
        #expect(refusal(Array(tooMany.dropLast()), at: 0) == nil)
        // What was sent before has left the window.
        #expect(refusal(tooMany, at: 10_000) == BatchRefusal(at: 3, wait))
    }
}

@Suite struct `The rate limiter's memory` {
    var limiter = RateLimiter()

    @Test mutating func `holds what is in the window and nobody else`() {
        for moment in 0..<1_000 {
            #expect(limiter.refusal(of: .named("\(moment)"), at: Int64(moment) * 100) == nil)
            limiter.keep(under: limit, at: time(Int64(moment) * 100))
        }
        #expect(limiter.remembered == (100, 100))
        limiter.keep(under: limit, at: time(109_900))
        #expect(limiter.remembered == (0, 0))
    }

    @Test mutating func `keeps the order of one user's messages`() {
        for moment in stride(from: Int64(0), to: 40_000, by: 500) {
            _ = limiter.refusal(at: moment)
            _ = limiter.refusal(of: mike, at: moment)
            limiter.keep(under: limit, at: time(moment))
            let window = limiter.window(of: sarah, under: limit, at: time(moment))
            #expect(window.messages <= 3)
            #expect(limiter.remembered.messages <= 6)
        }
        // Three at 0 to 1,000, three at 10,000 to 11,000 and so on.
        #expect(limiter.refusal(at: 40_000) == nil)
    }

    @Test mutating func `forgets everything where there is no limit`() {  // D-50
        #expect(limiter.refusal(at: 0) == nil)
        limiter.keep(under: RateLimit?.none, at: time(0))
        #expect(limiter.remembered == (0, 0))
        #expect(limiter.refusal(under: nil, at: 0) == nil)
        #expect(limiter.remembered == (0, 0))
        #expect(limiter.window(of: sarah, under: nil, at: time(0)) == Window(messages: 0))
    }

    @Test mutating func `gives back what could not be stored, and no more`() {
        #expect(limiter.refusal(at: 0) == nil)
        limiter.keep(under: limit, at: time(0))
        #expect(limiter.refusal(at: 1) == nil)
        #expect(limiter.refusal(at: 2) == nil)
        #expect(limiter.refusal(of: mike, at: 2) == nil)
        limiter.undo()
        #expect(limiter.remembered == (1, 1))
        limiter.undo()
        #expect(limiter.remembered == (1, 1))
        #expect(limiter.refusal(at: 3) == nil)
        #expect(limiter.refusal(at: 3) == nil)
        #expect(limiter.refusal(at: 3) == 9_997)
    }

    @Test mutating func `says how many are in the window and when there is room`() {  // Q28
        #expect(limiter.window(of: sarah, under: limit, at: time(0)) == Window(messages: 0))
        for moment in 0..<3 { #expect(limiter.refusal(at: Int64(moment)) == nil) }
        let full = Window(messages: 3, retryAfter: 9_995)
        #expect(limiter.window(of: sarah, under: limit, at: time(5)) == full)
        let room = Window(messages: 2)
        #expect(limiter.window(of: sarah, under: limit, at: time(10_000)) == room)
    }

    @Test mutating func `counts a message later if time goes back`() {
        #expect(limiter.refusal(at: 5_000) == nil)
        #expect(limiter.refusal(of: mike, at: 0) == nil)
        #expect(limiter.window(of: mike, under: limit, at: time(14_999)).messages == 1)
        limiter.keep(under: limit, at: time(15_000))
        #expect(limiter.remembered == (0, 0))
    }
}

@Suite struct `Several rate limits together` {
    var limiter = RateLimiter()
    private let limits = [RateLimit(messages: 1, seconds: 1), RateLimit(messages: 3, seconds: 10)]

    private mutating func send(at moment: Int64) throws(Refusal) {
        try limiter.admit(message, by: .user(sarah), under: limits, at: time(moment))
        limiter.keep(under: limits, at: time(moment))
    }

    private mutating func wait(at moment: Int64) -> Int64? {
        do throws(Refusal) {
            try send(at: moment)
            return nil
        } catch .request(.rateLimited(let wait)) {
            return wait
        } catch {
            return -1
        }
    }

    @Test mutating func `refuse for the longest wait of the full ones`() {  // D-119 RATE-05
        #expect(wait(at: 0) == nil)
        #expect(wait(at: 400) == 600)
        #expect(wait(at: 1_000) == nil)
        #expect(wait(at: 2_000) == nil)
        // Both are full: the long one until the first message leaves it.
        #expect(wait(at: 2_500) == 7_500)
        #expect(wait(at: 3_000) == 7_000)
        #expect(wait(at: 10_000) == nil)
        #expect(limiter.remembered == (1, 3))
    }

    @Test mutating func `say how many count and when the oldest stops counting`() throws {
        // D-119 Q28
        #expect(
            limiter.windows(of: sarah, under: limits, at: time(0))
                == limits.map { RateWindow($0, used: 0) }
        )
        try send(at: 0)
        try send(at: 1_000)
        let windows = limiter.windows(of: sarah, under: limits, at: time(1_500))
        #expect(windows.map(\.used) == [1, 2])
        #expect(windows.map(\.resetsAt) == [time(2_000), time(10_000)])
        #expect(windows.map(\.retryAfter) == [500, nil])
        #expect(limiter.windows(of: sarah, under: [], at: time(1_500)) == [])
    }

    @Test mutating func `round the end of a window up to a millisecond`() throws {
        let now = Timestamp(microseconds: 1)
        try limiter.admit(message, by: .user(sarah), under: limits, at: now)
        let windows = limiter.windows(of: sarah, under: limits, at: now)
        #expect(windows.map(\.resetsAt) == [time(1_001), time(10_001)])
    }

    @Test func `a decision is undone without those before it in its batch`() {
        var limiter = RateLimiter()
        #expect(limiter.refusal(at: 0) == nil)
        let before = limiter.admitted
        #expect(limiter.refusal(at: 1) == nil)
        #expect(limiter.refusal(at: 1) == nil)
        limiter.undo(beyond: before)
        #expect(limiter.window(of: sarah, under: limit, at: time(1)) == Window(messages: 1))
        limiter.undo()
        #expect(limiter.window(of: sarah, under: limit, at: time(1)) == Window(messages: 0))
    }
}
