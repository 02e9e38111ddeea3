internal import Audit
internal import CPlatform
internal import EventLog
internal import LogSchema
internal import Merkle
internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import Wire

/// An export whose files are written, and which the log does not note yet.
struct WrittenExport {
    struct Counts {
        var events: UInt64 = 0
        var contents: UInt64 = 0
        var erased: UInt64 = 0
        var withheld: UInt64 = 0
    }

    let upTo: Position
    let root: Digest
    let manifest: Digest
    var files: [ListedFile]
    let counts: Counts
    /// The positions whose content is in the files, ascending.
    let opened: [UInt64]
    /// Whether the files hold people's names, from profiles.
    let hasNames: Bool
    /// Whether an event of the exported size names each content that is gone.
    let areErasuresNamed: Bool

    /// Whether something of the exported events was erased since, up to a size of the log at which
    /// every logged erasure was carried out.
    func hasLostContent(of log: EventLog, through looked: Position) throws(LogError) -> Bool {
        guard areErasuresNamed else { return true }
        for number in opened where try log.isErased(at: Position(number)) { return true }
        guard hasNames, looked > upTo else { return false }
        // Names are looked up in the present state, so any profile may be among them.
        var isLost = false
        try log.forEachRecord(from: upTo.next, through: looked) { (record) throws(LogError) in
            if record.envelope.eventNumber == EnvelopeEvent.contentErased { isLost = true }
        }
        return isLost
    }
}

extension Exporter {
    /// Signs a checkpoint with the export noted, proves the note, and writes the sums of all files.
    ///
    /// - Returns: the names of the files.
    func complete(
        _ written: WrittenExport,
        notedAt position: Position,
        in folder: ExportFolder
    ) throws(ExportError) -> [String] {
        let isBlocked = scrollback_block_file_size_signal()
        defer { if isBlocked { scrollback_unblock_file_size_signal() } }
        var files = written.files
        if let signer {
            let (checkpoint, proof): ([UInt8], [UInt8])
            do throws(ProvingError) {
                var prover = Prover(store.engine.log)
                let note = try prover.checkpoint(signedBy: signer)
                checkpoint = note.bytes
                proof = try prover.inclusion(of: position, under: note).bytes
            } catch {
                throw ExportError(.unavailable, "\(error)")
            }
            files += try translating { () throws(LogError) in
                [
                    try Self.write(checkpoint, to: "checkpoint", in: folder),
                    try Self.write(proof, to: "export.proof", in: folder),
                ]
            }
        }
        let sums = files.sorted { $0.name < $1.name }.map { "\($0.sum)  \($0.name)\n" }.joined()
        _ = try translating { () throws(LogError) in
            try Self.write(Array(sums.utf8), to: "SHA256SUMS", in: folder)
        }
        return files.dropFirst(written.files.count).map(\.name) + ["SHA256SUMS"]
    }

    static func write(
        _ bytes: [UInt8],
        to name: String,
        in folder: ExportFolder
    ) throws(LogError) -> ListedFile {
        var file = try ExportFile(name, in: folder)
        try file.write(bytes)
        return try file.finish()
    }

    /// The manifest: what the export holds, of which log, and the sums of its files.
    func manifest(
        upTo size: Position,
        root: Digest,
        _ counts: WrittenExport.Counts,
        head: StreamHead?,
        headLeaf: Digest?,
        span: ClosedRange<UInt64>?,
        files: [ListedFile]
    ) -> [UInt8] {
        let log = store.engine.log
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("format", "scrollback-export/1")
            writer.name("scope")
            writer.object { writer in writer.writeScope(scope) }
            writer.field("log", log.id)
            writer.field("epoch", log.epoch.hexadecimalText)
            writer.field("size", size)
            writer.field("root", root.description)
            if let head, let headLeaf {
                writer.name("head")
                writer.object { writer in
                    writer.field("version", head.version.rawValue)
                    writer.field("leaf", headLeaf.description)
                }
            }
            if let span {
                writer.name("positions")
                writer.object { writer in
                    writer.field("first", span.lowerBound)
                    writer.field("last", span.upperBound)
                }
            }
            writer.field("events", counts.events)
            writer.field("contents", counts.contents)
            writer.field("erased", counts.erased)
            writer.field("withheld", counts.withheld)
            writer.name("files")
            writer.array { writer in
                for file in files {
                    writer.object { writer in
                        writer.field("name", file.name)
                        writer.field("bytes", file.bytes)
                        writer.field("lines", file.lines)
                        writer.field("sha256", file.sum.description)
                    }
                }
            }
        }
        writer.endLine()
        return writer.bytes
    }
}
