internal import EventLog
internal import Messaging
internal import Scrollback
internal import Wire

// Which keys belong to which backup, whatever run was killed before this one.
extension BackupRun {
    /// Names the place of the keys, and has the log know of it.
    func beginPlace(
        for before: BackupManifest?,
        label: String
    ) throws(BackupError) -> KeyPlace {
        var place = try KeyPlace.read(in: folders.keys)
        var former: KeyPlace?
        if let found = place {
            let belongs = before.map { found.belongs(to: $0) } == true
            let isOurs = belongs ? true : try isOfNoBackup(found)
            if !isOurs, before.map({ found.isNamed(by: $0) }) == true { throw .otherCopy(folders) }
            guard isOurs else {
                throw BackupError(
                    .wrongKeys,
                    "\(folders.keys) has the keys of another backup; name the folder that belongs to "
                        + "this one, or a new one"
                )
            }
            if found.coming != nil { place = try settled(found, before) }
            // A copy that the operator called gone is begun again as a new one, and so is one of
            // which the log never heard.
            if try !isKnown(found.place) {
                former = place
                place = nil
            }
        }
        var generator = SystemRandomNumberGenerator()
        let used =
            place
            ?? KeyPlace(
                log: log.id,
                place: UniqueID.random(using: &generator),
                label: label,
                after: former
            )
        if place == nil { try used.write(in: folders.keys) }
        _ = try note(.begun(KeyCopyID(used.place), label: used.label))
        return used
    }

    /// Whether a run to this backup left the place before a manifest named it.
    ///
    /// One that knows of a coming manifest may be that of another backup, whose manifest has its
    /// name by now: only the prepared manifest shows that it is not.
    private func isOfNoBackup(_ place: KeyPlace) throws(BackupError) -> Bool {
        guard place.log == log.id, place.manifest == nil else { return false }
        guard let coming = place.coming else { return true }
        return try coming == folders.comingManifest()
    }

    /// The place as the killed run should have left it: it knows the manifest that has its name, and
    /// no other.
    private func settled(
        _ found: KeyPlace,
        _ before: BackupManifest?
    ) throws(BackupError) -> KeyPlace {
        var place = found
        place.coming = nil
        if let before, found.belongs(to: before) {
            place.manifest = before.digest
            if before.place == place.place { place.former = nil }
        }
        // The name of the manifest lasts before the keys forget the one before it.
        try translating { () throws(LogError) in try OpenFile.flushFolder(folders.backup) }
        try place.write(in: folders.keys)
        return place
    }

    private func isKnown(_ place: UniqueID) throws(BackupError) -> Bool {
        do throws(StoreError) {
            return try store.keyCopies().contains { $0.place.rawValue == place }
        } catch {
            throw BackupError(error)
        }
    }

    /// Prepares the manifest, and has the keys name it beside the present one.
    func announce(_ manifest: BackupManifest, in place: inout KeyPlace) throws(BackupError) {
        let text = Array(manifest.text.utf8)
        try translating { () throws(LogError) in
            try OpenFile.prepare(folders.manifestPath, with: text.span.bytes)
            // The names of the segments and of what names them.
            try OpenFile.flushFolder(folders.backup)
            // The manifest names its copy of the keys, so that has its name first.
            try OpenFile.flushFolder(folders.keys)
        }
        place.coming = manifest.digest
        try place.write(in: folders.keys)
    }
}
