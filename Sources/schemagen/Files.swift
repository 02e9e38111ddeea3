#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Whole files, read and written.
enum Files {
    static func read(_ path: String) throws -> [UInt8] {
        guard let file = unsafe fopen(path, "rb") else {
            throw SchemaError("\(path) cannot be opened: \(reason())")
        }
        defer { unsafe fclose(file) }
        var content: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe fread(&block, 1, block.count, file)
            content += block[..<count]
            if count < block.count { break }
        }
        guard unsafe ferror(file) == 0 else { throw SchemaError("\(path) cannot be read") }
        return content
    }

    /// Returns the text of a file; nil if there is no file.
    static func readText(_ path: String) throws -> String? {
        guard access(path, F_OK) == 0 else { return nil }
        return String(decoding: try read(path), as: UTF8.self)
    }

    /// Writes a file, and the folders that it lies in.
    static func write(_ text: String, to path: String) throws {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        for end in parts.indices.dropFirst() {
            let folder = parts[..<end].joined(separator: "/")
            if !folder.isEmpty && mkdir(folder, 0o777) != 0 && errno != EEXIST {
                throw SchemaError("\(folder) cannot be made: \(reason())")
            }
        }
        guard let file = unsafe fopen(path, "wb") else {
            throw SchemaError("\(path) cannot be written: \(reason())")
        }
        let content = Array(text.utf8)
        let count = unsafe fwrite(content, 1, content.count, file)
        guard unsafe fclose(file) == 0, count == content.count else {
            throw SchemaError("\(path) cannot be written: \(reason())")
        }
    }

    private static func reason() -> String {
        unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
    }
}
