internal import Glibc

/// The memory of a process that a core file leaves out, as the kernel says.
package struct CoreMap {
    private struct Area {
        let range: Range<UInt>
        let path: String
        /// Whether any of it was ever used.
        var isUsed = false
    }

    private var leftOut: [Area] = []
    /// Whether the kernel let us look.
    package let isKnown: Bool

    /// Looks at this process, or at another one by its number.
    package init(of process: Int32? = nil) {
        let name = process.map { "\($0)" } ?? "self"
        let text = String(decoding: readFile("/proc/\(name)/smaps"), as: UTF8.self)
        isKnown = !text.isEmpty
        var area: Area?
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words[0] == "VmFlags:" {
                if let area, words.contains("dd") { leftOut.append(area) }
            } else if words[0] == "Rss:" {
                area?.isUsed = words[1] != "0"
            } else if !words[0].hasSuffix(":") {
                let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
                area = Area(range: ends[0]..<ends[1], path: words.count > 5 ? String(words[5]) : "")
            }
        }
    }

    /// Whether a byte is left out.
    package func leavesOut(_ address: UInt) -> Bool {
        leftOut.contains { $0.range.contains(address) }
    }

    /// How many times a text stands in what is left out of a core file of this process, beside the
    /// maps of files.
    ///
    /// The system reads it, because other threads may give it back meanwhile.
    package static func privateCopies(of text: String) -> Int {
        let memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC)
        precondition(memory >= 0, "A process may read its own memory.")
        defer { close(memory) }
        var bytes: [UInt8] = []
        return CoreMap().leftOut.reduce(0) { count, area in
            // A sanitizer's notes about all addresses are of terabytes.
            guard area.path.isEmpty, area.isUsed, area.range.count < 1 << 32 else { return count }
            bytes = [UInt8](repeating: 0, count: area.range.count)
            let read = pread(memory, &bytes, bytes.count, Int(area.range.lowerBound))
            return count + places(of: Array(text.utf8), in: bytes.prefix(max(0, read)))
        }
    }

    /// Whether the map of a file is left out.
    package func leavesOut(file path: String) -> Bool {
        leftOut.contains { $0.path == path }
    }
}
