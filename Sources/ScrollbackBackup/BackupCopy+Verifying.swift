internal import EventLog
internal import LogSchema
internal import Wire

extension BackupCopy {
    /// Reads again what was written, and checks it as a restore does: sums, leaves and the root,
    /// that each content opens with its slot, and that what is missing was erased.
    ///
    /// - Throws: `damaged` with the finding.
    func verify(_ manifest: BackupManifest) throws(BackupError) {
        guard BackupManifest(manifest.text) == manifest else {
            throw .otherRoot
        }
        var slots = try translating { () throws(LogError) in
            try CopiedKeys(path: "\(folders.keys)/\(KeyPlace.keysName)")
        }
        var erased = ErasedContents()
        erased.add(named.ranges.map { $0.lowerBound...$0.upperBound - 1 })
        // Slots that are copied anew may have rotted since their events were copied.
        for segment in manifest.segments
        where !isContinued || written[segment.first] == segment {
            try stop.check()
            try segment.forEachRecord(in: folders.backup, of: log.id) {
                (record) throws(BackupError) in
                try erased.take(record)
                try require(record, with: &slots)
            }
        }
        try requireErased(erased, through: manifest.size)
    }

    /// Refuses a record whose slot neither opens its content nor is, or will be, an erased one.
    private func require(
        _ record: borrowing StoredRecord,
        with slots: inout CopiedKeys
    ) throws(BackupError) {
        guard record.envelope.seal != nil else { return }
        let position = record.position
        let isGood: Bool
        do throws(LogError) {
            isGood =
                record.sealed.byteCount > 0
                ? try slots.opens(record)
                : try slots.isErased(at: position) || named.contains(position.rawValue)
        } catch {
            throw BackupError(error)
        }
        guard isGood else {
            throw BackupError(
                .damaged,
                "the key of the content at position \(position) is damaged in \(log.keys.path), and "
                    + "no erasure took it; run scrollback verify"
            )
        }
    }

    /// Refuses contents that are missing and that no erasure took.
    private func requireErased(
        _ contents: consuming ErasedContents,
        through last: Position
    ) throws(BackupError) {
        var erased = contents
        guard let first = erased.firstUnnamed else { return }
        // Content in a segment that is written anew may have been erased long before.
        try translating { () throws(LogError) in
            try log.forEachRecord(from: Position(first).next, through: last) {
                (record) throws(LogError) in
                erased.add(try record.envelope.erasedPositions(at: record.position))
            }
        }
        guard let position = erased.firstUnnamed else { return }
        throw BackupError(
            .damaged,
            "the content at position \(position) or its key is missing, and no erasure took it; run "
                + "scrollback verify"
        )
    }
}
