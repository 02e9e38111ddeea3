internal import EventLog
internal import LogSchema
internal import Merkle
internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import Wire

/// Writes events as lines, and notes what is in them.
///
///     {"event": {…}, "envelope": "…", "salt": "…", "content": "…", "proof": ["…"]}
///
/// `event` is an item of the query `events`. The other fields are base 64: the envelope as it is
/// stored and hashed, the content with its salt, and the hashes that lead from the envelope to the
/// root, unless all events are there.
struct EventLines: ~Copyable {
    private let choice: ChosenEvents
    private let log: EventLog
    private let size: Position
    private var contents: ContentReader
    private var tree = TreeReader()
    private var writer = JSONWriter()

    /// The messages whose words are the person's, where the export is of one: sent by the person,
    /// and no copies of others' messages.
    private var ownMessages: Set<UniqueID> = []

    /// Why content is not in its line, though the log has it.
    enum Withheld: String {
        /// The message was deleted.
        case deleted
        /// The person forwarded another person's words.
        case forwarded
    }

    private(set) var counts = WrittenExport.Counts()
    /// The positions whose content is in a line.
    private(set) var opened: [UInt64] = []
    /// The positions whose content is gone.
    private(set) var erased: [UInt64] = []
    /// The ids in the events, of users and other things.
    private(set) var people: Set<UniqueID> = []
    /// The conversations of the events.
    private(set) var conversations: Set<UniqueID> = []
    private(set) var lastLeaf: Digest?
    private(set) var firstPosition: UInt64?
    /// The page to read, of a conversation and of a person.
    private(set) var transcript: Transcript?

    init(
        _ choice: ChosenEvents,
        of log: EventLog,
        upTo size: Position,
        transcriptBytes: Int = Transcript.usualBytes
    ) {
        self.choice = choice
        self.log = log
        self.size = size
        contents = log.contents()
        let isRead = choice.scope.conversation != nil || choice.scope.user != nil
        transcript = isRead ? Transcript(atMost: transcriptBytes) : nil
    }

    mutating func line(of record: borrowing StoredRecord) throws(LogError) -> [UInt8] {
        let position = record.position
        let line: Result<[UInt8], LogError>
        do throws(WireError) {
            line = try wholeLine(of: record)
        } catch {
            throw .damagedRecord(position, .frame(error))
        }
        return try line.get()
    }

    /// The line, or the log's own fault.
    private mutating func wholeLine(
        of record: borrowing StoredRecord
    ) throws(WireError) -> Result<[UInt8], LogError> {
        counts.events += 1
        if firstPosition == nil { firstPosition = record.position.rawValue }
        let leaf = record.leafHash
        lastLeaf = leaf
        if !choice.scope.isEverything {
            try gatherPeople(in: record)
            if record.stream.kind == .conversation { conversations.insert(record.stream.id) }
        }
        let withheld = try withheld(record)
        let salt: UniqueID
        let content: [UInt8]?
        let isErased: Bool
        let proof: [Digest]
        do throws(LogError) {
            salt = try contents.salt(of: record.position)
            let found = try Self.open(record, &contents)
            isErased = found.isErased
            content = withheld == nil ? found.content : nil
            if found.content != nil, withheld != nil { counts.withheld += 1 }
            proof = choice.scope.isEverything ? [] : try self.proof(of: record.position)
        } catch {
            return .failure(error)
        }
        if isErased {
            counts.erased += 1
            erased.append(record.position.rawValue)
        }
        if content != nil {
            counts.contents += 1
            opened.append(record.position.rawValue)
        }
        let item = try EventItem(
            at: record.position,
            record.envelope,
            leaf: leaf,
            content: content?.span.bytes,
            isErased: isErased
        )
        try transcript?.take(record, content, isErased: isErased, withheld: withheld)
        let hasSeal = record.envelope.seal != nil
        writer.removeAll(keepingBytes: 1 << 20)
        let envelope = Base64.encode(record.envelopeBytes)
        writer.object { writer in
            writer.name("event")
            writer.write(json: item.json)
            writer.field("envelope", envelope)
            if let content, hasSeal {
                writer.field("salt", Self.base64(salt))
                writer.field("content", Base64.encode(content.span.bytes))
            }
            if let withheld, hasSeal, !isErased {
                writer.field("withheld", withheld.rawValue)
            }
            guard !choice.scope.isEverything else { return }
            writer.name("proof")
            writer.array { writer in
                for hash in proof { writer.write(hash.base64) }
            }
        }
        writer.endLine()
        return .success(writer.bytes)
    }

