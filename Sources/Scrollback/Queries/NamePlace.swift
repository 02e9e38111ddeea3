internal import Messaging
internal import Wire

/// The place of a person in a list: by name, then by id.
struct NamePlace: Comparable {
    let name: FoldedText
    let user: UserID

    /// The lengths of an id followed by a name.
    static let byteCounts = UniqueID.byteCount...

    init(name: FoldedText, user: UserID) {
        self.name = name
        self.user = user
    }

    init(_ bytes: [UInt8]) {
        user = UserID(UniqueID(bytes.span.bytes))
        name = FoldedText(bytes: Array(bytes.dropFirst(UniqueID.byteCount)))
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for half in [user.rawValue.high, user.rawValue.low] {
            withUnsafeBytes(of: half.bigEndian) { bytes += $0 }
        }
        return bytes + name.bytes
    }

    /// The first of some people in their order, and where a page of them ends if more follow.
    static func page(
        of people: [NamePlace],
        behind start: NamePlace?,
        _ limit: PageLimit
    ) -> (places: ArraySlice<NamePlace>, next: NamePlace?) {
        var people = people
        if let start { people.removeAll { $0 <= start } }
        people.sort()
        let next = people.count > limit.count ? people[limit.count - 1] : nil
        return (people.prefix(limit.count), next)
    }

    static func < (left: NamePlace, right: NamePlace) -> Bool {
        left.name == right.name ? left.user < right.user : left.name < right.name
    }
}

extension UserQueryEvaluator {
    /// The place of a cursor; nil for the first page.
    borrowing func namePlace(
        of cursor: Cursor?,
        in scope: CursorScope
    ) throws(QueryError) -> NamePlace? {
        try cursor.map { (cursor) throws(QueryError) in
            try ask { (_) throws(Refusal) in
                NamePlace(try scope.place(of: cursor, byteCounts: NamePlace.byteCounts))
            }
        }
    }
}
