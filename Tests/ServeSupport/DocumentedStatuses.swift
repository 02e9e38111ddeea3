internal import Foundation

/// The status of each code, as the table in docs/serve.md says.
package func documentedStatuses() throws -> [String: Int] {
    let page = try String(
        contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../docs/serve.md"),
        encoding: .utf8
    )
    var statuses: [String: Int] = [:]
    for line in page.split(separator: "\n") where line.hasPrefix("| ") {
        let cells = line.split(separator: "|")
        guard let status = Int(cells[0].trimmingCharacters(in: .whitespaces)) else { continue }
        for code in cells[1].split(separator: "`").enumerated() where code.offset % 2 == 1 {
            statuses[String(code.element)] = status
        }
    }
    return statuses
}
