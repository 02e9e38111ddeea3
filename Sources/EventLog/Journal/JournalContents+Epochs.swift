package import LogSchema
internal import Merkle
package import Wire

extension JournalContents {
    /// Whether it has been kept since the beginning of an epoch, or since before it.
    package func covers(_ epoch: UInt64) -> Bool {
        var isCovered = true
        for (_, event) in events {
            switch event.type {
            // What came before it in other epochs is not there.
            case EnvelopeEvent.journalBegun where !event.isSetAside:
                isCovered = event.epoch == epoch
            case EnvelopeEvent.logRestored where event.epoch == epoch: isCovered = true
            default: continue
            }
        }
        return isCovered
    }

    /// The epochs before an epoch, the oldest first, as the restore that began it lists them.
    package func epochs(before epoch: UInt64) -> [EarlierEpoch] {
        for (_, event) in events where event.type == EnvelopeEvent.logRestored {
            let restored = event.decoded(as: LogRestored.self)
            if let restored, restored.epoch == epoch { return restored.earlier }
        }
        return []
    }

    /// Whether it has the line that a restore read last.
    package func reaches(_ restore: LogRestored) -> Bool {
        restore.journalLines == 0
            || restore.journalLines <= newest
                && lines[Int(restore.journalLines) - 1].sum == restore.journalSum
    }
}

extension JournalEvent {
    /// The number of the event's type; nil if it cannot be read.
    package var type: UInt32? {
        try? EncodedEnvelope(envelope.span.bytes).eventNumber
    }

    /// Returns the decoded event; nil if it cannot be read.
    package func decoded<Body: WireMessage>(as body: Body.Type) -> Body? {
        try? Body(decoding: EncodedEnvelope(envelope.span.bytes).event)
    }

    /// Whether it says that the store was opened without its journal.
    fileprivate var isSetAside: Bool {
        decoded(as: JournalBegun.self)?.setAside == true
    }
}
