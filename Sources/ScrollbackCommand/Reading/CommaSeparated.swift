/// Rows in CSV (RFC 4180, with line feeds).
enum CommaSeparated {
    static func line(_ cells: [String]) -> String { cells.map(cell).joined(separator: ",") }

    /// A cell that no spreadsheet takes for a formula.
    private static func cell(_ text: String) -> String {
        let isFormula = text.first.map { "=+-@\t\r".contains($0) } ?? false
        let safe = isFormula ? "'\(text)" : text
        guard safe.contains(where: { "\",\n\r".contains($0) }) else { return safe }
        return "\"" + safe.replacing("\"", with: "\"\"") + "\""
    }
}
