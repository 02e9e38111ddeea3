internal import EventLog
internal import Glibc
internal import LMDB
internal import Scrollback
internal import Views
internal import Wire
internal import WriterSupport

/// Creates the store where there is none, and appends to it.
///
/// Single events, several in one append, and several appends at once take turns.
struct Appending {
    private static let callersAtOnce = 8
    private static let eventsAtOnce: UInt64 = 3

    /// How often an append is tried again that was answered with "nothing is stored".
    private static let attempts = 3

    let folder: String
    let acknowledgements: Acknowledgements

    static func path(in folder: String) -> String { "\(folder)/chat.scrollback" }

    static func options(_ mode: Mode, boot: Boot? = nil) -> Engine.Options {
        var options = Engine.Options()
        let boot = boot ?? (mode == .restarted ? .second : .first)
        options.views.boot = BootIdentity(boot.rawValue)
        if mode == .unflushedLog { options.log.flushing = .never }
        return options
    }

    func create(_ mode: Mode) throws(WorkerFailure) {
        if mode == .filling { mkdir(Self.path(in: folder), 0o700) }
        do {
            try Engine.create(
                at: Self.path(in: folder),
                options: Self.options(mode)
            )
        } catch {
            throw .answered(error)
        }
        try acknowledgements.note(Position(1), 0..<1)
    }

    func append(_ count: Int, _ mode: Mode) async throws(WorkerFailure) {
        let path = Self.path(in: folder)
        if access("\(path)/log.mdb", F_OK) != 0 { try create(mode) }
        let engine: Engine
        let size: Position
        do {
            engine = try Engine(
                opening: path,
                options: Self.options(mode)
            )
            size = try engine.log.snapshot().size
        } catch {
            throw .answered(error)
        }
        let first = Workload.firstOrdinal(size: size)
        let end = first + UInt64(count)
        var next = first
        while next < end {
            switch (next - first) % 16 {
            case 5:
                let ordinals = next..<min(end, next + Self.eventsAtOnce)
                try await append(ordinals, to: engine, mode, expected: size, first)
                next = ordinals.upperBound
            case 11 where mode != .earlyAcknowledgement:
                let ordinals = next..<min(end, next + UInt64(Self.callersAtOnce))
                try await appendAtOnce(ordinals, to: engine, mode)
                next = ordinals.upperBound
            default:
                try await append(next..<next + 1, to: engine, mode, expected: size, first)
                next += 1
            }
        }
        if mode == .unclosed { _exit(0) }
        engine.close()
    }

    private func appendAtOnce(
        _ ordinals: Range<UInt64>,
        to engine: Engine,
        _ mode: Mode
    ) async throws(WorkerFailure) {
        let outcomes = await withTaskGroup(of: Result<Void, WorkerFailure>.self) { group in
            for ordinal in ordinals {
                group.addTask {
                    do throws(WorkerFailure) {
                        return .success(try await append(ordinal..<ordinal + 1, to: engine))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for outcome in outcomes { try outcome.get() }
    }

    private func append(
        _ ordinals: Range<UInt64>,
        to engine: Engine,
        _ mode: Mode,
        expected size: Position,
        _ first: UInt64
    ) async throws(WorkerFailure) {
        if mode == .earlyAcknowledgement {
            let position = size.advanced(by: ordinals.lowerBound - first + 1)
            try acknowledgements.note(position, ordinals)
        }
        try await append(ordinals, to: engine, notes: mode != .earlyAcknowledgement)
    }

    private func append(
        _ ordinals: Range<UInt64>,
        to engine: Engine,
        notes: Bool = true
    ) async throws(WorkerFailure) {
        for attempt in 1... {
            let answer: Append.Answer
            do throws(WriteError<Append.Refusal>) {
                answer = try await engine.submit(Append(ordinals.map(Workload.event)))
            } catch {
                let isNothingStored =
                    switch error {
                    case .unwritten(.storageFull), .unwritten(.overloaded),
                        .unwritten(.viewsUnavailable):
                        true
                    default: false
                    }
                guard isNothingStored && attempt < Self.attempts else { throw .answered(error) }
                continue
            }
            if notes { try acknowledgements.note(answer.first, ordinals) }
            return
        }
    }
}

/// Which start of the machine the store is told of.
enum Boot: String {
    /// The one in which a worker appends.
    case first
    /// The one after that, in which a worker appends that was told of a restart.
    case second
    /// One in which no worker ever appended.
    case third
}
