package import EventLog
package import Messaging
package import Wire

/// A place in the writer's line.
struct Turn: Sendable {
    enum Task: Sendable {
        /// Decided, and committed together with others.
        case proposal(any Proposal)
        /// Done between two batches.
        case work(any Work)
    }

    let task: Task
    let enqueued = ContinuousClock.now
    /// Whether the batch it was in could not be kept, so that it gets one of its own.
    var isAlone = false
    /// Whether its events are to lead an append of their own, because a journal keeps them.
    var isKept = false
    /// Whether it is the one that is decided while others of its kind wait.
    var isNext = false

    init(_ task: Task) { self.task = task }

    /// Answers the caller, or reports the failure.
    func finish(_ failure: WriteFailure?) {
        switch task {
        case .proposal(let proposal): proposal.finish(failure)
        case .work(let work): work.finish(failure)
        }
    }
}

/// Something that is to be stored, if the writer decides so.
///
/// A store knows two kinds: commands that a caller submitted, and what the store itself notes. A
/// test can propose events to which neither leads.
package protocol Proposal: AnyObject, Sendable {
    /// When it was proposed; the writer's clock if nil.
    var time: Timestamp? { get }

    /// The proposals with which it may share a commit.
    var sharing: CommitSharing { get }

    /// Adds the events that it leads to, and keeps the answer.
    ///
    /// It is called again after a batch that was undone. What commits alone may append to the
    /// facts itself; after a refusal that is undone.
    func decide(_ facts: inout CurrentFacts, _ events: inout EventList) -> Verdict

    /// How a send ended, if it is one and nothing failed; nil for any other proposal.
    var sending: SendOutcome? { get }

    /// Gives the caller the kept answer, or reports the failure.
    func finish(_ failure: WriteFailure?)
}

extension Proposal {
    package var sending: SendOutcome? { nil }
}

/// The proposals with which a proposal may share a commit.
package enum CommitSharing: Sendable {
    /// With all that wait.
    case shared
    /// With nothing.
    case alone
    /// With nothing; and it is decided after those of its kind that came before it, which may take
    /// several looks.
    case aloneInOrder
}

/// The writer's decision about a proposal.
package enum Verdict: Sendable {
    /// Its events are to be stored; an erasure may continue after the answer.
    case accepted(ErasingPass?)
    /// Nothing of it is stored.
    case refused
    /// It has to be decided again, because the records for its decision are not all read yet.
    case unfinished
}

/// Something else that only the writer's thread may do.
protocol Work: AnyObject, Sendable {
    /// Does it, and keeps the answer.
    func perform(on facts: inout CurrentFacts) -> WorkResult

    /// Gives the caller the kept answer, or reports the failure.
    func finish(_ failure: WriteFailure?)
}

/// The result of work.
enum WorkResult {
    case done
    /// The outcome of the commit is unknown, so nothing more may be written.
    case outcomeUnknown(StoreFault)
    /// The views are another generation, which is at the end of the log and can be read.
    case viewsReplaced
}
