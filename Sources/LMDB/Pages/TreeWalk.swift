/// Checks the pages of one tree, from the root down, all of them or those on the paths to some
/// keys.
///
/// LMDB can walk a page that passes: nodes within their page, keys in order and within the
/// separators above them, leaves at one depth, values within their pages. So a search from the root
/// finds every key that a walk along the leaves finds, and the other way round.
struct TreeWalk: ~Copyable {
    /// The keys that are searched, and whether the neighbouring pages are checked too.
    struct Range {
        let lower: [UInt8]
        let upper: [UInt8]
        /// A step from the last key leads to the next leaf, and a removal may join two.
        let isWithNeighbours: Bool
    }

    private let tree: MetaPage.Tree
    /// Whether keys are machine integers, as the free tree's are.
    private let isFree: Bool
    private let range: Range?
    private let goOn: () -> Bool
    /// Branch pages whose nodes were checked before, and need no second check.
    private let known: SharedBits?
    private var untilAsked = Self.pagesBetweenQuestions
    private var branchPages: UInt64 = 0
    private var leafPages: UInt64 = 0
    private var overflowPages: UInt64 = 0
    private var rows: UInt64 = 0
    /// The pages that are in use; kept from tree to tree.
    var used: PageSet?
    /// The values of the free tree, each with its leaf.
    private(set) var lists: [(page: UInt64, value: PageBytes.Place)] = []
    private var places: [(offset: Int, size: Int)] = []

    private static let pagesBetweenQuestions = 256

    /// A walk over a whole tree, which notes each page; `goOn` is asked now and then.
    init(
        whole tree: MetaPage.Tree,
        isFree: Bool,
        used: consuming PageSet,
        goOn: @escaping () -> Bool
    ) {
        self.tree = tree
        self.isFree = isFree
        self.used = used
        self.goOn = goOn
        range = nil
        known = nil
    }

    /// A walk along the ways to some keys of the main tree.
    init(_ tree: MetaPage.Tree, to range: Range, known: SharedBits?) {
        self.tree = tree
        self.range = range
        self.known = known
        isFree = false
        goOn = { true }
        used = nil
    }

    /// Checks the tree; false if it was told to end early.
    mutating func run(in file: PageBytes) throws(PageFault) -> Bool {
        if tree.root == MetaPage.Tree.noRoot {
            guard tree.depth == 0 else { throw PageFault(tree.root, .counts) }
        } else {
            guard (1...PageBytes.mostLevels).contains(tree.depth) else {
                throw PageFault(tree.root, .counts)
            }
            guard try visit(tree.root, level: 1, low: nil, high: nil, in: file) else {
                return false
            }
        }
        guard range == nil else { return true }
        guard branchPages == tree.branchPages, leafPages == tree.leafPages,
            overflowPages == tree.overflowPages, rows == tree.rows
        else { throw PageFault(tree.root, .counts) }
        return true
    }

    private mutating func visit(
        _ number: UInt64,
        level: Int,
        low: PageBytes.Place?,
        high: PageBytes.Place?,
        in file: PageBytes
    ) throws(PageFault) -> Bool {
        do throws(PageFault) {
            return try check(number, level: level, low: low, high: high, in: file)
        } catch {
            guard error.key.isEmpty, let low else { throw error }
            let key = unsafe file.bytes(of: low).withUnsafeBytes { unsafe Array($0) }
            throw PageFault(error.page, error.reason, key: key)
        }
    }

    private mutating func check(
        _ number: UInt64,
        level: Int,
        low: PageBytes.Place?,
        high: PageBytes.Place?,
        in file: PageBytes
    ) throws(PageFault) -> Bool {
        let kind: PageBytes.Kind = level == tree.depth ? .leaf : .branch
        let page = try file.nodePage(number, kind)
        try note(number)
        untilAsked -= 1
        if untilAsked == 0 {
            untilAsked = Self.pagesBetweenQuestions
            guard goOn() else { return false }
        }
        // LMDB gives every branch of the main tree at least two children, and aborts at one with
        // fewer.
        guard page.count >= (kind == .leaf || isFree ? 1 : 2) else {
            throw PageFault(number, .nodes)
        }
        if kind == .leaf {
            if isFree || !file.isPlainLeaf(page, low: low, high: high) {
                try checkNodes(of: page, kind, low: low, high: high, in: file)
            }
            leafPages += 1
            rows += UInt64(page.count)
            return true
        }
        try checkBranch(page, low: low, high: high, in: file)
        branchPages += 1
        return try visitChildren(of: page, level: level, low: low, high: high, in: file)
    }

    private mutating func checkBranch(
        _ page: PageBytes.NodePage,
        low: PageBytes.Place?,
        high: PageBytes.Place?,
        in file: PageBytes
    ) throws(PageFault) {
        guard isKnown(page.number) else {
            try checkNodes(of: page, .branch, low: low, high: high, in: file)
            known?.insert(page.number)
            return
        }
        try file.checkEnds(of: page, low: low, high: high)
    }

    private func isKnown(_ branch: UInt64) -> Bool {
        known?.holds(branch) ?? false
    }

    private mutating func note(_ number: UInt64) throws(PageFault) {
        guard used?.insert(number) ?? true else { throw PageFault(number, .twice) }
    }

