/// A line for the operator's log: a stable id, a level, fields for programs and a sentence for
/// people.
///
/// None of it holds a person's words. `docs/notices.md` has the table of ids.
public struct Notice: Hashable, Sendable, CustomStringConvertible {
    /// How grave a notice is.
    public enum Level: String, Hashable, Sendable, CaseIterable {
        /// Something happened as it should.
        case info
        /// Something is mended or tried again by the store.
        case warning
        /// A person has to do something.
        case error
    }

    /// The subject of a notice; an id keeps its meaning.
    public enum ID: String, Hashable, Sendable, CaseIterable {
        case answerNotCounted, clockBelieved, clockNotBelieved, commandFailed, connectionNotServed
        case customViewFaulted, deadReadersNotFreed, erasureDelayed, journalBegun
        case journalCarriedOut, journalCompleted, journalCut, journalNotVoided, journalNotWritten
        case journalSetAside, keysNotMadeAhead, mediaUnknown, olderLogAccepted, outcomeUnknown
        case queryFailed, readerHoldsPages, revocationNotKept, revocationsNotRead, storageFull
        case streamFailed
        case viewsDoubted, viewsNotBroughtUp, viewsNotCommitted, viewsNotCompared, viewsNotFlushed
        case viewsNotMended, viewsNotRebuilt, viewsRebuilding, viewsRebuilt, viewsUseNotNoted
        case webhookFailing, webhookParked, writingStopped

        /// The level of every notice with this id.
        public var level: Level {
            switch self {
            case .clockBelieved, .journalBegun, .journalCompleted, .viewsRebuilding, .viewsRebuilt:
                .info
            case .answerNotCounted, .commandFailed, .connectionNotServed, .deadReadersNotFreed,
                .erasureDelayed, .journalCarriedOut, .journalCut, .keysNotMadeAhead, .queryFailed,
                .readerHoldsPages, .streamFailed, .viewsDoubted, .viewsNotBroughtUp,
                .viewsNotCommitted, .viewsNotCompared, .viewsNotFlushed, .viewsUseNotNoted,
                .webhookFailing:
                .warning
            case .clockNotBelieved, .customViewFaulted, .journalNotVoided, .journalNotWritten,
                .journalSetAside, .mediaUnknown, .olderLogAccepted, .outcomeUnknown,
                .revocationNotKept,
                .revocationsNotRead, .storageFull, .viewsNotMended, .viewsNotRebuilt,
                .webhookParked, .writingStopped:
                .error
            }
        }
    }

    /// A named value.
    public struct Field: Hashable, Sendable {
        /// The name, which keeps its meaning within an id.
        public let name: String
        /// The value: an id, a number, or an error's description.
        public let value: String
    }

    /// The subject of the notice.
    public let id: ID
    /// The values in it, for programs.
    public let fields: [Field]
    /// The sentence for people.
    public let message: String

    /// How grave it is.
    public var level: Level { id.level }

    /// The sentence for people.
    public var description: String { message }

    /// Makes a notice of a sentence and the values in it.
    package init(
        _ id: ID,
        _ message: String,
        _ fields: KeyValuePairs<String, String> = [:]
    ) {
        self.id = id
        self.message = message
        self.fields = fields.map { Field(name: $0.key, value: $0.value) }
    }
}
