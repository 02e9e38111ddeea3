public import Merkle
public import Wire

/// The newest signed checkpoint that the log keeps, and what one could be signed for now; for the
/// operator.
public struct CheckpointQuery: ServedQuery {
    /// The size and root of the log, and the kept checkpoint.
    public typealias Answer = CheckpointState

    package static let name = QueryName.checkpoint
    package static let audience = Audience.operator
    package static let pastNeed = PastNeed.index

    /// Creates a query for the checkpoint.
    public init() {}

    package var opening: Opening? { nil }
}

/// The size and root of a log, and the newest checkpoint that it keeps.
public struct CheckpointState: Hashable, Sendable {
    /// The origin under which a checkpoint of the log is signed.
    public var origin: String
    /// The number of events.
    public var size: Position
    /// The root of the tree of that size.
    public var root: Digest
    /// The size of the kept checkpoint; nil if there is none.
    public var kept: Position?
    /// The kept checkpoint, as it was signed; nil if there is none.
    public var checkpoint: String?

    /// Creates the state of a log's checkpoints.
    public init(
        origin: String,
        size: Position,
        root: Digest,
        kept: Position? = nil,
        checkpoint: String? = nil
    ) {
        self.origin = origin
        self.size = size
        self.root = root
        self.kept = kept
        self.checkpoint = checkpoint
    }
}

/// A proof under signed checkpoints that the log keeps, as a file that others check offline; for the
/// operator.
public struct ProveQuery: ServedQuery {
    /// The proof.
    public typealias Answer = ProofItem

    package static let name = QueryName.prove
    package static let audience = Audience.operator
    package static let pastNeed = PastNeed.index

    // Of each kind of proof, the fields that name it; of one kind they are given.

    /// The event that is proved to be in the log.
    public var event: Position?
    /// The event of whose content a receipt is given: the proof that an erasure names it.
    public var erased: Position?
    /// The size of an older checkpoint, with whose log the newer one begins.
    public var from: Position?
    /// The size of the newer checkpoint.
    public var to: Position?
    /// The size of the checkpoint under which an event or a receipt is proved; nil for the newest.
    public var under: Position?

    /// Creates a query for a proof that an event is in the log.
    public init(event: Position, under size: Position? = nil) {
        self.event = event
        under = size
    }

    /// Creates a query for the receipt of an erased content.
    public init(erased: Position, under size: Position? = nil) {
        self.erased = erased
        under = size
    }

    /// Creates a query for a proof that the log of one checkpoint begins with that of an older one.
    public init(from: Position, to: Position) {
        self.from = from
        self.to = to
    }

    package init(
        event: Position?,
        erased: Position?,
        from: Position?,
        to: Position?,
        under: Position?
    ) {
        self.event = event
        self.erased = erased
        self.from = from
        self.to = to
        self.under = under
    }

    package var opening: Opening? { nil }
}

/// A proof in its file form.
public struct ProofItem: Hashable, Sendable {
    /// The kind of a proof.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// An event is in the log.
        case inclusion
        /// The log of one checkpoint begins with that of an older one.
        case consistency
        /// A logged erasure names the content of an event.
        case erasure
    }

    /// The kind of the proof.
    public var kind: Kind
    /// The size of the checkpoint under which it does.
    public var size: Position
    /// The text of the file.
    public var proof: String

    /// Creates a proof.
    public init(_ kind: Kind, size: Position, proof: String) {
        self.kind = kind
        self.size = size
        self.proof = proof
    }
}
