/// Rows in CSV (RFC 4180, with line feeds).
enum CommaSeparated {
    static func line(_ cells: [String]) -> String { cells.map(cell).joined(separator: ",") }

    /// A cell that no spreadsheet takes for a formula.
    ///
    /// A reader of CSV knows no characters of several scalars: a quote is one also where an accent
    /// stands over it.
    private static func cell(_ text: String) -> String {
        let first = text.unicodeScalars.first
        let isFormula = first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
        let safe = isFormula ? "'\(text)" : text
        guard safe.unicodeScalars.contains(where: { "\",\n\r".unicodeScalars.contains($0) }) else {
            return safe
        }
        var quoted = String.UnicodeScalarView()
        for scalar in safe.unicodeScalars {
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        return "\"\(String(quoted))\""
    }
}
