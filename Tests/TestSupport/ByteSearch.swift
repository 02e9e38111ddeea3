internal import Glibc

/// The names of the files in a folder that hold a text, wherever in them.
package func names(ofFilesIn folder: String, containing text: String) -> [String] {
    let wanted = Array(text.utf8)
    return names(in: folder).filter { places(of: wanted, in: readFile("\(folder)/\($0)")[...]) > 0 }
}

/// How often some bytes stand in others.
func places(of wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { hay in
        guard let end = hay.baseAddress.map({ $0 + hay.count }), var next = hay.baseAddress
        else { return 0 }
        var count = 0
        while let found = memchr(next, Int32(wanted[0]), end - next),
            end - UnsafeRawPointer(found) >= wanted.count
        {
            if memcmp(found, wanted, wanted.count) == 0 { count += 1 }
            next = UnsafeRawPointer(found) + 1
        }
        return count
    }
}
