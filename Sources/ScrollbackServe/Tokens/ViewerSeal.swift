internal import Merkle
internal import Messaging
internal import ScrollbackJSON
internal import Wire

/// Seals positions and cursors for one user: a position tells how much happens in the whole log.
///
/// It is deterministic, so that equal positions are equal texts, and authentic, so that a text that
/// it has not made is refused. It works as SIV does (RFC 5297), with HMAC-SHA-256 in both places:
///
///     subkey(what)  HMAC(key, "scrollback/positions/1" ‖ 0 ‖ what ‖ 0 ‖ log ‖ 0 ‖ user)
///     tag           the first 16 bytes of HMAC(subkey "tag", kind ‖ plain)
///     stream        HMAC(subkey "stream", tag ‖ 0), HMAC(subkey "stream", tag ‖ 1), …
///     text          base 64 (RFC 4648 §5) of: kind ‖ tag ‖ (plain xor stream)
///
/// The plain bytes of a position are epoch and position, of 8 bytes each with the highest first;
/// those of a cursor are its text.
struct ViewerSeal: PositionSeal {
    /// What a text holds.
    private enum Kind: UInt8 {
        case position = 1
        case cursor = 2
    }

    private struct Keys: Sendable {
        let tag: Digest
        let stream: Digest

        init(_ key: [UInt8], _ log: UniqueID, _ user: UserID) {
            func subkey(_ what: String) -> Digest {
                ViewerSeal.code(
                    key.span.bytes,
                    Array("scrollback/positions/1\0\(what)\0\(log)\0\(user)".utf8)
                )
            }
            tag = subkey("tag")
            stream = subkey("stream")
        }
    }

    /// A position with the epoch in which it was sealed.
    struct Place: Hashable, Sendable {
        let position: Position
        let epoch: UInt64
    }

    private static let tagBytes = 16
    private static let longestText = 2_048

    /// The first one seals.
    private let keys: [Keys]
    private let epoch: UInt64

    /// The seal for a user, in the present epoch of the log.
    init(_ keys: PositionKeys, for user: UserID, in epoch: UInt64) {
        self.keys = keys.keys.map { Keys($0, keys.log, user) }
        self.epoch = epoch
    }

    func text(of position: Position) -> String {
        var plain: [UInt8] = []
        for word in [epoch, position.rawValue] {
            withUnsafeBytes(of: word.bigEndian) { plain.append(contentsOf: $0) }
        }
        return seal(plain, .position)
    }

    func text(of cursor: Cursor) -> String { seal(Array(cursor.text.utf8), .cursor) }

    /// The position of a text; nil for a text that was not sealed for this user of this log.
    func position(of text: some StringProtocol) -> Place? {
        guard let plain = open(text, .position), plain.count == 16 else { return nil }
        let bytes = plain.span.bytes
        return Place(
            position: Position(
                UInt64(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: 8, as: UInt64.self))
            ),
            epoch: UInt64(bigEndian: bytes.unsafeLoadUnaligned(as: UInt64.self))
        )
    }

    /// The cursor of a text; nil for a text that was not sealed for this user of this log.
    func cursor(of text: some StringProtocol) -> Cursor? {
        open(text, .cursor).flatMap { String(validating: $0, as: UTF8.self) }.map { Cursor($0) }
    }

    private func seal(_ plain: [UInt8], _ kind: Kind) -> String {
        let tag = Self.tag(of: plain, kind, keys[0])
        let bytes = [kind.rawValue] + tag + Self.mask(plain, tag, keys[0])
        return Base64URL.encode(bytes.span.bytes)
    }

    private func open(_ text: some StringProtocol, _ kind: Kind) -> [UInt8]? {
        guard text.utf8.count <= Self.longestText, let bytes = Base64URL.decode(text),
            bytes.count > Self.tagBytes, bytes[0] == kind.rawValue
        else { return nil }
        let tag = Array(bytes[1...Self.tagBytes])
        let masked = Array(bytes[(1 + Self.tagBytes)...])
        for key in keys {
            let plain = Self.mask(masked, tag, key)
            var difference: UInt8 = 0
            for (one, other) in zip(Self.tag(of: plain, kind, key), tag) {
                difference |= one ^ other
            }
            if difference == 0 { return plain }
        }
        return nil
    }

    private static func tag(of plain: [UInt8], _ kind: Kind, _ keys: Keys) -> [UInt8] {
        let code = keys.tag.withBytes { Self.code($0, [kind.rawValue] + plain) }
        return code.withBytes { bytes in bytes.withUnsafeBytes { Array($0.prefix(tagBytes)) } }
    }

    private static func mask(_ bytes: [UInt8], _ tag: [UInt8], _ keys: Keys) -> [UInt8] {
        var masked: [UInt8] = []
        masked.reserveCapacity(bytes.count)
        var block: UInt8 = 0
        while masked.count < bytes.count {
            let code = keys.stream.withBytes { Self.code($0, tag + [block]) }
            code.withBytes { stream in
                for offset in 0..<min(Digest.byteCount, bytes.count - masked.count) {
                    let byte = stream.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
                    masked.append(bytes[masked.count] ^ byte)
                }
            }
            block &+= 1
        }
        return masked
    }

    private static func code(_ key: RawSpan, _ bytes: [UInt8]) -> Digest {
        var code = HMACSHA256(key: key)
        code.update(bytes.span.bytes)
        return code.finish()
    }
}
