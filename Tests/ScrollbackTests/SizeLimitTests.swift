import EventLog
import Glibc
import Locking
import Scrollback
import TestSupport
import Testing
import Wire
import WriterSupport

/// Lowers the limit on the size of every file that this process writes.
private func limitFiles(to bytes: UInt) {
    var limit = rlimit(rlim_cur: bytes, rlim_max: .max)
    precondition(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
}

/// Whether the calling thread has SIGXFSZ blocked.
@Sendable private func isSignalBlocked() -> Bool {
    var signals = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &signals)
    return sigismember(&signals, SIGXFSZ) == 1
}

/// In processes of their own, in which SIGXFSZ would end the process.
@Suite struct `A limit on the size of files does not kill an embedder` {
    @Test func `what does not fit is refused, and writing goes on with more room`() async {
        await #expect(processExitsWith: .success) {
            let folder = TemporaryFolder()
            let path = folder.path("chat.scrollback")
            var options = Engine.Options()
            // The limit itself is to be met, and not the reserve before it.
            options.reservedBytes = 0
            try Engine.create(at: path, options: options)
            let engine = try Engine(opening: path, options: options)
            let text = String(repeating: "x", count: 100_000)
            var stored = Version.zero
            limitFiles(to: 3 << 20)
            while stored.rawValue < 100 {
                do throws(WriteError<Append.Refusal>) {
                    try await engine.append(text, to: stream(1), expecting: stored)
                    stored = stored.next
                } catch {
                    guard case .unwritten(.storageFull) = error else {
                        preconditionFailure("\(error)")
                    }
                    break
                }
            }
            precondition(stored > .zero && stored.rawValue < 100)
            limitFiles(to: .max)
            try await engine.append(text, to: stream(1), expecting: stored)
            engine.close()
            let again = try Engine(opening: path, options: options)
            let head = try again.snapshot().head(of: stream(1))
            precondition(head?.version == stored.next)
            again.close()
        }
    }

    @Test func `every thread of the library has the signal blocked`() async {
        await #expect(processExitsWith: .success) {
            // Started by a thread that has it not blocked, from which it is not inherited.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGXFSZ)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            precondition(!isSignalBlocked())
            let isBlocked = Lock(false)
            let thread = SystemThread(named: "test") {
                let found = isSignalBlocked()
                isBlocked.withLock { $0 = found }
            }
            thread?.join()
            precondition(isBlocked.withLock { $0 })
        }
    }

    @Test func `opening and creating say so`() async {
        await #expect(processExitsWith: .success) {
            let folder = TemporaryFolder()
            let path = folder.path("chat.scrollback")
            limitFiles(to: 1_000)
            do throws(LogError) {
                try Engine.create(at: path)
                preconditionFailure("There is no room for keys.")
            } catch {
                precondition(error == .storageFull, "\(error)")
            }
            limitFiles(to: .max)
            try Engine.create(at: path)
            limitFiles(to: 1_000)
            do throws(StoreFault) {
                _ = try Engine(opening: path)
                preconditionFailure("There is no room for the views.")
            } catch {
                precondition(error == .log(.storageFull), "\(error)")
            }
        }
    }

    @Test func `memory that is kept private is in no core file`() async {
        await #expect(processExitsWith: .success) {
            signal(SIGSEGV) { _ in }
            signal(SIGQUIT, SIG_IGN)
            Store.keepMemoryPrivate()
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
            precondition(limit.rlim_cur == 0 && limit.rlim_max == 0)
            let before = signal(SIGSEGV, SIG_IGN).map { unsafeBitCast($0, to: Int.self) }
            precondition(before == nil || before == 0, "the handler is the default one")
            let quit = signal(SIGQUIT, SIG_DFL).map { unsafeBitCast($0, to: Int.self) }
            precondition(quit == 1, "what is ignored stays ignored")
        }
    }
}
