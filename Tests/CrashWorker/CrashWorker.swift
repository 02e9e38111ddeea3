internal import Glibc

/// The process that the crash rig disturbs, and the one that looks at what is left.
///
///     CrashWorker create <folder> <acknowledgements>
///     CrashWorker append <folder> <acknowledgements> <mode> <events>
///     CrashWorker keep <folder> <acknowledgements>
///     CrashWorker back-up <folder> <acknowledgements>
///     CrashWorker compact <folder> <acknowledgements>
///     CrashWorker check
///     CrashWorker check-kept
///     CrashWorker check-backup
///     CrashWorker check-compacted
///     CrashWorker answer <store>
///     CrashWorker hold log|views <store>
///
/// It ends with 0; with 3 and a line of words when the store answered an error of its own, as
/// it should when a call of the system fails; with anything else when the store did what it
/// never may.
@main
struct CrashWorker {
    static func main() async {
        exit(await run(Array(CommandLine.arguments.dropFirst())))
    }

    @concurrent
    private static func run(_ arguments: [String]) async -> Int32 {
        if arguments == ["check"] {
            let contents = ContentCache()
            await Checking.answerQuestions { (folder, boot) throws(Fault) in
                try await Checking.check(folder, boot, contents)
                return nil
            }
            return 0
        }
        if arguments == ["check-kept"] {
            await Checking.answerQuestions { (folder, boot) throws(Fault) in
                try await KeptChecking.check(folder, boot)
            }
            return 0
        }
        if arguments == ["check-backup"] {
            await Checking.answerQuestions { (folder, boot) throws(Fault) in
                try await CopiedChecking.checkBackup(folder, boot)
            }
            return 0
        }
        if arguments == ["check-compacted"] {
            await Checking.answerQuestions { (folder, boot) throws(Fault) in
                try await CopiedChecking.checkCompacted(folder, boot)
            }
            return 0
        }
        if arguments.count == 2, arguments[0] == "answer" {
            return await answer(arguments[1])
        }
        if arguments.count == 3, arguments[0] == "hold" {
            return hold(arguments[1], of: arguments[2])
        }
        guard arguments.count >= 3, let acknowledgements = Acknowledgements(path: arguments[2])
        else { return WorkerFailure.usage }
        let work = Appending(folder: arguments[1], acknowledgements: acknowledgements)
        do {
            switch (arguments[0], Mode(rawValue: arguments.dropFirst(3).first ?? "honest")) {
            case ("create", .some(let mode)):
                try work.create(mode)
            case ("keep", .some):
                let folder = arguments[1]
                try await Keeping(folder: folder, acknowledgements: acknowledgements).run()
            case ("back-up", .some):
                let folder = arguments[1]
                try await BackingUp(folder: folder, acknowledgements: acknowledgements).run()
            case ("compact", .some):
                let folder = arguments[1]
                try await Compacting(folder: folder, acknowledgements: acknowledgements).run()
            case ("append", .some(let mode)):
                try await work.append(Int(arguments.last ?? "") ?? 0, mode)
            default:
                return WorkerFailure.usage
            }
            return 0
        } catch {
            let line = Array("\(error.words)\n".utf8)
            write(2, line, line.count)
            return error.code
        }
    }

    private static func hold(_ file: String, of path: String) -> Int32 {
        do {
            try Holding.hold(file, of: path)
            return 0
        } catch {
            return WorkerFailure.answered(error).code
        }
    }

    private static func answer(_ path: String) async -> Int32 {
        do {
            try await Answering.answerLines(of: path)
            return 0
        } catch {
            return WorkerFailure.answered(error).code
        }
    }
}

/// How the worker goes about it, and what is wrong with it, if anything is.
enum Mode: String {
    case honest
    /// It ends without closing the store.
    case unclosed
    /// The machine was started anew since the store was last written to.
    case restarted
    /// The store's folder is there before the store, as a mounted volume is.
    case filling
    /// The log is not flushed.
    case unflushedLog = "unflushed-log"
    /// An append is acknowledged before it is made.
    case earlyAcknowledgement = "early-ack"
}

/// Why a worker ends early.
struct WorkerFailure: Error {
    static let usage: Int32 = 2

    let code: Int32
    let words: String

    /// The store answered with an error of its own.
    static func answered(_ error: some Error) -> WorkerFailure {
        WorkerFailure(code: 3, words: "\(error)")
    }

    /// The store did what it never may.
    static func broken(_ words: String) -> WorkerFailure {
        WorkerFailure(code: 4, words: words)
    }
}
