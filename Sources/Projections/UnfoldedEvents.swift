internal import LogSchema

/// The events that no projector declares, each with the reason.
package enum UnfoldedEvents {
    /// The reasons, by the events' numbers.
    package static let reasons: [UInt32: String] = [
        EnvelopeEvent.logCreated: "read when the log is opened",
        EnvelopeEvent.logRestored: "read when the log is opened",
        EnvelopeEvent.customRecorded: "for views of the embedder",
        EnvelopeEvent.contentOpened: "no row says it; the log does",
        EnvelopeEvent.retentionRun: "the erasures beside it are folded",
        EnvelopeEvent.journalBegun: "read from the log at each opening for writing",
        EnvelopeEvent.exportMade: "read from the log by the query `exports`",
        EnvelopeEvent.keyCopyBegun: "read from the log by the query `state`",
        EnvelopeEvent.keyCopyDone: "read from the log by the query `state`",
        EnvelopeEvent.keyCopyGone: "read from the log by the query `state`",
        EnvelopeEvent.requestCancelled: "no row says it; members are told by changes",
    ]
}
