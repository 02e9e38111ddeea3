internal import CPlatform
internal import EventLog
internal import Messaging
internal import ScrollbackText
internal import Wire

/// The folded names of some people, in the order of their profiles.
///
/// Core files leave out the memory of the names, and it is cleared with the chunk.
final class NameChunk: @unchecked Sendable {
    // Sendable: filled by `NameMaker` before others have it, and only read from then on.

    /// A person, and where the names lie: username, end, full name, end.
    struct Entry {
        let user: UserID
        let profile: Position
        let start: Int
        let usernameCount: Int
        let fullNameCount: Int
        let shown: Shown

        var end: Int { start + Self.byteCount(usernameCount, fullNameCount) }

        static func byteCount(_ usernameCount: Int, _ fullNameCount: Int) -> Int {
            usernameCount + fullNameCount + 2
        }
    }

    /// The kind of name that a person is shown with.
    enum Shown: UInt8 { case fullName, username, nothing }

    /// Behind each name; no byte of UTF-8, so that no text is found across two names.
    static let endOfName: UInt8 = 0xFF

    let entries: [Entry]
    private let memory: PrivateMemory

    init(_ entries: [Entry], _ memory: consuming PrivateMemory) {
        self.entries = entries
        self.memory = memory
    }

    /// The size in memory.
    var byteCount: Int { (entries.last?.end ?? 0) + entries.count * MemoryLayout<Entry>.stride }

    /// The names of an entry with the ends behind them, good as long as the chunk.
    func bytes(of entry: Entry) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: memory.bytes[entry.start..<entry.end])
    }

    /// Returns the name that a person is shown with, valid as long as the chunk.
    func shownName(of entry: Entry) -> UnsafeRawBufferPointer {
        let names = bytes(of: entry)
        switch entry.shown {
        case .username:
            return UnsafeRawBufferPointer(rebasing: names[..<entry.usernameCount])
        case .fullName:
            let start = entry.usernameCount + 1
            return UnsafeRawBufferPointer(rebasing: names[start..<start + entry.fullNameCount])
        case .nothing:
            return UnknownName.shared.bytes
        }
    }

    /// Visits those of whose names one has a text in it.
    func forEach(with text: FoldedText, _ body: (Entry) -> Void) {
        let text = text.bytes
        guard !text.isEmpty, let start = memory.bytes.baseAddress, let last = entries.last else {
            entries.forEach(body)
            return
        }
        var index = 0
        var offset = 0
        while offset < last.end,
            let found = scrollback_find_bytes(
                start + offset,
                last.end - offset,
                text,
                text.count
            )
        {
            let place = found - UnsafeRawPointer(start)
            while entries[index].end <= place { index += 1 }
            body(entries[index])
            offset = entries[index].end
        }
    }
}

/// The name shown for a person without names.
private final class UnknownName: @unchecked Sendable {
    // Sendable: never changed, and never given back.

    static let shared = UnknownName()
    let bytes: UnsafeRawBufferPointer

    private init() {
        let name = FoldedText(English.unknown).bytes
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: name.count, alignment: 1)
        copy.copyBytes(from: name)
        bytes = UnsafeRawBufferPointer(copy)
    }
}

/// Puts names into chunks, in the order of their profiles.
struct NameMaker: ~Copyable {
    private static let chunkBytes = 1 << 16

    private var chunks: [NameChunk] = []
    private var memory = PrivateMemory(byteCount: chunkBytes)
    private var used = 0
    private var entries: [NameChunk.Entry] = []

    /// Adds the names of a profile, as they are written.
    mutating func add(
        _ user: UserID,
        _ profile: Position,
        username: RawSpan,
        fullName: RawSpan
    ) {
        let (first, second) = (Folding(username), Folding(fullName))
        makeRoom(for: NameChunk.Entry.byteCount(first.byteCount, second.byteCount))
        var shown = NameChunk.Shown.nothing
        if fullName.byteCount > 0 {
            shown = .fullName
        } else if username.byteCount > 0 {
            shown = .username
        }
        let entry = NameChunk.Entry(
            user: user,
            profile: profile,
            start: used,
            usernameCount: first.byteCount,
            fullNameCount: second.byteCount,
            shown: shown
        )
        first.write(username, to: memory.bytes, at: used)
        memory.bytes[used + first.byteCount] = NameChunk.endOfName
        second.write(fullName, to: memory.bytes, at: used + first.byteCount + 1)
        memory.bytes[entry.end - 1] = NameChunk.endOfName
        used = entry.end
        entries.append(entry)
    }

    /// Adds the names of an entry as a chunk has them.
    mutating func add(_ entry: NameChunk.Entry, of chunk: NameChunk) {
        let bytes = chunk.bytes(of: entry)
        makeRoom(for: bytes.count)
        UnsafeMutableRawBufferPointer(rebasing: memory.bytes[used...]).copyMemory(from: bytes)
        entries.append(
            NameChunk.Entry(
                user: entry.user,
                profile: entry.profile,
                start: used,
                usernameCount: entry.usernameCount,
                fullNameCount: entry.fullNameCount,
                shown: entry.shown
            )
        )
        used += bytes.count
    }

    /// All chunks, none of them empty.
    consuming func finish() -> [NameChunk] {
        if !entries.isEmpty { chunks.append(NameChunk(entries, memory)) }
        return chunks
    }

    private mutating func makeRoom(for count: Int) {
        guard used + count > memory.bytes.count else { return }
        var full = PrivateMemory(byteCount: max(count, Self.chunkBytes))
        swap(&full, &memory)
        if !entries.isEmpty { chunks.append(NameChunk(entries, full)) }
        entries = []
        used = 0
    }
}

/// Folds a name; plain ASCII is folded without a copy that would stay in memory.
private struct Folding {
    /// Nil for ASCII.
    private let text: FoldedText?
    let byteCount: Int

    init(_ name: RawSpan) {
        let isASCII = name.withUnsafeBytes { $0.allSatisfy { $0 < 0x80 } }
        text =
            isASCII ? nil : FoldedText(name.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
        byteCount = text?.bytes.count ?? name.byteCount
    }

    func write(_ name: RawSpan, to memory: UnsafeMutableRawBufferPointer, at start: Int) {
        let target = UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + byteCount])
        if let text {
            target.copyBytes(from: text.bytes)
            return
        }
        name.withUnsafeBytes { bytes in
            for (place, byte) in bytes.enumerated() {
                target[place] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            }
        }
    }
}

extension [NameChunk] {
    /// The same without some entries; chunks that lose none stay as they are.
    func removing(where goes: (NameChunk.Entry) -> Bool) -> [NameChunk] {
        var left: [NameChunk] = []
        left.reserveCapacity(count)
        for chunk in self {
            guard chunk.entries.contains(where: goes) else {
                left.append(chunk)
                continue
            }
            var maker = NameMaker()
            for entry in chunk.entries where !goes(entry) { maker.add(entry, of: chunk) }
            left += maker.finish()
        }
        return left
    }

    /// The size of all chunks in memory.
    var byteCount: Int { reduce(0) { $0 + $1.byteCount } }
}
