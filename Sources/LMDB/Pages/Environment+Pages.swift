internal import CLMDB
internal import Glibc
internal import Locking

// Looking at pages before LMDB walks them.

extension Environment {
    /// Looks at every page of the newest state; false if that was ended early.
    ///
    /// While it lasts the state is held, so that a writer cannot use its pages again: `goOn` is
    /// asked now and then, and told whether something was committed meanwhile.
    ///
    /// - Throws: `damagedPage` for the first one that cannot be believed.
    package func checkPages(
        goOn: (_ isOutdated: Bool) -> Bool = { _ in true }
    ) throws(LMDBError) -> Bool {
        try withoutActuallyEscaping(goOn) { (goOn) throws(LMDBError) in
            try withPages { (file, meta) throws(PageFault) in
                try PageCheck.all(file, meta) {
                    goOn(self.isOutdated(meta.transaction))
                }
            }
        }
    }

    private func isOutdated(_ transaction: UInt64) -> Bool {
        do throws(LMDBError) {
            return try status().lastTransactionID != transaction
        } catch {
            return true
        }
    }

    /// Looks at the list of free pages, which a writer walks at its first commit.
    package func checkFreePages() throws(LMDBError) {
        try withPages { (file, meta) throws(PageFault) in
            try PageCheck.freePages(file, meta)
        }
    }

    /// Looks at the pages of the only table that lead to some keys, and with neighbours also at
    /// those that a step beyond them, or a removal, leads to.
    ///
    /// - Complexity: for a key, a page for each level of the tree.
    package func checkWays(
        from lower: [UInt8],
        through upper: [UInt8],
        neighbours: Bool = false
    ) throws(LMDBError) {
        let range = TreeWalk.Range(lower: lower, upper: upper, isWithNeighbours: neighbours)
        try withPages { (file, meta) throws(PageFault) in
            try PageCheck.ways(to: range, file, meta)
        }
    }

    /// Lends the pages of the newest state, which stay as they are meanwhile.
    private func withPages<Result>(
        _ body: (PageBytes, MetaPage) throws(PageFault) -> Result
    ) throws(LMDBError) -> Result {
        let reader = try beginReading()
        var fault = PageFault(0, .meta)
        // A writer that is at work may be writing the meta page, or be two commits ahead.
        for attempt in 0..<Self.metaAttempts {
            if attempt > 0 {
                usleep(Self.metaPause)
                try reader.renew()
            }
            let count = try presentByteCount()
            let map = try pageMap(count)
            let meta: MetaPage
            do throws(PageFault) {
                meta = try map.withBytes(count) { (bytes) throws(PageFault) in
                    try MetaPage.newest(in: bytes)
                }
            } catch {
                fault = error
                continue
            }
            guard meta.transaction == reader.transactionID else { continue }
            guard let needed = meta.byteCount, needed <= count else {
                throw .truncated(
                    expectedBytes: UInt64(meta.byteCount ?? .max),
                    actualBytes: UInt64(count)
                )
            }
            do throws(PageFault) {
                return try map.withBytes(count) { (bytes) throws(PageFault) in
                    guard let file = PageBytes(bytes, meta) else { throw fault }
                    return try body(file, meta)
                }
            } catch {
                throw .damagedPage(error)
            }
        }
        throw .damagedPage(fault)
    }

    private static let metaAttempts = 50
    private static let metaPause: UInt32 = 1_000

    private func presentByteCount() throws(LMDBError) -> Int {
        var descriptor: mdb_filehandle_t = -1
        try LMDBError.check(unsafe mdb_env_get_fd(pointer, &descriptor))
        return Int(clamping: try Self.byteCount(of: descriptor))
    }

    /// A map of the file as long as it is now.
    private func pageMap(_ count: Int) throws(LMDBError) -> PageMap {
        var descriptor: mdb_filehandle_t = -1
        try LMDBError.check(unsafe mdb_env_get_fd(pointer, &descriptor))
        return try pages.withLock { (map) throws(LMDBError) in
            if let map, map.byteCount >= count { return map }
            // With room to grow: what lies behind the file's end is never touched.
            guard let made = PageMap(descriptor, byteCount: max(count * 2, 1 << 20)) else {
                throw LMDBError(code: errno)
            }
            map = made
            return made
        }
    }

    /// Looks at the meta pages of a file that LMDB has not opened yet, for it computes addresses
    /// from them.
    ///
    /// - Throws: `damagedPage`; what is no LMDB file at all is left to LMDB to refuse.
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
