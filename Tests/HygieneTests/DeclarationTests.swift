import Foundation
import TestSupport
import Testing

/// A file's words that can be names, and where they are declared.
private struct SourceWords {
    private static let declaring: Set = [
        "func", "var", "let", "class", "struct", "enum", "protocol", "typealias",
    ]
    /// What the compiler calls by its name, or a library by the name that the linker knows.
    private static let called: Set = ["buildBlock", "buildExpression", "_", "answerForLibrary"]

    let words: [Substring]
    /// The names that are declared and that no other package can use.
    let declared: Set<Substring>

    init(_ text: String) {
        var words: [Substring] = []
        var declared: Set<Substring> = []
        for line in text.split(separator: "\n") {
            let start = line.firstIndex { $0 != " " } ?? line.startIndex
            guard !line[start...].hasPrefix("//") else { continue }
            let found = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
            words += found
            guard !found.contains("public"), !found.contains("override") else { continue }
            for (word, name) in zip(found, found.dropFirst())
            where Self.declaring.contains(String(word)) && !Self.called.contains(String(name)) {
                declared.insert(name)
            }
        }
        self.words = words
        self.declared = declared
    }
}

@Suite(.timeLimit(.minutes(5))) struct `What is declared` {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: packageFolder.appending(path: path), encoding: .utf8)
    }

    private func files(in folders: [String]) -> [String] {
        folders.flatMap { folder in
            let found = FileManager.default.enumerator(
                atPath: packageFolder.appending(path: folder).path
            )
            return (found?.compactMap { $0 as? String } ?? [])
                .filter { $0.hasSuffix(".swift") && !$0.contains("Generated/") }
                .map { "\(folder)/\($0)" }
        }
    }

    @Test func `is used, somewhere`() throws {
        var counts: [Substring: Int] = [:]
        var declared: [Substring: String] = [:]
        for path in files(in: ["Sources", "Tests", "Benchmarks/Sources", "Examples/Sources"]) {
            let words = SourceWords(try text(path))
            for word in words.words { counts[word, default: 0] += 1 }
            guard path.hasPrefix("Sources/") else { continue }
            for name in words.declared { declared[name] = path }
        }
        #expect(declared.count > 1_000)
        for (name, path) in declared where counts[name] == 1 {
            Issue.record("\(path) declares \(name), which nothing uses")
        }
    }

    @Test func `is public where a product offers it`() throws {
        let package = try text("Package.swift")
        let products = package.matches(of: #/\.library\(name: "(\w+)", targets: \["(\w+)"\]\)/#)
        #expect(products.count > 5)
        for product in products {
            let offers = try files(in: ["Sources/\(product.2)"]).contains { path in
                try text(path).contains("\n    public ")
            }
            #expect(offers, "\(product.1) offers nothing")
        }
    }
}
