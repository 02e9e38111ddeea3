import EventLog
import Glibc
import Messaging
import Scrollback
import ScrollbackBackup
import TestSupport
import Wire

/// A store with a journal and many texts of 20 to 9,000 bytes, of which one in twenty is to be
/// erased, and a backup from when it had half of them.
final class ErasureDrill {
    /// A text, where it was sent, and what shows that a file has it.
    struct Text {
        let message: MessageID
        let position: Position
        let text: String
        /// Whether the older backup has it.
        let isBackedUp: Bool
        /// The text before it was edited, of some.
        var earlier: String?
        /// The id of the command that erases it.
        let erasing = CommandID.fresh()
        var sealed: [UInt8] = []
        var slot: [UInt8] = []

        /// The beginning and the end of the text, or of the one before it was edited.
        var pieces: [[UInt8]] {
            [Array(text.utf8.prefix(20)), Array((earlier ?? text).utf8.suffix(20))]
        }
    }

    static let lengths = 20...9_000

    let folder = TemporaryFolder("erasures")
    let author: UserID
    let group: ConversationID
    /// The position up to which the older backup has texts.
    private(set) var backedUpThrough = Position.zero
    private(set) var erased: [Text] = []
    private(set) var kept: [Text] = []

    var path: String { folder.path("chat.scrollback") }
    var journal: String { folder.path("chat.journal") }
    var backup: String { folder.path("backup") }
    var keys: String { folder.path("vault") }
    var olderBackup: String { folder.path("older backup") }
    var olderKeys: String { folder.path("older vault") }

    init(texts count: Int, _ dice: inout SplitMix64) async throws {
        var options = Store.Options()
        options.journal = folder.path("chat.journal")
        let store = try Store.open(folder.path("chat.scrollback"), options: options)
        defer { store.close() }
        try await store.operator.configure(Configure(rateLimit: .unlimited))
        let own = store.session(for: .fresh())
        author = own.user
        group = try await own.createGroup(title: "drill", members: [.fresh(), .fresh()])
        var sent: [Text] = []
        for half in 0..<2 {
            let texts = (0..<(half == 0 ? count / 2 : count - count / 2)).map { _ in
                Self.text(&dice)
            }
            sent += try await Self.send(texts, by: own, to: group, isBackedUp: half == 0)
            guard half == 0 else { continue }
            backedUpThrough = try store.engine.log.snapshot().size
            _ = try await store.backUp(to: backup, keys: keys)
            copyFolder(backup, to: olderBackup)
            copyFolder(keys, to: olderKeys)
        }
        let goes = Set(sent.indices.shuffled(using: &dice).prefix(max(2, count / 20)))
        let traced = try Self.traced(sent, in: store.engine.log)
        erased = traced.indices.filter(goes.contains).map { traced[$0] }.shuffled(using: &dice)
        kept = traced.indices.filter { !goes.contains($0) }.map { traced[$0] }
    }

    /// Words of lower-case letters, which every file has as they are, if it has them.
    private static func text(_ dice: inout SplitMix64) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
        let bytes = (0..<Int.random(in: lengths, using: &dice)).map { _ in
            letters[Int(truncatingIfNeeded: dice.next() >> 33) % letters.count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func send(
        _ texts: [String],
        by own: Session,
        to group: ConversationID,
        isBackedUp: Bool
    ) async throws -> [Text] {
        let senders = 64
        return try await withThrowingTaskGroup(of: [Text].self) { tasks in
            for sender in 0..<senders {
                tasks.addTask {
                    var sent: [Text] = []
                    for index in stride(from: sender, to: texts.count, by: senders) {
                        // Some are replies, and some are edited, so that more answers have them.
                        let earlier = index % 8 == 3 ? String(texts[index].reversed()) : nil
                        let one = try await own.send(
                            earlier ?? texts[index],
                            to: group,
                            replyingTo: index % 8 == 5 ? sent.last?.message : nil
                        )
                        if earlier != nil {
                            _ = try await own.edit(one.message, to: texts[index])
                        }
                        sent.append(
                            Text(
                                message: one.message,
                                position: one.position,
                                text: texts[index],
                                isBackedUp: isBackedUp,
                                earlier: earlier
                            )
                        )
                    }
                    return sent
                }
            }
            return try await tasks.reduce(into: []) { $0 += $1 }
        }
    }

    /// Adds what the log and the keys have of each text.
    private static func traced(_ texts: [Text], in log: EventLog) throws -> [Text] {
        let keys = readFile(log.directory.keysPath)
        var sealed: [Position: [UInt8]] = [:]
        try log.forEachRecord(from: Position(1), through: log.snapshot().size) {
            (record) throws(LogError) in
            sealed[record.position] = record.sealed.withUnsafeBytes { Array($0.prefix(24)) }
        }
        return texts.map { text in
            var traced = text
            traced.sealed = sealed[text.position] ?? []
            let place = Int(text.position.index) * 32
            traced.slot = Array(keys[place..<place + 32])
            return traced
        }
    }

    func open() throws -> Store {
        var options = Store.Options()
        options.journal = journal
        return try Store.open(path, options: options)
    }

    /// The pipe's line that erases a text; the same one each time.
    func erasing(_ text: Text) -> String {
        #"{"as":"operator","do":"erase","id":"\#(text.erasing)","message":"\#(text.message)","#
            + #""basis":"law","reason":"drill"}"#
    }

    /// The pipe's line that reads a text.
    func reading(_ text: Text) -> String {
        #"{"as":"\#(author)","ask":"message","message":"\#(text.message)"}"#
    }
}

/// Finds many short pieces in files, in one pass over each.
struct PieceSearch {
    private var pieces: [UInt32: [(number: Int, bytes: [UInt8])]] = [:]
    /// Marks the hashes of the first four bytes, so that few places need to be looked up.
    private var marks: [Bool]

    private static let bits = 22

    init(_ all: [[UInt8]]) {
        marks = [Bool](repeating: false, count: 1 << Self.bits)
        for (number, bytes) in all.enumerated() {
            precondition(bytes.count >= 4, "A piece has four bytes or more.")
            let first = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
            pieces[first, default: []].append((number, bytes))
            marks[Self.hash(first)] = true
        }
    }

    private static func hash(_ first: UInt32) -> Int {
        Int((first &* 2_654_435_761) >> UInt32(32 - bits))
    }

    /// The numbers of the pieces that a file has, or any file in a folder.
    func found(in path: String) -> Set<Int> {
        let inside = names(in: path)
        guard inside.isEmpty else {
            return inside.reduce(into: []) { $0.formUnion(self.found(in: "\(path)/\($1)")) }
        }
        let bytes = readFile(path)
        var found: Set<Int> = []
        guard bytes.count >= 4 else { return found }
        bytes.withUnsafeBytes { hay in
            guard let start = hay.baseAddress else { return }
            marks.withUnsafeBufferPointer { marks in
                var place = 0
                while place <= hay.count - 4 {
                    let first = hay.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                    if marks[Self.hash(first)] {
                        for (number, piece) in pieces[first] ?? []
                        where place + piece.count <= hay.count
                            && memcmp(start + place, piece, piece.count) == 0
                        {
                            found.insert(number)
                        }
                    }
                    place += 1
                }
            }
        }
        return found
    }
}
