internal import EventLog
internal import LogSchema
internal import Merkle
internal import Messaging
internal import Wire

/// A journal that an import applies.
public struct ImportJournal: Hashable, Sendable {
    /// The path of the file.
    public var path: String
    /// The greatest number that `keeping` showed for the journal's store, 0 if none is known: a
    /// journal with fewer lines is refused.
    public var last: UInt64

    /// Names a journal, and the greatest number that `keeping` showed for its store.
    public init(_ path: String, last: UInt64) {
        self.path = path
        self.last = last
    }
}

/// A journal as an import reads it, locked, with every line checked.
struct GivenJournal {
    let given: ImportJournal
    let contents: JournalContents
    /// The id of the journal's log.
    let log: UniqueID
    /// The log that it imported.
    let source: ImportedLog?
    /// The number of positions that have the same events in the export.
    var common: UInt64 = 0
    /// Whether the journal is the exported log's.
    var isOwn = false
    private let lock: Journal

    init(_ given: ImportJournal) throws(LogError) {
        do throws(JournalFault) {
            self.given = given
            lock = try Journal(given.path, creates: false)
            contents = try lock.flushedContents()
            guard contents.newest >= given.last else { throw .isShorter }
            guard let first = contents.events.first?.event else { throw .empty }
            guard first.type == EnvelopeEvent.logCreated, first.position == Position(1),
                let created = first.decoded(as: LogCreated.self), let log = created.logID
            else { throw .damaged(line: 1, .field("envelope")) }
            self.log = log
            source = created.imported
            for (number, event) in contents.events where !Self.isReadable(event) {
                throw .damaged(line: number, .field("envelope"))
            }
        } catch {
            throw .journal(path: given.path, error)
        }
    }

    /// Whether an event can be taken over.
    ///
    /// A sum vouches for the bytes of a line, not for what they say.
    private static func isReadable(_ event: JournalEvent) -> Bool {
        do {
            let envelope = try EncodedEnvelope(event.envelope.span.bytes)
            let known = try Event(
                number: envelope.eventNumber,
                structure: envelope.event,
                content: nil
            )
            guard known != nil, StreamID(checking: envelope) != nil else { return false }
            return envelope.eventNumber == EnvelopeEvent.contentErased
                ? try event.erasedPositions().allSatisfy { $0.position > 0 } : true
        } catch {
            return false
        }
    }

    /// The number of events that its log imported.
    var imported: UInt64 { source?.events ?? 0 }

    /// Whether it notes an export of everything.
    func notes(_ isMeant: (ExportMade) -> Bool) -> Bool {
        contents.events.contains { _, event in
            event.type == EnvelopeEvent.exportMade
                && event.decoded(as: ExportMade.self).map(isMeant) == true
        }
    }

    func fault(_ fault: JournalFault) -> ImportError {
        ImportError(journal: .journal(path: given.path, fault))
    }
}