    private mutating func visitChildren(
        of page: PageBytes.NodePage,
        level: Int,
        low: PageBytes.Place?,
        high: PageBytes.Place?,
        in file: PageBytes
    ) throws(PageFault) -> Bool {
        let wanted = try children(of: page, in: file)
        var node = try file.node(wanted.lowerBound, of: page, .branch)
        for index in wanted {
            let next = index + 1 < page.count ? try file.node(index + 1, of: page, .branch) : nil
            let isLive = try visit(
                node.target,
                level: level + 1,
                low: index == 0 ? low : node.key,
                high: next?.key ?? high,
                in: file
            )
            guard isLive else { return false }
            if let next { node = next }
        }
        return true
    }

    /// Returns the children that are checked.
    private func children(
        of page: PageBytes.NodePage,
        in file: PageBytes
    ) throws(PageFault) -> ClosedRange<Int> {
        guard let range else { return 0...page.count - 1 }
        let first = try unsafe child(of: page, with: range.lower.span.bytes, from: 0, in: file)
        let last = try unsafe child(of: page, with: range.upper.span.bytes, from: first, in: file)
        guard range.isWithNeighbours else { return first...max(first, last) }
        return max(first - 1, 0)...min(max(first, last) + 1, page.count - 1)
    }

    /// Returns the child in which a key is searched; it is not before `first`, and probably that.
    private func child(
        of page: PageBytes.NodePage,
        with key: RawSpan,
        from first: Int,
        in file: PageBytes
    ) throws(PageFault) -> Int {
        if first > 0, first + 1 < page.count {
            let separator = try file.node(first + 1, of: page, .branch).key
            if file.isOrdered(key, before: separator) { return first }
        }
        return try file.lastNode(upTo: key, from: first, of: page, .branch)
    }

    /// Checks the content of a page: the places of its nodes, their keys, and its values elsewhere.
    private mutating func checkNodes(
        of page: PageBytes.NodePage,
        _ kind: PageBytes.Kind,
        low: PageBytes.Place?,
        high: PageBytes.Place?,
        in file: PageBytes
    ) throws(PageFault) {
        var previous = low
        var end = file.pageSize
        var isDescending = true
        for index in 0..<page.count {
            let node = try file.node(index, of: page, kind)
            if node.offset + node.size != end { isDescending = false }
            end = node.offset
            // The first key of a branch has no meaning; its child's separator takes its place.
            if kind == .branch && index == 0 { continue }
            guard isFree ? node.key.count == 8 : 1...PageBytes.mostKeyBytes ~= node.key.count
            else { throw PageFault(page.number, .sizes) }
            if let previous {
                // A leaf's first key may be its separator.
                let isFirst = kind == .leaf && index == 0
                let isInOrder =
                    isFirst
                    ? !isOrdered(node.key, before: previous, in: file)
                    : isOrdered(previous, before: node.key, in: file)
                guard isInOrder else {
                    let isSeparator = isFirst || kind == .branch && index == 1
                    throw PageFault(page.number, isSeparator ? .separators : .order)
                }
            }
            previous = node.key
            if kind == .leaf { try checkValue(of: node, on: page, in: file) }
        }
        if let high, let previous {
            guard isOrdered(previous, before: high, in: file) else {
                throw PageFault(page.number, .separators)
            }
        }
        if isDescending {
            guard end == page.upper else { throw PageFault(page.number, .nodes) }
        } else {
            try checkPlaces(of: page, kind, in: file)
        }
    }

    /// Whether nodes that are in no order fill the page from its upper bound on.
    private mutating func checkPlaces(
        of page: PageBytes.NodePage,
        _ kind: PageBytes.Kind,
        in file: PageBytes
    ) throws(PageFault) {
        places.removeAll(keepingCapacity: true)
        for index in 0..<page.count {
            let node = try file.node(index, of: page, kind)
            places.append((node.offset, node.size))
        }
        places.sort { $0.offset < $1.offset }
        var end = page.upper
        for place in places {
            guard place.offset == end else { throw PageFault(page.number, .nodes) }
            end += place.size
        }
        guard end == file.pageSize else { throw PageFault(page.number, .nodes) }
    }

    private mutating func checkValue(
        of node: PageBytes.Node,
        on page: PageBytes.NodePage,
        in file: PageBytes
    ) throws(PageFault) {
        var value = node.value
        if node.isElsewhere {
            if let range, !isWithin(range, node.key, in: file) { return }
            let found = try file.overflow(node)
            value = found.value
            overflowPages += found.pages
            for number in node.target..<node.target + found.pages { try note(number) }
        }
        if isFree { lists.append((page.number, value)) }
    }

    private func isWithin(
        _ range: Range,
        _ key: PageBytes.Place,
        in file: PageBytes
    ) -> Bool {
        let key = file.bytes(of: key)
        return unsafe !key.isOrdered(before: range.lower.span.bytes)
            && !range.upper.span.bytes.isOrdered(before: key)
    }

    @inline(__always)
    private func isOrdered(
        _ left: PageBytes.Place,
        before right: PageBytes.Place,
        in file: PageBytes
    ) -> Bool {
        if isFree { return file.bytes.number64(left.offset) < file.bytes.number64(right.offset) }
        return file.isOrdered(left, before: right)
    }
}
