internal import EventLog
internal import Glibc
import LogSchema
internal import Merkle
internal import Scrollback
internal import Views
internal import Wire

/// A walk over all of a store, which throws at the first thing that is not as it should be.
///
/// - Positions are dense, versions of each stream too; links and times agree.
/// - Every record is whole, and every content is the one that its ordinal makes.
/// - Every acknowledged event is at its position.
/// - The root that the leaves make is the one that the store computes from its tiles.
/// - The views are at the end of the log, and name every head and every place that the walk found.
struct Walk {
    private(set) var size = Position.zero
    private var heads: [StreamID: (head: StreamHead, leafHash: Digest)] = [:]
    private var places: [(stream: StreamID, version: Version, position: Position)] = []
    private var ordinals: [Position: UInt64] = [:]
    private var frontier = Frontier()
    private var recorded = Timestamp(microseconds: 0)

    init(
        _ engine: Engine,
        noted: [Position: UInt64],
        _ contents: ContentCache
    ) throws(Fault) {
        do {
            let snapshot = try engine.snapshot()
            try walk(snapshot.log, engine.log.contents(), contents)
            guard try snapshot.log.root(at: size) == frontier.root else {
                throw Fault("the tiles have another root than the leaves")
            }
            guard snapshot.position == size else {
                throw Fault("the views are at \(snapshot.position), the log at \(size)")
            }
            for (stream, known) in heads {
                guard try snapshot.head(of: stream) == known.head else {
                    throw Fault("the views have another head of \(stream)")
                }
            }
            for place in places {
                guard try snapshot.position(of: place.version, in: place.stream) == place.position
                else { throw Fault("the views have another place for \(place.position)") }
            }
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault("walking: \(error)")
        }
        try compare(noted)
    }

    private mutating func walk(
        _ log: borrowing LogSnapshot,
        _ reader: consuming ContentReader,
        _ contents: ContentCache
    ) throws {
        var seen: Set<UInt64> = []
        var records = try log.records(from: Position(1))
        while let record = try records.next() {
            guard record.position == size.next else {
                throw Fault("position \(record.position) follows \(size)")
            }
            size = record.position
            let previous = heads[record.stream]
            guard record.version == (previous?.head.version ?? .zero).next,
                record.envelope.previous == previous?.leafHash
            else { throw Fault("position \(size) is not linked to its stream") }
            guard record.recorded >= recorded else { throw Fault("time decreases at \(size)") }
            recorded = record.recorded
            let head = StreamHead(version: record.version, position: size)
            heads[record.stream] = (head, record.leafHash)
            places.append((record.stream, record.version, size))
            frontier.append(record.leafHash)
            if size == Position(1) {
                ordinals[size] = 0
                continue
            }
            let content = try reader.content(of: record)
            guard content.state == .present, let ordinal = Workload.ordinal(in: content.bytes),
                Self.isEqual(content.bytes, contents[ordinal]),
                record.stream == Workload.stream(ordinal)
            else { throw Fault("position \(size) holds what nobody appended") }
            guard seen.insert(ordinal).inserted else {
                throw Fault("position \(size) holds an event for the second time")
            }
            ordinals[size] = ordinal
        }
        guard size == log.size else { throw Fault("the walk ends at \(size) of \(log.size)") }
    }

    private func compare(_ noted: [Position: UInt64]) throws(Fault) {
        for (position, ordinal) in noted.sorted(by: { $0.key < $1.key }) {
            guard let found = ordinals[position] else {
                throw Fault("acknowledged position \(position) is lost, the size is \(size)")
            }
            guard found == ordinal else {
                throw Fault("position \(position) holds another event than was acknowledged")
            }
        }
    }

    private static func isEqual(_ bytes: RawSpan, _ other: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { left in
            other.withUnsafeBytes { right in
                guard let start = left.baseAddress, let other = right.baseAddress else {
                    return left.isEmpty && right.isEmpty
                }
                return left.count == right.count && memcmp(start, other, right.count) == 0
            }
        }
    }
}

/// What a checker found.
struct Fault: Error {
    let words: String

    init(_ words: String) {
        self.words = words
    }
}

/// The contents of one workload, made once for thousands of images.
final class ContentCache {
    private var contents: [UInt64: [UInt8]] = [:]

    subscript(ordinal: UInt64) -> [UInt8] {
        if let known = contents[ordinal] { return known }
        let content = Workload.content(ordinal)
        contents[ordinal] = content
        return content
    }
}
