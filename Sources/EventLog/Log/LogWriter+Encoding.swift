internal import LogSchema
internal import Merkle
internal import Wire

// The bytes of the record that a writer appends.

extension Envelope {
    /// The envelope of a draft at its place in the stream.
    init(
        _ draft: borrowing Draft,
        version: Version,
        time: Timestamp,
        previous: Digest,
        seal: Digest?
    ) {
        self.init(
            schema: LogFormat.currentReader,
            recorded: time.microseconds,
            sent: draft.sent?.microseconds,
            streamKind: StreamKind(rawValue: Int32(draft.stream.kind.rawValue)),
            stream: draft.stream.kind == .store ? nil : draft.stream.id,
            version: version.rawValue,
            actor: draft.actor,
            command: draft.command?.id,
            previous: version.rawValue == 1 ? nil : previous,
            seal: seal,
            commandKind: CommandKind(rawValue: draft.command?.kind ?? 0),
            commandMember: draft.command?.member ?? 0,
            commandMembers: draft.command?.members ?? 0,
            commandBatch: draft.command?.batch,
            repeats: draft.repeats
        )
    }
}

extension WireWriter {
    /// Writes an envelope, its sealed content and the checksum as a record, in place of all before.
    mutating func frame(
        _ envelope: borrowing WireWriter,
        _ content: RawSpan,
        seal: Digest?,
        slot: Slot,
        _ sealer: inout Sealer
    ) {
        removeAll()
        write(envelope.bytes, field: 1)
        if let seal {
            sealer.apply(slot, seal: seal, to: content)
            write(sealer.result, field: 2)
        }
        appendChecksum()
    }
}
