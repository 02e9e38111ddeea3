import Merkle
import TestSupport
import Testing

@Suite struct `A checkpoint has one text and only its own log's is believed` {
    private static let root = "TszzRgjTG6xce+z2AG31kAXYKBgQVtCSCE40HmuwBb0="

    @Test func `published texts are read and written again`() throws {
        let published: [(String, String, UInt64)] = [
            (
                "go.sum database tree\n123456789012\n\(Self.root)\n", "go.sum database tree",
                123_456_789_012
            ),
            (
                "example.com/behind-the-sofa\n20852163\n"
                    + "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n",
                "example.com/behind-the-sofa", 20_852_163
            ),
            ("a\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n", "a", 0),
            ("a\n9223372036854775808\n\(Self.root)\n", "a", 1 << 63),
        ]
        for (text, origin, size) in published {
            let checkpoint = try read(text)
            #expect(checkpoint.origin == origin)
            #expect(checkpoint.size == size)
            #expect(checkpoint.extensions.isEmpty)
            #expect(checkpoint.text == text)
        }
        let extended = try read("Moon Log\n7\n\(Self.root)\n6086d1a9\nWaxing gibbous\n")
        #expect(extended.extensions == ["6086d1a9", "Waxing gibbous"])
        #expect(extended.text == "Moon Log\n7\n\(Self.root)\n6086d1a9\nWaxing gibbous\n")
    }

    @Test func `malformed texts are refused with their line`() {
        let refused: [(String, CheckpointError)] = [
            ("", .text(.noFinalNewline)), ("\n", .emptyLine(1)), ("Head\n", .missingLine(2)),
            ("Head\n9944\n", .missingLine(3)), ("\n9944\n\(Self.root)\n", .emptyLine(1)),
            ("Log\n123\n\(Self.root)", .text(.noFinalNewline)),
            ("Log\n123\n\(Self.root)\r\n", .text(.controlCharacter(offset: 52))),
            ("Log\n\n\(Self.root)\n", .malformedSize),
            ("Log\nbananas\n\(Self.root)\n", .malformedSize),
            ("Log\n-34\n\(Self.root)\n", .malformedSize),
            ("Log\n+1\n\(Self.root)\n", .malformedSize),
            ("Log\n01\n\(Self.root)\n", .malformedSize),
            ("Log\n00\n\(Self.root)\n", .malformedSize),
            ("Log\n 1\n\(Self.root)\n", .malformedSize),
            ("Log\n1 \n\(Self.root)\n", .malformedSize),
            ("Log\n0x1\n\(Self.root)\n", .malformedSize),
            ("Log\n１\n\(Self.root)\n", .malformedSize),
            ("Log\n9223372036854775809\n\(Self.root)\n", .malformedSize),
            ("Log\n18446744073709551616\n\(Self.root)\n", .malformedSize),
            ("Log\n3438945738945739845734895735\n\(Self.root)\n", .malformedSize),
            ("Log\n123\nYmFuYW5hcw==\n", .malformedRoot(.byteCount(7))),
            ("Log\n123\nThisIsn'tBase64\n", .malformedRoot(.base64(.length(15)))),
            ("Log\n123\n\n", .malformedRoot(.byteCount(0))),
            ("Log\n123\n\(Self.root.dropLast())\n", .malformedRoot(.base64(.length(43)))),
            ("Log\n0\n\(Self.root)\n", .wrongEmptyRoot),
            ("Log\n1\n\(Self.root)\n\n", .emptyLine(4)),
            ("Log\n1\n\(Self.root)\na\n\nb\n", .emptyLine(5)),
        ]
        for (text, reason) in refused {
            #expect(throws: reason, "\(text)") { try read(text) }
        }
    }

