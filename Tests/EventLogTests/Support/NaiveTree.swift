import LogSupport
import Merkle

/// RFC 6962 section 2.1, word for word and without any cleverness.
enum NaiveTree {
    static func leaf(_ bytes: [UInt8]) -> Digest { hash([0x00] + bytes) }

    static func root(_ leaves: ArraySlice<Digest>) -> Digest {
        switch leaves.count {
        case 0: return hash([])
        case 1: return leaves[leaves.startIndex]
        default:
            var k = 1
            while k * 2 < leaves.count { k *= 2 }
            let middle = leaves.startIndex + k
            return hash([0x01] + bytes(root(leaves[..<middle])) + bytes(root(leaves[middle...])))
        }
    }

    static func root(_ leaves: [Digest]) -> Digest { root(leaves[...]) }

    static func bytes(_ digest: Digest) -> [UInt8] { digest.withBytes { $0.array } }

    private static func hash(_ bytes: [UInt8]) -> Digest { SHA256.hash(bytes.span.bytes) }
}
