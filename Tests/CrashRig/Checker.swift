internal import TestSupport

/// A worker process that opens stores after a crash and says what it finds; renewed when it dies.
package final class Checker {
    package enum Verdict: Equatable, Sendable {
        case good
        case bad(String)
    }

    /// What a worker did to the stores.
    package enum Work: String, Sendable {
        case appending = "check"
        /// It erased and held, with a journal.
        case keeping = "check-kept"
        /// It backed a store up, several times.
        case backingUp = "check-backup"
        /// It compacted a log.
        case compacting = "check-compacted"
    }

    /// The notes beside good verdicts, and how often each was made.
    package private(set) var notes: [String: Int] = [:]

    private let workbench: Workbench
    private let errors: String
    private let work: Work
    private var child: StartedProgram

    package init(
        _ workbench: Workbench,
        after work: Work = .appending,
        errors: String
    ) throws(RigError) {
        self.workbench = workbench
        self.errors = errors
        self.work = work
        child = try Self.start(workbench, work, errors)
    }

    private static func start(
        _ workbench: Workbench,
        _ work: Work,
        _ errors: String
    ) throws(RigError) -> StartedProgram {
        try workbench.start([work.rawValue], errors: errors)
    }

    /// Asks for a check of the store below `files` in a folder, against `acknowledged` beside it.
    package func ask(_ path: String, boot: Boot) {
        child.writeLine("\(path)\t\(boot.rawValue)")
    }

    /// The answer to the oldest question.
    package func answer() throws(RigError) -> Verdict {
        guard let line = child.readLine(within: 60) else {
            let ending = child.wait()
            child = try Self.start(workbench, work, errors)
            return .bad("the process that opened the store \(ending)")
        }
        let words = line.split(separator: " ")
        guard words.first == "ok", words.count <= 2 else { return .bad(line) }
        if words.count == 2 { notes[String(words[1]), default: 0] += 1 }
        return .good
    }
}

/// Which start of the machine a store is told of.
package enum Boot: String, Sendable {
    /// The one in which a worker appends.
    case first
    /// The one after that, in which a worker appends that was told of a restart.
    case second
    /// One in which no worker ever appended.
    case third
}
