import Glibc
import Scrollback
import ScrollbackBackup
import ScrollbackExport
import TestSupport
import Testing

/// Lowers the limit on the size of every file that this process writes, with SIGXFSZ as a thread of
/// an embedder has it.
private func limitFiles(to bytes: UInt) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGXFSZ)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    var limit = rlimit(rlim_cur: bytes, rlim_max: .max)
    precondition(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
}

/// A store with texts that do not fit below the limit.
private func filled() async throws -> Chat {
    let chat = try await Chat()
    try await chat.send((0..<200).map { "\($0) " + String(repeating: "long ", count: 200) })
    return chat
}

private let limit: UInt = 65_536

/// In processes of their own, in which SIGXFSZ would end the process.
@Suite struct `A limit on the size of files does not kill a program` {
    @Test func `that compacts`() async {
        await #expect(processExitsWith: .success) {
            let chat = try await filled()
            chat.store.close()
            limitFiles(to: limit)
            do throws(BackupError) {
                _ = try Store.compact(at: chat.path)
                preconditionFailure("There is no room for the log.")
            } catch {
                precondition(error.code == .cannotWrite, "\(error)")
            }
        }
    }

    @Test func `that restores`() async {
        await #expect(processExitsWith: .success) {
            let chat = try await filled()
            _ = try await chat.store.backUp(to: chat.backup, keys: chat.keys)
            let place = chat.folder.path("restored")
            limitFiles(to: limit)
            do throws(BackupError) {
                let backup = try Backup(at: chat.backup, keys: chat.keys)
                _ = try backup.restore(to: place, journal: .none)
                preconditionFailure("There is no room for the log.")
            } catch {
                precondition(error.code == .cannotWrite, "\(error)")
            }
            precondition(access(place, F_OK) != 0)
        }
    }

    @Test func `that exports`() async {
        await #expect(processExitsWith: .success) {
            let chat = try await filled()
            let place = chat.folder.path("export")
            limitFiles(to: limit)
            do throws(ExportError) {
                _ = try await chat.store.operator.export(to: place)
                preconditionFailure("There is no room for the events.")
            } catch {
                precondition(error.code == .cannotWrite, "\(error)")
            }
            precondition(access(place, F_OK) != 0)
        }
    }
}
