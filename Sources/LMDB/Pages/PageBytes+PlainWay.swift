internal import CPlatform

/// The quick way to a value: nearly all rows are found so, in a fraction of the time of a `TreeWalk`,
/// which finds out what is wrong with the others, if anything is.
extension PageBytes {
    /// A leaf below branches that were checked before, and the separators above it.
    private struct PlainLeaf {
        let number: UInt64
        let low: Place?
        let high: Place?
    }

    /// Returns where the value of a key of the main tree lies; nil unless it is found below branches
    /// that were checked before, and its node and those beside it are as LMDB fills a leaf.
    ///
    /// The rest of the leaf is not read: damage there is found by a search that comes to it. The
    /// caller checks the value's bytes.
    func plainValue(of key: RawSpan, in tree: MetaPage.Tree, known map: PageMap) -> Place? {
        do throws(PageFault) {
            guard let leaf = try plainLeaf(of: key, in: tree, known: map) else { return nil }
            let page = try nodePage(leaf.number, .leaf)
            guard page.count >= 1 else { return nil }
            let likely = likelyNode(of: key, in: page)
            let index = try lastNode(upTo: key, of: page, .leaf, near: likely)
            let found = try node(index, of: page, .leaf)
            let isEqual =
                !isOrdered(key, before: found.key) && !bytes(of: found.key).isOrdered(before: key)
            guard isEqual, !found.isElsewhere,
                try isPlain(found, at: index, of: page, low: leaf.low, high: leaf.high)
            else { return nil }
            return found.value
        } catch {
            return nil
        }
    }

    /// Goes down to the leaf of a key; nil if a branch on the way was not checked before.
    private func plainLeaf(
        of key: RawSpan,
        in tree: MetaPage.Tree,
        known map: PageMap
    ) throws(PageFault) -> PlainLeaf? {
        guard 1...Self.mostLevels ~= tree.depth else { return nil }
        var number = tree.root
        var (low, high): (Place?, Place?) = (nil, nil)
        for _ in 1..<tree.depth {
            let page = try nodePage(number, .branch)
            guard page.count >= 2, map.knownBranches.holds(number) else { return nil }
            let ends = try checkEnds(of: page, low: low, high: high)
            let likely = likelyChild(of: key, in: page, between: ends.first, ends.last)
            let index = try lastNode(upTo: key, of: page, .branch, near: likely)
            let found = try node(index, of: page, .branch)
            if index > 0 { low = found.key }
            if index + 1 < page.count { high = try node(index + 1, of: page, .branch).key }
            number = found.target
        }
        return PlainLeaf(number: number, low: low, high: high)
    }

    /// Whether a node of a leaf begins where the one before it ends, downwards from the page's end,
    /// and its key lies between theirs, or the separators.
    ///
    /// So a key that damage made equal to this one is noticed, whichever of the two was found.
    private func isPlain(
        _ found: Node,
        at index: Int,
        of page: NodePage,
        low: Place?,
        high: Place?
    ) throws(PageFault) -> Bool {
        if index > 0 {
            let previous = try node(index - 1, of: page, .leaf)
            guard found.offset + found.size == previous.offset,
                isOrdered(previous.key, before: found.key)
            else { return false }
        } else {
            guard found.offset + found.size == pageSize else { return false }
            if let low, isOrdered(found.key, before: low) { return false }
        }
        guard index + 1 < page.count else {
            guard found.offset == page.upper, let high else { return found.offset == page.upper }
            return isOrdered(found.key, before: high)
        }
        let next = try node(index + 1, of: page, .leaf)
        return next.offset + next.size == found.offset && isOrdered(found.key, before: next.key)
    }

    /// Fetches from memory what `plainValue` reads of some keys, of all at once: to wait for one
    /// after the other takes longer than everything else.
    ///
    /// It only saves time: no result depends on it. The keys lie one behind the other, each of so
    /// many bytes.
    func fetchPlainValues(
        of keys: RawSpan,
        each keyBytes: Int,
        in tree: MetaPage.Tree,
        known map: PageMap
    ) {
        var leaves: [(key: Int, start: Int)] = []
        leaves.reserveCapacity(keys.byteCount / keyBytes)
        for place in stride(from: 0, through: keys.byteCount - keyBytes, by: keyBytes) {
            let key = keys.extracting(place..<place + keyBytes)
            guard let leaf = try? plainLeaf(of: key, in: tree, known: map),
                Self.firstPage..<pageCount ~= leaf.number
            else { continue }
            leaves.append((place, Int(leaf.number) * pageSize))
            fetch(leaves[leaves.count - 1].start)
        }
        // Of its first node the number is known then from which the others count.
        for leaf in leaves { fetch(leaf.start + offset(0, of: leaf.start)) }
        for leaf in leaves {
            let key = keys.extracting(leaf.key..<leaf.key + keyBytes)
            guard let page = try? nodePage(UInt64(leaf.start / pageSize), .leaf),
                let index = likelyNode(of: key, in: page)
            else { continue }
            if index + 1 < page.count { fetch(leaf.start + offset(index + 1, of: leaf.start)) }
            let end = index > 0 ? offset(index - 1, of: leaf.start) : pageSize - 1
            for place in stride(from: offset(index, of: leaf.start), through: end, by: 64) {
                fetch(leaf.start + place)
            }
        }
    }

