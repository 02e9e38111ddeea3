import Merkle
import TestSupport
import Testing

@Suite struct `A note is believed only if a known key signed it` {
    private let peter: VerifierKey
    private let enoch: VerifierKey

    init() throws {
        peter = try VerifierKey(Known.peter)
        enoch = try VerifierKey(Known.enoch)
    }

    @Test func `published notes are believed by those who know a key`() throws {
        let both = Known.text + "\n" + Known.peterLine + Known.enochLine
        let one = try note(both).verified(by: [enoch])
        #expect(one.signers == [enoch])
        #expect(one.text == Known.text)
        #expect(try note(both).verified(by: [enoch, peter]).signers == [peter, enoch])
        #expect(String(decoding: try note(both).bytes, as: UTF8.self) == both)
        let example = try VerifierKey(Known.example)
        #expect(try note(Known.exampleNote).verified(by: [example]).signers == [example])
    }

    @Test func `signing gives the published bytes`() throws {
        var signed = try SignedNote(
            signing: Known.text,
            with: SignerKey.parse(Array(Known.peterPrivate.utf8).span.bytes)
        )
        try signed.sign(with: Known.signer("EnochRoot"))
        let expected = Known.text + "\n" + Known.peterLine + Known.enochLine
        #expect(String(decoding: signed.bytes, as: UTF8.self) == expected)
    }

    @Test func `the last empty line parts text and signatures`() throws {
        for text in ["\n", "\n\n", "a\n\n", "\na\n\nb\n", Known.text + "\n" + Known.peterLine] {
            let signed = try SignedNote(signing: text, with: Known.signer("EnochRoot"))
            let read = try SignedNote(parsing: signed.bytes.span.bytes)
            #expect(read.unverifiedText == text)
            #expect(try read.verified(by: [enoch]).text == text)
        }
    }

    @Test func `malformed notes are refused with their place`() {
        let text = Known.text + "\n"
        let refused: [(String, NoteError)] = [
            ("", .text(.noFinalNewline)), ("\n", .noSignatures), ("\n\n", .noSignatures),
            (Known.text, .noSignatures), (text, .noSignatures),
            (text + Known.peterLine.dropLast(), .text(.noFinalNewline)),
            (text + Known.peterLine + "\n", .noSignatures),
            (Known.text + Known.peterLine, .noSignatures),
            (text + Known.peterLine + "x\n", .malformedSignature(line: 5)),
            (text + "- " + Known.peterLine.dropFirst(2), .malformedSignature(line: 4)),
            (text + "—" + Known.peterLine.dropFirst(2), .malformedSignature(line: 4)),
            (text + "—  " + Known.peterLine.dropFirst(2), .malformedSignature(line: 4)),
            (text + "— a\n", .malformedSignature(line: 4)),
            (text + "— a \n", .malformedSignature(line: 4)),
            (text + "— a AAAA\n", .malformedSignature(line: 4)),
            (text + "— a AAAAAA==\n", .malformedSignature(line: 4)),
            (text + "— a+b AAAAAAA=\n", .malformedSignature(line: 4)),
            (text + "— a\u{2028}b AAAAAAA=\n", .malformedSignature(line: 4)),
            (text + "— a AAAAAAB=\n", .malformedSignature(line: 4)),
            (text + "— a AAAAAAA= \n", .malformedSignature(line: 4)),
            (text + "— a AAAAAAA\n", .malformedSignature(line: 4)),
            (text + "— a AAAAAAA=\n", .noKnownSigner),
            ("a\r\n\r\n" + Known.peterLine, .text(.controlCharacter(offset: 1))),
            ("a\tb\n\n" + Known.peterLine, .text(.controlCharacter(offset: 1))),
            ("a\u{0}b\n\n" + Known.peterLine, .text(.controlCharacter(offset: 1))),
        ]
        for (text, reason) in refused {
            #expect(refusal(of: text, by: [peter]) == reason, "\(text)")
        }
    }

    @Test func `bytes that are not UTF-8 are refused with their place`() {
        let note = Array((Known.text + "\n" + Known.peterLine).utf8)
        let wrong: [[UInt8]] = [
            [0x80], [0xC0, 0x80], [0xC3], [0xE2, 0x80], [0xED, 0xA0, 0x80],
            [0xF4, 0x90, 0x80, 0x80],
            [0xFF],
        ]
        for bytes in wrong {
            let text = Array("ab".utf8) + bytes + note
            #expect(refusal(of: text, by: [peter]) == .text(.notUTF8(offset: 2)))
        }
    }

