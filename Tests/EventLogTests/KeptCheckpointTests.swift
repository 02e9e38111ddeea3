import EventLog
import LogSupport
import Merkle
import Testing
import Wire

@Suite struct `The log keeps checkpoints that say what it says` {
    private let signer: SignerKey
    private let second: SignerKey

    init() throws {
        signer = try SignerKey.random(name: KeyName("example.com/log"))
        second = try SignerKey.random(name: KeyName("example.com/witness"))
    }

    private func note(_ log: EventLog, at size: UInt64, root: Digest? = nil) throws -> SignedNote {
        try Checkpoint(
            origin: "example.com/log",
            size: size,
            root: root ?? log.snapshot().root(at: Position(size))
        ).signed(with: signer)
    }

    private func refusal(_ note: SignedNote, _ writer: inout LogWriter) -> CheckpointRefusal? {
        do throws(CheckpointFailure) {
            try writer.keep(checkpoint: note)
            return nil
        } catch {
            guard case .refused(let refusal) = error else { return nil }
            return refusal
        }
    }

    @Test func `of the newest size and of older ones, for ever`() throws {
        let store = try LogInFolder(events: 600)
        let log = try store.open()
        var writer = try LogWriter(log)
        for size: UInt64 in [601, 1, 256, 300] {
            try writer.keep(checkpoint: try note(log, at: size))
        }
        try writer.appendBatch(10)
        log.close()

        let reader = try store.open(.reading)
        let snapshot = try reader.snapshot()
        #expect(try snapshot.checkpointSizes() == [1, 256, 300, 601].map { Position($0) })
        #expect(try snapshot.newestCheckpointSize() == Position(601))
        #expect(try snapshot.checkpoint(at: Position(300)) == (try note(reader, at: 300)).bytes)
        #expect(try snapshot.checkpoint(at: Position(301)) == nil)
        #expect(snapshot.size == Position(611))
    }

    @Test func `and refuses those that say something else`() throws {
        let store = try LogInFolder(events: 20)
        let log = try store.open()
        var writer = try LogWriter(log)
        #expect(refusal(try note(log, at: 10, root: .zero), &writer) == .otherRoot(size: 10))
        let later = try note(log, at: 22, root: .zero)
        #expect(refusal(later, &writer) == .beyondLog(size: 22, log: Position(21)))
        let empty = try note(log, at: 0, root: TreeHash.emptyRoot)
        #expect(refusal(empty, &writer) == .empty)
        let text = try SignedNote(signing: "hello\n", with: signer)
        #expect(refusal(text, &writer) == .malformed(.missingLine(2)))
        #expect(try log.snapshot().checkpointSizes() == [])
    }

    @Test func `once for a size, unless more signatures come`() throws {
        let store = try LogInFolder(events: 20)
        let log = try store.open()
        var writer = try LogWriter(log)
        let first = try note(log, at: 10)
        #expect(refusal(first, &writer) == nil)
        #expect(refusal(first, &writer) == nil)
        var both = first
        try both.sign(with: second)
        #expect(refusal(both, &writer) == nil)
        #expect(try log.snapshot().checkpoint(at: Position(10)) == both.bytes)
        #expect(refusal(first, &writer) == .sizeTaken(size: 10))
        let other = try Checkpoint(
            origin: "example.com/other",
            size: 10,
            root: log.snapshot().root(at: Position(10))
        ).signed(with: second)
        #expect(refusal(other, &writer) == .sizeTaken(size: 10))
        #expect(try log.snapshot().checkpoint(at: Position(10)) == both.bytes)
    }
}

@Suite struct `Proof hashes are those of the tree` {
    @Test func `for every perfect subtree, stored or open`() throws {
        let store = try LogInFolder(events: 600, content: false)
        let log = try store.open(.reading)
        let leaves = try events(of: log).map(\.leafHash)
        let snapshot = try log.snapshot()
        var tree = TreeReader()
        for height in 0...9 {
            for index in 0..<UInt64(601 >> height) {
                let node = TreeNode(height: height, index: index)
                let below = leaves[Int(node.leaves.lowerBound)..<Int(node.leaves.upperBound)]
                #expect(try tree.hash(of: node, in: snapshot) == NaiveTree.root(below))
            }
        }
        #expect(throws: LogError.noSuchPosition(Position(602), size: Position(601))) {
            try hash(&tree, TreeNode(height: 0, index: 601), snapshot)
        }
    }

    private func hash(
        _ tree: inout TreeReader,
        _ node: TreeNode,
        _ snapshot: borrowing LogSnapshot
    ) throws -> Digest {
        try tree.hash(of: node, in: snapshot)
    }
}
