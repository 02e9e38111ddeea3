/// A log's size and root at one moment, as C2SP tlog-checkpoint writes them.
///
/// The text is a line each for the origin, the size and the root, and then any extension lines.
public struct Checkpoint: Sendable {
    /// The log's name; best a URL without its scheme.
    public let origin: String

    /// How many leaves the tree has.
    public let size: UInt64

    /// The root of the tree.
    public let root: Digest

    /// Further lines, which only the log's own readers interpret.
    public let extensions: [String]

    /// The most bytes that the text of a checkpoint has.
    public static let maximumBytes = 16 << 10

    /// Makes a checkpoint.
    ///
    /// - Throws: ``CheckpointError`` if a line is empty or has a control character, the size is
    ///   too large, an empty tree has another root than its own, or the text is too long.
    public init(
        origin: String,
        size: UInt64,
        root: Digest,
        extensions: [String] = []
    ) throws(CheckpointError) {
        self.origin = origin
        self.size = size
        self.root = root
        self.extensions = extensions
        // A line that holds a newline would be read as two.
        for line in [origin] + extensions {
            do {
                _ = try TextFault.line(
                    Array(line.utf8).span.bytes,
                    maximumBytes: Self.maximumBytes
                )
            } catch {
                throw .text(error)
            }
        }
        _ = try Checkpoint(parsing: Array(text.utf8).span.bytes)
    }

    /// Reads the text of a checkpoint, without signatures.
    ///
    /// - Throws: ``CheckpointError`` with the line; every checkpoint has one text.
    /// - Complexity: O(count).
    public init(parsing bytes: RawSpan) throws(CheckpointError) {
        let text: [UInt8]
        do {
            text = try TextFault.lines(bytes, maximumBytes: Self.maximumBytes)
        } catch {
            throw .text(error)
        }
        var lines = LineReader(text)
        guard let origin = lines.next(), !origin.isEmpty else { throw .emptyLine(1) }
        guard let digits = lines.next() else { throw .missingLine(2) }
        guard let size = ByteScanner.decimal(digits), size <= TreeHash.maximumSize else {
            throw .malformedSize
        }
        guard let encoded = lines.next() else { throw .missingLine(3) }
        let root: Digest
        do { root = try Digest(base64: encoded.span.bytes) } catch { throw .malformedRoot(error) }
        guard size > 0 || root == TreeHash.emptyRoot else { throw .wrongEmptyRoot }
        var extensions: [String] = []
        while let line = lines.next() {
            guard !line.isEmpty else { throw .emptyLine(lines.line) }
            extensions.append(String(checked: line))
        }
        self.origin = String(checked: origin)
        self.size = size
        self.root = root
        self.extensions = extensions
    }

    /// Reads the checkpoint of a signed note.
    ///
    /// Give the log's own keys only: a signature by any of them is accepted for the log.
    ///
    /// - Throws: ``CheckpointError/note(_:)`` if none of the keys signed it or a signature of one
    ///   of them fails, ``CheckpointError/wrongOrigin`` if it is another log's.
    public init(
        of note: SignedNote,
        origin: String,
        keys: [VerifierKey]
    ) throws(CheckpointError) {
        let verified: VerifiedNote
        do { verified = try note.verified(by: keys) } catch { throw .note(error) }
        self = try Checkpoint(parsing: verified.bytes.span.bytes)
        guard self.origin.utf8.elementsEqual(origin.utf8) else { throw .wrongOrigin }
    }

    /// Signs the checkpoint.
    ///
    /// A log must never sign two that do not continue one another.
    ///
    /// - Throws: ``CheckpointError/note(_:)``.
    public func signed(with signer: SignerKey) throws(CheckpointError) -> SignedNote {
        do {
            return try SignedNote(signing: text, with: signer)
        } catch {
            throw .note(error)
        }
    }

    /// The text that is signed; reading it gives the same again.
    public var text: String {
        ([origin, String(size), root.base64] + extensions).map { $0 + "\n" }.joined()
    }
}

extension Checkpoint: Equatable {
    /// Whether two checkpoints have the same text, byte for byte.
    public static func == (left: Checkpoint, right: Checkpoint) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }
}
