internal import Glibc

/// A folder of its own for one test, removed with its owner.
package struct TemporaryFolder: ~Copyable {
    package let path: String

    package init(_ name: String = "scrollback") {
        var template = Array("\(Self.root)/\(name)-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap(mkdtemp) }
        precondition(made != nil, "No temporary folder can be made.")
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        removeTree(path)
    }

    /// A path inside.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Where temporary folders go: the environment's TMPDIR, else /tmp.
    package static var root: String {
        getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    }
}

/// Removes a file, or a folder with all that is in it.
package func removeTree(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
        for name in names(in: path) { removeTree("\(path)/\(name)") }
        rmdir(path)
    } else {
        unlink(path)
    }
}

/// The names in a folder, sorted.
package func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        // An entry is shorter than its type: the field must not be copied whole.
        let start = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
        let name = String(
            cString: UnsafeRawPointer(entry).advanced(by: start)
                .assumingMemoryBound(to: CChar.self)
        )
        if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
}

/// The whole of a file, also of one that the kernel makes while it is read.
package func readFile(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(file) + 1)
    rewind(file)
    var count = fread(&bytes, 1, bytes.count, file)
    while count == bytes.count {
        var more = [UInt8](repeating: 0, count: bytes.count + 4_096)
        let read = fread(&more, 1, more.count, file)
        bytes += more[..<read]
        count += read
        if read < more.count { break }
    }
    return Array(bytes.prefix(count))
}

/// Writes a file, making or replacing it.
package func writeFile(_ path: String, _ bytes: [UInt8], mode: UInt32 = 0o600) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    precondition(descriptor >= 0, "The file cannot be written.")
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        precondition(count > 0, "The file cannot be written.")
        rest = rest.dropFirst(count)
    }
    close(descriptor)
}

/// Copies a folder with its files, not following links.
package func copyTree(_ source: String, to target: String) {
    mkdir(target, 0o700)
    for name in names(in: source) {
        var status = stat()
        lstat("\(source)/\(name)", &status)
        writeFile(
            "\(target)/\(name)",
            readFile("\(source)/\(name)"),
            mode: status.st_mode & 0o777
        )
    }
}
