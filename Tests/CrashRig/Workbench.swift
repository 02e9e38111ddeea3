package import TestSupport

/// Where the rig finds the worker and the recorder, and where it puts what it makes.
package struct Workbench: Sendable {
    /// The worker acknowledges with lines of position and ordinal, 10 and 20 digits.
    package static let acknowledgementBytes = 32

    package let worker: String
    package let recorder: String

    /// Finds the worker beside the running test, and compiles the recorder.
    package init() throws(RigError) {
        worker = StartedProgram.built("CrashWorker")
        guard FileSystem.exists(worker) else {
            throw RigError("\(worker) is missing; `swift build --build-tests` makes it.")
        }
        recorder = try Recorder.library.get()
    }

    /// Whether a library can be preloaded into the worker.
    ///
    /// On Linux on x86-64 it can; a run there that cannot is a failure, never a skip.
    package static let canPreload: Bool = {
        #if os(Linux) && arch(x86_64)
            return true
        #elseif os(Linux)
            guard let workbench = try? Workbench(), let scratch = try? Scratch(),
                let folder = try? scratch.folder("probe"),
                let run = try? workbench.record("create", in: folder)
            else { return false }
            return !run.trace.entries.isEmpty
        #else
            return false
        #endif
    }()

    /// A program run from beginning to end under the recorder.
    package struct Recording {
        package let ending: StartedProgram.Ending
        package let trace: Trace
        package let words: String
    }

    /// Runs the worker in a folder, with the recorder loaded.
    ///
    /// The folder has `files`, where the store is, and gets `acknowledged`, `trace` and `errors`.
    package func record(
        _ verb: String,
        in folder: String,
        _ arguments: [String] = [],
        settings: [String: String] = [:],
        withinMilliseconds limit: Int = 60_000
    ) throws(RigError) -> Recording {
        removeTree("\(folder)/errors")
        let recording = [
            "LD_PRELOAD": recorder,
            "RECORDER_ROOT": "\(folder)/files",
            "RECORDER_TRACE": "\(folder)/trace",
            "RECORDER_ACKNOWLEDGED": "\(folder)/acknowledged",
        ]
        let child = try start(verb, in: folder, arguments, recording.merging(settings) { $1 })
        return Recording(
            ending: child.finish(withinMilliseconds: limit),
            trace: try Trace(readFile("\(folder)/trace")),
            words: String(decoding: readFile("\(folder)/errors"), as: UTF8.self)
        )
    }

    /// Starts the worker in a folder, without the recorder unless the settings load it.
    package func start(
        _ verb: String,
        in folder: String,
        _ arguments: [String],
        _ settings: [String: String] = [:]
    ) throws(RigError) -> StartedProgram {
        try start(
            [verb, "\(folder)/files", "\(folder)/acknowledged"] + arguments,
            adding: settings,
            errors: "\(folder)/errors"
        )
    }

    /// Starts the worker on words of its own.
    func start(
        _ words: [String],
        adding settings: [String: String] = [:],
        errors: String
    ) throws(RigError) -> StartedProgram {
        do throws(StartedProgram.NotStarted) {
            return try StartedProgram(worker, words, adding: settings, errors: errors)
        } catch {
            throw RigError("\(error)")
        }
    }
}

/// A folder of its own for one run, removed with its owner unless something was found.
package final class Scratch {
    package let path: String
    package var isKept = false

    /// In memory where the machine has such a place: images are written by the thousand.
    package init() throws(RigError) {
        let parent = FileSystem.exists("/dev/shm") ? "/dev/shm" : "/tmp"
        var random = SystemRandomNumberGenerator()
        let name = String(random.next(), radix: 36)
        path = try FileSystem.canonical(parent) + "/scrollback-crash-\(name)"
        try FileSystem.makeFolder(path)
    }

    deinit {
        if !isKept { removeTree(path) }
    }

    /// A new folder with an empty `files` in it.
    package func folder(_ name: String) throws(RigError) -> String {
        let folder = "\(path)/\(name)"
        removeTree(folder)
        try FileSystem.makeFolder(folder)
        try FileSystem.makeFolder("\(folder)/files")
        return folder
    }
}
