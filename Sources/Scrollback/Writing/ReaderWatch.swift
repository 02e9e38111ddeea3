internal import EventLog
internal import Glibc
internal import LMDB
internal import Locking
internal import Messaging
internal import Projections
internal import Views
internal import Wire

/// Watches which readers hold back pages of the log and the views, and for how long.
///
/// LMDB does not reuse pages that a reader may need, so the files grow while a reader is stopped,
/// or hangs. It cannot be evicted safely: when it continued, it would read pages with new contents.
/// So the operator is told, who can end or resume the process.
///
/// LMDB does not record the age of a reader. A reader with the same snapshot at two checks has held
/// it in between, unless it was the newest one, which holds nothing back.
final class ReaderWatch: Sendable {
    private struct Held: Hashable {
        let file: OldestReader.File
        let environment: ObjectIdentifier
        let reader: EnvironmentReader
    }

    private struct Seen {
        let since: ContinuousClock.Instant
        var pages: HeldPages
        var bytes: UInt64 = 0
        /// With how many bytes the operator hears of it next.
        var nextNotice: UInt64
    }

    private let log: EventLog
    private let views: Views<BuiltInProjectors>
    private let noticeBytes: UInt64
    private let notice: @Sendable (Notice) -> Void
    private let seen = Lock<[Held: Seen]>([:])

    /// No reader at work holds a state for longer.
    private static let usualAge = Duration.seconds(2)

    init(_ log: EventLog, _ views: Views<BuiltInProjectors>, options: Engine.Options) {
        self.log = log
        self.views = views
        noticeBytes = options.heldBytesToTell
        notice = options.notice
    }

    /// Looks who holds what; for every second.
    func sample(now: ContinuousClock.Instant = .now) {
        var files: [(OldestReader.File, ReadersOfFile)] = []
        if let readers = try? log.readers() { files.append((.log, readers)) }
        if let readers = try? views.readers() { files.append((.views, readers)) }
        let told = seen.withLock { seen -> [Notice] in
            var known: [Held: Seen] = [:]
            var told: [Notice] = []
            for (file, state) in files {
                for reader in state.readers where reader.transaction < state.newest {
                    let held = Held(
                        file: file,
                        environment: ObjectIdentifier(state.environment),
                        reader: reader
                    )
                    var found =
                        seen[held]
                        ?? Seen(
                            since: now,
                            pages: HeldPages(since: reader.transaction),
                            nextNotice: noticeBytes
                        )
                    if now - found.since >= Self.usualAge {
                        found.bytes =
                            (try? found.pages.count(in: state.environment)) ?? found.bytes
                    }
                    if found.bytes >= found.nextNotice {
                        found.nextNotice = found.bytes * 2
                        told.append(Self.notice(held, found, now))
                    }
                    known[held] = found
                }
            }
            seen = known
            return told
        }
        for held in told { notice(held) }
    }

    /// The reader that has held a state for longest, if longer than one at work does.
    var oldest: OldestReader? {
        let now = ContinuousClock.now
        return seen.withLock { seen in
            guard let (held, found) = seen.min(by: { $0.value.since < $1.value.since }),
                now - found.since >= Self.usualAge
            else { return nil }
            return OldestReader(
                process: held.reader.process,
                file: held.file,
                age: now - found.since,
                heldBytes: found.bytes
            )
        }
    }

    private static func notice(
        _ held: Held,
        _ seen: Seen,
        _ now: ContinuousClock.Instant
    ) -> Notice {
        let process =
            held.reader.process == getpid() ? "This process" : "Process \(held.reader.process)"
        let seconds = (now - seen.since).components.seconds
        return Notice(
            .readerHoldsPages,
            "\(process) has held a snapshot of the \(held.file.rawValue) for \(seconds) s, and "
                + "\(seen.bytes >> 20) MiB of the file cannot be used again until it gives it back: "
                + "the file grows. If it was stopped, let it go on (kill -CONT) or end it.",
            [
                "process": "\(held.reader.process)", "file": held.file.rawValue,
                "seconds": "\(seconds)", "bytes": "\(seen.bytes)",
            ]
        )
    }
}
