internal import Merkle

/// Base 64 with the alphabet of RFC 4648 §5 and without padding, as tokens write it.
enum Base64URL {
    static func encode(_ bytes: RawSpan) -> String {
        String(
            String.UnicodeScalarView(
                Base64.encode(bytes).unicodeScalars.compactMap { scalar in
                    switch scalar {
                    case "+": "-"
                    case "/": "_"
                    case "=": nil
                    default: scalar
                    }
                }
            )
        )
    }

    /// The bytes of a text, of which each sequence of bytes has one; nil for any other text.
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var characters: [UInt8] = []
        characters.reserveCapacity(text.utf8.count + 3)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "-"): characters.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): characters.append(UInt8(ascii: "/"))
            case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
            default: characters.append(byte)
            }
        }
        while characters.count % 4 != 0 { characters.append(UInt8(ascii: "=")) }
        return try? Base64.decode(characters.span.bytes)
    }
}
