/// The memory of a process that a core file leaves out, as the kernel says.
package struct CoreMap {
    private var leftOut: [(range: Range<UInt>, path: String)] = []
    /// Whether the kernel let us look.
    package let isKnown: Bool

    /// Looks at this process, or at another one by its number.
    package init(of process: Int32? = nil) {
        let name = process.map { "\($0)" } ?? "self"
        let text = String(decoding: readFile("/proc/\(name)/smaps"), as: UTF8.self)
        isKnown = !text.isEmpty
        var area: (range: Range<UInt>, path: String)?
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words[0] == "VmFlags:" {
                if let area, words.contains("dd") { leftOut.append(area) }
            } else if !words[0].hasSuffix(":") {
                let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
                area = (ends[0]..<ends[1], words.count > 5 ? String(words[5]) : "")
            }
        }
    }

    /// Whether a byte is left out.
    package func leavesOut(_ address: UInt) -> Bool {
        leftOut.contains { $0.range.contains(address) }
    }

    /// Whether the map of a file is left out.
    package func leavesOut(file path: String) -> Bool {
        leftOut.contains { $0.path == path }
    }
}
