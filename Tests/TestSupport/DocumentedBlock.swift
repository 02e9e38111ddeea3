import Foundation

/// A block of a page between two marks, which says what the code says.
package struct DocumentedBlock {
    private let page: String
    private let name: String

    /// The page has no such block.
    package struct NoBlock: Error {}

    /// Names a page of the package, and a block between `<!-- name -->` and `<!-- /name -->`.
    package init(_ name: String, of page: String) {
        self.name = name
        self.page = page
    }

    /// Whether the block has these lines; `WRITE_DOCS=1` writes them.
    package func holds(_ lines: [String]) throws -> Bool {
        let page = packageFolder.appending(path: page)
        let text = try String(contentsOf: page, encoding: .utf8)
        guard let start = text.range(of: "<!-- \(name) -->\n```\n")?.upperBound,
            let end = text.range(of: "```\n<!-- /\(name) -->")?.lowerBound, start <= end
        else { throw NoBlock() }
        let wanted = lines.map { "\($0)\n" }.joined()
        if ProcessInfo.processInfo.environment["WRITE_DOCS"] != nil {
            try text.replacingCharacters(in: start..<end, with: wanted)
                .write(to: page, atomically: true, encoding: .utf8)
            return true
        }
        return text[start..<end] == wanted
    }
}
