/// The quick way to a value: nearly all leaves pass, in a fraction of the time of a `TreeWalk`, which
/// finds out what is wrong with the others, if anything is.
extension PageBytes {
    /// Returns where the value of a key of the main tree lies; nil unless it is found in a plain leaf
    /// below branches that were checked before.
    ///
    /// A leaf is checked by the first search that comes to it.
    func plainValue(of key: RawSpan, in tree: MetaPage.Tree, known map: PageMap) -> Place? {
        guard 1...Self.mostLevels ~= tree.depth else { return nil }
        var number = tree.root
        var (low, high): (Place?, Place?) = (nil, nil)
        for _ in 1..<tree.depth {
            guard let page = self[number, .branch], page.count >= 2,
                map.knownBranches.holds(number),
                let first = keyPlace(1, of: page), let last = keyPlace(page.count - 1, of: page)
            else { return nil }
            // The page is as it was, but the page above may lead to another one now.
            if let low, !isOrdered(low, before: first) { return nil }
            if let high, !isOrdered(last, before: high) { return nil }
            guard let index = lastNode(upTo: key, of: page) else { return nil }
            if index > 0 { low = keyPlace(index, of: page) }
            if index + 1 < page.count { high = keyPlace(index + 1, of: page) }
            guard let child = child(index, of: page) else { return nil }
            number = child
        }
        guard let page = self[number, .leaf], page.count >= 1 else { return nil }
        if !map.knownLeaves.holds(number) {
            guard isPlainLeaf(page, low: low, high: high) else { return nil }
            map.knownLeaves.insert(number)
        }
        return value(of: key, on: page)
    }

    /// Returns the last of a page's nodes whose key is not behind a key, or the first; nil where a
    /// node lies outside the page.
    private func lastNode(upTo key: RawSpan, of page: NodePage) -> Int? {
        var (least, most) = (0, page.count - 1)
        while least < most {
            let middle = (least + most + 1) / 2
            guard let place = keyPlace(middle, of: page) else { return nil }
            if isOrdered(key, before: place) { most = middle - 1 } else { least = middle }
        }
        return least
    }

    /// Where the value of a key lies on a leaf; nil if it is not there, or not within the page.
    private func value(of key: RawSpan, on page: NodePage) -> Place? {
        guard let index = lastNode(upTo: key, of: page),
            let place = keyPlace(index, of: page), place.count == key.byteCount,
            !isOrdered(key, before: place), !bytes(of: place).isOrdered(before: key)
        else { return nil }
        let start = place.offset - Self.nodeSize
        let header = bytes.number64(start)
        let (size, end) = (Int(header & 0xFFFF_FFFF), place.offset + place.count)
        guard header >> 32 & 0xFFFF == 0, end + size <= page.start + pageSize else { return nil }
        return Place(offset: end, count: size)
    }

    /// The header of a page of nodes; nil where something is wrong with it.
    private subscript(number: UInt64, kind: Kind) -> NodePage? {
        guard number >= Self.firstPage, number < pageCount else { return nil }
        let start = Int(number) * pageSize
        let bounds = bytes.number32(start + 12)
        let (lower, upper) = (Int(bounds & 0xFFFF), Int(bounds >> 16))
        guard bytes.number64(start) == number, bytes.number16(start + 10) == kind.rawValue,
            lower >= Self.headerSize, lower % 2 == 0, lower <= upper, upper <= pageSize
        else { return nil }
        return NodePage(
            number: number,
            start: start,
            count: (lower - Self.headerSize) / 2,
            upper: upper
        )
    }

    /// The key of a node; nil where it lies outside the page.
    @inline(__always)
    private func keyPlace(_ index: Int, of page: NodePage) -> Place? {
        let offset = Int(bytes.number16(page.start + Self.headerSize + 2 * index))
        guard offset + Self.nodeSize <= pageSize else { return nil }
        let count = Int(bytes.number16(page.start + offset + 6))
        guard offset + Self.nodeSize + count <= pageSize else { return nil }
        return Place(offset: page.start + offset + Self.nodeSize, count: count)
    }

    /// The page that a branch's node leads to; nil where the node lies outside the page.
    private func child(_ index: Int, of page: NodePage) -> UInt64? {
        let offset = Int(bytes.number16(page.start + Self.headerSize + 2 * index))
        guard offset + Self.nodeSize <= pageSize else { return nil }
        return bytes.number64(page.start + offset) & 0xFFFF_FFFF_FFFF
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
