internal import CPlatform
internal import EventLog
internal import LogSchema
internal import Merkle
internal import Messaging
internal import Projections
internal import Scrollback
internal import ScrollbackJSON
internal import Views
internal import Wire

// How the files are written, from one size of the log.

extension Exporter {
    func write(to folder: ExportFolder, upTo size: Position) throws(ExportError) -> WrittenExport {
        let isBlocked = scrollback_block_file_size_signal()
        defer { if isBlocked { scrollback_unblock_file_size_signal() } }
        let choice = try choice(upTo: size)
        let state = try translating { () throws(LogError) in
            var lines = EventLines(
                choice,
                of: store.engine.log,
                upTo: size,
                transcriptBytes: transcriptBytes
            )
            var file = try ExportFile("events.jsonl", in: folder)
            try choice.forEachRecord(of: store.engine.log, upTo: size) {
                (record) throws(LogError) in
                let line = try lines.line(of: record)
                try file.writeLine(line)
                if lines.counts.events.isMultiple(of: 512) {
                    tell(lines.counts.events, of: choice.expected ?? size.rawValue)
                }
            }
            tell(lines.counts.events, of: lines.counts.events)
            return WrittenLines(
                files: [try file.finish()],
                counts: lines.counts,
                opened: lines.opened,
                erased: lines.erased,
                people: lines.people,
                conversations: lines.conversations,
                transcript: lines.transcript,
                headLeaf: lines.lastLeaf,
                firstPosition: lines.firstPosition
            )
        }
        return try finish(state, choice, in: folder, upTo: size)
    }

    private func tell(_ done: UInt64, of total: UInt64) {
        progress?(done, total)
        meter?.tell(done, of: total)
    }

    private func finish(
        _ lines: WrittenLines,
        _ choice: ChosenEvents,
        in folder: ExportFolder,
        upTo size: Position
    ) throws(ExportError) -> WrittenExport {
        var files = lines.files
        let names = try names(of: lines.people)
        let erasures = try translating {
            () throws(LogError) -> (file: ListedFile, areNamed: Bool) in
            try self.erasures(of: lines.erased, upTo: size, in: folder)
        }
        files.append(erasures.file)
        if scope.user == nil {
            files.append(
                try translating { () throws(LogError) in
                    try members(of: choice, lines.conversations, upTo: size, in: folder)
                }
            )
        }
        if !scope.isEverything {
            files += try peopleFiles(names, in: folder)
        }
        if let transcript = lines.transcript {
            files.append(
                try translating { () throws(LogError) in
                    try transcript.write(
                        to: folder,
                        names: Dictionary(uniqueKeysWithValues: names),
                        upTo: size,
                        of: store.engine.log.id
                    )
                }
            )
        }
        let root = try translating { () throws(LogError) in
            try store.engine.log.snapshot().root(at: size)
        }
        let isSpan = scope.from != nil || scope.until != nil
        let manifest = manifest(
            upTo: size,
            root: root,
            lines.counts,
            head: choice.head,
            headLeaf: lines.headLeaf,
            span: isSpan ? lines.firstPosition.map { $0...($0 + lines.counts.events - 1) } : nil,
            files: files
        )
        let listed = try translating { () throws(LogError) in
            try Self.write(manifest, to: "manifest.json", in: folder)
        }
        files.append(listed)
        return WrittenExport(
            upTo: size,
            root: root,
            manifest: listed.sum,
            files: files,
            counts: lines.counts,
            opened: lines.opened,
            hasNames: !names.isEmpty,
            areErasuresNamed: erasures.areNamed
        )
    }

    /// The names to show of the people who have a profile.
    private func names(of people: Set<UniqueID>) throws(ExportError) -> [(UserID, String)] {
        var names: [(UserID, String)] = []
        let users = people.map { UserID($0) }.sorted { $0.description < $1.description }
        for start in stride(from: 0, to: users.count, by: Limits.people) {
            let part = Array(users[start..<min(start + Limits.people, users.count)])
            do throws(StoreError) {
                // The look was admitted before anything was written.
                let profiles = try store.answer(admitted: OperatorProfilesQuery(of: part))
                for found in profiles where found.username != nil {
                    names.append((found.user, found.name))
                }
            } catch {
                throw ExportError(error)
            }
        }
        return names
    }

    private func peopleFiles(
        _ names: [(UserID, String)],
        in folder: ExportFolder
    ) throws(ExportError) -> [ListedFile] {
        var files = try translating { () throws(LogError) in
            var file = try ExportFile("people.jsonl", in: folder)
            for (user, name) in names {
                try file.writeLine(PersonItem(user: user, name: name).json + [UInt8(ascii: "\n")])
            }
            return [try file.finish()]
        }
        if let user = scope.user { files.append(try memberships(of: user, in: folder)) }
        return files
    }

