/// What one or several recorded processes did, in order.
///
/// The byte layout is in `WriteRecorder.h`.
package struct Trace: Sendable {
    package enum Entry: Equatable, Sendable {
        case opened(path: String, inode: UInt64, size: Int, isFolder: Bool, isTruncated: Bool)
        case write(
            inode: UInt64,
            offset: Int,
            bytes: Range<Int>,
            serial: UInt64,
            isSynchronous: Bool
        )
        case written(serial: UInt64, byteCount: Int)
        case flush(inode: UInt64, serial: UInt64, isEverything: Bool)
        case flushed(inode: UInt64, serial: UInt64, result: Int)
        case resized(inode: UInt64, size: Int)
        case allocated(inode: UInt64, end: Int)
        case renamed(from: String, to: String, isExchange: Bool)
        case removed(path: String)
        case made(path: String, inode: UInt64)
        case linked(inode: UInt64, path: String)
        case acknowledged(bytes: Range<Int>)
        case unmodelled(String)
        case injected(call: String)
    }

    package let bytes: [UInt8]
    package let entries: [Entry]

    private static let headByteCount = 32

    package init(bytes: [UInt8], entries: [Entry]) {
        self.bytes = bytes
        self.entries = entries
    }

    /// Parses a trace; an entry that a killed process left unfinished at the end is dropped.
    package init(_ bytes: [UInt8]) throws(RigError) {
        var entries: [Entry] = []
        var start = 0
        while bytes.count - start >= Self.headByteCount {
            let count = Int(Self.number(bytes, start, 4))
            guard count >= Self.headByteCount else {
                throw RigError("The trace is damaged at byte \(start).")
            }
            guard bytes.count - start >= count else { break }
            entries.append(try Self.entry(bytes, start..<start + count))
            start += count
        }
        self.bytes = bytes
        self.entries = entries
    }

    /// The same run as if it had flushed nothing of some files and folders, named by the paths under
    /// which they were opened.
    package func leavingOutFlushes(of isLeftOut: (_ path: String) -> Bool) -> Trace {
        var paths: [UInt64: String] = [:]
        let rest = entries.filter { entry in
            switch entry {
            case .opened(let path, let inode, _, _, _): paths[inode] = path
            case .flush(let inode, _, let isEverything) where !isEverything:
                return !(paths[inode].map(isLeftOut) ?? false)
            case .flushed(let inode, _, _): return !(paths[inode].map(isLeftOut) ?? false)
            default: break
            }
            return true
        }
        return Trace(bytes: bytes, entries: rest)
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt64 {
        (0..<count).reversed().reduce(0) { $0 << 8 | UInt64(bytes[start + $1]) }
    }

    private static func entry(_ bytes: [UInt8], _ range: Range<Int>) throws(RigError) -> Entry {
        let start = range.lowerBound
        let flags = bytes[start + 5]
        let inode = number(bytes, start + 8, 8)
        let a = Int(truncatingIfNeeded: number(bytes, start + 16, 8))
        let serial = number(bytes, start + 24, 8)
        let path = start + headByteCount..<start + headByteCount + Int(number(bytes, start + 6, 2))
        guard path.upperBound <= range.upperBound else {
            throw RigError("The trace is damaged at byte \(start).")
        }
        let data = path.upperBound..<range.upperBound
        func text(_ part: Range<Int>) -> String { String(decoding: bytes[part], as: UTF8.self) }
        switch bytes[start + 4] {
        case 1:
            return .opened(
                path: text(path),
                inode: inode,
                size: a,
                isFolder: flags & 1 != 0,
                isTruncated: flags & 2 != 0
            )
        case 2:
            return .write(
                inode: inode,
                offset: a,
                bytes: data,
                serial: serial,
                isSynchronous: flags & 1 != 0
            )
        case 3: return .written(serial: serial, byteCount: a)
        case 4: return .flush(inode: inode, serial: serial, isEverything: flags & 1 != 0)
        case 5: return .flushed(inode: inode, serial: serial, result: a)
        case 6: return .resized(inode: inode, size: a)
        case 7: return .allocated(inode: inode, end: a)
        case 8: return .renamed(from: text(path), to: text(data), isExchange: flags & 1 != 0)
        case 9: return .removed(path: text(path))
        case 11: return .made(path: text(path), inode: inode)
        case 12: return .linked(inode: inode, path: text(data))
        case 13: return .acknowledged(bytes: data)
        case 14: return .unmodelled(text(path) + " " + text(data))
        case 15: return .injected(call: text(path))
        case let kind: throw RigError("The trace has an entry of unknown kind \(kind).")
        }
    }

    /// How many calls were made to fail.
    package var injectionCount: Int {
        entries.count { entry in
            if case .injected = entry { true } else { false }
        }
    }
}
