/// A signature under a note: who says to have signed, and the bytes.
public struct NoteSignature: Hashable, Sendable {
    /// The name of the key.
    public let name: KeyName

    /// The id of the key.
    public let keyID: KeyID

    /// The signature itself: 64 bytes for Ed25519, at least one for any other kind.
    public let bytes: [UInt8]

    /// An em dash and a space.
    private static let opening: StaticString = "\u{2014} "

    init(name: KeyName, keyID: KeyID, bytes: [UInt8]) {
        self.name = name
        self.keyID = keyID
        self.bytes = bytes
    }

    /// Reads a line without its newline; nil if it is malformed.
    init?(line: ArraySlice<UInt8>) {
        var scanner = ByteScanner(line)
        guard scanner.take(Self.opening), let name = scanner.take(before: UInt8(ascii: " ")),
            let keyName = try? KeyName(name),
            let signature = try? Base64.decode(scanner.takeRest().span.bytes),
            signature.count > 4
        else { return nil }
        self.name = keyName
        keyID = KeyID(bigEndian: signature.span.bytes)
        bytes = Array(signature[4...])
    }

    /// Writes the line.
    func append(to note: inout [UInt8]) {
        Self.opening.withUTF8Buffer { note.append(contentsOf: $0) }
        note += name.bytes
        note.append(UInt8(ascii: " "))
        note += Base64.characters(of: (keyID.bytes + bytes).span.bytes)
        note.append(newline)
    }
}
