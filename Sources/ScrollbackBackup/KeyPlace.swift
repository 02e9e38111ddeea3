internal import EventLog
internal import Glibc
internal import Merkle
internal import Wire

/// The folder of a copy of the keys: `keys.bin`, a slot an event, `keys.bin.positions`, the keys of
/// sealed positions, and `revoked.tokens`, if a server made them, and `keys.place`, which says whose
/// they are.
///
///     scrollback-keys/1
///     log ID
///     place ID                    also in the manifest of the one backup that it belongs to
///     label TEXT
///     erased POSITION             the erasures up to here are carried out
///     former ID                   of a place that was gone and is begun again: its id before
///     manifest HASH               SHA-256 of the manifest of the backup whose keys these are
///     coming HASH                 and of the one that is about to take its place
///     sha256 HASH                 over all lines before
struct KeyPlace: Equatable, Sendable {
    static let noteName = "keys.place"
    static let keysName = "keys.bin"
    static let positionsName = "keys.bin.positions"
    static let revocationsName = "revoked.tokens"
    private static let format = "scrollback-keys/1"

    var log: UniqueID
    var place: UniqueID
    var label: String
    var erased: Position
    /// The place under which the same file was gone, until a backup under the new one is whole.
    var former: UniqueID?
    /// The backup that the copy belongs to; nil before the first one.
    ///
    /// An id alone would be the same in a copy of either folder, which is older or went on.
    var manifest: Digest?
    /// The backup that is about to take its place, while a run gives it its name.
    var coming: Digest?

    var text: String {
        var lines = [
            Self.format, "log \(log)", "place \(place)", "label \(label)", "erased \(erased)",
        ]
        if let former { lines.append("former \(former)") }
        if let manifest { lines.append("manifest \(manifest)") }
        if let coming { lines.append("coming \(coming)") }
        return SummedText.adding(to: lines)
    }

    /// Names a new place, in the folder of another one that was gone, if there was one.
    init(log: UniqueID, place: UniqueID, label: String, after former: KeyPlace? = nil) {
        self.log = log
        self.place = place
        self.label = label
        self.former = former.map { $0.former ?? $0.place }
        manifest = former?.manifest
        coming = former?.coming
        erased = .zero
    }

    init?(_ text: String) {
        guard var lines = SummedText.lines(of: text), lines.next() == Self.format[...],
            let log = lines.id("log"),
            let place = lines.id("place"),
            let label = lines.value("label"),
            let erased: UInt64 = lines.number("erased")
        else { return nil }
        self.init(log: log, place: place, label: String(label))
        self.erased = Position(erased)
        if let value = lines.value("former") {
            guard let former = UniqueID(String(value)) else { return nil }
            self.former = former
        }
        for (name, field) in [("manifest", \Self.manifest), ("coming", \Self.coming)] {
            guard let value = lines.value(name) else { continue }
            guard let digest = Digest(hexadecimal: value) else { return nil }
            self[keyPath: field] = digest
        }
        guard lines.next() == nil else { return nil }
    }

    /// Whether these are the keys of a backup, and neither is a copy of its folder that is older or
    /// went on without the other.
    func belongs(to manifest: BackupManifest) -> Bool {
        isNamed(by: manifest) && [self.manifest, coming].contains(manifest.digest)
    }

    /// Whether a manifest names this place.
    func isNamed(by manifest: BackupManifest) -> Bool {
        log == manifest.identity.log && (place == manifest.place || former == manifest.place)
    }

    /// Reads the note in a folder; nil if there is none.
    ///
    /// - Throws: `wrongKeys` for a note that is damaged, and for keys without one.
    static func read(in folder: String) throws(BackupError) -> KeyPlace? {
        guard let text = try FolderFile.text("\(folder)/\(noteName)") else {
            guard access("\(folder)/\(keysName)", F_OK) != 0 else {
                throw BackupError(
                    .wrongKeys,
                    "\(folder) has a keys.bin that is no copy of a backup's keys: it has no "
                        + "keys.place; name another folder"
                )
            }
            return nil
        }
        guard let place = KeyPlace(text) else {
            throw BackupError(
                .wrongKeys,
                "\(folder)/\(noteName) is damaged; name another folder, and say keyCopyGone for "
                    + "this copy"
            )
        }
        return place
    }

    func write(in folder: String) throws(BackupError) {
        try translating { () throws(LogError) in
            try OpenFile.replace("\(folder)/\(Self.noteName)", with: text, in: folder)
        }
    }
}

/// Small files in a folder of a backup.
enum FolderFile {
    /// More than any manifest has.
    private static let limit = 1 << 28

    /// The text of a file; nil if there is none.
    static func text(_ path: String) throws(BackupError) -> String? {
        try bytes(path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Copies a file, if it is there, so that any crash leaves the old copy or the new one.
    static func copy(_ path: String, to copied: String) throws(BackupError) {
        guard let bytes = try bytes(path) else { return }
        try translating { () throws(LogError) in
            try OpenFile.replace(
                copied,
                with: bytes.span.bytes,
                in: StoreDirectory(path: copied).parent
            )
        }
    }

    private static func bytes(_ path: String) throws(BackupError) -> [UInt8]? {
        do throws(LogError) {
            let file = try OpenFile(path, O_RDONLY | O_NOFOLLOW)
            return try file.bytes(limit: Int(min(UInt64(limit), file.byteCount)))
        } catch .system(_, _, ENOENT) {
            return nil
        } catch {
            throw BackupError(error)
        }
    }

    /// Removes a file, if it is there.
    static func remove(_ path: String) { unlink(path) }
}
