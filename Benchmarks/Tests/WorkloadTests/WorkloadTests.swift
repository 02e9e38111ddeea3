import Testing
import Wire
import Workload

@Suite struct `The workload is what it says` {
    private static let shape = Shape(users: 500, conversations: 200, events: 40_000, seed: 7)
    private static let workload = Workload(shape)

    @Test func `the same seed gives the same operations`() {
        let again = Workload(Self.shape)
        #expect(again.operations.map(Line.init) == Self.workload.operations.map(Line.init))
        #expect(again.users == Self.workload.users)
        for (left, right) in zip(again.operations, Self.workload.operations)
        where left.kind == .send {
            #expect(again.text(of: left) == Self.workload.text(of: right))
            #expect(!again.text(of: left).isEmpty)
        }
    }

    @Test func `another seed gives other operations`() {
        var shape = Self.shape
        shape.seed = 8
        #expect(
            Workload(shape).operations.map(Line.init) != Self.workload.operations.map(Line.init)
        )
    }

    @Test(arguments: [
        (Operation.Kind.send, 91.0), (.react, 4), (.markRead, 5),
    ])
    func `the traffic has its shares of 101`(kind: Operation.Kind, share: Double) {
        let found = traffic.count { $0.kind == kind }
        let expected = Double(traffic.count) * share / 101
        #expect(abs(Double(found) - expected) < expected * 0.1)
    }

    @Test func `members come and go`() {
        let (added, left) = (traffic.count { $0.kind == .add }, traffic.count { $0.kind == .leave })
        #expect(abs(Double(added + left) - Double(traffic.count) / 101) < 100)
        #expect(added > 50 && left > 50)
    }

    @Test func `texts are mostly short and sometimes long`() {
        let lengths = traffic.filter { $0.kind == .send }.map { Int($0.textCount) }.sorted()
        #expect((36...44).contains(lengths[lengths.count / 2]))
        #expect((200...240).contains(lengths[lengths.count * 95 / 100]))
        #expect(lengths.allSatisfy { (1...4_000).contains($0) })
    }

    @Test func `four of five conversations are of two`() {
        let sizes = Self.workload.conversations.map(\.founders.count)
        #expect((0.7...0.9).contains(Double(sizes.count { $0 == 2 }) / Double(sizes.count)))
        #expect(
            (0.08...0.25).contains(
                Double(sizes.count { (3...12).contains($0) }) / Double(sizes.count)
            )
        )
        #expect(sizes.contains { (50...200).contains($0) })
        #expect(sizes.allSatisfy { $0 <= 12 || (50...200).contains($0) })
    }

    @Test func `the second conversation has half the traffic of the busiest, the tenth a tenth`() {
        var counts: [Int32: Int] = [:]
        for operation in traffic { counts[operation.conversation, default: 0] += 1 }
        let sorted = counts.values.sorted(by: >)
        // A harmonic series: 1, 1/2, 1/3 of what the first gets.
        #expect((1.7...2.3).contains(Double(sorted[0]) / Double(sorted[1])))
        #expect((8.0...12).contains(Double(sorted[0]) / Double(sorted[9])))
    }

    @Test(arguments: Shape.IDs.allCases)
    func `ids are ordered or not`(kind: Shape.IDs) {
        var shape = Self.shape
        shape.ids = kind
        let ids = Workload(shape).messages
        #expect(Set(ids).count == ids.count)
        #expect((ids == ids.sorted()) == (kind == .ordered))
    }

    @Test func `landmarks are as large as they are meant to be`() throws {
        var shape = Shape(users: 300, conversations: 50, events: 500, seed: 3)
        shape.landmarks = Shape.Landmarks(
            longMessages: 900,
            largeMessages: 300,
            middleMessages: 120,
            groupMembers: 200,
            groupMessages: 60,
            sizes: [2, 50],
            messagesOfSizes: 40,
            manyChats: 250,
            someChats: 20,
            fewChats: 5
        )
        let workload = Workload(shape)
        let marks = try #require(workload.landmarks)
        func messages(in number: Int) -> Int {
            workload.operations.count { $0.kind == .send && $0.conversation == Int32(number) }
        }
        #expect(messages(in: marks.long) == 900)
        #expect(messages(in: marks.large) == 300)
        #expect(messages(in: marks.middle) == 120)
        for size in [2, 50] {
            let number = try #require(marks.bySize[size])
            #expect(messages(in: number) == 40)
            #expect(workload.conversations[number].founders.count == size)
        }
        #expect(messages(in: marks.group) == 60)
        #expect(workload.conversations[marks.group].founders.count == 200)
        func chats(of user: Int) -> Int {
            workload.conversations.count { $0.founders.contains(Int32(user)) }
        }
        #expect(chats(of: marks.withMany) == 250)
        #expect(chats(of: marks.withSome) == 20)
        #expect(chats(of: marks.withFew) == 5)
    }

    private var traffic: ArraySlice<Operation> {
        Self.workload.operations[Self.workload.traffic]
    }

    /// An operation to be compared.
    private struct Line: Equatable {
        let kind: Operation.Kind
        let numbers: [Int]
        let id: UniqueID

        init(_ operation: Operation) {
            kind = operation.kind
            numbers = [
                Int(operation.reaction), Int(operation.actor), Int(operation.conversation),
                Int(operation.subject), operation.textStart, Int(operation.textCount),
            ]
            id = operation.id
        }
    }
}
