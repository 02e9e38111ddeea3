import Merkle
import Testing

/// Published proofs of the tree of eight leaves: github.com/transparency-dev/merkle, testdata.
@Suite struct `Published proofs hold` {
    private static let roots = [
        "", "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ].map { $0.isEmpty ? TreeHash.emptyRoot : digest($0) }

    @Test func `inclusion`() throws {
        let cases: [(UInt64, UInt64, String, [String])] = [
            (0, 1, "bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=", []),
            (
                0, 8, "bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=",
                [
                    "lqKW0iTyhcZ77pPDD4owkVfw2qNdxbh+QQt4YwoJz8c=",
                    "Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=",
                    "a0eq8p7jwq+a+Im8H7klTavTEXfxYjLdaqsDXKOb9uQ=",
                ]
            ),
            (
                5, 8, "QnGia+DYqE8L1UyMMC58s6O10fpngKQLzOKHNHfatlg=",
                [
                    "vBoGQ7EuTS18d5GPROD095qDi2z57FtcKD4fTYhZnms=",
                    "yoVOoSjtBQtBs1/8G4e46yveRh6eO1WW7Oa51ZdaCuA=",
                    "037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc=",
                ]
            ),
            (
                2, 3, "ApjRIpBtz8EIkstTpzmS/FufST6kybrbJ7eRtBJ6f+c=",
                ["+sVCA+fMaWzw38tCySodnbr3CtnmIfS9jZhmLwDjwSU="]
            ),
            (
                1, 5, "lqKW0iTyhcZ77pPDD4owkVfw2qNdxbh+QQt4YwoJz8c=",
                [
                    "bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=",
                    "Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=",
                    "vBoGQ7EuTS18d5GPROD095qDi2z57FtcKD4fTYhZnms=",
                ]
            ),
        ]
        for (index, size, leaf, hashes) in cases {
            let leaf = try #require(digest(base64: leaf))
            let hashes = hashes.compactMap { digest(base64: $0) }
            let proof = try InclusionProof(index: index, size: size, hashes: hashes)
            try proof.verify(leaf: leaf, root: Self.roots[Int(size)])
            #expect(throws: ProofError.wrongRoot) {
                try proof.verify(leaf: leaf, root: Self.roots[Int(size - 1)])
            }
        }
    }

    @Test func `consistency`() throws {
        let cases: [(UInt64, UInt64, [String])] = [
            (1, 1, []),
            (
                1, 8,
                [
                    "lqKW0iTyhcZ77pPDD4owkVfw2qNdxbh+QQt4YwoJz8c=",
                    "Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=",
                    "a0eq8p7jwq+a+Im8H7klTavTEXfxYjLdaqsDXKOb9uQ=",
                ]
            ),
            (
                6, 8,
                [
                    "DrxdNDf74tsVi58Sah0RjjCBgQMdCpSfje3t68VY72o=",
                    "yoVOoSjtBQtBs1/8G4e46yveRh6eO1WW7Oa51ZdaCuA=",
                    "037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc=",
                ]
            ),
            (
                2, 5,
                [
                    "Xwg/ChozygdqlSeYMlgNs+DvRYS9/x9UyKNg9Q3jAx4=",
                    "vBoGQ7EuTS18d5GPROD095qDi2z57FtcKD4fTYhZnms=",
                ]
            ),
            (
                6, 7,
                [
                    "DrxdNDf74tsVi58Sah0RjjCBgQMdCpSfje3t68VY72o=",
                    "sIaT7C5yFZcTBkHoIR5+7cy0wmQTlj7ubB4u0W/7Gl8=",
                    "037kGJdt2VdTwcc4Yrk5j6Kiz5tP8P3+izDNlSCWFLc=",
                ]
            ),
        ]
        for (old, new, hashes) in cases {
            let hashes = hashes.compactMap { digest(base64: $0) }
            let proof = try ConsistencyProof(oldSize: old, newSize: new, hashes: hashes)
            try proof.verify(oldRoot: Self.roots[Int(old)], newRoot: Self.roots[Int(new)])
            #expect(throws: ProofError.self) {
                try proof.verify(oldRoot: Self.roots[Int(new)], newRoot: .zero)
            }
        }
    }
}
