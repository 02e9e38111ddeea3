package import FoundationEssentials
internal import Glibc

/// On what, and with what, something was measured; the head of every report.
package struct Machine: Sendable, Codable {
    package let date: Date
    package let processor: String
    package let cores: Int
    package let memoryBytes: UInt64
    package let kernel: String
    package let filesystem: String
    package let loadAverage: Double
    package let swift: String
    package let libraries: [String]

    /// Above this load the machine does other work, and the figures are only a hint.
    package static let quietLoad = 0.5

    /// Looks at the machine, and at the filesystem that a folder lies on.
    package init(dataFolder: String, libraries: [String]) {
        date = Date()
        processor = Self.value("model name", in: "/proc/cpuinfo") ?? "unknown"
        cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        memoryBytes = UInt64(sysconf(Int32(_SC_PHYS_PAGES))) * UInt64(sysconf(Int32(_SC_PAGESIZE)))
        let release = SystemText.lines(of: "/proc/sys/kernel/osrelease").first ?? "unknown"
        kernel = "Linux \(release)"
        filesystem = Self.filesystem(of: dataFolder)
        var load = [0.0]
        loadAverage = getloadavg(&load, 1) == 1 ? load[0] : 0
        swift = SystemText.lines(ofCommand: "swift --version").first ?? "unknown"
        self.libraries = libraries
    }

    package var isQuiet: Bool { loadAverage <= Self.quietLoad }

    private static func value(_ name: String, in path: String) -> String? {
        for line in SystemText.lines(of: path) where line.hasPrefix(name) {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { return String(parts[1].drop { $0 == " " }) }
        }
        return nil
    }

    /// Kind and options of the mount that a folder belongs to.
    private static func filesystem(of folder: String) -> String {
        guard let resolved = realpath(folder, nil) else { return "unknown" }
        let path = String(cString: resolved)
        free(resolved)
        var longest = (length: -1, text: "unknown")
        for line in SystemText.lines(of: "/proc/self/mounts") {
            let words = line.split(separator: " ").map(String.init)
            guard words.count > 3, words[1].utf8.count >= longest.length else { continue }
            let isBelow = words[1] == "/" || path == words[1] || path.hasPrefix("\(words[1])/")
            if isBelow { longest = (words[1].utf8.count, "\(words[2]) (\(words[3]))") }
        }
        return longest.text
    }
}
