/// A fault of a page of an LMDB file.
package struct PageFault: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// It is neither of the two meta pages, or its statements about the trees are impossible.
        case meta
        /// The numbers of the two meta pages do not follow each other.
        case metaNumbers
        /// It lies behind the last page, or before the first that a tree may use.
        case number
        /// The file ends before it, and it is not free.
        case missing
        /// Its header gives another page number, or another kind.
        case header
        /// Its nodes lie outside it, on top of each other, or with gaps.
        case nodes
        /// A key or a value has a size or a kind that LMDB does not write here.
        case sizes
        /// Its keys are not in order.
        case order
        /// It holds keys that the separators of the page above it put elsewhere.
        case separators
        /// It is reached twice.
        case twice
        /// It begins a value that is longer than its pages, or these lie outside the file.
        case value
        /// The tree below it has other numbers of pages or rows than its meta page says.
        case counts
        /// It lists free pages that are in use, out of range or out of order.
        case freePages
    }

    /// The page's number.
    package let page: UInt64
    package let reason: Reason
    /// The first key that may be damaged: no key before this one leads to the page.
    package let key: [UInt8]

    package init(_ page: UInt64, _ reason: Reason, key: [UInt8] = []) {
        self.page = page
        self.reason = reason
        self.key = key
    }
}

extension PageFault: CustomStringConvertible {
    package var description: String { "page \(page) \(reason.words)" }
}

extension PageFault.Reason {
    fileprivate var words: String {
        switch self {
        case .meta: "is not a valid meta page"
        case .metaNumbers: "has a transaction number that does not follow the other meta page's"
        case .number: "is out of range"
        case .missing: "is not in the file"
        case .header: "has the header of another page"
        case .nodes: "has nodes out of place"
        case .sizes: "has a key or value of an impossible size"
        case .order: "has keys out of order"
        case .separators: "has keys outside the separators above it"
        case .twice: "is in use twice"
        case .value: "begins a value that does not fit its pages"
        case .counts: "is the root of a tree whose counts are wrong"
        case .freePages: "lists free pages that are in use, out of range or out of order"
        }
    }
}
