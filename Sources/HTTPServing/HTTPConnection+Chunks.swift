internal import Glibc

// While a connection sleeps, the library does not touch its socket. So a short piece of a stream is
// written by the thread that has it: no other thread wakes, and no list of connections is walked.

extension HTTPConnection {
    /// What became of a chunk.
    enum Writing {
        case whole
        /// Nothing was written: there is no room now, or the connection has failed.
        case nothing
        /// A part was written, and the library cannot write the rest.
        case part
    }

    /// The most bytes on the way with which a chunk is still written at once.
    ///
    /// Each socket has room for more, so that a chunk goes whole.
    private static let room = 16 << 10
    /// `SIOCOUTQ`, whose macro Swift does not import.
    private static let bytesOnTheWay: UInt = 0x5411

    /// Writes bytes as one chunk, if the system takes them at once.
    ///
    /// Call it only while the connection sleeps, behind an answer in chunks. With TLS it writes
    /// nothing.
    func write(chunk bytes: [UInt8]) -> Writing {
        guard certificate == nil, bytes.count <= Self.room else { return .nothing }
        var waiting: Int32 = 0
        guard ioctl(socket, Self.bytesOnTheWay, &waiting) == 0,
            Int(waiting) + bytes.count <= Self.room
        else { return .nothing }
        var chunk: [UInt8] = []
        chunk.reserveCapacity(bytes.count + 16)
        chunk.append(contentsOf: String(bytes.count, radix: 16).utf8)
        chunk.append(contentsOf: Self.lineEnd)
        chunk.append(contentsOf: bytes)
        chunk.append(contentsOf: Self.lineEnd)
        let written = Glibc.send(
            socket,
            chunk,
            chunk.count,
            Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        )
        if written == chunk.count { return .whole }
        return written > 0 ? .part : .nothing
    }

    private static let lineEnd: [UInt8] = [0x0D, 0x0A]
}
