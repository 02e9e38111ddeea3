internal import EventLog
internal import LogSchema
internal import Merkle
internal import Messaging
internal import Scrollback
internal import Wire

/// Checks the events of an export of everything, in their order, before anything is written.
///
/// The root of the manifest covers every envelope, the envelopes' seals cover every content, and
/// each content that is not there has to be named by an erasure: so the export is the whole log of
/// its size, or it is refused.
struct ImportCheck {
    private let manifest: ExportManifest
    private var tree = Frontier()
    private var heads: [StreamID: (version: UInt64, leaf: Digest)] = [:]
    private var newestTime: Int64 = 0
    /// The content of each position.
    private var contents: [ContentState] = []
    /// The positions that erasures name.
    private var named: [ClosedRange<UInt64>] = []

    /// The epochs of the log and its first event's time.
    private(set) var epochs: (first: UInt64, current: UInt64) = (0, 0)
    private(set) var begun = Timestamp(microseconds: 0)
    private var restores: [(position: Position, event: LogRestored)] = []
    /// The number of events that the log imported itself.
    private var imported: UInt64 = 0
    /// The leaf hashes of the positions, and the roots of the sizes, that were asked for.
    private(set) var leaves: [UInt64: Digest] = [:]
    private(set) var roots: [UInt64: Digest] = [:]
    private let asked: Asked
    /// The least reader of a log that understands all events.
    private(set) var leastReader: UInt32 = 1

    private enum ContentState: UInt8 { case none, present, gone }

    /// The questions of journals about the log.
    struct Asked {
        var positions: Set<UInt64> = []
        var sizes: Set<UInt64> = []
    }

    init(_ manifest: ExportManifest, asked: Asked) {
        self.manifest = manifest
        self.asked = asked
    }

    /// The time of the newest event.
    var ended: Timestamp { Timestamp(microseconds: newestTime) }

    /// The restores of the log itself, without those of a log that it imported.
    var ownRestores: [(position: Position, event: LogRestored)] {
        restores.filter { $0.position.rawValue > imported }
    }

    /// The epochs of the log.
    var line: EpochLine {
        EpochLine(current: epochs.current, earlier: restores.last?.event.earlier ?? [])
    }

    /// Checks one line.
    mutating func take(_ line: ImportLine) throws(ImportError) {
        let position = tree.size + 1
        guard line.position == position, position <= manifest.size else {
            throw ImportError(.changed, "the event of position \(position) is missing")
        }
        let leaf = TreeHash.leaf(line.envelope.span.bytes)
        guard leaf == line.leaf else { throw fault("says something else than its envelope") }
        let fault: ImportError?
        do throws(WireError) {
            fault = try check(line, EncodedEnvelope(line.envelope.span.bytes), leaf)
        } catch {
            fault = self.fault("is no event")
        }
        if let fault { throw fault }
        tree.append(leaf)
        if asked.positions.contains(tree.size) { leaves[tree.size] = leaf }
        if asked.sizes.contains(tree.size) { roots[tree.size] = tree.root }
    }

    private func fault(_ words: String) -> ImportError {
        ImportError(
            .changed,
            "the event of position \(tree.size + 1) \(words): the export was changed, or its log is "
                + "damaged"
        )
    }

    private mutating func check(
        _ line: ImportLine,
        _ envelope: borrowing EncodedEnvelope,
        _ leaf: Digest
    ) throws(WireError) -> ImportError? {
        guard envelope.schema <= EventLog.reader else { return Self.newer }
        guard try Self.isWhole(envelope) else { return Self.newer }
        guard let stream = StreamID(checking: envelope) else { return fault("is of no stream") }
        let head = heads[stream]
        guard envelope.version == (head?.version ?? 0) + 1, envelope.previous == head?.leaf else {
            return fault("does not continue its stream")
        }
        heads[stream] = (envelope.version, leaf)
        guard envelope.recorded >= newestTime else { return fault("is older than the one before") }
        newestTime = envelope.recorded
        if let fault = checkContent(line, envelope) { return fault }
        let event = try Event(
            number: envelope.eventNumber,
            structure: envelope.event,
            content: line.content?.span.bytes
        )
        guard let event else { return Self.newer }
        let reader = NewEvent(event, in: Stream(stream)).leastReader(by: Actor(of: envelope))
        leastReader = max(leastReader, reader)
        switch event {
        case .logCreated(let created):
            guard tree.size == 0, created.logID == manifest.log, isIdentified(line) else {
                return fault("begins another log")
            }
            epochs = (created.epoch, created.epoch)
            begun = Timestamp(microseconds: envelope.recorded)
            imported = created.imported?.events ?? 0
        case _ where tree.size == 0: return fault("does not begin a log")
        case .logRestored(let restored):
            epochs.current = restored.epoch
            restores.append((Position(tree.size + 1), restored))
        case .contentErased:
            do throws(LogError) {
                named += try envelope.erasedPositions(at: Position(tree.size + 1))
            } catch {
                return fault("is no erasure")
            }
        default: break
        }
        return nil
    }

    /// Whether these schemas know every field of the envelope: copied, it has the same bytes.
    private static func isWhole(_ envelope: borrowing EncodedEnvelope) throws(WireError) -> Bool {
        var writer = WireWriter()
        try Envelope(envelope)
            .encode(into: &writer, event: envelope.eventNumber, body: envelope.event)
        guard writer.count == envelope.bytes.byteCount else { return false }
        return TreeHash.leaf(writer.bytes) == TreeHash.leaf(envelope.bytes)
    }

    private mutating func checkContent(
        _ line: ImportLine,
        _ envelope: borrowing EncodedEnvelope
    ) -> ImportError? {
        switch (envelope.seal, line.content) {
        case (nil, nil): contents.append(.none)
        case (nil, _?): return fault("has a content that was never sealed")
        case (_?, nil): contents.append(.gone)
        case (let seal?, let content?):
            let found = EnvelopeSeal.compute(
                content: content.span.bytes,
                salt: line.salt.span.bytes
            )
            guard found == seal else { return fault("has another content than was sealed") }
            contents.append(.present)
        }
        return nil
    }

    /// Whether the first event's content is the log's id.
    private func isIdentified(_ line: ImportLine) -> Bool {
        guard let content = line.content, content.count == UniqueID.byteCount else { return false }
        return UniqueID(content.span.bytes) == manifest.log
    }

    private static var newer: ImportError {
        ImportError(.newerFormat, "the export has events of newer software; use a newer version")
    }

    /// Checks what can only be said of all events.
    mutating func finish() throws(ImportError) {
        guard tree.size == manifest.size else {
            throw ImportError(.changed, "the event of position \(tree.size + 1) is missing")
        }
        guard tree.root == manifest.root else {
            throw ImportError(.changed, "the events give another root than the manifest names")
        }
        guard epochs.current == manifest.epoch,
            contents.count(where: { $0 == .present }) == manifest.contents,
            contents.count(where: { $0 == .gone }) == manifest.erased
        else { throw ImportError(.changed, "the manifest says something else than the events") }
        let named = RangeSet(merging: named.map { $0.lowerBound..<$0.upperBound + 1 })
        for range in named.ranges {
            for number in range {
                guard contents[Int(number) - 1] != .present else {
                    throw ImportError(
                        .changed,
                        "the content of position \(number) was erased, and the export holds it"
                    )
                }
                contents[Int(number) - 1] = .none
            }
        }
        if let lost = contents.firstIndex(of: .gone) {
            throw ImportError(
                .changed,
                "the content of position \(lost + 1) is missing, and no erasure names it"
            )
        }
    }
}
