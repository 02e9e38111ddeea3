package import Wire
package import Workload

/// Something that an application asks when it shows a screen; users and conversations are the
/// workload's numbers.
package enum Question: Hashable, Sendable {
    /// The newest entries of a conversation with everything that belongs to them.
    case page(Int, viewer: Int, limit: Int)
    /// The first rows of a user's list.
    case list(viewer: Int, limit: Int)
    /// How many messages of a conversation are unread, and which is the first.
    case unread(Int, viewer: Int)
    /// How many are unread in all conversations, and in which.
    case totals(viewer: Int)
}

/// The ids behind the numbers in questions.
package struct QuestionNames: Sendable {
    package let users: [UniqueID]
    package let conversations: [UniqueID]

    package init(users: [UniqueID], conversations: [UniqueID]) {
        self.users = users
        self.conversations = conversations
    }

    /// Reads lines of a user's and a conversation's id.
    package init(lines: [String]) throws {
        let pairs = try lines.map { line in
            let ids = line.split(separator: " ").compactMap { UniqueID(String($0)) }
            try demand(ids.count == 2, "no two ids: \(line)")
            return (user: ids[0], conversation: ids[1])
        }
        self.init(users: pairs.map(\.user), conversations: pairs.map(\.conversation))
    }

    package init(_ workload: Workload) {
        self.init(users: workload.users, conversations: workload.conversations.map(\.id))
    }
}

/// Answers questions, each from nothing: with a snapshot or transaction of its own.
package protocol ChatReader {
    associatedtype Answer

    /// What is measured: it ends with values that the application can show.
    func answer(_ question: Question) throws -> Answer

    /// What an answer says, in words that are the same for every contestant.
    func lines(of answer: Answer) -> [String]
}

extension ChatReader {
    package func digest(of answer: Answer) -> UInt64 {
        lines(of: answer).reduce(0) { EventDigest.of($1, from: $0) }
    }
}

/// The words in which answers are compared.
package enum Lines {
    package static func entry(
        _ id: UniqueID,
        ordinal: UInt64,
        sender: String,
        avatar: String?,
        at: Int64,
        text: String?,
        isSystem: Bool,
        reactions: [(String, count: Int, isMine: Bool)],
        receipt: (count: Int, of: Int)?
    ) -> String {
        let words = reactions.map { "\($0.0)×\($0.count)\($0.isMine ? "!" : "")" }
        // What nobody wrote has an id that its store has made.
        return
            "\(isSystem ? "–" : id.description) \(ordinal) \(sender) \(avatar ?? "–") \(at) \(isSystem) "
            + "\(words.joined(separator: ",")) \(receipt.map { "\($0.count)/\($0.of)" } ?? "–") "
            + (text ?? "–")
    }

    package struct Row {
        package var conversation: UniqueID
        package var title: String
        package var faces: [String]
        package var last: UniqueID?
        package var lastSender: String?
        package var isReadByAll: Bool?
        package var activity: Int64
        package var lastRead: Int64?
        package var unread: UInt64
    }

    package static func row(_ row: Row) -> String {
        "\(row.conversation) \(row.title) \(row.faces.joined(separator: ",")) "
            + "\(row.last.map(\.description) ?? "–") \(row.lastSender ?? "–") "
            + "\(row.isReadByAll.map(\.description) ?? "–") \(row.activity) "
            + "\(row.lastRead.map(\.description) ?? "–") \(row.unread)"
    }

    package static func unread(_ count: UInt64, first: UniqueID?) -> String {
        "\(count) \(first.map(\.description) ?? "–")"
    }

    package static func totals(
        _ total: UInt64,
        _ parts: [(conversation: UniqueID, count: UInt64)]
    ) -> [String] {
        ["\(total)"] + parts.map { "\($0.conversation) \($0.count)" }
    }
}

extension Question {
    /// Questions of every kind about random conversations and members, the same for a seed.
    ///
    /// The viewer of a conversation is one of its founders who is still there: the founder.
    package static func sample(_ workload: Workload, seed: UInt64, each count: Int) -> [Question] {
        var generator = SplitMix64(seed: seed)
        var questions: [Question] = []
        for _ in 0..<count {
            let number = Int(generator.next() % UInt64(workload.conversations.count))
            let viewer = Int(workload.conversations[number].founders[0])
            let user = Int(generator.next() % UInt64(workload.users.count))
            questions += [
                .page(number, viewer: viewer, limit: 50), .unread(number, viewer: viewer),
                .list(viewer: user, limit: 20), .totals(viewer: user),
            ]
        }
        return questions
    }
}
