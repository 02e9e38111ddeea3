/// How figures look in a report.
package enum Text {
    /// A number with about three digits that count, and commas between thousands.
    package static func number(_ value: Double) -> String {
        guard value.isFinite else { return "–" }
        let size = value.magnitude
        let decimals = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
        let power = [1.0, 10, 100, 1_000][decimals]
        let rounded = Int64((value * power).rounded())
        let whole = grouped(rounded.magnitude / UInt64(power))
        let sign = rounded < 0 ? "-" : ""
        guard decimals > 0 else { return sign + whole }
        let part = String(rounded.magnitude % UInt64(power))
        return sign + whole + "."
            + String(repeating: "0", count: decimals - part.count) + part
    }

    /// A count, with commas between thousands.
    package static func number(_ count: Int) -> String {
        (count < 0 ? "-" : "") + grouped(UInt64(count.magnitude))
    }

    /// A median with its spread; the median alone where all runs agree.
    package static func summary(_ summary: Summary) -> String {
        let median = number(summary.median)
        let (low, high) = (number(summary.minimum), number(summary.maximum))
        return low == high ? median : "\(median) (\(low)–\(high))"
    }

    /// A row as lines of text: a heading, a column for each figure, and what became of targets.
    package static func table(_ result: RowResult) -> String {
        let body = aligned(cells(of: result)).map { "  \($0)" }
        let verdicts = result.verdicts.map { "  target · \($0.text)" }
        return ([result.name] + body + verdicts).joined(separator: "\n")
    }

    /// A row's cells: the titles, then a line for each contestant.
    static func cells(of result: RowResult) -> [[String]] {
        var figures: [Figure] = []
        for line in result.lines {
            for column in line.columns where !figures.contains(column.figure) {
                figures.append(column.figure)
            }
        }
        let hasRatio = result.lines.contains { $0.ratio != nil }
        var rows = [
            [""] + (hasRatio ? ["ratio"] : []) + figures.map { "\($0.name), \($0.unit)" }
        ]
        for line in result.lines {
            let ratio = line.ratio.map { "\(number($0)) ×" } ?? (hasRatio ? "1" : "")
            let cells = figures.map { line[$0].map(summary) ?? "" }
            rows.append([line.contestant] + (hasRatio ? [ratio] : []) + cells)
        }
        return rows
    }

    /// Cells as columns: the first to the left, the others to the right.
    private static func aligned(_ rows: [[String]]) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in
            rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + space : space + cell
            }
            return cells.joined(separator: "   ")
        }
    }

    private static func grouped(_ value: UInt64) -> String {
        var text = ""
        for (index, digit) in String(value).reversed().enumerated() {
            if index > 0 && index.isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