    /// Where a node of a page begins, as far as its bytes tell.
    private func offset(_ index: Int, of start: Int) -> Int {
        min(Int(bytes.number16(start + Self.headerSize + 2 * index)), pageSize - 1)
    }

    private func fetch(_ offset: Int) {
        unsafe bytes.withUnsafeBytes { memory in
            unsafe scrollback_fetch(memory.baseAddress.map { unsafe $0 + offset })
        }
    }

    /// Checks that the separators of a known branch lie between those above it: the page is as it
    /// was, but the page above may lead to another one now.
    ///
    /// - Returns: the first and the last of its separators.
    @discardableResult
    func checkEnds(
        of page: NodePage,
        low: Place?,
        high: Place?
    ) throws(PageFault) -> (first: Place, last: Place) {
        let first = try node(1, of: page, .branch).key
        let last = try node(page.count - 1, of: page, .branch).key
        if let low, !isOrdered(low, before: first) { throw PageFault(page.number, .separators) }
        if let high, !isOrdered(last, before: high) { throw PageFault(page.number, .separators) }
        return (first, last)
    }

    /// Guesses the child of a branch that leads to a key, where the keys count evenly up.
    private func likelyChild(
        of key: RawSpan,
        in page: NodePage,
        between first: Place,
        _ last: Place
    ) -> Int? {
        guard let (distance, range) = distances(of: key, from: first, to: last), range > 0 else {
            return nil
        }
        let share = min(Double(distance) / Double(range), 1)
        return 1 + Int(share * Double(page.count - 2))
    }

    /// Guesses the node of a leaf that has a key, where each key is one more than the last.
    private func likelyNode(of key: RawSpan, in page: NodePage) -> Int? {
        guard page.count > 0, let first = try? node(0, of: page, .leaf).key,
            let (distance, _) = distances(of: key, from: first, to: first)
        else { return nil }
        return Int(min(distance, UInt64(page.count - 1)))
    }

    /// How far a key and the last of two places lie behind the first, by the numbers in their last
    /// eight bytes; nil unless all have the same size and the same bytes before.
    private func distances(
        of key: RawSpan,
        from first: Place,
        to last: Place
    ) -> (key: UInt64, last: UInt64)? {
        guard 9...16 ~= key.byteCount, first.count == key.byteCount, last.count == key.byteCount
        else { return nil }
        let (before, number) = (UInt64(64 - 8 * (key.byteCount - 8)), key.byteCount - 8)
        let start = key.number64(0).byteSwapped >> before
        guard bytes.number64(first.offset).byteSwapped >> before == start,
            bytes.number64(last.offset).byteSwapped >> before == start
        else { return nil }
        let least = bytes.number64(first.offset + number).byteSwapped
        let (wanted, most) = (
            key.number64(number).byteSwapped,
            bytes.number64(last.offset + number).byteSwapped
        )
        guard wanted >= least, most >= least else { return nil }
        return (wanted - least, most - least)
    }

    /// Returns the last node of a page, from one on, whose key is not behind a key of the main tree;
    /// that one if all are.
    ///
    /// The search begins at a likely node and goes away from it in growing steps, if there is one.
    func lastNode(
        upTo key: RawSpan,
        from first: Int = 0,
        of page: NodePage,
        _ kind: Kind,
        near likely: Int? = nil
    ) throws(PageFault) -> Int {
        var (least, most) = (first, page.count - 1)
        var next = likely
        var step = 1
        var wasBehind: Bool?
        while least < most {
            let middle = next.map { max(least + 1, min(most, $0)) } ?? (least + most + 1) / 2
            let isBehind = isOrdered(key, before: try node(middle, of: page, kind).key)
            if isBehind { most = middle - 1 } else { least = middle }
            guard next != nil else { continue }
            // Between two nodes that were asked it halves.
            let goesOn = wasBehind ?? isBehind == isBehind
            next = goesOn ? middle + (isBehind ? -step : step) : nil
            step *= 2
            wasBehind = isBehind
        }
        return least
    }

    /// Whether a leaf of the main tree is as LMDB fills one: its nodes lie from the end downwards
    /// without a gap, their keys are in order and between the separators above it, and no value lies
    /// elsewhere.
    ///
    /// It is quick because loads from several nodes are under way at once.
    func isPlainLeaf(_ page: NodePage, low: Place?, high: Place?) -> Bool {
        var previous = low
        var end = page.start + pageSize
        for index in 0..<page.count {
            let offset = bytes.number16(page.start + Self.headerSize + 2 * index)
            let place = page.start + Int(offset)
            guard place + Self.nodeSize <= end else { return false }
            // The value's size, flags, the key's size.
            let header = bytes.number64(place)
            let keySize = Int(header >> 48)
            let size = Self.nodeSize + keySize + Int(header & 0xFFFF_FFFF)
            guard header >> 32 & 0xFFFF == 0, 1...Self.mostKeyBytes ~= keySize,
                place + size + size % 2 == end
            else { return false }
            let key = Place(offset: place + Self.nodeSize, count: keySize)
            if let previous {
                // A leaf's first key may be its separator.
                let isInOrder =
                    index == 0
                    ? !isOrdered(key, before: previous) : isOrdered(previous, before: key)
                guard isInOrder else { return false }
            }
            previous = key
            end = place
        }
        guard end == page.start + page.upper else { return false }
        guard let high, let previous else { return true }
        return isOrdered(previous, before: high)
    }
}
