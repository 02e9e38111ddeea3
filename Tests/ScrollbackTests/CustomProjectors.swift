import EventLog
import Locking
import Messaging
import Scrollback
import TestSupport
import Views
import Wire

/// How many messages each user has sent.
///
///     counts  user (16) → count (8)
struct MessagesByUser: CustomProjector {
    var name = "messages-by-user"
    var version: UInt32 = 1
    let tables = ["counts"]

    func fold(_ event: borrowing CustomEvent, into rows: inout CustomRows) throws {
        guard case .messageSent? = try event.structure(), case .user(let user) = event.actor
        else { return }
        var key = RowBytes()
        key.append(user.rawValue)
        let before = try rows.value(of: key.bytes, in: "counts")?.number(at: 0) ?? 0
        var count = RowBytes()
        count.append(before + 1)
        try rows.put(key.bytes, count.bytes, in: "counts")
    }

    static func count(of user: UserID, in views: borrowing ViewsSnapshot) throws -> UInt64 {
        var key = RowBytes()
        key.append(user.rawValue)
        return try views.value(of: key.bytes, in: "counts", of: "messages-by-user")?
            .number(at: 0) ?? 0
    }
}

/// What the embedder's own events of type `vote` say, by conversation.
///
///     votes  conversation (16), choice → count (8)
struct Votes: CustomProjector {
    let name = "votes"
    let version: UInt32 = 1
    let tables = ["votes"]

    func fold(_ event: borrowing CustomEvent, into rows: inout CustomRows) throws {
        guard case .customRecorded(let structure, _)? = try event.structure(),
            structure.type == "vote",
            case .conversation(let conversation) = event.stream,
            case .customRecorded(_, let content?)? = try event.recordedEvent()?.event
        else { return }
        let key = Self.key(conversation, content.data)
        let before = try rows.value(of: key, in: "votes")?.first ?? 0
        try rows.put(key, [before + 1], in: "votes")
    }

    static func key(_ conversation: ConversationID, _ choice: String) -> [UInt8] {
        var key = RowBytes()
        key.append(conversation.rawValue)
        return key.bytes.withUnsafeBytes { Array($0) } + Array(choice.utf8)
    }
}

/// Counts events, and breaks where it is told to.
struct Fragile: CustomProjector {
    struct Broken: Error {}

    var name = "fragile"
    var version: UInt32 = 1
    let tables = ["events"]
    var breaksAt: @Sendable (Position) -> Bool = { _ in false }

    func fold(_ event: borrowing CustomEvent, into rows: inout CustomRows) throws {
        let before = try rows.value(of: [1], in: "events")?.last ?? 0
        try rows.put([1], [before &+ 1], in: "events")
        if breaksAt(event.position) { throw Broken() }
    }

    static func rows(_ views: borrowing ViewsSnapshot) throws -> UInt8? {
        let key: [UInt8] = [1]
        return try views.value(of: key.span.bytes, in: "events", of: "fragile")?.byte(at: 0)
    }
}

extension Engine {
    /// Every line of the dump of the views.
    func dump() throws -> [String] {
        let snapshot = try snapshot()
        var lines: [String] = []
        try snapshot.views.dump { lines.append($0) }
        return lines
    }

    /// Every line of the dump of what the log gives, folded in runs of a size.
    func dump(inRunsOf runBytes: Int) throws -> [String] {
        try views.withRecount(
            through: try snapshot().position,
            runBytes: runBytes
        ) { (recount) throws(ViewsError) -> [String] in
            var lines: [String] = []
            try recount.dump { lines.append($0) }
            return lines
        }
    }
}
