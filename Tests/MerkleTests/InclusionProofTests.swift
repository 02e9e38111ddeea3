import Merkle
import TestSupport
import Testing

@Suite struct `An inclusion proof shows that a tree has a leaf` {
    private static let tree = NaiveTree(size: 64)

    @Test func `proofs are those of the definition, for every leaf of every size to 64`() throws {
        var count = 0
        for size in 1...64 {
            let root = Self.tree.root(size: size)
            for index in 0..<size {
                let expected = Self.tree.inclusion(index: index, size: size)
                let proof = try InclusionProof(
                    index: UInt64(index),
                    size: UInt64(size),
                    stored: Self.tree.stored
                )
                #expect(proof.hashes == expected, "\(index) of \(size)")
                try proof.verify(leaf: Self.tree.leaves[index], root: root)
                count += 1
            }
        }
        #expect(count == 64 * 65 / 2)
    }

    @Test func `a proof with a bit changed is refused, for every bit to size 9`() throws {
        var count = 0
        for size in 1...64 {
            let root = Self.tree.root(size: size)
            for index in 0..<size {
                let bits = size <= 9 ? Array(0..<256) : [(index * 67 + size * 31) % 256]
                let leaf = Self.tree.leaves[index]
                let hashes = Self.tree.inclusion(index: index, size: size)
                for changed in bitFlips(of: hashes, bits: bits) {
                    #expect(refusal(index, size, changed, leaf, root) == .wrongRoot)
                    count += 1
                }
                for bit in bits {
                    #expect(
                        refusal(index, size, hashes, leaf.flipping(bit: bit), root) == .wrongRoot
                    )
                    #expect(
                        refusal(index, size, hashes, leaf, root.flipping(bit: bit)) == .wrongRoot
                    )
                }
            }
        }
        #expect(count > 30_000)
    }

    @Test func `a proof with a hash dropped, added or swapped is refused`() throws {
        for size in 1...64 {
            let root = Self.tree.root(size: size)
            for index in 0..<size {
                let hashes = Self.tree.inclusion(index: index, size: size)
                for changed in rearrangements(of: hashes) {
                    let found = refusal(index, size, changed, Self.tree.leaves[index], root)
                    let expected: ProofError =
                        changed.count == hashes.count
                        ? .wrongRoot : .hashCount(expected: hashes.count, found: changed.count)
                    #expect(found == expected)
                }
            }
        }
    }

    @Test func `a proof of one leaf shows no other`() throws {
        for size in 1...24 {
            let root = Self.tree.root(size: size)
            for index in 0..<size {
                let hashes = Self.tree.inclusion(index: index, size: size)
                let leaf = Self.tree.leaves[index]
                for other in 0..<size where other != index {
                    #expect(refusal(other, size, hashes, leaf, root) != nil)
                    #expect(refusal(index, size, hashes, Self.tree.leaves[other], root) != nil)
                }
            }
        }
    }

    @Test func `there is no proof of a leaf outside the tree`() {
        #expect(refusal(0, 0) == .indexOutsideTree(index: 0, size: 0))
        #expect(refusal(1, 1) == .indexOutsideTree(index: 1, size: 1))
        #expect(refusal(.max, 8) == .indexOutsideTree(index: .max, size: 8))
        #expect(
            refusal(1 << 63, 1 << 63) == .indexOutsideTree(index: 1 << 63, size: 1 << 63)
        )
        #expect(refusal(0, 1 << 63 + 1) == .treeTooLarge(size: 1 << 63 + 1))
        #expect(refusal(.max, .max) == .treeTooLarge(size: .max))
        for (index, size) in [(0, 0), (1, 1), (.max, 8), (0, .max)] as [(UInt64, UInt64)] {
            #expect(throws: ProofError.self) { try ProofPlan(inclusionOf: index, in: size) }
        }
    }

    @Test func `the largest trees can be proved about`() throws {
        let tree = UniformTree()
        var generator = SplitMix64(seed: 11)
        var sizes: [UInt64] = [1 << 63, 1 << 63 - 1, 1 << 62 + 1, 1 << 32, 1 << 32 - 1]
        for _ in 0..<200 { sizes.append(max(1, generator.sparse() >> 1)) }
        for size in sizes {
            let root = tree.root(size: size)
            for index in [0, size / 2, size - 1, generator.next() % size] {
                let proof = try InclusionProof(index: index, size: size, stored: tree.stored)
                #expect(proof.hashes.count <= InclusionProof.maximumHashCount)
                try proof.verify(leaf: tree.leaf, root: root)
                let again = try InclusionProof(index: index, size: size, hashes: proof.hashes)
                #expect(again == proof)
            }
        }
        let longest = try ProofPlan(inclusionOf: 0, in: 1 << 63)
        #expect(longest.hashCount == InclusionProof.maximumHashCount)
    }

    @Test func `any numbers and hashes are answered, never trapped on`() {
        let seed: UInt64 = 12
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        for _ in 0..<20_000 {
            let index = generator.sparse()
            let size = generator.sparse()
            let hashes = [Digest](repeating: .zero, count: Int(generator.next() % 70))
            let found = refusal(index, size, hashes)
            if index >= size || size > 1 << 63 { #expect(found != nil) }
        }
    }

    private func refusal(
        _ index: UInt64,
        _ size: UInt64,
        _ hashes: [Digest] = [],
        _ leaf: Digest = .zero,
        _ root: Digest = .zero
    ) -> ProofError? {
        do throws(ProofError) {
            try InclusionProof(index: index, size: size, hashes: hashes)
                .verify(leaf: leaf, root: root)
            return nil
        } catch {
            return error
        }
    }

    private func refusal(
        _ index: Int,
        _ size: Int,
        _ hashes: [Digest],
        _ leaf: Digest,
        _ root: Digest
    ) -> ProofError? {
        refusal(UInt64(index), UInt64(size), hashes, leaf, root)
    }
}

/// A tree of any size whose leaves are all the same, so that each perfect subtree's hash is known.
struct UniformTree {
    let leaf = TreeHash.leaf([UInt8]().span.bytes)
    private var hashes: [Digest] = []

    init() {
        var hash = leaf
        for _ in 0..<64 {
            hashes.append(hash)
            hash = TreeHash.node(hash, hash)
        }
    }

    func stored(_ node: TreeNode) -> Digest { hashes[node.height] }

    func root(size: UInt64) -> Digest {
        Frontier(size: size, subtrees: TreeNode.edge(of: size).map(stored)).root
    }
}
