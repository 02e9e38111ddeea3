import Messaging
import Scrollback
import Testing
import Wire

private func user(_ number: UInt64) -> UserID { UserID(UniqueID(high: 1, low: number)) }
private func chat(_ number: UInt64) -> ConversationID {
    ConversationID(UniqueID(high: 2, low: number))
}
private func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(microseconds: milliseconds * 1_000)
}

@Suite struct `The board of who types` {  // LIVE-01 LIVE-03
    @Test func `remembers since when, as long as signs follow each other`() {
        let board = TypingBoard()
        board.hear(user(1), in: chat(1), at: time(0))
        board.hear(user(1), in: chat(1), at: time(4_999))
        #expect(
            board.signs(in: chat(1))
                == [TypingSign(by: user(1), since: time(0), heard: time(4_999))]
        )
        board.hear(user(1), in: chat(1), at: time(9_999))
        #expect(board.signs(in: chat(1)).map(\.since) == [time(9_999)])
    }

    @Test func `says what is new, and whose signs have ended`() {  // D-114
        let board = TypingBoard()
        #expect(board.hear(user(1), in: chat(1), at: time(0)))
        #expect(!board.hear(user(1), in: chat(1), at: time(4_000)))
        #expect(board.hear(user(2), in: chat(1), at: time(1_000)))
        #expect(board.sweep(at: time(5_999)).isEmpty)
        #expect(board.sweep(at: time(6_000)).map(\.user) == [user(2)])
        #expect(board.forget(user(1), in: chat(1)))
        #expect(!board.forget(user(1), in: chat(1)))
        #expect(board.sweep(at: time(60_000)).isEmpty && board.count == 0)
    }

    @Test func `keeps conversations and people apart`() {
        let board = TypingBoard()
        board.hear(user(1), in: chat(1), at: time(0))
        board.hear(user(2), in: chat(1), at: time(0))
        board.hear(user(1), in: chat(2), at: time(0))
        board.forget(user(1), in: chat(1))
        board.forget(user(3), in: chat(3))
        #expect(board.signs(in: chat(1)).map(\.user) == [user(2)])
        #expect(board.signs(in: chat(2)).map(\.user) == [user(1)])
        #expect(board.count == 2)
    }

    @Test func `never keeps more than its limit, and of too many the newest`() {
        let board = TypingBoard(limit: 8)
        for number in 0..<100 as Range<UInt64> {
            board.hear(user(number), in: chat(number), at: time(Int64(number)))
            #expect(board.count <= 8)
        }
        #expect(board.signs(in: chat(99)).count == 1)
        #expect(board.signs(in: chat(98)).count == 1)
        #expect(board.signs(in: chat(0)).isEmpty)
    }

    @Test func `forgets first what holds no longer`() {
        let board = TypingBoard(limit: 4)
        board.hear(user(1), in: chat(1), at: time(9_000))
        for number in 2...4 as ClosedRange<UInt64> {
            board.hear(user(number), in: chat(1), at: time(0))
        }
        board.hear(user(5), in: chat(1), at: time(10_000))
        #expect(board.signs(in: chat(1)).map(\.user) == [user(1), user(5)])
    }

    @Test func `can be used by many at once`() async {
        let board = TypingBoard(limit: 64)
        await withTaskGroup { group in
            for number in 0..<8 as Range<UInt64> {
                group.addTask {
                    for step in 0..<500 as Range<UInt64> {
                        board.hear(user(number), in: chat(step % 16), at: time(Int64(step)))
                        if step % 3 == 0 { board.forget(user(number), in: chat(step % 16)) }
                        _ = board.signs(in: chat(step % 16))
                    }
                }
            }
        }
        #expect(board.count <= 64)
        let found = (0..<16 as Range<UInt64>).reduce(0) { $0 + board.signs(in: chat($1)).count }
        #expect(found == board.count)
    }
}
