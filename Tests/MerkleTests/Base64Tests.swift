import Merkle
import TestSupport
import Testing

@Suite struct `Bytes have one text and a text has one meaning` {
    /// RFC 4648 §10.
    private static let published: [(String, String)] = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ]

    @Test func `base 64 is as RFC 4648 has it`() throws {
        for (bytes, text) in Self.published {
            #expect(encoded(Array(bytes.utf8)) == text)
            #expect(decoded(text) == Array(bytes.utf8))
        }
        #expect(encoded([0xFB, 0xEF, 0xBE, 0xFF, 0xFF, 0xFF]) == "++++////")
        #expect(decoded("++++////") == [0xFB, 0xEF, 0xBE, 0xFF, 0xFF, 0xFF])
    }

    @Test func `every byte comes back from base 64 and hexadecimal`() {
        for first in UInt8.min...UInt8.max {
            for count in 0...4 {
                let bytes = [UInt8](repeating: first, count: count)
                #expect(decoded(encoded(bytes)) == bytes)
                #expect(hexadecimal(Hexadecimal.encode(bytes.span.bytes)) == bytes)
            }
        }
    }

    @Test func `base 64 that is not canonical is refused with its place`() {
        let refused: [(String, Base64Error)] = [
            ("Zg", .length(2)), ("Zg=", .length(3)), ("Zm9vYg", .length(6)), ("Z", .length(1)),
            ("Zg==\n", .length(5)), ("Zm9v\n\n\n\n", .character(offset: 4)),
            ("Zm 9", .character(offset: 2)), ("Zm-_", .character(offset: 2)),
            ("====", .character(offset: 0)), ("Z===", .character(offset: 1)),
            ("Zg==Zg==", .character(offset: 2)), ("Zg=v", .character(offset: 3)),
            ("=m9v", .character(offset: 0)), ("Zm9é", .length(5)), ("Zmé", .character(offset: 2)),
            ("Zh==", .trailingBits), ("Zm9=", .trailingBits), ("Zv==", .trailingBits),
            ("Zm9\0", .character(offset: 3)),
        ]
        for (text, expected) in refused { #expect(refusal(text) == expected, "\(text)") }
    }

    @Test func `of all texts of four characters each that is accepted is the one that is written`()
    {
        let characters = Array("AQgwZz059+/=-_ \n".utf8)
        var accepted = 0
        for first in characters {
            for second in characters {
                for third in characters {
                    for fourth in characters {
                        let text = String(decoding: [first, second, third, fourth], as: UTF8.self)
                        guard let bytes = decoded(text) else { continue }
                        #expect(encoded(bytes) == text)
                        accepted += 1
                    }
                }
            }
        }
        #expect(accepted > 10_000)
    }

    @Test func `a hash is exactly 32 bytes of base 64`() {
        let text = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
        #expect(digest(base64: text) == TreeHash.emptyRoot)
        #expect(TreeHash.emptyRoot.base64 == text)
        #expect(hashRefusal("YmFuYW5hcw==") == .byteCount(7))
        #expect(hashRefusal("") == .byteCount(0))
        #expect(hashRefusal(encoded([UInt8](repeating: 0, count: 31))) == .byteCount(31))
        #expect(hashRefusal(encoded([UInt8](repeating: 0, count: 33))) == .byteCount(33))
        #expect(hashRefusal(String(text.dropLast())) == .base64(.length(43)))
        #expect(
            hashRefusal("47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFV=")
                == .base64(.trailingBits)
        )
    }

    @Test func `hexadecimal has lower-case pairs alone`() {
        for text in ["0", "0g", "0G", "AB", "0x", " 0", "00 ", "é"] {
            #expect(Hexadecimal.decode(Array(text.utf8).span.bytes) == nil)
        }
        #expect(Hexadecimal.decode(Array("00ff7f".utf8).span.bytes) == [0, 0xFF, 0x7F])
    }

    @Test func `random bytes are refused or read, never trapped on`() {
        let seed: UInt64 = 31
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        for _ in 0..<50_000 {
            let bytes = generator.bytes(upTo: 24)
            #expect(decoded(encoded(bytes)) == bytes)
            if let read = try? Base64.decode(bytes.span.bytes) {
                #expect(Array(encoded(read).utf8) == bytes)
            }
            _ = Hexadecimal.decode(bytes.span.bytes)
        }
    }

    private func encoded(_ bytes: [UInt8]) -> String { Base64.encode(bytes.span.bytes) }

    private func decoded(_ text: String) -> [UInt8]? {
        try? Base64.decode(Array(text.utf8).span.bytes)
    }

    private func refusal(_ text: String) -> Base64Error? {
        do throws(Base64Error) {
            _ = try Base64.decode(Array(text.utf8).span.bytes)
            return nil
        } catch {
            return error
        }
    }

    private func hashRefusal(_ text: String) -> HashTextError? {
        do throws(HashTextError) {
            _ = try Digest(base64: Array(text.utf8).span.bytes)
            return nil
        } catch {
            return error
        }
    }
}
