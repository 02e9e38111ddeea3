/// A file that proves offline that a logged erasure names the content of one event.
///
///     scrollback-erasure/v1
///     copies, a space, the number of copies of keys below
///     erased, a space, the envelope of the erased event in base 64
///     index, a space, its index from 0
///     a line for each hash, in base 64
///
///     erasure, and the same of the event that names it
///
///     copy, and the same of the event that began a copy of the keys; so many times
///
///     the checkpoint of all of them, a signed note
///
/// - It has no words, and no key: the erased event's seal does not tell them.
/// - An erasure stays true if the keys were copied before it: the file names the copies that the
///   log knew of, and cannot prove that there are no others.
public struct ErasureReceipt: Sendable {
    /// An event, and the way from it to the root.
    public struct Event: Hashable, Sendable {
        /// The envelope, as it was hashed into the log.
        public let envelope: [UInt8]
        /// The index, from 0.
        public let index: UInt64
        /// The hashes beside the way from the envelope's leaf up to the root.
        public let hashes: [Digest]

        /// Creates an event from its parts; whether they hold is for `verify(origin:keys:)`.
        public init(envelope: [UInt8], index: UInt64, hashes: [Digest]) {
            self.envelope = envelope
            self.index = index
            self.hashes = hashes
        }
    }

    /// The event whose content was erased.
    public let erased: Event

    /// The erasure that names it.
    public let erasure: Event

    /// The beginnings of copies of the keys that are older than the erasure, in their order.
    public let copies: [Event]

    /// The checkpoint of the tree, with its signatures.
    public let checkpoint: SignedNote

    /// The most copies that a receipt names.
    public static let maximumCopies = 100

    /// The most bytes that a receipt has: all its parts at their longest.
    public static let maximumBytes =
        64 + (maximumCopies + 2) * maximumEventBytes + SignedNote.maximumBytes

    private static let maximumEventBytes =
        64 + (Disclosure.maximumEnvelopeBytes + 2) / 3 * 4 + InclusionProof.maximumHashCount * 45

    static let header: StaticString = "scrollback-erasure/v1"

    /// Creates a receipt from its parts.
    ///
    /// - Throws: ``ErasureReceiptError`` if there is more than a receipt can hold; whether it holds
    ///   is for ``verify(origin:keys:)``.
    public init(
        erased: Event,
        erasure: Event,
        copies: [Event] = [],
        checkpoint: SignedNote
    ) throws(ErasureReceiptError) {
        guard copies.count <= Self.maximumCopies else {
            throw .tooManyCopies(maximum: Self.maximumCopies)
        }
        for event in [erased, erasure] + copies {
            guard (1...Disclosure.maximumEnvelopeBytes).contains(event.envelope.count) else {
                throw .envelopeLength(maximumBytes: Disclosure.maximumEnvelopeBytes)
            }
            guard event.hashes.count <= InclusionProof.maximumHashCount else {
                throw .tooManyHashes(maximum: InclusionProof.maximumHashCount)
            }
        }
        self.erased = erased
        self.erasure = erasure
        self.copies = copies
        self.checkpoint = checkpoint
    }

    /// Reads a receipt, without checking its claims.
    ///
    /// - Throws: ``ErasureReceiptError`` with the line; every receipt has one text.
    /// - Complexity: O(count).
    public init(parsing bytes: RawSpan) throws(ErasureReceiptError) {
        let text: [UInt8]
        do {
            text = try TextFault.lines(bytes, maximumBytes: Self.maximumBytes)
        } catch {
            throw .text(error)
        }
        var lines = LineReader(text)
        guard lines.next()?.elementsEqual(Self.header.bytes) == true else { throw .wrongHeader }
        guard let digits = lines.next()?.dropping("copies "),
            let count = ByteScanner.decimal(digits)
        else { throw .malformedCount }
        guard count <= UInt64(Self.maximumCopies) else {
            throw .tooManyCopies(maximum: Self.maximumCopies)
        }
        let erased = try Self.event("erased ", in: &lines)
        let erasure = try Self.event("erasure ", in: &lines)
        var copies: [Event] = []
        for _ in 0..<count { copies.append(try Self.event("copy ", in: &lines)) }
        let note: SignedNote
        do {
            note = try SignedNote(parsing: lines.rest.span.bytes)
        } catch {
            throw .checkpoint(.note(error))
        }
        try self.init(erased: erased, erasure: erasure, copies: copies, checkpoint: note)
    }

