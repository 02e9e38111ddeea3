internal import TestSupport

/// The files and folders that a machine finds after a power cut.
struct CrashImage {
    private var folders: [String] = []
    private var files: [(path: String, bytes: [UInt8])] = []
    /// Two images of one run with the same number are the same.
    private(set) var fingerprint: UInt64 = 0

    init(of disk: Disk, _ survivors: Survivors) {
        collect(Disk.rootNode, at: "", in: survivors.names(of: disk), of: disk, survivors)
    }

    private mutating func collect(
        _ folder: Int,
        at path: String,
        in names: Disk.Names,
        of disk: Disk,
        _ survivors: Survivors
    ) {
        for (name, node) in (names[folder] ?? [:]).sorted(by: { $0.key < $1.key }) {
            let path = "\(path)/\(name)"
            fingerprint = SplitMix64.mix(fingerprint, UInt64(node))
            if let file = disk.files[node] {
                let outcome = survivors.outcome(of: node, file)
                files.append((path, outcome.bytes))
                fingerprint = SplitMix64.mix(fingerprint, outcome.fingerprint)
            } else {
                folders.append(path)
                collect(node, at: path, in: names, of: disk, survivors)
            }
        }
    }

    /// Writes everything into a new folder.
    func write(to path: String) throws(RigError) {
        try FileSystem.makeFolder(path)
        for folder in folders { try FileSystem.makeFolder(path + folder) }
        for file in files { try FileSystem.write(file.bytes, to: path + file.path) }
    }

    /// How the files of the image differ from those of a folder, or nil if they do not.
    func difference(from path: String, ignoring isIgnored: (String) -> Bool) -> String? {
        var missing = Set(FileSystem.files(below: path).filter { !isIgnored($0) })
        for file in files where !isIgnored(file.path) {
            guard missing.remove(file.path) != nil else {
                return "\(file.path) is in the model alone"
            }
            let real = readFile(path + file.path)
            if real.count != file.bytes.count {
                return "\(file.path) has \(real.count) bytes, in the model \(file.bytes.count)"
            }
            if let offset = zip(real, file.bytes).enumerated().first(where: { $1.0 != $1.1 })?
                .offset
            {
                return "\(file.path) differs from the model at byte \(offset)"
            }
        }
        return missing.sorted().first.map { "\($0) is missing in the model" }
    }
}
