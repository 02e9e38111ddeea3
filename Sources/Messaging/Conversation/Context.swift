internal import Wire

/// The subject of a request in the embedder's terms: a ride, a favor, a trip.
public struct Context: Hashable, Sendable {
    /// The kind of subject, named by the embedder.
    public var kind: String
    /// Which one of them it is.
    public var id: String

    /// Names a thing of the embedder's by its kind and its id there.
    public init(kind: String, id: String) {
        self.kind = kind
        self.id = id
    }
}

extension Context {
    /// Reads the context of a conversation's creation, if it still exists.
    ///
    /// Older logs have it in the event itself, which keeps it: if the content is erased, it is not
    /// shown either.
    package init?(
        of created: ConversationCreated,
        _ content: ConversationContent?,
        isErased: Bool
    ) {
        if let kind = content?.contextKind, let id = content?.contextID {
            self.init(kind: kind, id: id)
        } else if !created.contextKind.isEmpty, !isErased {
            self.init(kind: created.contextKind, id: created.contextID)
        } else {
            return nil
        }
    }

    /// Whether something can be called so.
    package func requireForm() throws(Refusal) {
        try Self.requireForm(ofKind: kind)
        guard Limits.allow(id, upTo: Limits.contextID, bytes: Limits.contextBytes) else {
            throw .conversation(.contextIDIsMalformed)
        }
    }

    /// Whether a kind of things can be called so.
    package static func requireForm(ofKind kind: String) throws(Refusal) {
        guard Limits.allow(kind, upTo: Limits.contextKind, bytes: Limits.contextBytes) else {
            throw .conversation(.contextKindIsMalformed)
        }
    }
}
