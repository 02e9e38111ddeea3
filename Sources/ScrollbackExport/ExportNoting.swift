internal import EventLog
package import Merkle
package import Messaging
package import Scrollback
internal import ScrollbackPipe
package import Wire

/// How the log hears of an export: the one place for folders and databases.
///
/// Words that leave the store are written first. Then the log notes them, on the condition that
/// nothing was erased since their keys were looked at; only after that they get their name.
package struct ExportNoting {
    let store: Store
    let reason: String?
    /// The path of the control socket; nil for the one in the store's folder.
    package var control: String?
    /// Whom the log names as the one who exports.
    package var looker = Looker.thisProcess
    /// What can end the waiting.
    var meter: ExportMeter?

    /// How often the keys are looked at again because something else was erased.
    private static let looks = 50
    /// How long the process that writes may take to note an export, behind what else it does.
    private static let patienceMilliseconds: Int32 = 60_000

    package init(_ store: Store, reason: String?) {
        self.store = store
        self.reason = reason
    }

    /// The log's size at a moment without erasures that are logged and not carried out yet.
    package func quietSize() async throws(ExportError) -> Position {
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

    /// Notes in the log an export whose files are written and flushed.
    ///
    /// `digest` is the SHA-256 of the manifest, or of the database. `hasLost` says whether something
    /// in the files was erased by now, and hears a size of the log at which every logged erasure was
    /// carried out.
    ///
    /// - Returns: the position of the note; nil if something in it was erased: begin again.
    /// - Throws: why the log does not note it.
    package func note(
        _ scope: ExportScope,
        upTo: Position,
        root: Digest,
        digest: Digest,
        hasLost: (_ looked: Position) throws(ExportError) -> Bool
    ) async throws(ExportError) -> Position? {
        for _ in 0..<Self.looks {
            let looked = try await quietSize()
            if try hasLost(looked) { return nil }
            let note = ExportNote(
                scope,
                upTo: upTo,
                root: root,
                manifest: digest,
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
    package func refuseUnexplained(_ opening: Opening) async throws(ExportError) {
        guard reason == nil else { return }
        let subject = LookSubject("export", opening)
        do throws(StoreError) {
            try await store.admit(Look(by: looker, subject, because: nil))
        } catch {
            throw ExportError(error)
        }
    }

    /// Has the log note an export, which is a look at people's words; nil if something was erased
    /// since the look at the keys.
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
            let line = client.readLine(withinMilliseconds: Self.patienceMilliseconds)
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
            throw ExportError(.noWriter, AnswerLine.unexpected)
        }
    }
}
