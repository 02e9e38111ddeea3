internal import Audit
internal import EventLog
internal import Glibc
internal import LogSchema
public import Merkle
public import Messaging
public import Scrollback
internal import ScrollbackPipe
public import Wire

/// What was exported.
public struct ExportReport: Hashable, Sendable {
    /// The position of the event that notes the export in the log.
    public var position: Position
    /// The position whose state it shows.
    public var upTo: Position
    /// The root of the log of that size.
    public var root: Digest
    /// SHA-256 of `manifest.json`.
    public var manifest: Digest
    /// The number of events in it.
    public var events: UInt64
    /// The number of contents that are there, were erased, and were withheld because they belong to
    /// deleted messages or were forwarded.
    public var contents: UInt64, erased: UInt64, withheld: UInt64
    /// The names of its files.
    public var files: [String]
}

extension OperatorSession {
    /// Writes a part of the log to a new folder, in the clear, and notes in the log that it did.
    ///
    /// `docs/exports.md` describes the files. The folder gets its name when everything is written
    /// and noted. What is erased meanwhile is not in it.
    ///
    /// In a process that only reads, the process that writes is asked through its control socket
    /// to note the export.
    ///
    /// - Parameters:
    ///   - scope: What to export.
    ///   - path: The path of the folder, where nothing exists; not in the store's folder.
    ///   - reason: What it is for, in 1 to `Limits.note` characters; kept sealed.
    ///   - signer: The key that signs a checkpoint of the log with the export noted; nil for none.
    ///   - control: The path of the control socket; nil for the one in the store's folder.
    ///   - progress: A function that receives the number of events written, and of all.
    /// - Returns: What was exported.
    /// - Throws: `ExportError`; no folder is left.
    /// - Complexity: O(events of the scope); for a person and for times, O(events of the log).
    public func export(
        _ scope: ExportScope = .everything,
        to path: String,
        reason: String? = nil,
        signedBy signer: SignerKey? = nil,
        control: String? = nil,
        progress: ((_ done: UInt64, _ total: UInt64) -> Void)? = nil
    ) async throws(ExportError) -> ExportReport {
        var exporter = Exporter(store, scope, reason: reason, progress: progress)
        exporter.signer = signer
        exporter.control = control
        return try await exporter.run(to: path)
    }
}