    @Test func `what would be read as something else is not made`() throws {
        let root = TreeHash.emptyRoot
        for origin in ["", "a\nb", "a\n5\n\(Self.root)", "a\u{0}", "a\r"] {
            #expect(throws: CheckpointError.self) {
                try Checkpoint(origin: origin, size: 1, root: root)
            }
        }
        for line in ["", "a\nb", "\n", "a\u{7}"] {
            #expect(throws: CheckpointError.self) {
                try Checkpoint(origin: "a", size: 1, root: root, extensions: [line])
            }
        }
        #expect(throws: CheckpointError.malformedSize) {
            try Checkpoint(origin: "a", size: 1 << 63 + 1, root: root)
        }
        #expect(throws: CheckpointError.wrongEmptyRoot) {
            try Checkpoint(origin: "a", size: 0, root: .zero)
        }
        let made = try Checkpoint(origin: "a b+c", size: 9, root: root, extensions: ["x"])
        #expect(try read(made.text) == made)
    }

    @Test func `as many bytes as are allowed, and no more`() throws {
        let room = Checkpoint.maximumBytes - "\n1\n\(Self.root)\n".utf8.count
        for count in [room - 1, room] {
            let origin = String(repeating: "a", count: count)
            #expect(try read("\(origin)\n1\n\(Self.root)\n").origin == origin)
        }
        let origin = String(repeating: "a", count: room + 1)
        let tooLong = CheckpointError.text(.tooLong(maximumBytes: Checkpoint.maximumBytes))
        #expect(throws: tooLong) { try read("\(origin)\n1\n\(Self.root)\n") }
        #expect(throws: tooLong) { try Checkpoint(origin: origin, size: 1, root: .zero) }
    }

    @Test func `a signed checkpoint is believed with its origin and key alone`() throws {
        let signer = try Known.signer("example.com/log")
        let keys = [signer.verifier]
        let made = try Checkpoint(origin: "example.com/log", size: 9, root: .zero)
        let note = try made.signed(with: signer)
        #expect(try Checkpoint(of: note, origin: "example.com/log", keys: keys) == made)
        #expect(throws: CheckpointError.wrongOrigin) {
            try Checkpoint(of: note, origin: "example.com/log2", keys: keys)
        }
        let other = try Known.signer("example.com/log", seed: 1).verifier
        #expect(throws: CheckpointError.note(.noKnownSigner)) {
            try Checkpoint(of: note, origin: "example.com/log", keys: [other])
        }
        // A note that is no checkpoint is not one because its signature is good.
        let letter = try SignedNote(signing: "Dear\nSir\nor Madam\n", with: signer)
        #expect(throws: CheckpointError.malformedSize) {
            try Checkpoint(of: letter, origin: "Dear", keys: keys)
        }
    }

    @Test func `origins that merely look the same are other logs`() throws {
        let signer = try Known.signer("log")
        let note = try Checkpoint(origin: "caf\u{E9}", size: 1, root: .zero).signed(with: signer)
        #expect(throws: CheckpointError.wrongOrigin) {
            try Checkpoint(of: note, origin: "cafe\u{301}", keys: [signer.verifier])
        }
        let left = try Checkpoint(origin: "caf\u{E9}", size: 1, root: .zero)
        let right = try Checkpoint(origin: "cafe\u{301}", size: 1, root: .zero)
        #expect(left != right)
    }

    @Test func `every prefix and changed byte is refused or is another checkpoint`() throws {
        let text = Array("example.com/log\n20852163\n\(Self.root)\nmore\n".utf8)
        for place in text.indices {
            survive(Array(text[..<place]), unlike: text)
            for value in UInt8.min...UInt8.max where value != text[place] {
                var changed = text
                changed[place] = value
                survive(changed, unlike: text)
            }
        }
    }

    @Test func `random texts are refused or come back the same`() {
        let seed: UInt64 = 61
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        let pieces = ["a", "\n", "1", "0", Self.root, "=", "\n12\n\(Self.root)\n", "é"]
        for _ in 0..<20_000 {
            var bytes: [UInt8] = []
            for _ in 0..<generator.next() % 8 {
                bytes += Array(pieces[Int(generator.next() % UInt64(pieces.count))].utf8)
            }
            if generator.next() % 8 == 0 { bytes += generator.bytes(upTo: 4) }
            survive(bytes, unlike: [])
        }
    }

    private func survive(_ bytes: [UInt8], unlike original: [UInt8]) {
        guard let checkpoint = try? Checkpoint(parsing: bytes.span.bytes) else { return }
        #expect(Array(checkpoint.text.utf8) == bytes)
        #expect(bytes != original)
    }

    private func read(_ text: String) throws(CheckpointError) -> Checkpoint {
        try Checkpoint(parsing: Array(text.utf8).span.bytes)
    }
}