    private static func open(
        _ record: borrowing StoredRecord,
        _ contents: inout ContentReader
    ) throws(LogError) -> (content: [UInt8]?, isErased: Bool) {
        let found = try contents.content(of: record)
        let content = found.state == .present ? found.bytes.withUnsafeBytes { Array($0) } : nil
        return (content, found.state == .erased)
    }

    private static func base64(_ id: UniqueID) -> String {
        withUnsafeTemporaryAllocation(byteCount: UniqueID.byteCount, alignment: 8) { buffer in
            id.store(into: buffer)
            return Base64.encode(RawSpan(_unsafeBytes: UnsafeRawBufferPointer(buffer)))
        }
    }

    private mutating func gatherPeople(in record: borrowing StoredRecord) throws(WireError) {
        if let actor = record.envelope.actor { people.insert(actor) }
        var reader = try WireReader(record.envelope.event)
        while let id = try reader.nextIdentifier() { people.insert(id) }
    }

    private mutating func withheld(
        _ record: borrowing StoredRecord
    ) throws(WireError) -> Withheld? {
        if try isForwarded(record) { return .forwarded }
        return try isDeleted(record) ? .deleted : nil
    }

    /// Whether the event is of a person's export, and holds words that they forwarded.
    private mutating func isForwarded(_ record: borrowing StoredRecord) throws(WireError) -> Bool {
        guard choice.scope.user != nil else { return false }
        switch record.envelope.eventNumber {
        case EnvelopeEvent.messageSent:
            let sent = try EncodedMessageSent(record.envelope.event)
            if let origin = sent.forwardedFrom, !ownMessages.contains(origin) { return true }
            if let message = sent.message { ownMessages.insert(message) }
            return false
        case EnvelopeEvent.messageAnnotated:
            // The preview of a link quotes the page that another person's text names.
            let annotated = try EncodedMessageAnnotated(record.envelope.event)
            guard annotated.hasLinkPreview, let message = annotated.message else { return false }
            return !ownMessages.contains(message)
        case EnvelopeEvent.messageEdited:
            // An edited copy still has what the person left of another person's words.
            let edited = try EncodedMessageEdited(record.envelope.event).message
            return edited.map { !ownMessages.contains($0) } ?? false
        default: return false
        }
    }

    /// Whether the event holds words of a message that was deleted.
    private func isDeleted(_ record: borrowing StoredRecord) throws(WireError) -> Bool {
        guard !choice.deleted.isEmpty else { return false }
        let event = record.envelope.event
        let message =
            switch record.envelope.eventNumber {
            case EnvelopeEvent.messageSent: try EncodedMessageSent(event).message
            case EnvelopeEvent.messageEdited: try EncodedMessageEdited(event).message
            case EnvelopeEvent.messageAnnotated: try EncodedMessageAnnotated(event).message
            default: nil as UniqueID?
            }
        return message.map { choice.deleted.contains($0) } ?? false
    }

    private mutating func proof(of position: Position) throws(LogError) -> [Digest] {
        let plan: ProofPlan
        do throws(ProofError) {
            plan = try ProofPlan(inclusionOf: position.index, in: size.rawValue)
        } catch {
            throw .noSuchPosition(position, size: size)
        }
        let snapshot = try log.snapshot()
        return try plan.hashes { (node) throws(LogError) in try tree.hash(of: node, in: snapshot) }
    }
}
