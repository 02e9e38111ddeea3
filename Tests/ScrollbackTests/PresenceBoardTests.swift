import Locking
import Messaging
import Scrollback
import Testing
import Wire

private func user(_ number: UInt64) -> UserID { UserID(UniqueID(high: 1, low: number)) }
private func time(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

private let common = PresenceBoard.DeviceName(nil)
private let phone = PresenceBoard.DeviceName("phone")
private let tablet = PresenceBoard.DeviceName("tablet")

@Suite struct `The board of who is online` {  // LIVE-10 LIVE-11 LIVE-12 D-82
    private let board = PresenceBoard()

    private func isOnline(_ number: UInt64, at now: Timestamp) -> Bool {
        board.sign(of: user(number))?.isOnline(at: now) ?? false
    }

    @Test func `believes a device for 75 seconds`() {
        #expect(board.sign(of: user(1)) == nil)
        board.hear(user(1), on: common, at: time(0))
        #expect(isOnline(1, at: time(0)) && isOnline(1, at: Timestamp(microseconds: 74_999_999)))
        #expect(!isOnline(1, at: time(75)))
        board.hear(user(1), on: common, at: time(60))
        #expect(isOnline(1, at: time(134)) && !isOnline(1, at: time(135)))
        #expect(board.sign(of: user(1))?.seen == time(60))
        #expect(!isOnline(2, at: time(0)))
    }

    @Test func `has a person online while one of their devices is`() {
        board.hear(user(1), on: phone, at: time(0))
        board.hear(user(1), on: tablet, at: time(50))
        board.leave(user(1), on: tablet, at: time(60))
        #expect(isOnline(1, at: time(70)))
        board.leave(user(1), on: phone, at: time(70))
        #expect(!isOnline(1, at: time(70)))
        #expect(board.sign(of: user(1))?.seen == time(70))
        // Who is offline already is not seen by saying so once more.
        board.leave(user(1), on: phone, at: time(90))
        board.leave(user(2), on: phone, at: time(90))
        #expect(board.sign(of: user(1))?.seen == time(70))
        #expect(board.sign(of: user(2)) == nil)
    }

    @Test func `tells of a person at most once in five seconds, and of the newest state`() {
        #expect(board.hear(user(1), on: phone, at: time(0)))
        #expect(!board.hear(user(1), on: phone, at: time(1)))
        #expect(!board.leave(user(1), on: phone, at: time(2)))
        #expect(board.sweep(at: time(4)) == [])
        #expect(board.sweep(at: time(5)) == [user(1)])
        // A follower who asked in between knows of the phone, and hears that it is gone.
        #expect(!board.hear(user(1), on: phone, at: time(6)))
        #expect(!board.leave(user(1), on: phone, at: time(7)))
        #expect(board.sweep(at: time(9)) == [])
        #expect(board.sweep(at: time(10)) == [user(1)])
        #expect(board.sweep(at: time(20)) == [])
        #expect(board.hear(user(1), on: phone, at: time(30)))
    }

    @Test func `loses none of many who fall silent together`() {  // D-114
        let moment = Lock(time(0))
        let signs = LiveSigns(now: { moment.withLock { $0 } })
        let known = signs.newest
        for number in UInt64(0)..<20_000 {
            signs.presence.hear(user(number), on: common, at: time(0))
        }
        moment.withLock { $0 = time(80) }
        #expect(signs.sweep())
        #expect(signs.notices(after: known).notices.count == 20_000)
    }

    @Test func `tells of those who said nothing more`() {
        board.hear(user(1), on: phone, at: time(0))
        board.hear(user(2), on: phone, at: time(40))
        #expect(board.sweep(at: time(74)) == [])
        #expect(board.sweep(at: time(75)) == [user(1)])
        #expect(board.sweep(at: time(76)) == [])
        board.hear(user(2), on: phone, at: time(100))
        #expect(board.sweep(at: time(115)) == [])
        #expect(board.sweep(at: time(175)) == [user(2)])
        #expect(board.sweep(at: time(10_000)) == [])
    }

    @Test func `forgets those who share it no longer`() {
        board.hear(user(1), on: phone, at: time(0))
        #expect(board.forget(user(1), at: time(5)))
        #expect(!board.forget(user(1), at: time(6)))
        #expect(board.sign(of: user(1)) == nil)
        #expect(board.sweep(at: time(11)) == [] && board.count == 0)
        // A person of whom nothing was told is forgotten at once.
        board.hear(user(2), on: phone, at: time(20))
        board.leave(user(2), on: phone, at: time(25))
        #expect(!board.forget(user(2), at: time(40)))
        #expect(board.sweep(at: time(45)) == [] && board.count == 0)
    }

    @Test func `tells of a forgotten person, too, at most once in five seconds`() {  // D-82
        #expect(board.hear(user(1), on: phone, at: time(0)))
        #expect(!board.forget(user(1), at: time(1)))
        #expect(board.sign(of: user(1)) == nil)
        #expect(!board.hear(user(1), on: phone, at: time(2)))
        #expect(board.sweep(at: time(5)) == [user(1)])
        #expect(board.forget(user(1), at: time(10)))
        #expect(!board.hear(user(1), on: phone, at: time(11)))
        #expect(board.sweep(at: time(14)) == [])
        #expect(board.sweep(at: time(15)) == [user(1)])
    }

    @Test func `never keeps more people than its limit, and of too many the newest`() {
        let board = PresenceBoard(limit: 8)
        for number in 0..<100 as Range<UInt64> {
            board.hear(user(number), on: phone, at: time(Int64(number)))
            #expect(board.count <= 8)
        }
        #expect(board.sign(of: user(99)) != nil && board.sign(of: user(98)) != nil)
        #expect(board.sign(of: user(0)) == nil)
        // Who is kept already needs no room.
        let kept = board.count
        board.hear(user(99), on: tablet, at: time(100))
        #expect(board.count == kept)
    }

    @Test func `keeps sixteen devices of a person, and of more the newest`() {
        for number in 0..<40 as Range<Int64> {
            let device = PresenceBoard.DeviceName("device \(number)")
            board.hear(user(1), on: device, at: time(number))
        }
        for number in 24..<40 as Range<Int64> {
            #expect(isOnline(1, at: time(40)))
            let device = PresenceBoard.DeviceName("device \(number)")
            board.leave(user(1), on: device, at: time(40))
        }
        #expect(!isOnline(1, at: time(40)))
    }

    @Test func `can be used by many at once`() async {
        let board = PresenceBoard(limit: 64)
        await withTaskGroup { group in
            for number in 0..<8 as Range<UInt64> {
                group.addTask {
                    for step in 0..<500 as Range<UInt64> {
                        let person = user(number * 50 + step % 20)
                        board.hear(person, on: phone, at: time(Int64(step)))
                        if step % 3 == 0 { board.leave(person, on: phone, at: time(Int64(step))) }
                        if step % 50 == 0 { _ = board.sweep(at: time(Int64(step) + 80)) }
                        _ = board.sign(of: person)
                    }
                }
            }
        }
        #expect(board.count <= 64)
    }
}

@Suite struct `Notices of signs` {  // LIVE-12 D-114
    @Test func `are numbered, each once, and of too many the newest`() {
        let signs = LiveSigns { time(100) }
        signs.presence.hear(user(1), on: phone, at: time(0))
        signs.typing.hear(user(2), in: ConversationID(UniqueID(high: 2, low: 1)), at: time(0))
        #expect(signs.sweep())
        let (notices, newest) = signs.notices(after: 0)
        #expect(
            notices == [
                .typing(user(2), ConversationID(UniqueID(high: 2, low: 1))), .presence(user(1)),
            ]
        )
        #expect(newest == 2 && signs.newest == 2)
        #expect(signs.notices(after: 1).notices == [.presence(user(1))])
        #expect(signs.notices(after: 2).notices == [])
        #expect(!signs.sweep())
    }
}
