internal import EventLog
internal import Glibc
internal import Merkle
internal import ScrollbackJSON
internal import Wire

/// What the manifest of an export of everything says, after the sums of all files were checked.
struct ExportManifest {
    let log: UniqueID
    let epoch: UInt64
    let size: UInt64
    let root: Digest
    let contents: UInt64
    let erased: UInt64
    /// The sum of `events.jsonl`.
    let events: Digest
    /// The sum of the manifest itself.
    let sum: Digest

    private static let maximumBytes = 1 << 20
    /// The files that the manifest does not name: itself, and what is added when it was noted.
    private static let unnamed: Set = ["manifest.json", "checkpoint", "export.proof"]
    private static let sumCharacters = 2 * Digest.byteCount

    /// Reads the manifest of an export, and checks every file against its sum.
    init(of folder: String) throws(ImportError) {
        let sums = try Self.checkedSums(of: folder)
        let text = try reading { () throws(LogError) in
            try OpenFile("\(folder)/manifest.json", O_RDONLY | O_NOFOLLOW)
                .bytes(limit: Self.maximumBytes + 1)
        }
        sum = SHA256.hash(text.span.bytes)
        guard sums["manifest.json"] == sum else { throw Self.changed("manifest.json") }
        let object: JSONObject
        do throws(JSONFault) {
            object = try JSONDocument(text).object()
        } catch {
            throw Self.changed("manifest.json")
        }
        guard object["format"]?.spells("scrollback-export/1") == true else {
            throw ImportError(
                .newerFormat,
                "the manifest names a format that this version does not know; use a newer version"
            )
        }
        guard let scope = object["scope"]?.object else { throw Self.changed("manifest.json") }
        let narrowed = ["conversation", "user", "from", "until"].contains { scope[$0] != nil }
        guard !narrowed, scope["deleted"]?.boolean == true else {
            throw ImportError(
                .notEverything,
                "it is an export of a part of a log; import one of everything"
            )
        }
        guard let log = object["log"]?.uniqueID, let epoch = object["epoch"]?.epoch,
            let size = object["size"]?.count, let root = object["root"]?.digest,
            let contents = object["contents"]?.count, let erased = object["erased"]?.count,
            object["events"]?.count == size, object["withheld"]?.count == 0, size > 0
        else { throw Self.changed("manifest.json") }
        (self.log, self.epoch, self.size, self.root) = (log, epoch, size, root)
        (self.contents, self.erased) = (contents, erased)
        guard let events = sums["events.jsonl"] else { throw Self.missing("events.jsonl") }
        self.events = events
        try Self.check(object, against: sums)
    }

    /// Checks that the files that the manifest lists are those that were summed.
    private static func check(
        _ object: JSONObject,
        against sums: [String: Digest]
    ) throws(ImportError) {
        guard let files = object["files"]?.elements else { throw changed("manifest.json") }
        var names: Set<String> = []
        for file in files {
            guard let fields = file.object, let name = fields["name"]?.string,
                let sum = fields["sha256"]?.digest
            else { throw changed("manifest.json") }
            guard sums[name] != nil else { throw missing(name) }
            guard sums[name] == sum else { throw changed(name) }
            names.insert(name)
        }
        guard names.isSuperset(of: ["events.jsonl", "erased.jsonl"]) else {
            throw changed("manifest.json")
        }
        // The manifest is what the log notes: anyone can add a file and its sum.
        guard names.union(unnamed).isSuperset(of: sums.keys) else {
            throw ImportError(.changed, "the manifest does not name a file of the export")
        }
    }

    /// The sums of `SHA256SUMS`, each compared with its file.
    private static func checkedSums(of folder: String) throws(ImportError) -> [String: Digest] {
        let names = OpenFile.names(in: folder)
        guard names.contains("SHA256SUMS"), names.contains("manifest.json") else {
            throw ImportError(
                .cannotRead,
                "\(folder) has no SHA256SUMS and manifest.json: it is no export, or not a whole one"
            )
        }
        let bytes = try reading { () throws(LogError) in
            try OpenFile("\(folder)/SHA256SUMS", O_RDONLY | O_NOFOLLOW)
                .bytes(limit: maximumBytes)
        }
        var sums: [String: Digest] = [:]
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let digits = Array(line.prefix(sumCharacters))
            let name = String(decoding: line.dropFirst(sumCharacters + 2), as: UTF8.self)
            guard let sum = Digest(hexadecimal: digits.span.bytes),
                line.dropFirst(sumCharacters).prefix(2).elementsEqual("  ".utf8),
                !name.isEmpty, !name.contains("/"), sums[name] == nil
            else { throw changed("SHA256SUMS") }
            sums[name] = sum
        }
        for name in names where name != "SHA256SUMS" && sums[name] == nil {
            throw ImportError(.changed, "no sum in SHA256SUMS covers a file of the export")
        }
        for (name, sum) in sums.sorted(by: { $0.key < $1.key }) {
            guard names.contains(name) else { throw missing(name) }
            let found = try reading { () throws(LogError) in
                try HashedLines.sum(of: "\(folder)/\(name)")
            }
            guard found == sum else { throw changed(name) }
        }
        return sums
    }

    private static func changed(_ name: String) -> ImportError {
        ImportError(
            .changed,
            "\(shown(name)) of the export was changed; copy the export again, or make a new one"
        )
    }

    private static func missing(_ name: String) -> ImportError {
        ImportError(
            .changed,
            "\(shown(name)) of the export is missing; copy the export again, or make a new one"
        )
    }

    /// A name that an export has; any other name may contain user content.
    private static func shown(_ name: String) -> String {
        let known = [
            "SHA256SUMS", "manifest.json", "events.jsonl", "erased.jsonl", "members.jsonl",
            "checkpoint",
            "export.proof",
        ]
        return known.contains(name) ? name : "a file"
    }
}

/// Does something with the files of an export, and translates its errors.
func reading<Result: ~Copyable>(_ body: () throws(LogError) -> Result) throws(ImportError) -> Result
{
    do throws(LogError) {
        return try body()
    } catch {
        throw ImportError(.cannotRead, "\(error)")
    }
}

extension JSONValue {
    /// A number that is not negative.
    fileprivate var count: UInt64? {
        guard case .number(let number)? = integer else { return nil }
        return UInt64(exactly: number)
    }

    fileprivate var epoch: UInt64? {
        string.flatMap { UInt64(hexadecimalText: $0) }
    }

    /// A hash in hexadecimal.
    var digest: Digest? {
        string.flatMap { Digest(hexadecimal: $0) }
    }
}
