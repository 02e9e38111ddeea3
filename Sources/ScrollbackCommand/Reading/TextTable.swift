/// A table on lines, laid out for a terminal or for a file.
struct TextTable {
    private let widths: [Int]
    /// Whether the cells of a column are cut to its width.
    private let isCut: [Bool]
    private let isShort: Bool
    private let last: LastColumn
    private let style: Style

    private enum LastColumn {
        /// A column as the others.
        case plain
        /// Its cells go on in further lines, in its place or, if that is too narrow, below the row.
        case wrapped, below
    }

    /// How a terminal shows what is less or more important.
    struct Style {
        let isColoured: Bool

        func heading(_ text: String) -> String { isColoured ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    }

    private static var gap: Int { 2 }
    /// The least width of a wrapped column beside the others.
    private static var narrowest: Int { 28 }
    /// The least width of a cut column: the end of an id with a little of a name.
    private static var narrowestCut: Int { 14 }
    /// How far a cell below its row is set in.
    private static var margin: Int { 4 }

    /// Lays out columns for the first rows, in a width; nil if nothing needs to fit.
    ///
    /// If more rows come that are not known yet (`goesOn`), columns have at least their usual width.
    init<Row>(
        _ columns: [Column<Row>],
        _ rows: [Row],
        width: Int?,
        goesOn: Bool = false,
        style: Style
    ) {
        let shown = columns.filter(\.isInText)
        func natural(isShort: Bool) -> [Int] {
            shown.map { column in
                let usual = goesOn ? TextWidth.of(column.usual.text(isShort: isShort)) : 0
                return rows.reduce(max(TextWidth.of(column.name), usual)) {
                    max($0, TextWidth.of(column.cell($1).text(isShort: isShort)))
                }
            }
        }
        self.style = style
        isCut = shown.map { width != nil && $0.mayBeCut }
        guard let width else {
            (widths, isShort, last) = (natural(isShort: false), false, .plain)
            return
        }
        let wraps = shown.last?.isWrapped == true
        let gaps = Self.gap * (shown.count - 1)
        func used(_ widths: [Int], _ last: Int) -> Int { widths.dropLast().reduce(gaps, +) + last }
        /// Returns the least width of the last column.
        func least(_ widths: [Int]) -> Int {
            min(widths.last ?? 0, wraps ? Self.narrowest : .max)
        }
        func shrunk(_ widths: [Int], _ last: Int) -> [Int] {
            var fitting = widths
            while used(fitting, last) > width {
                let cut = fitting.indices.filter {
                    shown[$0].mayBeCut && fitting[$0] > Self.narrowestCut
                }
                guard let widest = cut.max(by: { fitting[$0] < fitting[$1] }) else { break }
                fitting[widest] -= 1
            }
            return fitting
        }
        let whole = natural(isShort: false)
        isShort = used(whole, least(whole)) > width
        let wanted = isShort ? natural(isShort: true) : whole
        var fitting = shrunk(wanted, least(wanted))
        if wraps, used(fitting, least(fitting)) > width {
            last = .below
            fitting = shrunk(wanted, 0)
            fitting[fitting.count - 1] = max(Self.narrowest, width - Self.margin)
        } else if wraps {
            last = .wrapped
            fitting[fitting.count - 1] = width - used(fitting, 0)
        } else {
            last = .plain
        }
        widths = fitting
    }

    /// The line of headings.
    func heading<Row>(_ columns: [Column<Row>]) -> [String] {
        let names = columns.filter(\.isInText).map { Cell.word($0.name) }
        return lines(last == .below ? names.dropLast() + [.none] : names).map(style.heading)
    }

    /// The lines of a row.
    func lines<Row>(_ row: Row, _ columns: [Column<Row>]) -> [String] {
        lines(columns.filter(\.isInText).map { $0.cell(row) })
    }

    private func lines(_ cells: [Cell]) -> [String] {
        var line = ""
        var start = 0
        var further: [String] = []
        for (index, cell) in cells.enumerated() {
            if index == cells.count - 1, last != .plain {
                let pieces = TextWidth.wrap(cell.text(isShort: isShort), to: widths[index])
                if last == .wrapped { line += pieces[0] }
                let indent = String(repeating: " ", count: last == .wrapped ? start : Self.margin)
                further = pieces.dropFirst(last == .wrapped ? 1 : 0).map { indent + $0 }
                continue
            }
            let text = cell.text(isShort: isShort, width: isCut[index] ? widths[index] : .max)
            line += text
            start += widths[index] + Self.gap
            let missing = widths[index] + Self.gap - TextWidth.of(text)
            line += String(repeating: " ", count: max(1, missing))
        }
        return [Self.trimmed(line)] + further.map(Self.trimmed).filter { !$0.isEmpty }
    }

    /// A line without spaces at its end.
    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
