extension TreeWalk {
    /// Whether a leaf of the main tree is as LMDB fills one: its nodes lie from the end downwards
    /// without a gap, their keys are in order, and no value lies elsewhere.
    ///
    /// Nearly all leaves pass. What is wrong with another one, if anything is, `lookAtNodes` finds
    /// out; this takes a fraction of its time, because loads from several nodes are under way at
    /// once.
    func isPlain(
        _ page: PageBytes.NodePage,
        low: PageBytes.Place?,
        high: PageBytes.Place?,
        in file: PageBytes
    ) -> Bool {
        if isFree { return false }
        var previous = low
        var end = page.start + file.pageSize
        for index in 0..<page.count {
            let offset = file.bytes.number16(page.start + PageBytes.headerSize + 2 * index)
            let place = page.start + Int(offset)
            guard place + PageBytes.nodeSize <= end else { return false }
            // The value's size, flags, the key's size.
            let header = file.bytes.number64(place)
            let keySize = Int(header >> 48)
            let size = PageBytes.nodeSize + keySize + Int(header & 0xFFFF_FFFF)
            guard header >> 32 & 0xFFFF == 0, 1...PageBytes.mostKeyBytes ~= keySize,
                place + size + size % 2 == end
            else { return false }
            let key = PageBytes.Place(offset: place + PageBytes.nodeSize, count: keySize)
            if let previous {
                // A leaf's first key may be its separator.
                let isInOrder =
                    index == 0
                    ? !isOrdered(key, before: previous, in: file)
                    : isOrdered(previous, before: key, in: file)
                guard isInOrder else { return false }
            }
            previous = key
            end = place
        }
        guard end == page.start + page.upper else { return false }
        guard let high, let previous else { return true }
        return isOrdered(previous, before: high, in: file)
    }
}
