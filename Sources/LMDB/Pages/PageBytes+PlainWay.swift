/// The quick way to a value: nearly all leaves pass, in a fraction of the time of a `TreeWalk`, which
/// finds out what is wrong with the others, if anything is.
extension PageBytes {
    /// Returns where the value of a key of the main tree lies; nil unless it is found in a plain leaf
    /// below branches that were checked before.
    ///
    /// A leaf is checked by the first search that comes to it.
    func plainValue(of key: RawSpan, in tree: MetaPage.Tree, known map: PageMap) -> Place? {
        do throws(PageFault) {
            guard 1...Self.mostLevels ~= tree.depth else { return nil }
            var number = tree.root
            var (low, high): (Place?, Place?) = (nil, nil)
            for _ in 1..<tree.depth {
                let page = try nodePage(number, .branch)
                guard page.count >= 2, map.knownBranches.holds(number) else { return nil }
                try checkEnds(of: page, low: low, high: high)
                let index = try lastNode(upTo: key, of: page, .branch)
                let found = try node(index, of: page, .branch)
                if index > 0 { low = found.key }
                if index + 1 < page.count { high = try node(index + 1, of: page, .branch).key }
                number = found.target
            }
            let page = try nodePage(number, .leaf)
            guard page.count >= 1 else { return nil }
            if !map.knownLeaves.holds(number) {
                guard isPlainLeaf(page, low: low, high: high) else { return nil }
                map.knownLeaves.insert(number)
            }
            let found = try node(lastNode(upTo: key, of: page, .leaf), of: page, .leaf)
            let isEqual =
                !isOrdered(key, before: found.key) && !bytes(of: found.key).isOrdered(before: key)
            return isEqual && !found.isElsewhere ? found.value : nil
        } catch {
            return nil
        }
    }

    /// Checks that the separators of a known branch lie between those above it: the page is as it
    /// was, but the page above may lead to another one now.
    func checkEnds(of page: NodePage, low: Place?, high: Place?) throws(PageFault) {
        let first = try node(1, of: page, .branch).key
        let last = try node(page.count - 1, of: page, .branch).key
        if let low, !isOrdered(low, before: first) { throw PageFault(page.number, .separators) }
        if let high, !isOrdered(last, before: high) { throw PageFault(page.number, .separators) }
    }

    /// Returns the last node of a page, from one on, whose key is not behind a key of the main tree;
    /// that one if all are.
    func lastNode(
        upTo key: RawSpan,
        from first: Int = 0,
        of page: NodePage,
        _ kind: Kind
    ) throws(PageFault) -> Int {
        var (least, most) = (first, page.count - 1)
        while least < most {
            let middle = (least + most + 1) / 2
            if isOrdered(key, before: try node(middle, of: page, kind).key) {
                most = middle - 1
            } else {
                least = middle
            }
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
