/// Checks that the pages of an LMDB file are as LMDB relies on, without calling LMDB.
///
/// LMDB has no checksums and trusts its pages: a flipped bit in one can make it answer that a row
/// is missing, or kill the process. Nothing here trusts the content of the pages.
package enum PageCheck {
    /// Checks all pages of a whole file in memory; nil if LMDB can walk it.
    package static func fault(in bytes: RawSpan) -> PageFault? {
        do throws(PageFault) {
            let meta = try MetaPage.newest(in: bytes)
            _ = try all(PageBytes(bytes, meta), meta) { true }
            return nil
        } catch {
            return error
        }
    }

    /// Checks every page of both trees and the list of free pages.
    ///
    /// This includes that each page is used once or free once: a page in both would be overwritten
    /// by the next commits. Pages that are neither are lost room, and no fault, unless the file
    /// ends before them.
    ///
    /// - Returns: false if `goOn`, which is asked now and then, said to end.
    static func all(
        _ file: PageBytes,
        _ meta: MetaPage,
        goOn: @escaping () -> Bool
    ) throws(PageFault) -> Bool {
        let used = PageSet(count: file.pageCount)
        var free = TreeWalk(whole: meta.free, isFree: true, used: used, goOn: goOn)
        guard try free.run(in: file) else { return false }
        guard let usedByFree = free.used.take() else { return true }
        var main = TreeWalk(whole: meta.main, isFree: false, used: usedByFree, goOn: goOn)
        guard try main.run(in: file) else { return false }
        guard var used = main.used.take() else { return true }
        try checkFreePages(free.lists, &used, in: file)
        return true
    }

    /// Checks the tree of free pages, which a writer walks at its first commit.
    ///
    /// Whether these pages contain no rows can be decided only by a walk over all pages.
    static func freePages(_ file: PageBytes, _ meta: MetaPage) throws(PageFault) {
        let used = PageSet(count: file.pageCount)
        var free = TreeWalk(whole: meta.free, isFree: true, used: used, goOn: { true })
        _ = try free.run(in: file)
        guard var used = free.used.take() else { return }
        try checkFreePages(free.lists, &used, in: file)
    }

    /// Checks the pages on the paths to some keys of the main tree.
    static func ways(
        to range: TreeWalk.Range,
        _ file: PageBytes,
        _ meta: MetaPage,
        known: SharedBits?
    ) throws(PageFault) {
        var walk = TreeWalk(meta.main, to: range, known: known)
        _ = try walk.run(in: file)
    }

    /// Checks the lists of free pages: each is a count and that many page numbers, the highest
    /// first.
    ///
    /// All pages behind the end of the file must be in one.
    private static func checkFreePages(
        _ lists: [(page: UInt64, value: PageBytes.Place)],
        _ used: inout PageSet,
        in file: PageBytes
    ) throws(PageFault) {
        // No larger than the lists, even if the meta page gives a damaged last page.
        var behind = Set<UInt64>()
        for list in lists {
            guard list.value.count >= 8, list.value.count % 8 == 0 else {
                throw PageFault(list.page, .freePages)
            }
            let count = file.bytes.number64(list.value.offset)
            guard count < UInt64(list.value.count / 8) else {
                throw PageFault(list.page, .freePages)
            }
            var previous = UInt64.max
            for index in 1..<Int(count) + 1 {
                let number = file.bytes.number64(list.value.offset + 8 * index)
                guard number >= PageBytes.firstPage, number <= file.lastPage, number < previous,
                    number < file.pageCount ? used.insert(number) : behind.insert(number).inserted
                else { throw PageFault(list.page, .freePages) }
                previous = number
            }
        }
        guard UInt64(behind.count) == file.lastPage + 1 - file.pageCount else {
            throw PageFault(file.lastPage, .missing)
        }
    }
}
