import Audit
import EventLog
import Glibc
import LogSchema
import LogSupport
import Merkle
import TestSupport
import Wire

/// A closed store with some history, whose rows a test may harm before it is verified.
final class AuditedLog {
    let folder: TemporaryFolder
    let directory: StoreDirectory
    let signer: SignerKey

    /// One with its first event alone.
    init() throws {
        folder = TemporaryFolder("audit")
        directory = StoreDirectory(path: folder.path("chat.scrollback"))
        signer = try SignerKey.random(name: KeyName("example.com/log"))
        try EventLog.create(at: directory)
    }

    /// A copy, to be harmed.
    init(copying image: Image) {
        folder = TemporaryFolder("audit")
        directory = StoreDirectory(path: folder.path("chat.scrollback"))
        signer = image.signer
        mkdir(directory.path, 0o700)
        writeFile(directory.logPath, image.log)
        writeFile(directory.keysPath, image.keys)
    }

    /// A log in memory, made once for many tests.
    struct Image: Sendable {
        let log: [UInt8]
        let keys: [UInt8]
        let signer: SignerKey

        init(_ made: AuditedLog) {
            log = readFile(made.directory.logPath)
            keys = readFile(made.directory.keysPath)
            signer = made.signer
        }
    }

    var raw: RawLog { get throws { try RawLog(directory) } }

    /// Opens the log, does something with its writer, and closes it.
    @discardableResult
    func write<Result>(_ body: (inout LogWriter) throws -> Result) throws -> Result {
        let log = try EventLog(opening: directory, access: .writing, options: LogInFolder.options)
        defer { log.close() }
        var writer = try LogWriter(log)
        return try body(&writer)
    }

    /// Appends events of a few streams: numbers from the size on, all different.
    func append(_ count: Int, content: Bool = true, streams: UInt64 = 5) throws {
        try write { writer in
            try writer.begin()
            for _ in 0..<count {
                let number = writer.size.rawValue
                var event = Event(to: stream(number % streams))
                event.actor = AuditedLog.user(number % 3)
                event.recorded = 2_000_000 + Int64(number) * 1_000
                event.body = [1, 2, 3]
                if content && number % 4 != 0 { event.content = Array("text \(number)".utf8) }
                try writer.append(event)
            }
            try writer.commit()
        }
    }

    static func user(_ number: UInt64) -> UniqueID { UniqueID(high: 9, low: number) }

    /// Appends an event of the store itself.
    @discardableResult
    func append(_ message: some WireMessage, type: UInt32) throws -> UInt64 {
        try write { writer in
            var body = WireWriter()
            message.encode(into: &body)
            var event = Event(to: .store)
            event.type = type
            event.recorded = writer.newestTime.microseconds
            event.body = body.bytes.array
            try writer.begin()
            try writer.append(event)
            try writer.commit()
            return writer.size.rawValue
        }
    }

    /// Logs an erasure, and has it carried out as an engine does.
    @discardableResult
    func erase(_ ranges: ClosedRange<UInt64>..., carriedOut: Bool = true) throws -> UInt64 {
        let ranges = ranges.map {
            PositionRange(first: $0.lowerBound, count: UInt64($0.count))
        }
        let position = try append(
            ContentErased(ranges: ranges),
            type: EnvelopeEvent.contentErased
        )
        if carriedOut { try write { _ = try $0.carryOutErasures() } }
        return position
    }

    /// Signs the log as it is, and keeps the note in it.
    @discardableResult
    func keepCheckpoint(at size: UInt64? = nil) throws -> SignedNote {
        try write { writer in
            var prover = Prover(writer.log)
            let note = try prover.checkpoint(
                at: size.map { Position($0) },
                signedBy: signer
            )
            try writer.keep(checkpoint: note)
            return note
        }
    }

    func verify(
        threads: Int = 2,
        _ change: (inout Verification.Options) -> Void = { _ in }
    ) async throws -> VerifyReport {
        var options = Verification.Options()
        options.threads = threads
        options.patience = .milliseconds(50)
        change(&options)
        return try await Verification.run(at: directory, options: options)
    }

    /// What the verifier finds, which is the same with one thread and with four.
    func finding(
        _ change: (inout Verification.Options) -> Void = { _ in }
    ) async throws -> Fault? {
        let alone = try await verify(threads: 1, change)
        let together = try await verify(threads: 4, change)
        guard alone.finding == together.finding else { return Fault(.file, .max) }
        return alone.finding.map { Fault($0.clause, $0.position.rawValue) }
    }
}

/// A clause and a position, as a test expects them.
struct Fault: Equatable {
    var clause: Clause
    var position: UInt64

    init(_ clause: Clause, _ position: UInt64) {
        self.clause = clause
        self.position = position
    }
}

extension AuditedLog {
    /// 700 events of five conversations, a hold that was placed and released, two erasures that
    /// were carried out, and checkpoints: nothing is wrong with it.
    static func story() throws -> AuditedLog {
        let log = try AuditedLog()
        try log.append(300)
        try log.keepCheckpoint()
        let hold = UniqueID(high: 4, low: 4)
        try log.append(
            HoldPlaced(hold: hold, conversation: UniqueID(high: 7, low: 1)),
            type: EnvelopeEvent.holdPlaced
        )
        try log.append(HoldReleased(hold: hold), type: EnvelopeEvent.holdReleased)
        try log.erase(20...25)
        try log.append(200)
        try log.erase(2...2, 260...262, 100...100)
        try log.append(700 - 505)
        try log.keepCheckpoint(at: 512)
        try log.keepCheckpoint()
        return log
    }

    /// The same for every test that harms a copy.
    static func storyCopy() throws -> AuditedLog {
        AuditedLog(copying: try sharedStory.get())
    }

    private static let sharedStory = Result { Image(try story()) }

    /// More than one page of events and more than one tile of the second level.
    static func longCopy() throws -> AuditedLog {
        AuditedLog(copying: try sharedLong.get())
    }

    static let longSize: UInt64 = 66_000

    private static let sharedLong = Result {
        let log = try AuditedLog()
        try log.append(40_000, content: false, streams: 400)
        try log.append(Int(longSize) - 40_001 - 1, content: false, streams: 400)
        try log.erase(10...20)
        return Image(log)
    }
}
