import Merkle
import TestSupport
import Testing

@Suite struct `A consistency proof shows that a tree continues an older one` {
    private static let tree = NaiveTree(size: 64)
    private static let roots = (0...64).map { tree.root(size: $0) }

    @Test func `proofs are those of the definition, for every pair of sizes to 64`() throws {
        var count = 0
        for new in 1...64 {
            for old in 1...new {
                let expected = Self.tree.consistency(from: old, to: new)
                let proof = try ConsistencyProof(
                    oldSize: UInt64(old),
                    newSize: UInt64(new),
                    stored: Self.tree.stored
                )
                #expect(proof.hashes == expected, "\(old) to \(new)")
                try proof.verify(oldRoot: Self.roots[old], newRoot: Self.roots[new])
                count += 1
            }
        }
        #expect(count == 64 * 65 / 2)
    }

    @Test func `a proof with a bit changed is refused, for every bit to size 9`() {
        var count = 0
        for new in 1...64 {
            for old in 1...new {
                let bits = new <= 9 ? Array(0..<256) : [(old * 67 + new * 31) % 256]
                let hashes = Self.tree.consistency(from: old, to: new)
                let oldRoot = Self.roots[old]
                let newRoot = Self.roots[new]
                for changed in bitFlips(of: hashes, bits: bits) {
                    #expect(refusal(old, new, changed, oldRoot, newRoot) != nil)
                    count += 1
                }
                for bit in bits {
                    #expect(
                        refusal(old, new, hashes, oldRoot.flipping(bit: bit), newRoot) != nil
                    )
                    #expect(
                        refusal(old, new, hashes, oldRoot, newRoot.flipping(bit: bit))
                            == .wrongNewRoot
                    )
                }
            }
        }
        #expect(count > 30_000)
    }

    @Test func `a proof with a hash dropped, added or swapped is refused`() {
        for new in 1...64 {
            for old in 1...new {
                let hashes = Self.tree.consistency(from: old, to: new)
                for changed in rearrangements(of: hashes) {
                    let found = refusal(old, new, changed, Self.roots[old], Self.roots[new])
                    if changed.count == hashes.count {
                        #expect(found == .wrongOldRoot || found == .wrongNewRoot)
                    } else {
                        #expect(
                            found
                                == .hashCount(expected: hashes.count, found: changed.count)
                        )
                    }
                }
            }
        }
    }

    @Test func `roots of other sizes and swapped roots are refused`() {
        for new in 2...24 {
            for old in 1..<new {
                let hashes = Self.tree.consistency(from: old, to: new)
                #expect(refusal(old, new, hashes, Self.roots[new], Self.roots[old]) != nil)
                for other in 0...24 {
                    if other != old {
                        #expect(
                            refusal(old, new, hashes, Self.roots[other], Self.roots[new]) != nil
                        )
                    }
                    if other != new {
                        #expect(
                            refusal(old, new, hashes, Self.roots[old], Self.roots[other]) != nil
                        )
                    }
                }
            }
        }
    }

    @Test func `trees of one size need the same root and no hashes`() {
        #expect(refusal(5, 5, [], Self.roots[5], Self.roots[5]) == nil)
        #expect(refusal(5, 5, [], Self.roots[5], Self.roots[6]) == .wrongNewRoot)
        #expect(
            refusal(5, 5, [.zero], Self.roots[5], Self.roots[5])
                == .hashCount(expected: 0, found: 1)
        )
    }

    @Test func `sizes that nothing can be proved about are refused`() {
        let empty = TreeHash.emptyRoot
        #expect(refusal(0, 0, [], empty, empty) == .emptyTree)
        #expect(refusal(0, 8, [], empty, Self.roots[8]) == .emptyTree)
        #expect(
            refusal(8, 7, [], Self.roots[8], Self.roots[7]) == .sizesOutOfOrder(old: 8, new: 7)
        )
        for (old, new) in [
            (1, 1 << 63 + 1), (.max, .max), (.max, 1), (0, 0), (2, 1),
        ] as [(UInt64, UInt64)] {
            #expect(throws: ProofError.self) {
                try ConsistencyProof(oldSize: old, newSize: new, hashes: [])
            }
            #expect(throws: ProofError.self) { try ProofPlan(consistencyFrom: old, to: new) }
        }
    }

    @Test func `the largest trees can be proved about`() throws {
        let tree = UniformTree()
        var generator = SplitMix64(seed: 21)
        var sizes: [UInt64] = [1 << 63, 1 << 63 - 1, 1 << 62 + 1, 1 << 32, 1 << 32 - 1]
        for _ in 0..<200 { sizes.append(max(1, generator.sparse() >> 1)) }
        for new in sizes {
            for old in [1, max(1, new / 2), new, 1 + generator.next() % new] {
                let proof = try ConsistencyProof(
                    oldSize: old,
                    newSize: new,
                    stored: tree.stored
                )
                #expect(proof.hashes.count <= ConsistencyProof.maximumHashCount)
                try proof.verify(oldRoot: tree.root(size: old), newRoot: tree.root(size: new))
                let again = try ConsistencyProof(
                    oldSize: old,
                    newSize: new,
                    hashes: proof.hashes
                )
                #expect(again == proof)
            }
        }
    }

    @Test func `any numbers and hashes are answered, never trapped on`() {
        let seed: UInt64 = 22
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        for _ in 0..<20_000 {
            let hashes = [Digest](repeating: .zero, count: Int(generator.next() % 70))
            let proof = try? ConsistencyProof(
                oldSize: generator.sparse(),
                newSize: generator.sparse(),
                hashes: hashes
            )
            try? proof?.verify(oldRoot: .zero, newRoot: .zero)
        }
    }

    private func refusal(
        _ old: Int,
        _ new: Int,
        _ hashes: [Digest],
        _ oldRoot: Digest,
        _ newRoot: Digest
    ) -> ProofError? {
        do throws(ProofError) {
            try ConsistencyProof(oldSize: UInt64(old), newSize: UInt64(new), hashes: hashes)
                .verify(oldRoot: oldRoot, newRoot: newRoot)
            return nil
        } catch {
            return error
        }
    }
}
