package import Wire

/// What every contestant is told: the same operations, in the same order, for the same seed.
///
/// First everybody's profile and the conversations (the founding), then the traffic, whose
/// operations lead to one event each. All texts lie in one buffer.
package final class Workload: Sendable {
    package struct Conversation: Sendable {
        package let id: UniqueID
        /// Who founds it comes first.
        package let founders: [Int32]
        package let isDirect: Bool
        package let title: String
    }

    package let shape: Shape
    package let users: [UniqueID]
    package let conversations: [Conversation]
    /// The messages in the order of their sending.
    package let messages: [UniqueID]
    package let operations: [Operation]
    /// How many operations the founding has, and how many events these lead to.
    package let founding: (operations: Int, events: Int)
    package let landmarks: Landmarks?
    private let text: [UInt8]

    /// The numbers of what the landmarks are.
    package struct Landmarks: Sendable {
        package init() {}

        package var long = 0
        package var large = 0
        package var middle = 0
        package var group = 0
        /// By how many members they have.
        package var bySize: [Int: Int] = [:]
        package var withMany = 0
        package var withSome = 0
        package var withFew = 0
    }

    /// The six reactions, by the numbers that operations have.
    package static let reactions = ["love", "like", "dislike", "laugh", "emphasize", "question"]

    /// Makes all of it.
    package convenience init(_ shape: Shape) {
        var maker = WorkloadMaker(shape)
        self.init(shape, maker.make())
    }

    init(_ shape: Shape, _ made: WorkloadMaker.Made) {
        self.shape = shape
        users = made.users
        conversations = made.conversations
        messages = made.messages
        operations = made.operations
        founding = (made.foundingOperations, made.foundingEvents)
        landmarks = made.landmarks
        text = made.text
    }

    /// The operations after the founding.
    package var traffic: Range<Int> { founding.operations..<operations.count }

    /// How many events there are in all.
    package var eventCount: Int { founding.events + traffic.count }

    /// When an operation happens: a second after the one before it, so that nobody says more than
    /// the usual limit allows.
    package func time(of operation: Int) -> Timestamp {
        Timestamp(microseconds: Self.start.microseconds + Int64(operation) * Self.step)
    }

    static let step: Int64 = 1_000_000

    /// Before everything that happens.
    package static let start = Timestamp(microseconds: 1_735_689_600_000_000)

    /// Lends the bytes of an operation's text.
    package func withText<Result>(
        of operation: Operation,
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        try text.withUnsafeBufferPointer { all in
            let end = operation.textStart + Int(operation.textCount)
            return try body(UnsafeBufferPointer(rebasing: all[operation.textStart..<end]))
        }
    }

    package func text(of operation: Operation) -> String {
        withText(of: operation) { String(decoding: $0, as: UTF8.self) }
    }
}

extension Workload {
    package func username(of user: Int) -> String { "user\(user)" }

    package func fullName(of user: Int) -> String {
        let first = [
            "Ada", "Bela", "Chloe", "Dora", "Emil", "Femke", "Goran", "Hana", "Ivo", "Jun",
        ]
        let last = ["Moreau", "Novak", "Okafor", "Petrov", "Quist", "Rossi", "Schmid", "Tanaka"]
        return "\(first[user % first.count]) \(last[user / first.count % last.count]) \(user)"
    }

    package func avatar(of user: Int) -> String { "https://media.example/avatars/\(user)/256.webp" }
}
