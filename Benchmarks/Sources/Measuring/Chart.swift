internal import Glibc

/// A row as a picture: a bar for each contestant, as long as its median, with the spread on it.
package struct Chart {
    private let result: RowResult

    package init(of result: RowResult) { self.result = result }

    /// A name for its file: letters, digits and hyphens of the row's name.
    package var fileName: String {
        var name = ""
        for scalar in result.name.lowercased().unicodeScalars {
            if ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar) {
                name.unicodeScalars.append(scalar)
            } else if scalar != ",", !name.isEmpty, name.last != "-" {
                name.append("-")
            }
        }
        while name.last == "-" { name.removeLast() }
        return "\(name).svg"
    }

    private static let width = 760.0
    private static let barsAt = 270.0
    private static let barsWidth = 380.0
    private static let lineHeight = 26.0
    private static let headHeight = 44.0
    private static let colours = ["#1f6f8b", "#b5651d", "#8a8d91"]

    /// The picture as SVG, for a light background and a dark one.
    package var svg: String {
        let lines = result.lines.compactMap { line in
            line[result.compared].map { (name: line.contestant, summary: $0) }
        }
        let scale = Scale(of: lines.map(\.summary), width: Self.barsWidth)
        let height = Self.headHeight + Self.lineHeight * Double(lines.count) + 12
        var text = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(Self.width)) \
            \(number(height))" font-family="system-ui, sans-serif" font-size="12" role="img">
            <style>
            text { fill: #222 } .spread { stroke: #222 }
            @media (prefers-color-scheme: dark) { text { fill: #ddd } .spread { stroke: #ddd } }
            </style>
            <text x="8" y="20" font-size="14" font-weight="600">\(Self.escaped(result.name))</text>
            <text x="8" y="36">\(result.compared.name), \(result.compared.unit): \
            the median, with the least and the most; shorter is better\(scale.note)</text>

            """
        for (index, line) in lines.enumerated() {
            let top = Self.headHeight + Self.lineHeight * Double(index)
            let middle = top + Self.lineHeight / 2
            let end = Self.barsAt + scale.length(of: line.summary.median)
            let low = scale.length(of: line.summary.minimum)
            let high = scale.length(of: line.summary.maximum)
            text += """
                <text x="8" y="\(number(middle + 4))">\(Self.escaped(line.name))</text>
                <rect x="\(number(Self.barsAt))" y="\(number(top + 4))" \
                width="\(number(max(end - Self.barsAt, 1)))" \
                height="\(number(Self.lineHeight - 8))" fill="\(Self.colour(of: line.name))"/>
                <line class="spread" x1="\(number(Self.barsAt + low))" \
                x2="\(number(Self.barsAt + high))" y1="\(number(middle))" y2="\(number(middle))"/>
                <text x="\(number(Self.barsAt + high + 6))" y="\(number(middle + 4))">\
                \(Text.number(line.summary.median))</text>

                """
        }
        return text + "</svg>\n"
    }

    /// The same for all of a contestant's lines.
    private static func colour(of contestant: String) -> String {
        if contestant.hasPrefix("SQLite") { return colours[1] }
        return contestant.hasPrefix("floor") ? colours[2] : colours[0]
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
        return escaped
    }

    /// A length with one decimal.
    private func number(_ value: Double) -> String {
        let tenths = Int64((value * 10).rounded())
        return "\(tenths / 10).\((tenths % 10).magnitude)"
    }
}

/// How long a bar is.
private struct Scale {
    private let width: Double
    private let largest: Double
    /// Where bars begin whose figures are too far apart to be seen side by side; nil else.
    private let start: Double?

    /// Medians further apart than this are shown by their logarithms.
    private static let widest = 40.0

    init(of summaries: [Summary], width: Double) {
        self.width = width
        largest = summaries.map(\.maximum).max() ?? 0
        let least = summaries.map(\.minimum).min() ?? 0
        let medians = summaries.map(\.median)
        let isWide = (medians.max() ?? 0) > (medians.min() ?? 0) * Self.widest
        start = isWide && least > 0 ? least / 2 : nil
    }

    var note: String { start == nil ? "" : "; logarithmic" }

    func length(of value: Double) -> Double {
        guard largest > 0 else { return 0 }
        guard let start else { return value / largest * width }
        return log(max(value, start) / start) / log(largest / start) * width
    }
}
