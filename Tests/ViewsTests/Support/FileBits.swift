import Glibc
import TestSupport

/// The bytes of a views file, which flips change beneath a process that has it open.
struct FileBits: ~Copyable {
    private let descriptor: Int32
    private let bytes: [UInt8]

    init(_ path: String) {
        bytes = readFile(path)
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        precondition(descriptor >= 0, "The file cannot be opened.")
    }

    deinit { close(descriptor) }

    /// Where some bytes lie; also where a page that is not used any more has them.
    func offsets(of wanted: [UInt8]) -> [Int] {
        var found: [Int] = []
        bytes.withUnsafeBytes { bytes in
            guard var next = bytes.baseAddress.map(UnsafeRawPointer.init) else { return }
            let (start, end) = (next, next + bytes.count)
            while let place = memchr(next, Int32(wanted[0]), end - next),
                end - UnsafeRawPointer(place) >= wanted.count
            {
                if memcmp(place, wanted, wanted.count) == 0 {
                    found.append(UnsafeRawPointer(place) - start)
                }
                next = UnsafeRawPointer(place) + 1
            }
        }
        return found
    }

    /// Flips a bit for as long as the body runs.
    func flipping(bit: Int, at offsets: [Int], _ body: () throws -> Void) rethrows {
        let places = offsets.map { $0 + bit / 8 }
        for place in places { write(bytes[place] ^ 1 << (bit % 8), at: place) }
        defer { for place in places { write(bytes[place], at: place) } }
        try body()
    }

    private func write(_ byte: UInt8, at offset: Int) {
        var byte = byte
        precondition(pwrite(descriptor, &byte, 1, offset) == 1, "The file cannot be written.")
    }
}
