import Foundation
import Merkle
import TestSupport
import Testing

@Suite struct `A file of all envelopes gives the log's root again` {
    private static let origin = "example.com/log"
    private let signer: SignerKey

    init() throws {
        signer = try Known.signer(Self.origin)
    }

    @Test(arguments: [0, 1, 2, 255, 256, 257, 1_000])
    func `the root of any size is computed, however the file is cut`(size: Int) throws {
        let file = try file(size: size)
        for chunk in [1, 7, 4_096, file.count + 1] where chunk > 1 || size < 300 {
            #expect(try root(of: file, chunk: chunk) == NaiveTree(size: size).root(size: size))
        }
    }

    @Test func `the root of a pinned size is computed on the way`() throws {
        let file = try file(size: 21)
        let tree = NaiveTree(size: 21)
        let envelopes = Array(file[try EnvelopeFile.readOpening(file.span.bytes).byteCount...])
        for pinned in 0...22 {
            var reader = EnvelopeReader(size: 21, pinnedSize: UInt64(pinned))
            try reader.take(envelopes.span.bytes)
            #expect(reader.pinnedRoot == (pinned > 21 ? nil : tree.root(size: pinned)))
        }
    }

    @Test func `the opening is three paragraphs`() throws {
        let file = try file(size: 3)
        let text = String(decoding: file, as: UTF8.self)
        let paragraphs = text.components(separatedBy: "\n\n")
        #expect(paragraphs[0] == "scrollback-envelopes/v1")
        #expect(paragraphs[1].hasPrefix("example.com/log\n3\n"))
        #expect(paragraphs[2].hasPrefix("— example.com/log "))
        let start = try EnvelopeFile.readOpening(file.span.bytes).byteCount
        #expect(Array(file[start..<start + 10]) == [0, 0, 0, 6] + Array("leaf 0".utf8))
    }

    @Test func `what is missing or too much is named with its position`() throws {
        let file = try file(size: 3)
        let start = try EnvelopeFile.readOpening(file.span.bytes).byteCount
        for cut in start..<file.count {
            let position = UInt64((cut - start) / 10 + 1)
            #expect(throws: EnvelopeFileError.endsEarly(position: position)) {
                try root(of: Array(file[..<cut]))
            }
        }
        #expect(throws: EnvelopeFileError.endsLate(size: 3)) { try root(of: file + [0]) }
        for length in [0, EnvelopeFile.maximumEnvelopeBytes + 1, 0xFFFF_FFFF] {
            var changed = file
            for place in 0..<4 {
                changed[start + 10 + place] = UInt8(truncatingIfNeeded: length >> (24 - 8 * place))
            }
            let limit = EnvelopeFile.maximumEnvelopeBytes
            #expect(throws: EnvelopeFileError.envelopeLength(position: 2, maximumBytes: limit)) {
                try root(of: changed)
            }
        }
        var largest: [UInt8] = []
        let longest = [UInt8](repeating: 7, count: EnvelopeFile.maximumEnvelopeBytes)
        EnvelopeFile.append(longest.span.bytes, to: &largest)
        var reader = EnvelopeReader(size: 1)
        try reader.take(largest.span.bytes)
        #expect(try reader.finish() == TreeHash.leaf(longest.span.bytes))
    }

    @Test func `an opening that is malformed is refused`() throws {
        let file = try file(size: 3)
        let start = try EnvelopeFile.readOpening(file.span.bytes).byteCount
        for cut in 0..<start {
            #expect(throws: EnvelopeFileError.self) {
                try opening(of: Array(file[..<cut]))
            }
        }
        var endless = Array("scrollback-envelopes/v1\n\n".utf8)
        endless += [UInt8](repeating: 0x61, count: EnvelopeFile.maximumOpeningBytes)
        #expect(throws: EnvelopeFileError.missingCheckpoint) {
            try opening(of: endless + Array("\n\nb\n\n".utf8))
        }
        let note = try SignedNote(signing: "no checkpoint\n", with: signer)
        #expect(throws: EnvelopeFileError.checkpoint(.missingLine(2))) {
            try EnvelopeFile.opening(note)
        }
    }

    @Test func `every changed byte of a file is noticed`() throws {
        let file = try file(size: 5)
        for place in file.indices {
            for flip in [1, 2, 4, 8, 16, 32, 64, 128, 0x2A] as [UInt8] {
                var changed = file
                changed[place] ^= flip
                #expect(!holds(changed))
            }
        }
        #expect(holds(file))
    }

    private func file(size: Int) throws -> [UInt8] {
        let note = try Checkpoint(
            origin: Self.origin,
            size: UInt64(size),
            root: NaiveTree(size: size).root(size: size)
        ).signed(with: signer)
        var bytes = try EnvelopeFile.opening(note)
        for index in 0..<size {
            EnvelopeFile.append(Array("leaf \(index)".utf8).span.bytes, to: &bytes)
        }
        return bytes
    }

    private func root(of file: [UInt8], chunk: Int = 1 << 20) throws -> Digest {
        let (note, start) = try EnvelopeFile.readOpening(file.span.bytes)
        let checkpoint = try Checkpoint(of: note, origin: Self.origin, keys: [signer.verifier])
        var reader = EnvelopeReader(size: checkpoint.size)
        for from in stride(from: start, to: file.count, by: chunk) {
            let piece = Array(file[from..<min(from + chunk, file.count)])
            try reader.take(piece.span.bytes)
        }
        let root = try reader.finish()
        guard root == checkpoint.root else { throw EnvelopeFileError.wrongRoot }
        return root
    }

    private func opening(of file: [UInt8]) throws {
        _ = try EnvelopeFile.readOpening(file.span.bytes)
    }

    private func holds(_ bytes: [UInt8]) -> Bool { (try? root(of: bytes)) != nil }
}
