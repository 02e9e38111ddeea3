internal import LogSchema
package import Merkle
internal import Wire

/// The subject of a look, as the log stores it.
package struct LookSubject: Hashable, Sendable {
    /// The name of the query, or of the command, that opens it.
    package var query: String
    /// The user whose view is opened; nil for the operator's own view.
    package var viewer: UserID?
    package var opening: Opening
    /// Whether it is opened as it was at an earlier moment.
    package var isPast: Bool

    package init(
        _ query: String,
        as viewer: UserID? = nil,
        _ opening: Opening = Opening(),
        isPast: Bool = false
    ) {
        self.query = query
        self.viewer = viewer
        self.opening = opening
        self.isPast = isPast
    }
}

/// A reading of other people's words: the reader, the subject, and the reason.
package struct Look: Hashable, Sendable {
    package var looker: Looker
    package var subject: LookSubject
    /// Why; nil if it was not said.
    package var reason: String?

    package init(by looker: Looker, _ subject: LookSubject, because reason: String?) {
        self.looker = looker
        self.subject = subject
        self.reason = reason
    }

    /// How long a look stands for others of the same looker, at the same thing, for the same
    /// reason.
    package static let lifetimeMicroseconds: Int64 = 15 * 60 * 1_000_000

    /// Decides whether the look may be, and returns the event that it leads to.
    ///
    /// - Throws: `reasonIsNeeded` first; then what is wrong with the reason, the looker or the
    ///   subject, whether or not it would be logged.
    package func event(under policy: LookPolicy) throws(Refusal) -> LookEvent? {
        guard let reason else {
            if policy == .required { throw .request(.reasonIsNeeded) }
            return nil
        }
        guard let note = Note.required(reason) else { throw .keeping(.reasonIsInvalid) }
        guard let name = looker.name else { throw .keeping(.lookerIsMalformed) }
        guard subject.isWellFormed else { throw .keeping(.lookIsMalformed) }
        if policy == .off { return nil }
        return LookEvent(
            ContentOpened(
                looker: name,
                query: subject.query,
                asUser: subject.viewer?.rawValue,
                conversation: subject.opening.conversation?.rawValue,
                message: subject.opening.message?.rawValue,
                user: subject.opening.user?.rawValue,
                past: subject.isPast
            ),
            LookContent(reason: note)
        )
    }
}

/// The event of a look.
package struct LookEvent: Sendable {
    private let opened: ContentOpened
    private let content: LookContent

    init(_ opened: ContentOpened, _ content: LookContent) {
        self.opened = opened
        self.content = content
    }

    package var new: NewEvent { NewEvent(.contentOpened(opened, content), in: .store) }

    /// The same for every look of one looker, at one thing, for one reason.
    ///
    /// A hash, because reasons are content and must not stay in memory.
    package var identity: Digest {
        var structure = WireWriter()
        opened.encode(into: &structure)
        var reason = WireWriter()
        content.encode(into: &reason)
        // Of the two hashes, so that the parts cannot run into each other.
        var hash = SHA256()
        hash.update(Self.hash(of: structure.bytes))
        hash.update(Self.hash(of: reason.bytes))
        return hash.finish()
    }

    private static func hash(of bytes: RawSpan) -> Digest {
        var hash = SHA256()
        hash.update(bytes)
        return hash.finish()
    }
}

extension LookSubject {
    fileprivate var isWellFormed: Bool {
        (1...Limits.lookQuery).contains(query.utf8.count)
            && query.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
