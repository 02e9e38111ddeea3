internal import EventLog
internal import Merkle
internal import Wire

/// What a backup is: the file `manifest`, which is renamed last.
///
///     scrollback-backup/1
///     log ID                                      a UUID
///     epoch EPOCH                                 16 hexadecimal digits
///     reader N                                    the oldest software that may read the log
///     place ID                                    the copy of the keys that belongs to it
///     run N                                       counts the backups in this folder
///     size N                                      the position of the last event
///     root HASH                                   of the tree of that size
///     keeping POSITION LEAF                       the last event of the store's own stream
///     segment FIRST COUNT RUN BYTES ERASURES SHA256 ROOT     one a segment, in order
///     checkpoint SIZE BYTES                       one a signed checkpoint, in hexadecimal
///     sha256 HASH                                 over all lines before
struct BackupManifest: Equatable, Sendable {
    static let name = "manifest"
    private static let format = "scrollback-backup/1"
    /// The greatest number of a run, so that a changed manifest cannot make the next one overflow.
    private static let mostRuns = UInt64(1) << 62

    struct Keeping: Equatable, Sendable {
        var position: Position
        var leaf: Digest
    }

    struct Checkpoint: Equatable, Sendable {
        var size: Position
        var note: [UInt8]
    }

    var identity: LogIdentity
    var place: UniqueID
    var run: UInt64
    var size: Position
    var root: Digest
    var keeping: Keeping
    var segments: [Segment]
    var checkpoints: [Checkpoint]

    /// What tells this backup from every other one, also from a copy of its folder that went on.
    var digest: Digest { SHA256.hash(Array(text.utf8).span.bytes) }

    /// The erasures that the segments have carried out.
    var erasures: UInt64 { segments.reduce(0) { $0 + $1.erasures } }

    /// The bytes of all segments.
    ///
    /// Their files are looked at later: a false number must not trap.
    var byteCount: UInt64 { segments.reduce(0) { $0 &+ $1.bytes } }

    /// The root of the tree whose leaves the segments hold.
    static func root(of segments: [Segment]) -> Digest {
        // Each segment but the last is a perfect subtree of the same height.
        var subtrees: [Digest] = []
        for (index, segment) in segments.enumerated() where segment.isFull {
            var hash = segment.root
            var remaining = index
            while remaining & 1 == 1, let left = subtrees.popLast() {
                hash = TreeHash.node(left, hash)
                remaining >>= 1
            }
            subtrees.append(hash)
        }
        if let last = segments.last, !last.isFull { subtrees.append(last.root) }
        guard var hash = subtrees.popLast() else { return TreeHash.emptyRoot }
        while let left = subtrees.popLast() { hash = TreeHash.node(left, hash) }
        return hash
    }

    var text: String {
        var lines = [
            Self.format,
            "log \(identity.log)",
            "epoch \(identity.epoch.hexadecimalText)",
            "reader \(identity.minimumReader)",
            "place \(place)",
            "run \(run)",
            "size \(size)",
            "root \(root)",
            "keeping \(keeping.position) \(keeping.leaf)",
        ]
        lines += segments.map { "segment \($0.line)" }
        lines += checkpoints.map {
            "checkpoint \($0.size) \(Hexadecimal.encode($0.note.span.bytes))"
        }
        return SummedText.adding(to: lines)
    }

    /// Reads a manifest; nil for a text that is none, or not whole.
    init?(_ text: String) {
        guard var lines = SummedText.lines(of: text), lines.next() == Self.format[...],
            let log = lines.id("log"),
            let epoch = lines.value("epoch").flatMap({ UInt64(hexadecimalText: $0) }),
            let reader: UInt32 = lines.number("reader"),
            let place = lines.id("place"),
            let run: UInt64 = lines.number("run"), run <= Self.mostRuns,
            let size: UInt64 = lines.number("size"),
            let root = lines.digest("root"),
            let keeping = lines.value("keeping")?.split(separator: " "), keeping.count == 2,
            let position = UInt64(keeping[0]), let leaf = Digest(hexadecimal: keeping[1])
        else { return nil }
        identity = LogIdentity(of: log, epoch: epoch, minimumReader: reader)
        self.place = place
        self.run = run
        self.size = Position(size)
        self.root = root
        self.keeping = Keeping(position: Position(position), leaf: leaf)
        segments = []
        checkpoints = []
        var next: UInt64 = 1
        while let line = lines.next() {
            if let value = SummedText.value(of: "segment", in: line) {
                guard checkpoints.isEmpty, let segment = Segment(line: value),
                    segment.first.rawValue == next, segments.last?.isFull ?? true
                else { return nil }
                next += segment.count
                segments.append(segment)
            } else if let value = SummedText.value(of: "checkpoint", in: line) {
                let words = value.split(separator: " ")
                guard words.count == 2, let size = UInt64(words[0]), size < next,
                    let note = Hexadecimal.decode(Array(words[1].utf8).span.bytes)
                else { return nil }
                checkpoints.append(Checkpoint(size: Position(size), note: note))
            } else {
                return nil
            }
        }
        guard size > 0, next - 1 == size, Self.root(of: segments) == root else { return nil }
    }

    init(
        identity: LogIdentity,
        place: UniqueID,
        run: UInt64,
        size: Position,
        root: Digest,
        keeping: Keeping,
        segments: [Segment],
        checkpoints: [Checkpoint]
    ) {
        self.identity = identity
        self.place = place
        self.run = run
        self.size = size
        self.root = root
        self.keeping = keeping
        self.segments = segments
        self.checkpoints = checkpoints
    }
}
