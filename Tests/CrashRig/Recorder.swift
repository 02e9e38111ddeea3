internal import Glibc
internal import TestSupport

/// The library that is preloaded into the worker; compiled from `Recorder/` once a process.
enum Recorder {
    /// The library's path, or why it cannot be compiled.
    static let library = Result { () throws(RigError) in try compile() }

    private static func compile() throws(RigError) -> String {
        let library = StartedProgram.built("libWriteRecorder.so")
        // Renamed when it is whole: another process may be loading it.
        let unfinished = "\(library).\(getpid())"
        let errors = "\(unfinished).errors"
        defer { removeTree(errors) }
        let options = ["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-pthread", "-o", unfinished]
        let ending: StartedProgram.Ending
        do throws(StartedProgram.NotStarted) {
            // It comes with the Swift toolchain.
            ending = try StartedProgram("clang", options + sources(), errors: errors)
                .finish(withinMilliseconds: 120_000)
        } catch {
            throw RigError("\(error)")
        }
        guard ending == .exited(0) else {
            let words = String(decoding: readFile(errors), as: UTF8.self)
            throw RigError("The recorder cannot be compiled: clang \(ending). \(words)")
        }
        guard rename(unfinished, library) == 0 else {
            throw FileSystem.failure("rename", library)
        }
        return library
    }

    private static func sources() -> [String] {
        let folder = #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
        return names(in: "\(folder)/Recorder").filter { $0.hasSuffix(".c") }
            .map { "\(folder)/Recorder/\($0)" }
    }
}
