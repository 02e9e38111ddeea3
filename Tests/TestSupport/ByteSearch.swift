internal import Glibc

/// The names of the files in a folder that hold a text, wherever in them.
package func names(ofFilesIn folder: String, containing text: String) -> [String] {
    let wanted = Array(text.utf8)
    return names(in: folder).filter { contains(readFile("\(folder)/\($0)"), wanted) }
}

private func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { hay in
        guard let end = hay.baseAddress.map({ $0 + hay.count }), var next = hay.baseAddress
        else { return false }
        while let found = memchr(next, Int32(wanted[0]), end - next),
            end - UnsafeRawPointer(found) >= wanted.count
        {
            if memcmp(found, wanted, wanted.count) == 0 { return true }
            next = UnsafeRawPointer(found) + 1
        }
        return false
    }
}
