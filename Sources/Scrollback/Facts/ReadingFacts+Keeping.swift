internal import EventLog
internal import LogSchema
package import Messaging
internal import Projections
internal import Views
package import Wire

// The contents to erase are rarely needed, so they are found in the log itself, without a view.

extension ReadingFacts where Self: ~Copyable {
    package func contents(of message: MessageID) -> [ContentFacts] {
        claimedContents(of: message)
    }

    /// Returns the contents that the views name for a message, each compared with its own record.
    ///
    /// - Throws: `damagedRow`, kept like every failure, if they name other content.
    func claimedContents(of message: MessageID) -> [ContentFacts] {
        let found = lookUp { (views, records) throws(ViewsError) -> [ContentFacts]? in
            guard let place = try projectors.messages.place(of: message.rawValue, in: views),
                let entry = try projectors.timeline.entry(
                    at: place.ordinal,
                    of: place.conversation,
                    in: views
                ), !entry.isSystem
            else { return nil }
            var claimed = [(position: entry.position, table: "timeline")]
            try projectors.edits.forEach(
                of: place.conversation,
                place.ordinal,
                descending: false,
                in: views
            ) { _, position in
                claimed.append((position, "edits"))
                return .goOn
            }
            var found: [ContentFacts] = []
            for (position, table) in claimed {
                var isPart = false
                let content = try records.readClaimedRecord(position, by: table) {
                    (record) throws(LogError) in
                    isPart = try record.message == message
                    return try contentFacts(record)
                }
                guard isPart else { throw .damagedRow(table: table) }
                if let content { found.append(content) }
            }
            return found
        }
        return joinedWithKinds(found ?? [])
    }

    package func forEachContent(
        of conversation: ConversationID,
        after position: Position,
        atMost count: Int,
        _ visit: (ContentFacts) -> Bool
    ) -> Position? {
        let stream = StreamID.conversation(conversation.rawValue)
        var kind: ConversationKind??
        return lookUp { (views, records) throws(ViewsError) -> Position? in
            guard let head = try projectors.streams.head(of: stream, in: views) else {
                return nil
            }
            var version = Version(1)
            if position > .zero {
                var isOfStream = false
                version = try records.readRecord(position) { (record) throws(LogError) in
                    isOfStream = record.stream == stream
                    return record.version
                }.next
                guard isOfStream else { throw .damagedRow(table: "streams") }
            }
            var left = count
            var last: Position?
            while version <= head.version, left > 0 {
                guard
                    let position = try projectors.streams.position(
                        of: version,
                        in: stream,
                        views: views
                    )
                else { throw .damagedRow(table: "streams") }
                var isOfStream = false
                let content = try records.readClaimedRecord(position, by: "streams") {
                    (record) throws(LogError) in
                    isOfStream = record.stream == stream && record.version == version
                    return try contentFacts(record)
                }
                guard isOfStream else { throw .damagedRow(table: "streams") }
                last = position
                if var content {
                    if kind == nil { kind = self.kind(of: conversation) }
                    content.kind = kind ?? nil
                    if !visit(content) { return position }
                }
                version = version.next
                left -= 1
            }
            return version <= head.version ? last : nil
        }
    }

    package func forEachContent(
        after position: Position,
        through last: Position,
        where fits: (ContentFacts) -> Bool,
        _ visit: (ContentFacts) -> Bool
    ) {
        var kinds: [ConversationID: ConversationKind?] = [:]
        lookUp { (_, records) throws(ViewsError) -> Void? in
            do throws(LogError) {
                try records.forEachRecord(after: position, through: last) {
                    (record) throws(LogError) in
                    guard let fitting = try ContentFacts(record), fits(fitting),
                        var content = try contentFacts(record)
                    else { return true }
                    if case .conversation(let id) = content.stream {
                        let kind = kinds[id] ?? kind(of: id)
                        kinds[id] = kind
                        content.kind = kind
                    }
                    return visit(content)
                }
            } catch {
                throw .log(error)
            }
            return nil
        }
    }

    package func erasureRequests() -> ErasureRequests {
        let requests = lookUp { (views, _) throws(ViewsError) in
            var requests: [Position] = []
            try projectors.holds.forEachErasure(in: views) { request in
                requests.append(request)
                return .goOn
            }
            return requests
        }
        return ErasureRequests(
            (requests ?? []).compactMap { position in
                event(at: position).flatMap { ErasureFacts($0) }
            }
        )
    }

    package func mediaDebts(through last: Position) -> [Position] {
        lookUp { (views, records) throws(ViewsError) in
            var found: [Position] = []
            try projectors.mediaDebts.forEachDebt(through: last, in: views) { position, _, _ in
                found.append(position)
                return .goOn
            }
            // They are erased, so a row is not believed.
            for position in found {
                let number = try records.readClaimedRecord(position, by: "owed") {
                    $0.envelope.eventNumber
                }
                guard number == EnvelopeEvent.mediaOwed else { throw .damagedRow(table: "owed") }
            }
            return found
        } ?? []
    }

    package func progress(ofErasureAt request: Position) -> ErasingProgress? {
        lookUp { (views, _) throws(ViewsError) in
            try projectors.holds.progress(ofErasureAt: request, in: views)
        }
    }

    /// The exports that the log notes, in their order.
    ///
    /// - Complexity: reads an index of nine bytes for each event of the log.
    package func exports() -> [ExportFacts] {
        let search = EventSearch(types: [EnvelopeEvent.exportMade], identifiers: [])
        let positions = lookUp { (views, records) throws(ViewsError) in
            var positions: [Position] = []
            try projectors.outlines.forEachCandidate(
                of: search,
                from: Position(1),
                through: size,
                in: views
            ) { (position) throws(ViewsError) in
                positions.append(position)
                return .goOn
            }
            return positions
        }
        // Only a candidate is known by now: the event says whether it is one.
        return (positions ?? []).compactMap { event(at: $0).flatMap { ExportFacts($0) } }
    }

