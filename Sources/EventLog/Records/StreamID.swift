package import Wire

/// The stream that an event belongs to.
///
/// The log knows kinds by number only; it does not know conversations or users.
package struct StreamID: Hashable, Sendable, BitwiseCopyable {
    package let kind: Kind
    /// The id within the kind; `UniqueID.zero` for the one stream of the store itself.
    package let id: UniqueID

    package enum Kind: UInt8, Sendable, BitwiseCopyable, CaseIterable {
        case store = 1
        case conversation = 2
        case user = 3
    }

    package init(kind: Kind, id: UniqueID) {
        self.kind = kind
        self.id = id
    }

    /// The stream of the store itself.
    package static let store = StreamID(kind: .store, id: .zero)

    package static func conversation(_ id: UniqueID) -> StreamID {
        StreamID(kind: .conversation, id: id)
    }

    package static func user(_ id: UniqueID) -> StreamID { StreamID(kind: .user, id: id) }
}

/// The newest event of a stream.
package struct StreamHead: Hashable, Sendable, BitwiseCopyable {
    package let version: Version
    package let position: Position

    package init(version: Version, position: Position) {
        self.version = version
        self.position = position
    }
}