    private static func event(
        _ name: StaticString,
        in lines: inout LineReader
    ) throws(ErasureReceiptError) -> Event {
        let start = lines.line + 1
        guard let text = lines.next()?.dropping(name),
            let envelope = try? Base64.decode(text.span.bytes)
        else { throw .malformedEvent(line: start) }
        guard let digits = lines.next()?.dropping("index "), let index = ByteScanner.decimal(digits)
        else { throw .malformedIndex(line: start + 1) }
        do {
            let hashes = try HashLines.read(&lines, maximum: InclusionProof.maximumHashCount)
            return Event(envelope: envelope, index: index, hashes: hashes)
        } catch {
            throw ErasureReceiptError(error)
        }
    }

    /// Checks that the erasure names the erased event, and that all events are at their indexes in
    /// a log whose checkpoint one of the keys signed.
    ///
    /// Give the log's own keys only, as they were pinned before.
    ///
    /// - Returns: the checkpoint that the events are under.
    /// - Throws: ``ErasureReceiptError`` that names the fault.
    /// - Complexity: O(envelopes), one hash for each of the proofs', and about 0.1 ms for each
    ///   signature by one of the keys.
    public func verify(
        origin: String,
        keys: [VerifierKey]
    ) throws(ErasureReceiptError) -> Checkpoint {
        let checkpoint: Checkpoint
        do {
            checkpoint = try Checkpoint(of: self.checkpoint, origin: origin, keys: keys)
        } catch {
            throw .checkpoint(error)
        }
        try Self.verify(erased, .erased, in: checkpoint)
        try Self.verify(erasure, .erasure, in: checkpoint)
        for (number, copy) in copies.enumerated() {
            try Self.verify(copy, .copy(number + 1), in: checkpoint)
        }
        try checkErasure()
        try checkCopies()
        return checkpoint
    }

    private static func verify(
        _ event: Event,
        _ part: ErasureReceiptError.Part,
        in checkpoint: Checkpoint
    ) throws(ErasureReceiptError) {
        do {
            let leaf = TreeHash.leaf(event.envelope.span.bytes)
            try InclusionProof(index: event.index, size: checkpoint.size, hashes: event.hashes)
                .verify(leaf: leaf, root: checkpoint.root)
        } catch {
            throw .inclusion(part, error)
        }
    }

    private func checkErasure() throws(ErasureReceiptError) {
        let seal: Digest?
        do {
            seal = try EnvelopeSeal.find(in: erased.envelope.span.bytes)
        } catch {
            throw .seal(error)
        }
        guard seal != nil else { throw .noSeal }
        guard erased.index < erasure.index else { throw .order(.erasure) }
        let isNamed: Bool
        do throws(FieldScanner.Fault) {
            let envelope = erasure.envelope.span.bytes
            isNamed = try EnvelopeEvent.erases(erased.index + 1, envelope)
        } catch {
            throw .notAnErasure
        }
        guard isNamed else { throw .notNamed }
    }

    private func checkCopies() throws(ErasureReceiptError) {
        var last: UInt64?
        for (number, copy) in copies.enumerated() {
            let part = ErasureReceiptError.Part.copy(number + 1)
            let event = try? EnvelopeEvent.read(copy.envelope.span.bytes)
            guard event?.type == EnvelopeEvent.keyCopyBegun else { throw .notACopy(number + 1) }
            guard copy.index < erasure.index, last.map({ $0 < copy.index }) ?? true else {
                throw .order(part)
            }
            last = copy.index
        }
    }

    /// The receipt as a file; reading it gives the same again.
    public var bytes: [UInt8] {
        var bytes = Self.header.bytes + Array("\ncopies \(copies.count)\n".utf8)
        let events = [("erased", erased), ("erasure", erasure)] + copies.map { ("copy", $0) }
        for (name, event) in events {
            bytes += Array("\(name) ".utf8) + Base64.characters(of: event.envelope.span.bytes)
            bytes += Array("\nindex \(event.index)\n".utf8)
            HashLines.append(event.hashes, to: &bytes)
        }
        return bytes + checkpoint.bytes
    }
}
