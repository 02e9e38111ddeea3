internal import CLMDB
internal import Glibc
internal import Locking

// Checks pages before LMDB walks them.

extension Environment {
    /// Checks every page of the newest snapshot; false if it was ended early, or no snapshot could
    /// be held.
    ///
    /// The snapshot is held meanwhile, so that a writer cannot reuse its pages: `goOn` is asked now
    /// and then, and told whether something was committed meanwhile.
    ///
    /// - Throws: `damagedPage` for the first damaged page.
    package func checkPages(
        goOn: (_ isOutdated: Bool) -> Bool = { _ in true }
    ) throws(LMDBError) -> Bool {
        let newest = try status().lastTransactionID
        do throws(LMDBError) {
            return try withoutActuallyEscaping(goOn) { (goOn) throws(LMDBError) in
                try withSnapshot { (snapshot) throws(PageFault) in
                    try snapshot.withPages { (file) throws(PageFault) in
                        try PageCheck.all(file, snapshot.meta) { goOn(self.isOutdated(newest)) }
                    }
                }
            }
        } catch .system(errno: EAGAIN) {
            return false
        }
    }

    private func isOutdated(_ transaction: UInt64) -> Bool {
        do throws(LMDBError) {
            return try status().lastTransactionID != transaction
        } catch {
            return true
        }
    }

    /// Checks the list of free pages, which a writer walks at its first commit.
    package func checkFreePages() throws(LMDBError) {
        try withSnapshot { (snapshot) throws(PageFault) in
            try snapshot.withPages { (file) throws(PageFault) in
                try PageCheck.freePages(file, snapshot.meta)
            }
        }
    }

    /// Checks the pages of the newest state that lead to some keys of the only table, and with
    /// neighbours also those that a step beyond the keys, or a removal, leads to.
    ///
    /// A caller may trust branches: then the nodes of a branch page are checked at the first call
    /// only, because a page has some two hundred of them and leads to as many leaves.
    ///
    /// - Complexity: for a key, a page for each level of the tree.
    package func checkWays(
        from lower: [UInt8],
        through upper: [UInt8],
        neighbours: Bool = false,
        trustsBranches: Bool = false
    ) throws(LMDBError) {
        let range = TreeWalk.Range(lower: lower, upper: upper, isWithNeighbours: neighbours)
        try withSnapshot { (snapshot) throws(PageFault) in
            let known = trustsBranches ? snapshot.map.knownBranches : nil
            try snapshot.withPages { (file) throws(PageFault) in
                try PageCheck.ways(to: range, file, snapshot.meta, known: known)
            }
        }
    }

    /// Lends the pages of the newest state that readers can see; they stay unchanged meanwhile.
    ///
    /// - Throws: `system` with `EAGAIN` if both meta pages are sound, and of other states.
    private func withSnapshot<Result>(
        _ body: (PageSnapshot) throws(PageFault) -> Result
    ) throws(LMDBError) -> Result {
        let reader = try beginReading()
        var refusal = LMDBError.system(errno: EAGAIN)
        // A writer that is at work may be writing a meta page, or be two commits ahead.
        for attempt in 0..<Self.metaAttempts {
            if attempt > 0 {
                usleep(Self.metaPause)
                try reader.renew()
            }
            let snapshot: PageSnapshot?
            do throws(LMDBError) {
                snapshot = try pageSnapshot(of: reader.transactionID)
            } catch .damagedPage(let fault) {
                refusal = .damagedPage(fault)
                continue
            }
            guard let snapshot else {
                refusal = .system(errno: EAGAIN)
                continue
            }
            do throws(PageFault) {
                return try body(snapshot)
            } catch {
                throw .damagedPage(error)
            }
        }
        throw refusal
    }

    /// Returns the pages of a state that a reader holds; nil if neither meta page describes it any
    /// more.
    ///
    /// - Throws: `damagedPage` for the meta pages.
    func pageSnapshot(of transaction: UInt64) throws(LMDBError) -> PageSnapshot? {
        let map = try pageMap()
        let meta: MetaPage?
        do throws(PageFault) {
            meta = try map.withBytes { (bytes) throws(PageFault) in
                try MetaPage.state(transaction, in: bytes)
            }
        } catch {
            throw .damagedPage(error)
        }
        guard let meta else { return nil }
        // Only a state that reaches further than the known length costs a call of the system.
        let isKnown = meta.byteCount ?? .max <= map.knownLength
        return PageSnapshot(map: isKnown ? map : try newPageMap(), meta: meta)
    }

    static let metaAttempts = 50
    static let metaPause: UInt32 = 1_000

    /// The map of the file, at its length when it was asked for last.
    private func pageMap() throws(LMDBError) -> PageMap {
        if let map = pages.withLock({ $0 }) { return map }
        return try newPageMap()
    }

    /// Maps the file at its present length, or notes that length in the map that it has.
    private func newPageMap() throws(LMDBError) -> PageMap {
        var descriptor: mdb_filehandle_t = -1
        try LMDBError.check(unsafe mdb_env_get_fd(pointer, &descriptor))
        let length = Int(clamping: try Self.byteCount(of: descriptor))
        return try pages.withLock { (map) throws(LMDBError) in
            if let map, map.byteCount >= length {
                map.note(length: length)
                return map
            }
            // With room to grow: the bytes after the file's end are never touched.
            let room = max(length * 2, 1 << 20)
            guard
                let made = PageMap(descriptor, byteCount: room, length: length, knownBy: map)
            else { throw LMDBError(code: errno) }
            map = made
            return made
        }
    }

    /// Whether a file that ends before its last page lacks only free pages.
    ///
    /// It takes no reader slot: beside a writer at work it may wrongly return false.
    static func lacksOnlyFreePages(_ descriptor: Int32) throws(LMDBError) -> Bool {
        let count = Int(clamping: try byteCount(of: descriptor))
        guard let map = PageMap(descriptor, byteCount: count, length: count) else {
            throw LMDBError(code: errno)
        }
        do throws(PageFault) {
            try map.withBytes { (bytes) throws(PageFault) in
                let meta = try MetaPage.newest(in: bytes)
                try PageCheck.freePages(PageBytes(bytes, meta), meta)
            }
            return true
        } catch {
            return false
        }
    }

    /// Checks the meta pages of a file before LMDB opens it, because LMDB computes addresses from
    /// them.
    ///
    /// - Throws: `damagedPage`; a file that is not an LMDB file is left to LMDB to refuse.
    static func checkMetaPages(_ descriptor: Int32) throws(LMDBError) {
        var fault: PageFault?
        for attempt in 0..<metaAttempts {
            if attempt > 0 { usleep(metaPause) }
            do throws(PageFault) {
                let bytes = readMetaPages(descriptor)
                _ = try unsafe MetaPage.newest(in: bytes.span.bytes)
                return
            } catch {
                if error.isOfAnotherFile { return }
                fault = error
            }
        }
        if let fault { throw .damagedPage(fault) }
    }

    private static func readMetaPages(_ descriptor: Int32) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: MetaPage.bothByteCount)
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe pread(descriptor, buffer.baseAddress, buffer.count, 0)
        }
        return Array(bytes.prefix(max(0, count)))
    }
}
