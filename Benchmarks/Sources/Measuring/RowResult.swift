/// What every run of a row gave.
package struct RowResult: Sendable, Codable {
    package struct Line: Sendable, Codable {
        package let contestant: String
        package let columns: [Column]
        /// Median over the reference's median; nil for the reference and where there is none.
        package var ratio: Double?

        package subscript(figure: Figure) -> Summary? {
            columns.first { $0.figure == figure }?.summary
        }
    }

    package struct Column: Sendable, Codable {
        package let figure: Figure
        package let summary: Summary
    }

    package struct Verdict: Sendable, Codable {
        package let text: String
        package let isMet: Bool
    }

    package let name: String
    package let reference: String?
    /// The figure that is compared.
    package let compared: Figure
    package let bounds: String
    package private(set) var lines: [Line]
    package private(set) var verdicts: [Verdict]

    /// Sums up a row's samples, given by contestant.
    package init(_ row: Row, _ samples: [[Sample]]) {
        name = row.name
        reference = row.reference
        compared = row.compared
        bounds = row.bounds
        verdicts = []
        lines = zip(row.contestants, samples).map { contestant, samples in
            let figures = samples.first?.values.map(\.figure) ?? []
            return Line(
                contestant: contestant.name,
                columns: figures.compactMap { figure in
                    Summary(of: samples.compactMap { $0[figure] })
                        .map { Column(figure: figure, summary: $0) }
                }
            )
        }
        let base = lines.first { $0.contestant == row.reference }?[row.compared]?.median
        for index in lines.indices where lines[index].contestant != row.reference {
            guard let base, base > 0, let median = lines[index][row.compared]?.median else {
                continue
            }
            lines[index].ratio = median / base
        }
        verdicts = row.targets.compactMap(verdict)
    }

    /// Whether one of ours takes more than the peer that did the same.
    package var losesToPeer: Bool {
        lines.contains { own in
            guard own.contestant.hasPrefix(Contender.own) else { return false }
            let rest = own.contestant.dropFirst(Contender.own.count)
            let peer = lines.first { $0.contestant == "\(Contender.peer)\(rest)" }
            guard let theirs = peer?[compared]?.median, let ours = own[compared]?.median else {
                return false
            }
            return ours > theirs
        }
    }

    /// A line's compared figure over another contestant's.
    private func ratio(_ line: Line, to contestant: String) -> Double? {
        guard let other = lines.first(where: { $0.contestant == contestant }),
            let base = other[compared]?.median, base > 0, let own = line[compared]?.median
        else { return nil }
        return own / base
    }

    private func verdict(on target: Target) -> Verdict? {
        guard let line = lines.first(where: { $0.contestant == target.contestant }) else {
            return nil
        }
        let (wanted, actual, isMet): (String, Double?, (Double) -> Bool)
        switch target.bound {
        case .atLeast(let figure, let bound):
            wanted = "\(figure.name) ≥ \(Text.number(bound)) \(figure.unit)"
            (actual, isMet) = (line[figure]?.median, { $0 >= bound })
        case .atMost(let figure, let bound):
            wanted = "\(figure.name) ≤ \(Text.number(bound)) \(figure.unit)"
            (actual, isMet) = (line[figure]?.median, { $0 <= bound })
        case .times(let other, let bound):
            wanted = "≤ \(Text.number(bound)) × \(other)"
            (actual, isMet) = (ratio(line, to: other), { $0 <= bound })
        case .timesBetter(let other, let bound):
            wanted = "\(other) takes ≥ \(Text.number(bound)) × as much"
            (actual, isMet) = (ratio(line, to: other).map { 1 / $0 }, { $0 >= bound })
        }
        guard let actual else { return nil }
        let word = isMet(actual) ? "met" : "missed"
        return Verdict(
            text: "\(target.contestant): \(wanted): \(Text.number(actual)), \(word)",
            isMet: isMet(actual)
        )
    }
}
