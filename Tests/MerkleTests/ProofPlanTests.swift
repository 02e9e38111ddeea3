import Merkle
import Testing

@Suite struct `Proofs and roots come from stored subtrees and tiles` {
    @Test func `the edge is the published one for sizes 0 to 8`() {
        let published: [[(Int, UInt64)]] = [
            [], [(0, 0)], [(1, 0)], [(1, 0), (0, 2)], [(2, 0)], [(2, 0), (0, 4)],
            [(2, 0), (1, 2)], [(2, 0), (1, 2), (0, 6)], [(3, 0)],
        ]
        for (size, nodes) in published.enumerated() {
            #expect(
                TreeNode.edge(of: UInt64(size))
                    == nodes.map { TreeNode(height: $0.0, index: $0.1) }
            )
        }
        #expect(TreeNode.edge(of: 1 << 63) == [TreeNode(height: 63, index: 0)])
    }

    @Test func `the root of hashes is the definition's, for every count to 300`() {
        let tree = NaiveTree(size: 300)
        for size in 0...300 {
            let leaves = tree.leaves[..<size]
            let root = TreeHash.root(of: leaves.span)
            #expect(root == tree.root(size: size))
        }
    }

    @Test func `a subtree's hash is found in its tile`() throws {
        let tree = NaiveTree(size: 600)
        for height in 0...9 {
            for index in 0..<UInt64(600 >> height) {
                let node = TreeNode(height: height, index: index)
                let tile = try Tile(
                    level: node.tileLevel,
                    index: node.tileIndex,
                    inTreeOf: 600
                )
                let hashes = hashes(of: tile, in: tree)
                #expect(hash(of: node, in: hashes[...]) == tree.stored(node))
                #expect(hash(of: node, in: hashes[..<(node.tileHashes.upperBound - 1)]) == nil)
            }
        }
    }

    @Test func `the tiles of a plan are enough for its proof`() throws {
        let tree = NaiveTree(size: 700)
        for (index, size) in [(0, 1), (0, 256), (255, 257), (256, 700), (699, 700), (300, 513)] {
            let plan = try ProofPlan(inclusionOf: UInt64(index), in: UInt64(size))
            #expect(try prove(plan, in: tree) == tree.inclusion(index: index, size: size))
        }
        for (old, new) in [(1, 700), (256, 512), (257, 700), (512, 699), (699, 700)] {
            let plan = try ProofPlan(consistencyFrom: UInt64(old), to: UInt64(new))
            #expect(try prove(plan, in: tree) == tree.consistency(from: old, to: new))
        }
    }

    @Test func `a proof at a million records needs five tiles, each once`() throws {
        let plan = try ProofPlan(inclusionOf: 123_456, in: 1_000_000)
        let expected = [
            try Tile(level: 0, index: 482),
            try Tile(level: 1, index: 1),
            try Tile(level: 2, index: 0, width: 15),
            try Tile(level: 1, index: 15, width: 66),
            try Tile(level: 0, index: 3906, width: 64),
        ]
        #expect(plan.hashCount == 20)
        #expect(plan.tiles == expected)
    }

    @Test func `a failing store fails the proof with its own error`() throws {
        struct Missing: Error, Equatable {}
        let plan = try ProofPlan(inclusionOf: 3, in: 8)
        #expect(throws: Missing()) {
            try plan.hashes { _ throws(Missing) -> Digest in throw Missing() }
        }
    }

    /// Proves from the plan's tiles alone.
    private func prove(_ plan: ProofPlan, in tree: NaiveTree) throws -> [Digest] {
        var stored: [String: [Digest]] = [:]
        for tile in plan.tiles {
            stored["\(tile.level)/\(tile.index)"] = hashes(of: tile, in: tree)
        }
        return try plan.hashes { node in
            let tile = try #require(stored["\(node.tileLevel)/\(node.tileIndex)"])
            return try #require(hash(of: node, in: tile[...]))
        }
    }

    private func hash(of node: TreeNode, in tile: ArraySlice<Digest>) -> Digest? {
        node.hash(inTile: tile.span)
    }

    private func hashes(of tile: Tile, in tree: NaiveTree) -> [Digest] {
        (0..<tile.width).map { place in
            tree.stored(
                TreeNode(
                    height: tile.level * Tile.levelHeight,
                    index: tile.index * UInt64(Tile.fullWidth) + UInt64(place)
                )
            )
        }
    }
}
