import Contestants
import Measuring
import Testing
import Workload

@Suite struct `Scrollback and SQLite give the same answers` {
    private static let shape: Shape = {
        var shape = Shape(users: 60, conversations: 40, events: 3_000, seed: 11)
        shape.landmarks = Shape.Landmarks(
            longMessages: 700,
            largeMessages: 90,
            middleMessages: 60,
            groupMembers: 30,
            groupMessages: 80,
            sizes: [2, 12],
            messagesOfSizes: 30,
            manyChats: 50,
            someChats: 8,
            fewChats: 5
        )
        return shape
    }()

    @Test(arguments: Shape.IDs.allCases)
    func `to every question about every conversation and user`(ids: Shape.IDs) async throws {
        var shape = Self.shape
        shape.ids = ids
        let workload = Workload(shape)
        let folder = try #require(Folder.make(in: Folder.temporary))
        defer { Folder.remove(folder) }
        let ours = ScrollbackStore(in: folder)
        try await ours.fill(with: workload)
        try ours.check(workload)
        let theirs = SQLiteStore(in: folder)
        try theirs.fill(with: workload)
        let left = try ScrollbackReader(ours, workload)
        defer { left.close() }
        let right = try SQLiteReader(theirs, workload)
        defer { right.close() }
        var all: [String] = []
        for question in Question.sample(workload, seed: 5, each: 400) {
            let (one, other) = (
                left.lines(of: try left.answer(question)),
                right.lines(of: try right.answer(question))
            )
            #expect(one == other, "\(question)")
            if one != other { return }
            all += one
        }
        #expect(all.count > 10_000)
        // Reactions, receipts, what nobody wrote, and what all have read were among them.
        #expect(all.contains { $0.contains("×1!") })
        #expect(all.contains { $0.contains(" 1/7 ") })
        #expect(all.contains { $0.contains(" true ") && $0.hasSuffix(" –") })
    }

    @Test func `the derived tables are the same when they are made anew`() throws {
        let workload = Workload(Self.shape)
        let folder = try #require(Folder.make(in: Folder.temporary))
        defer { Folder.remove(folder) }
        let store = SQLiteStore(in: folder)
        try store.fill(with: workload)
        try store.rebuild(into: "\(folder)/made.sqlite")
        try store.check(rebuilt: "\(folder)/made.sqlite")
    }
}
