import Merkle
import Testing

/// RFC 6962's hashing, held against published values.
@Suite struct `The tree hashes as RFC 6962 says` {
    /// The eight leaves that the reference implementations test with, in hexadecimal.
    private static let leaves = [
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    ]

    /// The published roots of the trees of the first one to eight of them.
    private static let roots = [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ]

    @Test func `the empty tree is the hash of nothing`() {
        #expect(
            TreeHash.emptyRoot.description
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        )
        #expect(Frontier().root == TreeHash.emptyRoot)
    }

    @Test func `a leaf is hashed behind a zero byte`() {
        #expect(
            TreeHash.leaf(Array("L123456".utf8).span.bytes).description
                == "395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56"
        )
    }

    @Test func `the roots of one to eight leaves are the published ones`() {
        var frontier = Frontier()
        for (leaf, root) in zip(Self.leaves, Self.roots) {
            frontier.append(TreeHash.leaf(bytes(leaf).span.bytes))
            #expect(frontier.root.description == root)
        }
    }

    @Test func `the frontier has the root that the definition gives, for every size to 600`() {
        var frontier = Frontier()
        var leaves: [Digest] = []
        for number in 0..<600 {
            let leaf = TreeHash.leaf(Array(String(number).utf8).span.bytes)
            leaves.append(leaf)
            frontier.append(leaf)
            #expect(frontier.root == root(of: leaves[...]))
        }
    }

    /// The definition in the RFC's own words: split at the largest power of two below the count.
    private func root(of leaves: ArraySlice<Digest>) -> Digest {
        guard leaves.count > 1 else {
            return leaves.first ?? TreeHash.emptyRoot
        }
        var half = 1
        while half * 2 < leaves.count { half *= 2 }
        let middle = leaves.startIndex + half
        return TreeHash.node(root(of: leaves[..<middle]), root(of: leaves[middle...]))
    }

    private func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = Array(hexadecimal)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
    }
}

/// HMAC, held against RFC 4231.
@Suite struct `HMAC gives the published codes` {
    @Test func `a key shorter than the hash`() {
        var code = HMACSHA256(key: Array("Jefe".utf8).span.bytes)
        code.update(Array("what do ya want ".utf8).span.bytes)
        code.update(Array("for nothing?".utf8).span.bytes)
        #expect(
            code.finish().description
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        )
    }

    @Test func `a key of twenty bytes`() {
        var code = HMACSHA256(key: [UInt8](repeating: 0x0b, count: 20).span.bytes)
        code.update(Array("Hi There".utf8).span.bytes)
        #expect(
            code.finish().description
                == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        )
    }
}