    private func memberships(
        of user: UserID,
        in folder: ExportFolder
    ) throws(ExportError) -> ListedFile {
        var items: [MembershipItem] = []
        var cursor: Cursor?
        repeat {
            do throws(StoreError) {
                let page = try store.operator.memberships(of: user, limit: 500, from: cursor)
                items += page.items
                cursor = page.next
            } catch {
                throw ExportError(error)
            }
        } while cursor != nil
        return try translating { () throws(LogError) in
            var file = try ExportFile("memberships.jsonl", in: folder)
            for item in items { try file.writeLine(item.json + [UInt8(ascii: "\n")]) }
            return try file.finish()
        }
    }
}

/// The findings of writing the events.
private struct WrittenLines {
    var files: [ListedFile]
    var counts: WrittenExport.Counts
    var opened: [UInt64]
    /// The positions of events of the export whose content is gone, ascending.
    var erased: [UInt64]
    var people: Set<UniqueID>
    var conversations: Set<UniqueID>
    var transcript: Transcript?
    var headLeaf: Digest?
    var firstPosition: UInt64?
}

/// The events of a scope, and the messages among them that were deleted.
struct ChosenEvents {
    let scope: ExportScope
    let meter: ExportMeter?
    /// The positions of a conversation's events; nil to look at the whole log.
    var positions: [Position]?
    var deleted: Set<UniqueID> = []
    var head: StreamHead?
    /// The number of events, where it is known.
    var expected: UInt64? { positions.map { UInt64($0.count) } }

    func holds(_ record: borrowing StoredRecord) -> Bool {
        if let user = scope.user { return record.envelope.actor == user.rawValue }
        if let from = scope.from, record.recorded < from { return false }
        if let until = scope.until, record.recorded >= until { return false }
        return true
    }

    /// Visits the events in their order; no snapshot of the log is held for more than a second.
    func forEachRecord(
        of log: EventLog,
        upTo size: Position,
        _ body: (borrowing StoredRecord) throws(LogError) -> Void
    ) throws(LogError) {
        guard let positions else {
            try log.forEachRecord(from: Position(1), through: size) { (record) throws(LogError) in
                try meter?.goOn()
                if holds(record) { try body(record) }
            }
            return
        }
        for start in stride(from: 0, to: positions.count, by: 1_024) {
            let snapshot = try log.snapshot()
            try meter?.goOn()
            for position in positions[start..<min(start + 1_024, positions.count)] {
                try body(snapshot.record(at: position))
            }
        }
    }
}

extension Exporter {
    func choice(upTo size: Position) throws(ExportError) -> ChosenEvents {
        var choice = ChosenEvents(scope: scope, meter: meter)
        if let conversation = scope.conversation {
            let (positions, head) = try positions(of: conversation, upTo: size)
            choice.positions = positions
            choice.head = head
        }
        guard !scope.includesDeleted else { return choice }
        let all =
            choice.positions == nil ? ChosenEvents(scope: ExportScope(), meter: meter) : choice
        choice.deleted = try translating { () throws(LogError) in
            var deleted: Set<UniqueID> = []
            try all.forEachRecord(of: store.engine.log, upTo: size) {
                (record) throws(LogError) in
                guard record.envelope.eventNumber == EnvelopeEvent.messageDeleted else { return }
                do throws(WireError) {
                    if let id = try EncodedMessageDeleted(record.envelope.event).message {
                        deleted.insert(id)
                    }
                } catch {
                    throw .damagedRecord(record.position, .frame(error))
                }
            }
            return deleted
        }
        return choice
    }

    func positions(
        of conversation: ConversationID,
        upTo size: Position,
        atMost count: Int = .max
    ) throws(ExportError) -> ([Position], StreamHead) {
        let found: ([Position], Version)
        do throws(StoreError) {
            found = try store.asking { (state, _) throws(QueryError) in
                var positions: [Position] = []
                var last = Version.zero
                let stream = StreamID.conversation(conversation.rawValue)
                do throws(ViewsError) {
                    try state.projectors.streams.forEachPosition(
                        of: stream,
                        after: .zero,
                        in: state.views
                    ) { (version, position) throws(ViewsError) in
                        guard position <= size else { return .stop }
                        positions.append(position)
                        last = version
                        return positions.count < count ? .goOn : .stop
                    }
                } catch {
                    throw .failed(.views(error))
                }
                return (positions, last)
            }
        } catch {
            throw ExportError(error)
        }
        guard let newest = found.0.last else {
            throw ExportError(.notFound, "there is no such conversation")
        }
        return (found.0, StreamHead(version: found.1, position: newest))
    }
}
