internal import Glibc

/// The lines that arrive at a descriptor, until it ends or a bell rings.
///
/// A bell is a descriptor that can be read from once nothing more is to be taken in. An incomplete
/// last line is a line at the end of the input, and is dropped when the bell rings.
package struct LineInput: ~Copyable {
    private static let chunkBytes = 1 << 18

    private let descriptor: Int32
    private let bell: Int32
    /// The number of waiting bytes at which reading ahead stops.
    private let waitingBytes: Int
    private var splitter = LineSplitter()
    private var hasEnded = false
    private var chunk: [UInt8]

    /// The input cannot be read.
    package struct Failure: Error {
        /// The system's error number.
        package let number: Int32
    }

    /// Reads from a descriptor, which stays its owner's.
    package init(from descriptor: Int32, until bell: Int32, waitingBytes: Int = 4 << 20) {
        self.descriptor = descriptor
        self.bell = bell
        self.waitingBytes = waitingBytes
        chunk = [UInt8](repeating: 0, count: min(Self.chunkBytes, waitingBytes))
    }

    /// Waits for a line, and returns it with the lines already available; nil at the end.
    ///
    /// It blocks its thread.
    package mutating func next(upTo count: Int) throws(Failure) -> [[UInt8]]? {
        while !hasEnded, splitter.count < count, splitter.waitingBytes < waitingBytes {
            var descriptors = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&descriptors, 2, splitter.count > 0 ? 0 : -1)
            if ready == 0 { break }
            // A signal has come; the bell says which.
            if ready < 0 { continue }
            if descriptors[1].revents != 0 {
                hasEnded = true
            } else {
                try read()
            }
        }
        let lines = splitter.take(upTo: count)
        return lines.isEmpty ? nil : lines
    }

    private mutating func read() throws(Failure) {
        let count = Glibc.read(descriptor, &chunk, chunk.count)
        if count > 0 {
            splitter.add(chunk[..<count])
        } else if count == 0 {
            splitter.end()
            hasEnded = true
        } else if errno != EINTR && errno != EAGAIN {
            throw Failure(number: errno)
        }
    }
}
