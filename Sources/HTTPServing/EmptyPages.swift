internal import Glibc

extension UnsafeMutableRawBufferPointer {
    /// Gives the whole pages within the buffer back to the system; they are zeros when they are used
    /// again.
    ///
    /// For a buffer whose bytes are of no use any more.
    func giveBackPages() {
        guard let start = baseAddress else { return }
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let first = (Int(bitPattern: start) + page - 1) / page * page
        let end = (Int(bitPattern: start) + count) / page * page
        guard end > first else { return }
        madvise(start + (first - Int(bitPattern: start)), end - first, MADV_DONTNEED)
    }
}
