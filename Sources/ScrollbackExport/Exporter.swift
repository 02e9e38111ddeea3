internal import Audit
internal import EventLog
internal import Glibc
internal import LogSchema
public import Merkle
public import Messaging
public import Scrollback
public import Wire

/// The result of an export.
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
    /// and noted. Content erased meanwhile is not in it.
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
    /// - Returns: The result.
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
    /// The largest number of bytes of words in the page to read, less for tests.
    package var transcriptBytes = Transcript.usualBytes
    /// Called when the size is chosen and before anything is written, for tests.
    package var beforeWriting: (() async -> Void)?
    /// Called when the files are written and before the keys are looked at, for tests.
    package var afterWriting: (() async -> Void)?

    /// How often an export is begun again because something in it was erased.
    private static let attempts = 10

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
        try store.requireFreePlace(path)
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
            ExportMark.sweep(directory)
            return try ExportSite(of: directory, at: path)
        }
        let folder = ExportFolder(path: site.folder, meter: meter)
        for _ in 0..<Self.attempts {
            site.clear()
            meter?.beginAgain()
            let start = try await noting.quietSize()
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

    /// How the log hears of it.
    private var noting: ExportNoting {
        var noting = ExportNoting(store, reason: reason)
        noting.control = control
        noting.looker = looker
        noting.meter = meter
        return noting
    }

    /// Notes the export in the log; nil if something in it was erased.
    private func note(_ written: WrittenExport) async throws(ExportError) -> Position? {
        try await noting.note(
            scope,
            upTo: written.upTo,
            root: written.root,
            digest: written.manifest
        ) { (looked) throws(ExportError) in
            try translating { () throws(LogError) in
                try written.hasLostContent(of: store.engine.log, through: looked)
            }
        }
    }

    private func refuseUnexplained() async throws(ExportError) {
        try await noting.refuseUnexplained(
            Opening(conversation: scope.conversation, user: scope.user)
        )
    }
}

extension Store {
    /// Refuses a place for an export where something exists, and one in the store's folder.
    package func requireFreePlace(_ path: String) throws(ExportError) {
        let place = StoreDirectory(path: path)
        var status = stat()
        guard lstat(place.path, &status) != 0 else {
            throw ExportError(LogError.alreadyExists(path: place.path))
        }
        guard let parent = realpath(place.parent, nil) else {
            throw ExportError(
                LogError.system(operation: "open", path: place.parent, errno: errno)
            )
        }
        defer { free(parent) }
        guard let folder = realpath(self.path, nil) else { return }
        defer { free(folder) }
        let (inner, outer) = (String(cString: parent), String(cString: folder))
        guard inner != outer, !inner.hasPrefix("\(outer)/") else {
            throw ExportError(.invalidRequest, "an export does not belong in the store's folder")
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
