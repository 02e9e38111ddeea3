import EventLog
import LogSupport
import Merkle
import Testing
import Wire

@Suite struct `The tree is the one of RFC 6962` {
    private static let sizes: [Int] = [
        1, 2, 3, 4, 255, 256, 257, 511, 512, 513, 1_000, 65_535, 65_536, 65_537, 65_792, 65_793,
    ]

    /// A log that was closed and opened again at each of the sizes, and its leaf hashes.
    private struct Grown: ~Copyable {
        let store: LogInFolder
        let leaves: [Digest]
    }

    private func grow(_ check: (Int, Digest, ArraySlice<Digest>) -> Void) throws -> Grown {
        let store = try LogInFolder()
        var leaves: [Digest] = []
        for size in Self.sizes {
            let log = try store.open()
            var writer = try LogWriter(log)
            check(leaves.count, writer.root, leaves[...])
            try writer.begin()
            if leaves.isEmpty { leaves.append(try event(of: log, at: 1).leafHash) }
            while leaves.count < size {
                try writer.append(Event(to: stream(1)))
                let newest = try writer.newest()
                leaves.append(NaiveTree.leaf(newest.envelopeBytes.array))
            }
            try writer.commit()
            check(size, writer.root, leaves[...])
            log.close()
        }
        return Grown(store: store, leaves: leaves)
    }

    @Test func `at every size, whatever was opened again in between`() throws {
        var roots: [Int: Digest] = [:]
        let grown = try grow { size, root, leaves in
            guard size > 0 else { return }
            // The root while growing, and the root after opening again.
            if let expected = roots[size] {
                #expect(root == expected, "opened at \(size)")
            } else {
                roots[size] = NaiveTree.root(leaves)
                #expect(root == roots[size], "grown to \(size)")
            }
        }

        roots[0] = NaiveTree.root([])
        try expectRoots(roots, of: grown)
        try expectTiles(of: grown)
    }

    private func expectRoots(_ roots: [Int: Digest], of grown: borrowing Grown) throws {
        let log = try grown.store.open(.reading)
        let snapshot = try log.snapshot()
        for size in [0] + Self.sizes {
            let root = try snapshot.root(at: Position(UInt64(size)))
            #expect(root == roots[size], "at \(size)")
        }
    }

    /// Level 0 has the leaves, level 1 the roots of 256 leaves each; only full tiles are stored.
    private func expectTiles(of grown: borrowing Grown) throws {
        let raw = try RawLog(grown.store.directory)
        let keys = Set(try raw.keys().filter { $0[0] == 0x02 })
        let full = grown.leaves.count / 256
        var expected = Set((0..<full).map { RawLog.tileKey(level: 0, index: UInt64($0)) })
        expected.insert(RawLog.tileKey(level: 1, index: 0))
        #expect(keys == expected)

        var roots: [UInt8] = []
        for index in 0..<full {
            let leaves = grown.leaves[index * 256..<(index + 1) * 256]
            let tile = try raw.value(RawLog.tileKey(level: 0, index: UInt64(index)))
            #expect(tile == leaves.flatMap(NaiveTree.bytes))
            if index < 256 { roots += NaiveTree.bytes(NaiveTree.root(leaves)) }
        }
        #expect(try raw.value(RawLog.tileKey(level: 1, index: 0)) == roots)
    }

    @Test func `at every size up to 600, asked of the largest`() throws {
        let store = try LogInFolder(events: 599)
        let log = try store.open(.reading)
        let leaves = try events(of: log).map { NaiveTree.leaf($0.envelope) }
        let snapshot = try log.snapshot()
        for size in 0...600 {
            let root = try snapshot.root(at: Position(UInt64(size)))
            #expect(root == NaiveTree.root(leaves[..<size]), "at \(size)")
        }
    }

    @Test func `there is none beyond the newest event`() throws {
        let store = try LogInFolder(events: 2)
        let log = try store.open(.reading)
        #expect(throws: LogError.noSuchPosition(Position(4), size: Position(3))) {
            try log.snapshot().root(at: Position(4))
        }
    }
}
