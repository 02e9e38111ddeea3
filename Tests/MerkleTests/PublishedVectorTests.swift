import Merkle
import Testing

/// The whole of what others published, where the folder is.
///
/// The other suites hold enough of it to stand alone. Each case is counted, so that a file that is
/// read half does not pass.
@Suite(.enabled(if: Published.isPresent, "there is no folder of published vectors"))
struct `All published vectors agree` {
    private struct Inclusion: Decodable {
        struct Case: Decodable {
            let leafIdx: UInt64
            let treeSize: UInt64
            let root: String
            let leafHash: String
            let proof: [String]?
            let wantErr: Bool
            let file: String
        }
        let cases: [Case]
    }

    @Test func `98 inclusion proofs, 6 of them valid`() throws {
        let cases = try Published.read("rfc6962_inclusion.json", as: Inclusion.self).cases
        var held = 0
        for one in cases {
            let hashes = one.proof ?? []
            let isGood = holds {
                try InclusionProof(
                    index: one.leafIdx,
                    size: one.treeSize,
                    hashes: try hashes.map(hash)
                ).verify(
                    leaf: try hash(one.leafHash),
                    root: try hash(one.root)
                )
            }
            #expect(isGood == !one.wantErr, "\(one.file)")
            held += isGood ? 1 : 0
        }
        #expect(cases.count == 98)
        #expect(held == 6)
    }

    private struct Consistency: Decodable {
        struct Case: Decodable {
            let size1: UInt64
            let size2: UInt64
            let root1: String
            let root2: String
            let proof: [String]?
            let wantErr: Bool
            let file: String
        }
        let cases: [Case]
    }

    @Test func `98 consistency proofs, 6 of them valid, one of these with roots of 12 bytes`()
        throws
    {
        let cases = try Published.read("rfc6962_consistency.json", as: Consistency.self).cases
        var held = 0
        var ofOtherLength = 0
        for one in cases {
            let hashes = one.proof ?? []
            let isGood = holds {
                try ConsistencyProof(
                    oldSize: one.size1,
                    newSize: one.size2,
                    hashes: try hashes.map(hash)
                ).verify(
                    oldRoot: try hash(one.root1),
                    newRoot: try hash(one.root2)
                )
            }
            if !one.wantErr, digest(base64: one.root1) == nil {
                // Upstream compares the roots as bytes of any length; here a hash has 32.
                #expect(!isGood)
                ofOtherLength += 1
            } else {
                #expect(isGood == !one.wantErr, "\(one.file)")
            }
            held += isGood ? 1 : 0
        }
        #expect(cases.count == 98)
        #expect(held == 5)
        #expect(ofOtherLength == 1)
    }

    private struct Tree: Decodable {
        let leaves: [String]
        let roots_by_size: [String]
        let node_hashes_by_level: [[String]]
    }

    @Test func `9 roots and 15 nodes of the tree of eight leaves`() throws {
        let tree = try Published.read("rfc6962_tree8.json", as: Tree.self)
        let leaves = tree.leaves.map { TreeHash.leaf(hexadecimal($0).span.bytes) }
        for (size, root) in tree.roots_by_size.enumerated() {
            #expect(NaiveTree.root(of: leaves[..<size]) == digest(root))
        }
        var nodes = 0
        for (height, hashes) in tree.node_hashes_by_level.enumerated() {
            for (index, hash) in hashes.enumerated() {
                let range = TreeNode(height: height, index: UInt64(index)).tileHashes
                #expect(NaiveTree.root(of: leaves[range]) == digest(hash))
                nodes += 1
            }
        }
        #expect(tree.roots_by_size.count == 9)
        #expect(nodes == 15)
    }

    private struct Signing: Decodable {
        struct Case: Decodable {
            let seed: String
            let `public`: String
            let msg: String
            let sig: String
        }
        let cases: [Case]
    }

    @Test func `3 signatures`() throws {
        let cases = try Published.read("ed25519_rfc8032.json", as: Signing.self).cases
        for one in cases {
            let seed = hexadecimal(one.seed)
            let signer = try SignerKey(name: KeyName("test"), seed: seed.span.bytes)
            #expect(signer.verifier.publicKey == hexadecimal(one.public))
            let message = hexadecimal(one.msg)
            #expect(try signer.signature(of: message.span.bytes) == hexadecimal(one.sig))
        }
        #expect(cases.count == 3)
    }

    private struct Notes: Decodable {
        struct Valid: Decodable {
            let desc: String
            let note: String
            let vkeys: [String]
            let verified_by: [String]
        }
        struct Invalid: Decodable {
            let desc: String
            let note: String
            let vkeys: [String]
        }
        struct Key: Decodable {
            let vkey: String
            let name: String
            let key_id: String
            let sig_type: Int
        }
        let valid: [Valid]
        let invalid_derived: [Invalid]
        let invalid_vkeys: [String]
        let valid_vkeys: [Key]
    }

