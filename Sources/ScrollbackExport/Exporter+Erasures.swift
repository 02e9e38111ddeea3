internal import EventLog
internal import LogSchema
internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import Wire

extension Exporter {
    /// Writes the erasures of the exported events, with their reasons.
    ///
    ///     {"position": …, "at": …, "first": …, "count": …, "because": {"position", "type", "basis"?, "reason"?}}
    ///
    /// `gone` are the positions of exported events whose content is gone, ascending.
    ///
    /// - Returns: the file, and whether an event up to the size names each of them. Content that is
    ///   erased while it is written was there at that size.
    func erasures(
        of gone: [UInt64],
        upTo size: Position,
        in folder: ExportFolder
    ) throws(LogError) -> (file: ListedFile, areNamed: Bool) {
        var file = try ExportFile("erased.jsonl", in: folder)
        guard !gone.isEmpty else { return (try file.finish(), true) }
        var unnamed = Set(gone)
        let log = store.engine.log
        var contents = log.contents()
        var causes: [Position: Cause] = [:]
        var lead: Cause?
        try log.forEachRecord(from: Position(1), through: size) { (record) throws(LogError) in
            let isForgetting = record.envelope.eventNumber == EnvelopeEvent.userForgotten
            guard record.stream == .store || isForgetting else { return }
            let position = record.position
            let recorded = record.recorded
            let found = try contents.content(of: record)
            let event: Event?
            do throws(WireError) {
                event = try Event(
                    number: record.envelope.eventNumber,
                    structure: record.envelope.event,
                    content: found.state == .present ? found.bytes : nil
                )
            } catch {
                throw .damagedRecord(position, .frame(error))
            }
            defer { if let lead { causes[lead.position] = lead } }
            switch event {
            case .userForgotten(_, let content)?:
                lead = Cause(position, "userForgotten", content?.basis)
            case .erasureProgress(let progress)?: lead = causes[Position(progress.request)]
            case .erasureRequested(_, let content)?:
                lead = Cause(position, "erasureRequested", content?.basis, content?.reason)
            case .holdReleased?: lead = Cause(position, "holdReleased")
            case .retentionRun?: lead = Cause(position, "retentionRun")
            case .logRestored?: lead = Cause(position, "logRestored")
            case .contentErased(let erased)?:
                for range in erased.ranges {
                    for part in Self.parts(of: gone, in: range) {
                        unnamed.subtract(part)
                        try file.writeLine(Self.line(part, erasedAt: position, recorded, lead))
                    }
                }
            default: break
            }
        }
        return (try file.finish(), unnamed.isEmpty)
    }

    /// The exported positions in a range, as runs.
    private static func parts(of gone: [UInt64], in range: PositionRange) -> [ClosedRange<UInt64>] {
        var low = gone.partitioningIndex { $0 >= range.first }
        var parts: [ClosedRange<UInt64>] = []
        while low < gone.count, gone[low] - range.first < range.count {
            if let last = parts.last, last.upperBound + 1 == gone[low] {
                parts[parts.count - 1] = last.lowerBound...gone[low]
            } else {
                parts.append(gone[low]...gone[low])
            }
            low += 1
        }
        return parts
    }

    private static func line(
        _ part: ClosedRange<UInt64>,
        erasedAt position: Position,
        _ time: Timestamp,
        _ cause: Cause?
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("position", position)
            writer.field("at", time)
            writer.field("first", part.lowerBound)
            writer.field("count", part.upperBound - part.lowerBound + 1)
            guard let cause else { return }
            writer.name("because")
            writer.object { writer in
                writer.field("position", cause.position)
                writer.field("type", cause.type)
                if let basis = cause.basis {
                    writer.field("basis", basis)
                }
                if let reason = cause.reason {
                    writer.field("reason", reason)
                }
            }
        }
        writer.endLine()
        return writer.bytes
    }

    /// Why content was erased, as the event says that began it.
    private struct Cause {
        let position: Position
        let type: String
        let basis: String?
        let reason: String?

        init(_ position: Position, _ type: String, _ basis: String? = nil, _ reason: String? = nil)
        {
            self.position = position
            self.type = type
            self.basis = basis
            self.reason = reason
        }
    }
}

extension [UInt64] {
    /// The place of the first element that fits, where all behind it fit too.
    fileprivate func partitioningIndex(where fits: (UInt64) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if fits(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
