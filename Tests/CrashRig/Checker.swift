internal import TestSupport

/// A worker process that opens stores after a crash and says what it finds; renewed when it dies.
package final class Checker {
    package enum Verdict: Equatable, Sendable {
        case good
        case bad(String)
    }

    private let workbench: Workbench
    private let errors: String
    private var child: StartedProgram

    package init(_ workbench: Workbench, errors: String) throws(RigError) {
        self.workbench = workbench
        self.errors = errors
        child = try Self.start(workbench, errors)
    }

    private static func start(
        _ workbench: Workbench,
        _ errors: String
    ) throws(RigError) -> StartedProgram {
        try workbench.start(["check"], errors: errors)
    }

    /// Asks for a check of the store below `files` in a folder, against `acknowledged` beside it.
    package func ask(_ path: String, boot: Boot) {
        child.writeLine("\(path)\t\(boot.rawValue)")
    }

    /// The answer to the oldest question.
    package func answer() throws(RigError) -> Verdict {
        guard let line = child.readLine(within: 60) else {
            let ending = child.wait()
            child = try Self.start(workbench, errors)
            return .bad("the process that opened the store \(ending)")
        }
        return line == "ok" ? .good : .bad(line)
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