    @Test func `a known key whose signature fails rejects the whole note`() throws {
        let forged = Known.peterLine.replacing("x08go/ZJ", with: "x08go/ZK")
        for lines in [forged, Known.enochLine + forged, forged + Known.enochLine] {
            #expect(
                refusal(of: Known.text + "\n" + lines, by: [peter, enoch])
                    == .wrongSignature(name: peter.name, id: peter.id)
            )
        }
        // A second signature by the same key is not let off because the first was good.
        #expect(
            refusal(of: Known.text + "\n" + Known.peterLine + forged, by: [peter])
                == .wrongSignature(name: peter.name, id: peter.id)
        )
        #expect(refusal(of: Known.text + "\n" + forged + Known.enochLine, by: [enoch]) == nil)
        // Too short a signature by a known key is a wrong one.
        #expect(
            refusal(of: Known.text + "\n— PeterNeumann x08go/Y=\n", by: [peter])
                == .wrongSignature(name: peter.name, id: peter.id)
        )
    }

    @Test func `the same name with another id, and the same id with another name, are unknown`()
        throws
    {
        let signed = try note(Known.text + "\n" + Known.enochLine)
        let sameName = try Known.signer("EnochRoot", seed: 7).verifier
        #expect(throws: NoteError.noKnownSigner) { try signed.verified(by: [sameName]) }
        let renamed = Known.enochLine.replacing("EnochRoot", with: "EnochRoof")
        #expect(refusal(of: Known.text + "\n" + renamed, by: [enoch]) == .noKnownSigner)
        #expect(
            refusal(of: Known.text + "\n" + renamed + Known.enochLine, by: [enoch]) == nil
        )
        // A name that merely looks the same is another name.
        let composed = try Known.signer("caf\u{E9}")
        let note = try SignedNote(signing: "a\n", with: composed)
        let lookalike = String(decoding: note.bytes, as: UTF8.self)
            .replacing("caf\u{E9}", with: "cafe\u{301}")
        #expect(refusal(of: Array(lookalike.utf8), by: [composed.verifier]) == .noKnownSigner)
    }

    @Test func `no keys believe nothing, and the same key twice is one`() throws {
        let signed = try note(Known.text + "\n" + Known.peterLine + Known.peterLine)
        #expect(throws: NoteError.noKnownSigner) { try signed.verified(by: []) }
        #expect(try signed.verified(by: [peter, peter]).signers == [peter])
    }

    @Test func `as many signatures as are allowed, and no more`() throws {
        let unknown = "— a AAAAAAA=\n"
        let most = String(repeating: unknown, count: SignedNote.maximumSignatures - 1)
        let full = Known.text + "\n" + most + Known.peterLine
        #expect(refusal(of: full, by: [peter]) == nil)
        #expect(
            refusal(of: full + unknown, by: [peter]) == .tooManySignatures(maximum: 100)
        )
        var signed = try note(full)
        #expect(throws: NoteError.tooManySignatures(maximum: 100)) {
            try signed.sign(with: Known.signer("EnochRoot"))
        }
    }

    @Test func `as many bytes as are allowed, and no more`() throws {
        let line = 2 + 2 + "EnochRoot".utf8.count + 1 + 92 + 1
        let room = SignedNote.maximumBytes - line - 1
        let signer = try Known.signer("EnochRoot")
        for count in [room - 1, room] {
            let text = String(repeating: "a", count: count - 1) + "\n"
            let signed = try SignedNote(signing: text, with: signer)
            #expect(refusal(of: signed.bytes, by: [enoch]) == nil)
        }
        let tooLong = NoteError.text(.tooLong(maximumBytes: SignedNote.maximumBytes))
        let text = String(repeating: "a", count: room) + "\n"
        #expect(throws: tooLong) { try SignedNote(signing: text, with: signer) }
        let bytes = [UInt8](repeating: 0x61, count: SignedNote.maximumBytes + 1)
        #expect(refusal(of: bytes, by: [enoch]) == tooLong)
    }

    @Test func `texts that cannot be a note's are not signed`() throws {
        let signer = try Known.signer("EnochRoot")
        for text in ["", "a", "a\r\n", "a\u{0}\n", "\u{1B}[1m\n"] {
            #expect(throws: NoteError.self) { try SignedNote(signing: text, with: signer) }
        }
    }

    @Test func `every prefix and every changed byte of a note is refused`() {
        let bytes = Array((Known.text + "\n" + Known.peterLine).utf8)
        var count = 0
        for place in bytes.indices {
            #expect(refusal(of: Array(bytes[..<place]), by: [peter]) != nil)
            for flip in [1, 2, 4, 8, 16, 32, 64, 128, 0x2A, 0xFF] as [UInt8] {
                var changed = bytes
                changed[place] ^= flip
                #expect(refusal(of: changed, by: [peter]) != nil)
                count += 1
            }
        }
        #expect(count == bytes.count * 10)
    }

    @Test func `random notes are refused or come back the same`() {
        let seed: UInt64 = 51
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        let pieces = [
            "— ", "—", " ", "\n", "\n\n", "a", "AAAAAAA=", "+", "é", Known.text, Known.peterLine,
        ]
        var accepted = 0
        for _ in 0..<20_000 {
            var bytes: [UInt8] = []
            for _ in 0..<generator.next() % 10 {
                let piece = pieces[Int(generator.next() % UInt64(pieces.count))]
                bytes += Array(piece.utf8)
            }
            if generator.next() % 8 == 0 { bytes += generator.bytes(upTo: 4) }
            guard let note = try? SignedNote(parsing: bytes.span.bytes) else { continue }
            #expect(note.bytes == bytes)
            accepted += 1
        }
        #expect(accepted > 100)
    }
}
