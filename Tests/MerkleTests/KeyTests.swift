import Merkle
import TestSupport
import Testing

@Suite struct `Keys sign as RFC 8032 says and are known by their texts` {
    /// RFC 8032 §7.1, tests 1 to 3.
    private static let published = [
        (
            seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            message: "",
            signature: "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        (
            seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            key: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            message: "72",
            signature: "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
        (
            seed: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            key: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            message: "af82",
            signature: "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ]

    @Test func `the published seeds, keys and signatures belong together`() throws {
        for one in Self.published {
            let signer = try SignerKey(
                name: KeyName("test"),
                seed: hexadecimal(one.seed).span.bytes
            )
            let message = hexadecimal(one.message)
            let signature = hexadecimal(one.signature)
            #expect(signer.verifier.publicKey == hexadecimal(one.key))
            #expect(try signer.signature(of: message.span.bytes) == signature)
            #expect(try isSignature(signature, of: message, by: signer.verifier))
            #expect(try !isSignature(signature, of: message + [0], by: signer.verifier))
            for bit in 0..<512 {
                var changed = signature
                changed[bit / 8] ^= 1 << (bit % 8)
                #expect(try !isSignature(changed, of: message, by: signer.verifier))
            }
            for count in [0, 1, 63, 65] {
                let resized = Array((signature + [0]).prefix(count))
                #expect(try !isSignature(resized, of: message, by: signer.verifier))
            }
        }
    }

    @Test func `published public keys have the ids they state`() throws {
        let published = [
            (Known.peter, "PeterNeumann", "c74f20a3"), (Known.enoch, "EnochRoot", "af0cfe78"),
            (Known.example, "example.com/foo", "530d903a"),
            ("TEST+7997405c+AQcC+FTVKf0jlTdHDY3rbevmnKxxPjigCXlVtGe6RIr6", "TEST", "7997405c"),
            ("Wit1+55ee4561+AVhZSmQj9+SoL+p/nN0Hh76xXmF7QcHfytUrI1XfSClk", "Wit1", "55ee4561"),
            ("Wit2+85ecc407+AWVbwFJte9wMQIPSnEnj4KibeO6vSIOEDUTDp3o63c2x", "Wit2", "85ecc407"),
            ("Wit3+d3ed3be7+ASb6Uz1+fxAcXkMvDd7nGa3FjDce7LxIKmbbTCT0MpVn", "Wit3", "d3ed3be7"),
        ]
        for (text, name, id) in published {
            let key = try VerifierKey(text)
            #expect(key.name == (try KeyName(name)))
            #expect(key.id.description == id)
            #expect(key.description == text)
        }
    }

    @Test func `a published private key gives its public one, and its text again`() throws {
        let signer = try SignerKey.parse(Array(Known.peterPrivate.utf8).span.bytes)
        #expect(signer.verifier.description == Known.peter)
        let text = signer.withPrivateText { text in
            text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        }
        #expect(text == Known.peterPrivate)
        #expect(try Known.signer("EnochRoot").verifier.description == Known.enoch)
    }

    @Test func `a private key is in no description`() throws {
        let signer = try SignerKey.parse(Array(Known.peterPrivate.utf8).span.bytes)
        var dumped = ""
        dump(signer, to: &dumped)
        for text in ["\(signer)", String(reflecting: signer), dumped] {
            #expect(!text.contains("AYEKFALVFGyNhPJEMzD1QIDr"))
            #expect(!text.contains("810a1402d5146c8d84f2443330f54080"))
        }
        #expect("\(signer)" == "signer PeterNeumann+c74f20a3")
    }

    @Test func `random keys differ and come back from their texts`() throws {
        let name = try KeyName("example.com/log")
        let first = try SignerKey.random(name: name)
        let second = try SignerKey.random(name: name)
        #expect(first.verifier != second.verifier)
        let text = first.withPrivateText { text in text.withUnsafeBytes { Array($0) } }
        #expect(try SignerKey.parse(text.span.bytes).verifier == first.verifier)
        #expect(try VerifierKey(first.verifier.description) == first.verifier)
    }

    @Test func `malformed keys are refused with their reason`() throws {
        let material = "ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
        let refused: [(String, KeyError)] = [
            ("", .malformed), ("PeterNeumann", .malformed), ("PeterNeumann+c74f20a3", .malformed),
            ("+c74f20a3+" + material, .malformedName),
            ("Peter Neumann+c74f20a3+" + material, .malformedName),
            ("Peter\u{2003}N+c74f20a3+" + material, .malformedName),
            ("Peter\u{A0}N+c74f20a3+" + material, .malformedName),
            ("Peter\u{0}N+c74f20a3+" + material, .malformedName),
            ("PeterNeumann+c74f20a+" + material, .malformedID),
            ("PeterNeumann+C74F20A3+" + material, .malformedID),
            ("PeterNeumann+0c74f20a3+" + material, .malformedID),
            ("PeterNeumann++" + material, .malformedID),
            ("PeterNeumann+c74f20a3+", .byteCount(0)),
            ("PeterNeumann+c74f20a3+AQ==", .byteCount(0)),
            ("PeterNeumann+c74f20a3+ARpc2QcU", .byteCount(5)),
            ("PeterNeumann+c74f20a3+" + material + "AAAA", .byteCount(35)),
            ("PeterNeumann+c74f20a3+" + material + "\n", .base64(.length(45))),
            (
                "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
                .unsupportedType(0x65)
            ),
            (
                "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2",
                .unsupportedType(4)
            ),
            (
                "PeterNeumann+c74f20a4+" + material,
                .wrongID(stated: KeyID(0xC74F_20A4), computed: KeyID(0xC74F_20A3))
            ),
            (String(repeating: "a", count: 1025) + "+c74f20a3+" + material, .malformedName),
            (
                String(repeating: "a", count: 2000),
                .tooLong(maximumBytes: VerifierKey.maximumTextBytes)
            ),
        ]
        for (text, reason) in refused {
            #expect(throws: reason, "\(text)") { try VerifierKey(text) }
        }
        for text in ["PRIVATE+KEY", Known.peter, "PRIVATE+KEY+" + Known.peter, ""] {
            #expect(throws: KeyError.self) { try SignerKey.parse(Array(text.utf8).span.bytes) }
        }
        #expect(throws: KeyError.byteCount(31)) {
            try VerifierKey(
                name: KeyName("a"),
                publicKey: [UInt8](repeating: 0, count: 31).span.bytes
            )
        }
        #expect(throws: KeyError.byteCount(33)) {
            try SignerKey(name: KeyName("a"), seed: [UInt8](repeating: 0, count: 33).span.bytes)
        }
    }

    @Test func `the longest name is taken, and one byte more is not`() throws {
        let longest = String(repeating: "é", count: KeyName.maximumBytes / 2)
        let signer = try Known.signer(longest)
        #expect(try VerifierKey(signer.verifier.description) == signer.verifier)
        let text = signer.withPrivateText { text in text.withUnsafeBytes { Array($0) } }
        #expect(text.count == VerifierKey.maximumTextBytes)
        #expect(try SignerKey.parse(text.span.bytes).verifier == signer.verifier)
        #expect(throws: KeyError.malformedName) { try KeyName(longest + "a") }
    }

    @Test func `every prefix and every changed byte of a key is refused`() {
        for text in [Known.peter, Known.peterPrivate] {
            let bytes = Array(text.utf8)
            for place in bytes.indices {
                #expect(!isKey(Array(bytes[..<place])))
                for value in UInt8.min...UInt8.max where value != bytes[place] {
                    var changed = bytes
                    changed[place] = value
                    #expect(!isKey(changed))
                }
            }
        }
    }

    @Test func `names are equal by their bytes, not by their looks`() throws {
        let composed = try KeyName("caf\u{E9}")
        let decomposed = try KeyName("cafe\u{301}")
        #expect(composed.description == decomposed.description)
        #expect(composed != decomposed)
    }

    private func isKey(_ bytes: [UInt8]) -> Bool {
        let isPublic = String(validating: bytes, as: UTF8.self)
            .map { (try? VerifierKey($0)) != nil }
        return isPublic == true || (try? SignerKey.parse(bytes.span.bytes)) != nil
    }

    private func isSignature(
        _ signature: [UInt8],
        of message: [UInt8],
        by key: VerifierKey
    ) throws -> Bool {
        try key.isSignature(signature.span.bytes, of: message.span.bytes)
    }
}
