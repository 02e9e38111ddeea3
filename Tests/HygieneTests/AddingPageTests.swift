import Foundation
import TestSupport
import Testing

/// `docs/adding.md` names the files that a new command, field, query or view takes: those in which a
/// declaration stands that was added so.
@Suite struct `The lists of files to change` {
    /// A list of the page.
    private struct Listing {
        /// Finds the declaration that stands for all of its kind.
        let declaration: Regex<AnyRegexOutput>
        /// The files that the list names.
        let files: Set<String>
    }

    private func listings() throws -> [Listing] {
        let page = try String(
            contentsOf: packageFolder.appending(path: "docs/adding.md"),
            encoding: .utf8
        )
        let lists = page.matches(of: /<!-- adds: (.+) -->\n((?:.|\n)*?)<!-- \/adds -->/)
        return try lists.map { list in
            let named = list.2.matches(of: /`(Sources\/[^`]*\.swift)`/).map { String($0.1) }
            return Listing(declaration: try Regex(String(list.1)), files: Set(named))
        }
    }

    private func sources() throws -> [String] {
        let walk = FileManager.default.enumerator(
            atPath: packageFolder.appending(path: "Sources").path
        )
        return try #require(walk).compactMap { $0 as? String }
            .filter { $0.hasSuffix(".swift") && !$0.contains("/Generated/") }
            .map { "Sources/\($0)" }
    }

    @Test func `name every file in which such a declaration stands`() throws {
        let listings = try listings()
        #expect(listings.count == 4)
        for path in try sources() {
            let text = try String(contentsOf: packageFolder.appending(path: path), encoding: .utf8)
            for listing in listings where text.contains(listing.declaration) {
                #expect(listing.files.contains(path), "docs/adding.md does not name \(path)")
            }
        }
    }

    @Test func `name files that exist`() throws {
        for path in try listings().flatMap(\.files) {
            let file = packageFolder.appending(path: path).path
            #expect(FileManager.default.fileExists(atPath: file), "there is no \(path)")
        }
    }
}
