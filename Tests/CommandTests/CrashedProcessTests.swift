import Glibc
import TestSupport
import Testing

private let anna = "00000000-0000-4000-8000-00000000000a"
private let secret = "the words that no core file has"

/// A core handler behind a pipe, which writes what it is given into a folder; the system has its
/// own handler back when this is gone.
private final class CoreHandler {
    private static let setting = "/proc/sys/kernel/core_pattern"

    let folder = TemporaryFolder("cores")
    private let before: [UInt8]

    static let isPossible = geteuid() == 0 && access(setting, W_OK) == 0

    init() {
        before = readFile(Self.setting)
        let script = folder.path("handler")
        writeFile(script, Array("#!/bin/sh\ncat > '\(folder.path)/core.'$1\n".utf8), mode: 0o700)
        Self.set(Array("|\(script) %p\n".utf8))
    }

    deinit { Self.set(before) }

    private static func set(_ value: [UInt8]) {
        let descriptor = open(setting, O_WRONLY | O_TRUNC)
        _ = write(descriptor, value, value.count)
        close(descriptor)
    }

    /// Whether the core of a process came, and has some bytes in it.
    func hasCore(of process: Int32, with text: String) -> Bool {
        // The process is only waited for when its handler has read all.
        names(ofFilesIn: folder.path, containing: text).contains("core.\(process)")
    }

    func hasCore(of process: Int32) -> Bool { names(in: folder.path).contains("core.\(process)") }
}

/// The soft and the hard limit on core files of a program.
private func coreLimit(of program: StartedProgram) -> [String] {
    let limits = String(decoding: readFile("/proc/\(program.identifier)/limits"), as: UTF8.self)
    let line = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
    return line?.split(separator: " ").dropFirst(4).prefix(2).map(String.init) ?? []
}

@Suite(.serialized) final class `A process that crashes shows nobody's words` {
    private let folder = TemporaryFolder("crash")
    private var store: String { folder.path("chat.scrollback") }
    private var errors: String { folder.path("errors") }

    /// A pipe that has just been told and has answered something secret, with Swift's crash report
    /// asked for.
    private func talkingPipe() throws -> StartedProgram {
        let pipe = try StartedProgram(
            Command.path,
            ["pipe", store, "--create"],
            // Of all that a report can say, the least: a test that fails must not wait for it.
            adding: [
                "SWIFT_BACKTRACE":
                    "enable=yes,color=no,symbolicate=off,images=none,threads=crashed,limit=4"
            ],
            errors: errors
        )
        pipe.writeLine(
            #"{"as":"\#(anna)","do":"setProfile","username":"anna","fullName":"\#(secret)"}"#
        )
        #expect(pipe.readLine()?.contains(#""ok""#) == true)
        pipe.writeLine(#"{"as":"\#(anna)","ask":"profile","user":"\#(anna)"}"#)
        #expect(pipe.readLine()?.contains(secret) == true)
        return pipe
    }

    /// How a process ends that was sent a signal; it has little time for that.
    ///
    /// Its input stays open until then: at the end of it the process might exit first.
    private static func end(of process: StartedProgram) -> StartedProgram.Ending {
        wait {
            var found = siginfo_t()
            let how = WEXITED | WNOHANG | WNOWAIT
            return waitid(P_PID, id_t(process.identifier), &found, how) == 0 && found.si_signo != 0
        }
        return process.finish(withinMilliseconds: 1_000)
    }

    @Test(arguments: [SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGQUIT])
    func `it says nothing on the standard error`(signal: Int32) throws {
        let pipe = try talkingPipe()
        kill(pipe.identifier, signal)
        #expect(Self.end(of: pipe) == .killed(signal: signal))
        #expect(readFile(errors).isEmpty)
    }

    @Test func `its limits and its map leave nothing to a core file`() throws {
        let pipe = try talkingPipe()
        #expect(coreLimit(of: pipe) == ["0", "0"])
        let map = CoreMap(of: pipe.identifier)
        // A process that is not dumpable lets none but root look.
        if map.isKnown { #expect(map.leavesOut(file: "\(store)/keys.bin")) }
        #expect(map.isKnown == (geteuid() == 0))
    }

    @Test(.enabled(if: CoreHandler.isPossible, "The core handler cannot be set here; run as root."))
    func `a core handler is given nothing, and neither of the child that verifies`() throws {
        let handler = CoreHandler()
        // Without anything done about it there is a core, with the words.
        let careless = try StartedProgram("sh", ["-c", "words='\(secret)'; kill -SEGV $$"])
        #expect(careless.wait() == .killed(signal: SIGSEGV))
        #expect(handler.hasCore(of: careless.identifier, with: secret))

        let pipe = try talkingPipe()
        kill(pipe.identifier, SIGSEGV)
        #expect(Self.end(of: pipe) == .killed(signal: SIGSEGV))
        let child = try StartedProgram(Command.path, ["verify-child"], errors: errors)
        // It has begun its work when its limit is set, which it asks for input after.
        wait { coreLimit(of: child) == ["0", "0"] }
        usleep(50_000)
        kill(child.identifier, SIGSEGV)
        #expect(child.wait() == .killed(signal: SIGSEGV))
        // Processes of others may have died meanwhile.
        #expect(!handler.hasCore(of: pipe.identifier) && !handler.hasCore(of: child.identifier))
        #expect(readFile(errors).isEmpty)
    }
}

@Suite struct `A limit on the size of files is a full disk` {
    @Test func `a command that writes a file ends with an error`() throws {
        let folder = TemporaryFolder("limit")
        let key = folder.path("signer.key")
        let words = "ulimit -f 0; exec '\(Command.path)' keygen --out '\(key)'"
        let keygen = try StartedProgram("bash", ["-c", words])
        #expect(keygen.finish() == .exited(3))
        #expect(readFile(key).isEmpty)
    }

    @Test func `nothing is lost and the pipe goes on answering`() throws {
        let folder = TemporaryFolder("limit")
        let store = folder.path("chat.scrollback")
        let errors = folder.path("errors")
        #expect(try Command.pipe(store, "--create", input: []).exit == 0)
        // In units of 1,024 bytes, of which the store keeps 8 MiB free.
        let words = "ulimit -f 12288; exec '\(Command.path)' pipe '\(store)'"
        let pipe = try StartedProgram("bash", ["-c", words], errors: errors)
        let text = String(repeating: "x", count: 4_000)
        var stored: UInt64 = 0
        var isFull = false
        while !isFull {
            pipe.writeLine(
                #"{"as":"\#(anna)","do":"recordCustom","type":"app.note","data":"\#(text)"}"#
            )
            let answer = try #require(pipe.readLine())
            isFull = answer.contains(#""code":"storageFull""#)
            if !isFull { stored += 1 }
            try #require(isFull || answer.contains(#""ok""#), "\(answer)")
            try #require(stored < 2_000)
        }
        #expect(stored > 10)
        pipe.writeLine(#"{"as":"\#(anna)","ask":"settings"}"#)
        #expect(pipe.readLine()?.contains(#""ok""#) == true)
        #expect(pipe.finish() == .exited(0))
        let verified = try Command.run("verify", store, "--json")
        #expect(try object(verified)["size"] as? UInt64 == stored + 1, "\(verified.errors)")
    }
}