/// Makes one export of a store.
package struct Exporter {
    let store: Store
    let scope: ExportScope
    let reason: String?
    let progress: ((UInt64, UInt64) -> Void)?
    package var signer: SignerKey?
    package var control: String?
    /// Whom the log names as the one who exports.
    package var looker = Looker.thisProcess
    /// What tells others how far it is, and can end it.
    package var meter: ExportMeter?
    /// Called when the size is chosen and before anything is written, for tests.
    package var beforeWriting: (() async -> Void)?
    /// Called when the files are written and before the keys are looked at, for tests.
    package var afterWriting: (() async -> Void)?

    /// How often an export is begun again because something in it was erased.
    private static let attempts = 10
    /// How often the keys are looked at again because something else was erased.
    private static let looks = 50

    package init(
        _ store: Store,
        _ scope: ExportScope,
        reason: String? = nil,
        progress: ((UInt64, UInt64) -> Void)? = nil
    ) {
        self.store = store
        self.reason = reason
        self.progress = progress
        var scope = scope
        if scope.isEverything { scope.includesDeleted = true }
        // The log has whole milliseconds, as the control socket does.
        scope.from = scope.from?.wholeMilliseconds
        scope.until = scope.until?.wholeMilliseconds
        self.scope = scope
    }

    package func run(to path: String) async throws(ExportError) -> ExportReport {
        try checkScope()
        try check(path)
        try await refuseUnexplained()
        let kept = try await write(at: path)
        try translating { () throws(LogError) in try kept.site.finish() }
        return kept.report
    }

    /// Writes an export that gets no name, beside the store: its folder goes with the result.
    ///
    /// What `admit` refuses was looked at before.
    package func keep(as id: UniqueID) async throws(ExportError) -> KeptExport {
        try await write(at: "\(store.engine.log.directory.path).export-\(id)")
    }

    /// Refuses what can be refused before anything is written.
    package func admit() async throws(ExportError) {
        try checkScope()
        try await refuseUnexplained()
        guard let conversation = scope.conversation else { return }
        _ = try positions(of: conversation, upTo: Position(.max), atMost: 1)
    }

    private func write(at path: String) async throws(ExportError) -> KeptExport {
        let site = try translating { () throws(LogError) in
            let directory = store.engine.log.directory
            ExportSite.sweep(directory)
            return try ExportSite(of: directory, at: path)
        }
        let folder = ExportFolder(path: site.folder, meter: meter)
        for _ in 0..<Self.attempts {
            site.clear()
            meter?.beginAgain()
            let start = try await quietSize()
            await beforeWriting?()
            let written = try write(to: folder, upTo: start)
            await afterWriting?()
            guard let position = try await note(written) else { continue }
            var files = written.files.map(\.name)
            files += try complete(written, notedAt: position, in: folder)
            let report = ExportReport(
                position: position,
                upTo: written.upTo,
                root: written.root,
                manifest: written.manifest,
                events: written.counts.events,
                contents: written.counts.contents,
                erased: written.counts.erased,
                withheld: written.counts.withheld,
                files: files.sorted()
            )
            return KeptExport(site, report, written)
        }
        throw ExportError(
            .erasing,
            "content was erased each time while the export was written; export again when the "
                + "erasures in `scrollback info` are done"
        )
    }

    private func checkScope() throws(ExportError) {
        if let fault = Self.fault(of: scope) { throw ExportError(.invalidRequest, fault.message) }
    }

    /// What is wrong with a scope, and the field that is too much; nil for nothing.
    package static func fault(of scope: ExportScope) -> (field: String, message: String)? {
        let isOfTime = scope.from != nil || scope.until != nil
        let narrowed = [scope.conversation != nil, scope.user != nil, isOfTime]
        guard narrowed.count(where: { $0 }) <= 1 else {
            let field = isOfTime ? scope.from == nil ? "until" : "from" : "user"
            return (field, "an export is of one conversation, or of one person, or of a time")
        }
        if let from = scope.from, let until = scope.until, until <= from {
            return ("until", "the time ends before it begins")
        }
        return nil
    }

    private func check(_ path: String) throws(ExportError) {
        let place = StoreDirectory(path: path)
        guard access(place.path, F_OK) != 0 else {
            throw ExportError(LogError.alreadyExists(path: place.path))
        }
        guard let parent = realpath(place.parent, nil) else {
            throw ExportError(
                LogError.system(operation: "open", path: place.parent, errno: errno)
            )
        }
        defer { free(parent) }
        guard let folder = realpath(store.path, nil) else { return }
        defer { free(folder) }
        let (inner, outer) = (String(cString: parent), String(cString: folder))
        guard inner != outer, !inner.hasPrefix("\(outer)/") else {
            throw ExportError(.invalidRequest, "an export does not belong in the store's folder")
        }
    }

    /// The log's size at a moment without erasures that are logged and not carried out yet.
    private func quietSize() async throws(ExportError) -> Position {
        let patience = ContinuousClock.now + .seconds(60)
        while true {
            let (size, isQuiet) = try translating { () throws(LogError) in
                try meter?.goOn()
                let snapshot = try store.engine.log.snapshot()
                return (snapshot.size, try !snapshot.hasPendingErasures())
            }
            if isQuiet { return size }
            guard ContinuousClock.now < patience,
                (try? await Task.sleep(for: .milliseconds(20))) != nil
            else {
                throw ExportError(
                    .erasing,
                    "an erasure is logged and not carried out; open the store for writing"
                )
            }
        }
    }

    /// Notes the export in the log; nil if something in it was erased.
    private func note(_ written: WrittenExport) async throws(ExportError) -> Position? {
        for _ in 0..<Self.looks {
            let looked = try await quietSize()
            let isGone = try translating { () throws(LogError) in
                try written.hasLostContent(of: store.engine.log, through: looked)
            }
            if isGone { return nil }
            let note = ExportNote(
                scope,
                upTo: written.upTo,
                root: written.root,
                manifest: written.manifest,
                looked: looked,
                reason: reason
            )
            if let position = try await keep(note) { return position }
        }
        return nil
    }

    /// Refuses an export without a reason where the store requires one for each look.
    ///
    /// With a reason nothing more is logged: the note of the export says who, what and why.
    private func refuseUnexplained() async throws(ExportError) {
        guard reason == nil else { return }
        let subject = LookSubject(
            "export",
            Opening(conversation: scope.conversation, user: scope.user)
        )
        do throws(StoreError) {
            try await store.admit(Look(by: looker, subject, because: nil))
        } catch {
            throw ExportError(error)
        }
    }

    /// The one place where the log hears of an export, which is a look at people's words; nil if
    /// something was erased since the look at the keys.
    private func keep(_ note: ExportNote) async throws(ExportError) -> Position? {
        guard store.isWriting else { return try askWriter(toKeep: note) }
        do throws(StoreError) {
            return try await store.note(note, by: looker)
        } catch {
            guard error.code == .overloaded else { throw ExportError(error) }
            return nil
        }
    }

    private func askWriter(toKeep note: ExportNote) throws(ExportError) -> Position? {
        let path = control ?? store.controlPath
        let noWriter = ExportError(
            .noWriter,
            "the process that writes to the store cannot be reached at \(path) to note the export; "
                + "name its socket with --control, or stop that process"
        )
        guard var client = try? ControlClient(to: path), client.send(note.line),
            let line = client.readLine()
        else { throw noWriter }
        switch AnswerLine(line) {
        case .done(let position)?: return Position(UInt64(clamping: position))
        case .refused("overloaded", _)?: return nil
        case .refused("closed", _)?: throw noWriter
        case .refused(let code, let message)?:
            throw ExportError(
                code == "invalidText" || code == "invalidRequest" ? .invalidRequest : .unavailable,
                message
            )
        case .progress?, nil:
            throw ExportError(.noWriter, "the control socket answers with something else")
        }
    }
}

extension Timestamp {
    fileprivate var wholeMilliseconds: Timestamp {
        let rest = microseconds % 1_000
        return Timestamp(microseconds: microseconds - (rest < 0 ? rest + 1_000 : rest))
    }
}

/// Does something with the log's files, and translates its errors.
func translating<Result>(_ body: () throws(LogError) -> Result) throws(ExportError) -> Result {
    do throws(LogError) {
        return try body()
    } catch {
        throw ExportError(error)
    }
}