    @Test func `4 good and 9 bad notes, 5 good and 3 bad keys`() throws {
        let notes = try Published.read("signed_note.json", as: Notes.self)
        for one in notes.valid {
            let keys = try one.vkeys.map { try VerifierKey($0) }
            let signers = try note(one.note).verified(by: keys).signers
            #expect(signers.map(\.name.description) == one.verified_by, "\(one.desc)")
        }
        for one in notes.invalid_derived {
            let keys = try one.vkeys.map { try VerifierKey($0) }
            #expect(refusal(of: one.note, by: keys) != nil, "\(one.desc)")
        }
        for one in notes.valid_vkeys where one.sig_type == 1 {
            let key = try VerifierKey(one.vkey)
            #expect(key.name.description == one.name)
            #expect(key.id.description == one.key_id)
        }
        for one in notes.valid_vkeys where one.sig_type != 1 {
            #expect(throws: KeyError.unsupportedType(UInt8(one.sig_type))) {
                try VerifierKey(one.vkey)
            }
        }
        for text in notes.invalid_vkeys {
            #expect(throws: KeyError.self, "\(text)") { try VerifierKey(text) }
        }
        #expect(notes.valid.count == 4)
        #expect(notes.invalid_derived.count == 9)
        #expect(notes.valid_vkeys.count == 5)
        #expect(notes.valid_vkeys.filter { $0.sig_type == 1 }.count == 4)
        #expect(notes.invalid_vkeys.count == 3)
    }

    private struct Checkpoints: Decodable {
        struct Valid: Decodable {
            let body: String
            let origin: String
            let size: UInt64
            let hash_b64: String
            let extensions: [String]?
        }
        let valid: [Valid]
        let invalid: [String]
        let invalid_extra_strict: [String]
    }

    @Test func `5 checkpoints, 2 of them with real hashes, and 9 bad ones`() throws {
        let file = try Published.read("checkpoint_body.json", as: Checkpoints.self)
        var real = 0
        for one in file.valid {
            let bytes = Array(one.body.utf8)
            guard let root = digest(base64: one.hash_b64) else {
                // Upstream takes hashes of any length; here a hash has 32 bytes.
                #expect(!holds { _ = try Checkpoint(parsing: bytes.span.bytes) })
                continue
            }
            let checkpoint = try Checkpoint(parsing: bytes.span.bytes)
            let made = try Checkpoint(
                origin: one.origin,
                size: one.size,
                root: root,
                extensions: one.extensions ?? []
            )
            #expect(checkpoint == made)
            #expect(made.text == one.body)
            real += 1
        }
        let invalid = file.invalid + file.invalid_extra_strict
        for text in invalid {
            let bytes = Array(text.utf8)
            #expect(!holds { _ = try Checkpoint(parsing: bytes.span.bytes) }, "\(text)")
        }
        #expect(file.valid.count == 5)
        #expect(real == 2)
        #expect(invalid.count == 9)
    }

    private struct Paths: Decodable {
        /// A number or a text of a row.
        enum Cell: Decodable {
            case number(UInt64)
            case text(String)

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let number = try? container.decode(UInt64.self) {
                    self = .number(number)
                } else {
                    self = .text(try container.decode(String.self))
                }
            }

            var number: UInt64 { if case .number(let number) = self { number } else { 0 } }
            var text: String { if case .text(let text) = self { text } else { "" } }
        }
        let tile_path: [[Cell]]
        let entries_path: [[Cell]]
        let entries_path_for_index: [[Cell]]
        let invalid_parse: [[Cell]]
    }

    @Test func `7 paths of tiles, 11 of entries, and 8 bad ones`() throws {
        let paths = try Published.read("tlog_tiles_paths.json", as: Paths.self)
        for row in paths.tile_path {
            // A width of 0 stands for a full tile.
            let width = row[2].number == 0 ? Tile.fullWidth : Int(row[2].number)
            let tile = try Tile(level: Int(row[0].number), index: row[1].number, width: width)
            #expect(tile.path == row[3].text)
            #expect(try Tile(path: row[3].text) == tile)
        }
        for row in paths.entries_path {
            let width = row[1].number == 0 ? Tile.fullWidth : Int(row[1].number)
            let bundle = try EntryBundle(index: row[0].number, width: width)
            #expect(bundle.path == row[2].text)
            #expect(try EntryBundle(path: row[2].text) == bundle)
        }
        for row in paths.entries_path_for_index {
            let bundle = try EntryBundle(ofEntry: row[0].number, inLogOf: row[1].number)
            #expect(bundle.path == row[2].text)
        }
        for row in paths.invalid_parse {
            let path = "tile/\(row[0].text)/\(row[1].text)"
            #expect(throws: TileError.self, "\(path)") { try Tile(path: path) }
        }
        #expect(paths.tile_path.count == 7)
        #expect(paths.entries_path.count + paths.entries_path_for_index.count == 11)
        #expect(paths.invalid_parse.count == 8)
    }

    private func hash(_ text: String) throws -> Digest {
        try Digest(base64: Array(text.utf8).span.bytes)
    }

    private func holds(_ body: () throws -> Void) -> Bool {
        do {
            try body()
            return true
        } catch {
            return false
        }
    }
}