    /// The erasures that take more than one append and are not carried out, oldest first.
    func erasingsInProgress() -> [(request: Position, ErasingProgress)] {
        lookUp { (views, _) throws(ViewsError) in
            var found: [(request: Position, ErasingProgress)] = []
            try projectors.holds.forEachProgress(in: views) { request, progress in
                if progress.pending > 0 { found.append((request, progress)) }
                return .goOn
            }
            return found
        } ?? []
    }

    private func contentFacts(
        _ record: borrowing StoredRecord
    ) throws(LogError) -> ContentFacts? {
        guard var content = try ContentFacts(record) else { return nil }
        content.isErased = try contents.read { (contents) throws(LogError) in
            try !contents.hasContent(record)
        }
        return content
    }

    private func joinedWithKinds(_ contents: [ContentFacts]) -> [ContentFacts] {
        var kinds: [ConversationID: ConversationKind] = [:]
        return contents.map { content in
            guard case .conversation(let id) = content.stream else { return content }
            var content = content
            if let known = kinds[id] {
                content.kind = known
            } else {
                content.kind = kind(of: id)
                kinds[id] = content.kind
            }
            return content
        }
    }

    /// The kind of a conversation that has events, as its first event says.
    ///
    /// Minimum retention depends on it, so that a view's word is not enough.
    private func kind(of conversation: ConversationID) -> ConversationKind? {
        let stream = StreamID.conversation(conversation.rawValue)
        return lookUp { (views, records) throws(ViewsError) in
            let row = try projectors.conversations.row(of: conversation.rawValue, in: views)
            let first = try projectors.streams.position(of: Version(1), in: stream, views: views)
            guard let first else { throw .damagedRow(table: "streams") }
            var isFirst = false
            let kind = try records.readClaimedRecord(first, by: "streams") {
                (record) throws(LogError) in
                isFirst = record.stream == stream && record.version == Version(1)
                return try record.kindCreated
            }
            guard isFirst else { throw .damagedRow(table: "streams") }
            guard row?.kind == kind else { throw .damagedRow(table: "conversations") }
            return kind
        }
    }
}

extension RecordReading where Self: ~Copyable {
    /// Lends the record that a row of a view names.
    ///
    /// - Throws: `damagedRow` if there is none.
    func readClaimedRecord<Found>(
        _ position: Position,
        by table: String,
        _ body: (borrowing StoredRecord) throws(LogError) -> Found
    ) throws(ViewsError) -> Found {
        guard position > .zero, position <= size else { throw .damagedRow(table: table) }
        return try readRecord(position, body)
    }
}

extension ContentFacts {
    /// Reads the facts of a content from an envelope; nil for an event that never had any.
    ///
    /// Whether it is erased, and the kind of its conversation, must be looked up elsewhere.
    init?(_ record: borrowing StoredRecord) throws(LogError) {
        guard record.envelope.seal != nil else { return nil }
        self.init(
            position: record.position,
            stream: Stream(record.stream),
            actor: record.envelope.actor.map(UserID.init),
            sentAt: record.sent,
            recorded: record.recorded,
            message: try record.message,
            role: record.role
        )
    }
}

extension StoredRecord {
    /// The message that the event sends, or says more of.
    var message: MessageID? {
        get throws(LogError) {
            let id = try structure { (event, number) throws(WireError) -> UniqueID? in
                switch number {
                case EnvelopeEvent.messageSent: try EncodedMessageSent(event).message
                case EnvelopeEvent.messageEdited: try EncodedMessageEdited(event).message
                case EnvelopeEvent.messageAnnotated: try EncodedMessageAnnotated(event).message
                default: nil
                }
            }
            return id.map(MessageID.init)
        }
    }

    fileprivate var role: ContentFacts.Role {
        switch envelope.eventNumber {
        case EnvelopeEvent.messageSent: .sending
        case EnvelopeEvent.messageEdited, EnvelopeEvent.messageAnnotated: .change
        case EnvelopeEvent.customRecorded: .custom
        case EnvelopeEvent.profileSet: .profile
        default: .other
        }
    }

    /// Whether the event changes a message that was sent before.
    var isChangeOfMessage: Bool {
        envelope.eventNumber == EnvelopeEvent.messageEdited
            || envelope.eventNumber == EnvelopeEvent.messageAnnotated
    }

    /// The kind of the conversation that the event creates.
    fileprivate var kindCreated: ConversationKind? {
        get throws(LogError) {
            try structure { (event, number) throws(WireError) in
                number == EnvelopeEvent.conversationCreated
                    ? try EncodedConversationCreated(event).kind : nil
            }
        }
    }

    /// Whether the event sends a message as a copy of another one.
    func isCopy(_ copy: UniqueID, of original: UniqueID) throws(LogError) -> Bool {
        try structure { (event, number) throws(WireError) in
            guard number == EnvelopeEvent.messageSent else { return false }
            let sent = try EncodedMessageSent(event)
            return sent.message == copy && sent.forwardedFrom == original
        }
    }

    private func structure<Found>(
        _ read: (_ event: RawSpan, _ number: UInt32) throws(WireError) -> Found
    ) throws(LogError) -> Found {
        do throws(WireError) {
            return try read(envelope.event, envelope.eventNumber)
        } catch {
            throw .damagedRecord(position, .frame(error))
        }
    }
}
