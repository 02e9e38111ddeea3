import Contestants
import Measuring
import Workload

/// Measures whether a message to many members costs more than one to a single member.
func largeGroup(_ count: Int) -> RowPlan {
    let name = "write to a group of 5,000 and to one other"
    return RowPlan(name: name) { fixtures in
        var landmarks = Shape.Landmarks.none
        landmarks.groupMessages = count
        let many = fixtures.alone(landmarks)
        landmarks = .none
        (landmarks.manyChats, landmarks.messagesInChats) = (1, count)
        let pair = fixtures.alone(landmarks)
        let book = fixtures.book
        let (one, group) = ("a pair", "a group of 5,000")
        return Row(
            name,
            compared: .timePerEvent,
            with: "\(Names.scrollback), \(one)",
            targets: [
                Target(
                    "\(Names.scrollback), \(group)",
                    .times(of: "\(Names.scrollback), \(one)", 1.2)
                )
            ],
            bounds: "Nothing is written for those who are to read. What a group's message costs "
                + "more is that its senders are many, whose rows lie apart.",
            contestants: [
                TrafficWriting(name: "\(Names.scrollback), \(one)", workload: pair, book: book),
                TrafficWriting(name: "\(Names.scrollback), \(group)", workload: many, book: book),
                SQLiteTrafficWriting(name: "\(Names.sqlite), \(one)", workload: pair, book: book),
                SQLiteTrafficWriting(
                    name: "\(Names.sqlite), \(group)",
                    workload: many,
                    book: book
                ),
            ]
        )
    }
}
