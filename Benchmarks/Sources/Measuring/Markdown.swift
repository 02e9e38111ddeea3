extension Report {
    /// All of it as a page: the conditions, what was met and missed, and a table for each row.
    ///
    /// The charts' folder is named as the page reaches it.
    package func markdown(charts: String?) -> String {
        var parts = [
            """
            # One run, with its conditions

            Written by `scrollback-bench --markdown`: medians of \(runs) interleaved runs, the \
            least and the most in brackets. What the rows ask, and how, stands in `README.md`.
            """,
            "```\n\(head)\n```",
        ]
        parts.append(targets)
        for row in rows { parts.append(markdown(of: row, charts: charts)) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private var targets: String {
        let all = rows.flatMap { row in row.verdicts.map { (row: row.name, verdict: $0) } }
        guard !all.isEmpty else { return "No row that was run has a target." }
        let missed = all.filter { !$0.verdict.isMet }
        var lines = ["Of \(all.count) targets \(all.count - missed.count) are met."]
        if !missed.isEmpty {
            lines.append("\nMissed:\n")
            lines += missed.map { "- \($0.row) · \($0.verdict.text)" }
        }
        let losing = rows.filter(\.losesToPeer).map(\.name)
        if !losing.isEmpty {
            lines.append("\nRows that lose to a peer:\n")
            lines += losing.map { "- \($0)" }
        }
        return lines.joined(separator: "\n")
    }

    private func markdown(of row: RowResult, charts: String?) -> String {
        var parts = ["## \(row.name)"]
        if let charts { parts.append("![\(row.name)](\(charts)/\(Chart(of: row).fileName))") }
        let cells = Text.cells(of: row)
        if let titles = cells.first {
            var table = [titles, ["---"] + titles.dropFirst().map { _ in "--:" }]
            table += cells.dropFirst()
            parts.append(
                table.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
            )
        }
        if !row.verdicts.isEmpty {
            parts.append(row.verdicts.map { "- target · \($0.text)" }.joined(separator: "\n"))
        }
        if !row.bounds.isEmpty { parts.append(row.bounds) }
        return parts.joined(separator: "\n\n")
    }
}
