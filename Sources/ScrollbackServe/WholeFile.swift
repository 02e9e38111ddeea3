internal import Glibc

/// Reads and writes of all bytes that are asked for, whatever signals come between.
enum WholeFile {
    /// Writes bytes where the file stands, as far as it can.
    ///
    /// - Returns: How many; and the number of the system's error, nil if all are written.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> (count: Int, fault: Int32?) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return (done, count < 0 ? errno : EIO) }
            done += count
        }
        return (done, nil)
    }

    /// Fills a buffer with the bytes behind an offset; false, with `errno`, if it cannot be filled.
    static func read(
        into buffer: UnsafeMutableRawBufferPointer,
        at offset: Int,
        of descriptor: Int32
    ) -> Bool {
        var done = 0
        while done < buffer.count {
            let place = buffer.baseAddress.map { $0 + done }
            let count = pread(descriptor, place, buffer.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }
}
