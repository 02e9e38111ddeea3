import DomainSupport
import Messaging
import Testing
import Wire

private func history(
    edits: some Sequence<UInt64>,
    isGone: Bool = false,
    for viewer: Visibility = wholeSight
) -> History {
    History(
        sent: Position(10),
        edits: edits.map { Position($0) },
        isGone: isGone,
        for: viewer
    )
}

private func positions(_ numbers: some Sequence<UInt64>) -> [Position] {
    numbers.map { Position($0) }
}

@Suite struct `The history of a message` {
    @Test func `is empty where nothing was edited`() {
        #expect(history(edits: []).versions == [] && history(edits: []).count == 0)
    }

    // Q10
    @Test func `has what was there before, oldest first, not what is there now`() {  // D-39
        let history = history(edits: [20, 30])
        #expect(history.versions == positions([10, 20]) && history.count == 2)
    }

    @Test(arguments: [9, 10, 11, 25] as [UInt64])  // EDIT-03 D-39 C12
    func `shows the newest ten and counts all`(edits: UInt64) {
        let history = history(edits: 11...(10 + edits))
        #expect(history.count == Int(edits))
        #expect(history.versions == positions(10...(9 + edits)).suffix(10))
    }

    @Test func `shows nothing of what is deleted or erased`() {  // EDIT-03 D-39
        let history = history(edits: [20, 30], isGone: true)
        #expect(history.versions == [] && history.count == 0)
    }

    @Test func `is the one that a former member knows`() {  // D-17
        let former = Visibility(
            history: .full,
            intervals: [MemberFacts.Interval(joined: .zero, left: Position(25))]
        )
        let history = history(edits: [20, 30], for: former)
        #expect(history.versions == positions([10]) && history.count == 1)
    }

    @Test func `is none of a message that cannot be seen`() {
        let later = Visibility(
            history: .sinceJoin,
            intervals: [MemberFacts.Interval(joined: Position(15))]
        )
        #expect(history(edits: [20, 30], for: later).versions == [])
        #expect(history(edits: [20, 30], for: later).count == 0)
    }

    @Test func `takes no edit from before the sending, and any order`() {
        let history = history(edits: [30, 5, 10, 20])
        #expect(history.versions == positions([10, 20]) && history.count == 2)
    }
}
