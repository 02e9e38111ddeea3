internal import Glibc
internal import Merkle
internal import Scrollback
internal import Wire

/// The keys of the backends, as the file says; their texts are kept nowhere.
///
/// Each line of the file is a name, the SHA-256 of the key in hexadecimal, and its rights. Two keys
/// may have one name, so that a backend can change from one to the other. Files of before have a
/// line `secret` with 32 random bytes, from which ids are made of other texts.
package struct APIKeys: Sendable {
    /// A key that was recognized.
    struct Holder: Sendable {
        let name: String
        let rights: Rights
        /// What tells it from other keys of the name.
        let mark: Digest
    }

    /// The file cannot be used.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    private struct Entry {
        var hash: Digest
        var holder: Holder
    }

    private static let maximumBytes = 1 << 20
    private static let keysOfOneName = 2
    private static let beginning = "scrollback_"
    private static let secretWord = "secret"

    private var entries: [Entry] = []
    /// Makes ids as a file of before says.
    private(set) var retryIDs: RetryIDs?

    /// Reads the file; only its owner may be able to.
    package init(file path: String) throws(Fault) {
        try self.init(text: try Self.read(path))
    }

    package init(text: String) throws(Fault) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
            do throws(Fault) {
                try add(line.split(separator: " "))
            } catch {
                throw Fault(description: "Line \(index + 1) of the file of keys: \(error).")
            }
        }
        // A file without a key has its first line; one that a full disk cut short has nothing.
        guard text.contains(where: { !$0.isWhitespace }) else {
            throw Fault(description: "The file of keys is empty.")
        }
    }

    private mutating func add(_ words: [Substring]) throws(Fault) {
        guard words.count >= 2, let bytes = Self.bytes(ofDigits: words[1]) else {
            throw Fault(description: "a name and 64 hexadecimal digits are missing")
        }
        guard words[0] != Self.secretWord else {
            guard retryIDs == nil, words.count == 2 else {
                throw Fault(
                    description: "the line `secret` occurs twice or has text after its 64 digits; "
                        + "keep one line `secret DIGITS`"
                )
            }
            retryIDs = RetryIDs(secret: bytes)
            return
        }
        let name = String(words[0])
        guard Self.isName(name) else {
            throw Fault(description: "a name has 1 to 64 of a-z, 0-9, '.', '_' and '-'")
        }
        let hash = Digest(bytes.span.bytes)
        guard !entries.contains(where: { $0.hash == hash }) else {
            throw Fault(description: "this key is there already")
        }
        guard entries.count(where: { $0.holder.name == name }) < Self.keysOfOneName else {
            throw Fault(
                description: "\(name) has two keys already; remove the line of the older one"
            )
        }
        do throws(Rights.Unknown) {
            let rights = try Rights(words.dropFirst(2))
            entries.append(
                Entry(hash: hash, holder: Holder(name: name, rights: rights, mark: hash))
            )
        } catch {
            throw Fault(description: error.description)
        }
    }

    /// Recognizes a key, in a time that does not depend on which it is.
    func holder(of key: String) -> Holder? {
        var key = key
        let hash = key.withUTF8 { SHA256.hash(RawSpan(_unsafeBytes: UnsafeRawBufferPointer($0))) }
        var found = -1
        for (index, entry) in entries.enumerated() {
            let difference = hash.difference(from: entry.hash)
            // All bits are set where nothing differs.
            let mask = Int(truncatingIfNeeded: (difference | (0 &- difference)) >> 63) &- 1
            found = (found & ~mask) | (index & mask)
        }
        return found < 0 ? nil : entries[found].holder
    }

    /// Whether a key is still there, with the same rights.
    func has(_ holder: Holder) -> Bool {
        entries.contains { $0.hash == holder.mark && $0.holder.rights == holder.rights }
    }
}

// Making keys.
extension APIKeys {
    /// A new key, which is told once, and the text of the file with it.
    package struct Made: Sendable {
        package let key: String
        package let file: String
    }

    /// Makes a key, to stand behind the others of a file; without a text, a file is begun.
    package static func make(
        name: String,
        rights: [String],
        in text: String?
    ) throws(Fault) -> Made {
        var file =
            text ?? """
                # The keys of scrollback serve: name, SHA-256 of the key, rights.

                """
        if !file.hasSuffix("\n") { file += "\n" }
        let key = beginning + randomDigits()
        let bytes = Array(key.utf8)
        let hash = SHA256.hash(bytes.span.bytes).description
        guard isName(name), name != secretWord else {
            throw Fault(description: "A name has 1 to 64 of a-z, 0-9, '.', '_' and '-'.")
        }
        file += "\(([name, hash] + rights).joined(separator: " "))\n"
        _ = try APIKeys(text: file)
        return Made(key: key, file: file)
    }

    /// Reads the text of a file of keys, or of another one that only its owner may read.
    package static func read(
        _ path: String,
        named what: String = "file of keys"
    ) throws(Fault) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw Fault(
                description: "The \(what) cannot be read: \(systemMessage(errno))."
            )
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= maximumBytes
        else { throw Fault(description: "The \(what) is no file of at most 1 MiB.") }
        guard status.st_mode & 0o077 == 0 else {
            throw Fault(description: "Others may read the \(what); run: chmod go= FILE.")
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let isWhole = bytes.withUnsafeMutableBytes {
            WholeFile.read(into: $0, at: 0, of: descriptor)
        }
        guard isWhole else { throw Fault(description: "The \(what) cannot be read whole.") }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Fault(description: "The \(what) is no text.")
        }
        return text
    }

    /// Whether a text can be a name: as those of consumers.
    static func isName(_ name: some StringProtocol) -> Bool { Consumer.isName(name) }

    /// Thirty-two random bytes, in hexadecimal.
    static func randomDigits() -> String {
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
        return Hexadecimal.encode(bytes.span.bytes)
    }

    /// The 32 bytes of 64 digits; nil for another text.
    static func bytes(ofDigits digits: some StringProtocol) -> [UInt8]? {
        let bytes = Hexadecimal.decode(Array(digits.utf8).span.bytes)
        return bytes?.count == 32 ? bytes : nil
    }
}
