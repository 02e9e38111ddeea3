internal import FoundationEssentials
internal import Glibc

/// Everything that one invocation measured.
package struct Report: Sendable, Codable {
    package let machine: Machine
    package let seed: UInt64
    /// What the ids look like.
    package let ids: String
    package let isQuick: Bool
    package let runs: Int
    package var rows: [RowResult] = []

    package init(machine: Machine, seed: UInt64, ids: String, isQuick: Bool, runs: Int) {
        self.machine = machine
        self.seed = seed
        self.ids = ids
        self.isQuick = isQuick
        self.runs = runs
    }

    /// The lines that come before the tables.
    package var head: String {
        let memory = Text.number(Double(machine.memoryBytes) / Double(1 << 30))
        var lines = [
            "date        \(machine.date.formatted(.iso8601))",
            "machine     \(machine.processor), \(machine.cores) cores, \(memory) GiB",
            "kernel      \(machine.kernel)",
            "filesystem  \(machine.filesystem)",
            "load        \(Text.number(machine.loadAverage))",
            "toolchain   \(machine.swift)",
            "libraries   \(machine.libraries.joined(separator: ", "))",
            "workload    seed \(seed), \(ids) ids, \(isQuick ? "quick" : "full"), \(runs) runs: "
                + "median (least–most)",
        ]
        if !machine.isQuiet {
            lines.append("warning     the machine is busy: take these figures for a hint")
        }
        return lines.joined(separator: "\n")
    }

    /// Writes all of it for other programs.
    package func write(toFile path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        encoder.dateEncodingStrategy = .iso8601
        try encoder.encode(self).write(to: URL(filePath: path), options: .atomic)
    }

    /// Writes a page for people, naming the pictures that lie in a folder.
    package func writeMarkdown(toFile path: String, charts: String?) throws {
        try Data(markdown(charts: charts).utf8).write(to: URL(filePath: path), options: .atomic)
    }

    /// Writes a picture for each row into a folder, which is made if it is missing.
    package func writeCharts(to folder: String) throws {
        mkdir(folder, 0o755)
        for row in rows {
            let chart = Chart(of: row)
            try Data(chart.svg.utf8)
                .write(to: URL(filePath: "\(folder)/\(chart.fileName)"), options: .atomic)
        }
    }
}
