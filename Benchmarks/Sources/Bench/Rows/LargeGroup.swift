import Contestants
import Measuring
import Scrollback
import Workload

/// Asks whether a message to many costs more than one to somebody.
func largeGroup(_ count: Int) -> RowPlan {
    let name = "write to a group of 5,000 and to one other"
    return RowPlan(name: name) { fixtures in
        let many = fixtures.workload(
            fixtures.shape(
                Shape.Landmarks(
                    longMessages: 0,
                    largeMessages: 0,
                    middleMessages: 0,
                    groupMessages: count,
                    sizes: [],
                    manyChats: 0,
                    someChats: 0
                )
            )
        )
        let pair = fixtures.workload(
            fixtures.shape(
                Shape.Landmarks(
                    longMessages: 0,
                    largeMessages: 0,
                    middleMessages: 0,
                    groupMessages: 0,
                    sizes: [],
                    manyChats: 1,
                    someChats: 0,
                    messagesInChats: count
                )
            )
        )
        let (one, group) = ("a pair", "a group of 5,000")
        return Row(
            name,
            compared: .timePerEvent,
            with: "\(Names.scrollback), \(one)",
            targets: [
                Target(
                    "\(Names.scrollback), \(group)",
                    .times(of: "\(Names.scrollback), \(one)", 1.3)
                )
            ],
            bounds: "Nothing is written for those who are to read. What a group's message costs "
                + "more is that its senders are many, whose rows lie apart.",
            contestants: [
                ScrollbackWriting(name: "\(Names.scrollback), \(one)", workload: pair),
                ScrollbackWriting(name: "\(Names.scrollback), \(group)", workload: many),
                SQLiteWriting(name: "\(Names.sqlite), \(one)", workload: pair),
                SQLiteWriting(name: "\(Names.sqlite), \(group)", workload: many),
            ]
        )
    }
}

private struct ScrollbackWriting: Contestant {
    let name: String
    let workload: Workload

    func run(in folder: String) async throws -> Sample {
        let store = ScrollbackStore(in: folder)
        try store.create()
        let engine = try store.open()
        let founding = 0..<workload.founding.operations
        try await ScrollbackStore.carryOut(workload, founding, on: engine)
        let meter = Meter()
        try await ScrollbackStore.carryOut(workload, workload.traffic, on: engine)
        let usage = meter.read()
        engine.close()
        try store.check(workload)
        return Sample(usage, events: workload.traffic.count)
    }
}

private struct SQLiteWriting: Contestant {
    let name: String
    let workload: Workload

    func run(in folder: String) async throws -> Sample {
        let store = SQLiteStore(in: folder)
        try store.create()
        let writer = try SQLiteWriter(store, workload)
        try writer.carryOut(0..<workload.founding.operations)
        let meter = Meter()
        try writer.carryOut(workload.traffic)
        let usage = meter.read()
        try writer.close()
        try store.check(holds: workload.eventCount)
        return Sample(usage, events: workload.traffic.count)
    }
}
