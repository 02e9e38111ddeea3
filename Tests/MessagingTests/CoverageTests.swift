import Foundation
import Testing

/// Every row of the requirements that is not about a user interface has a test that cites it, or
/// says why not.
///
/// `requirements.txt` lists the rows. `excused.txt` names those that nothing here can break, such as
/// what a client does by itself, and those that are measured instead.
@Suite struct `The requirements` {
    private let requirements: [Requirement]
    private let cited: Set<String>
    private let excused: [String: String]

    init() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        requirements = try lines(of: folder.appending(path: "requirements.txt")).map { line in
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            return try Requirement(
                id: #require(words.first),
                kind: #require(words.dropFirst().first),
                area: #require(words.dropFirst(2).first)
            )
        }
        excused = try reasons(in: folder.appending(path: "excused.txt"))
        cited = try citations(
            in: folder.deletingLastPathComponent().resolvingSymlinksInPath()
        )
    }

    @Test func `are each tested or excused`() {
        let open = requirements.filter { !cited.contains($0.id) && excused[$0.id] == nil }
        for requirement in open { print("not covered: \(requirement)") }
        #expect(open.map(\.id) == [])
        let covered = requirements.count { cited.contains($0.id) }
        print(
            "\(covered) of \(requirements.count) rows are covered, \(excused.count) excused, "
                + "\(stillOpen.count) of these still open"
        )
    }

    /// The rows that a test can check and none does.
    private var stillOpen: [String] {
        excused.filter { $0.value.hasPrefix("Open:") }.keys.sorted()
    }

    @Test func `are excused in one case of ten at most, what is measured apart`() {
        let tested = Set(requirements.filter { $0.kind != "PERF" }.map(\.id))
        let reasons = excused.keys.filter(tested.contains).count - stillOpen.count
        #expect(reasons * 10 <= tested.count)
    }

    @Test func `are open in no case`() { #expect(stillOpen == []) }

    @Test func `that have a test need no reason to have none`() {
        let known = Set(requirements.map(\.id))
        #expect(excused.keys.filter(cited.contains).sorted() == [])
        #expect(excused.keys.filter { !known.contains($0) }.sorted() == [])
        #expect(excused.filter { $0.value.count < 10 }.keys.sorted() == [])
    }

    @Test func `are listed once and as what they are`() {
        #expect(Set(requirements.map(\.id)).count == requirements.count)
        let kinds = Dictionary(grouping: requirements, by: \.kind).mapValues(\.count)
        #expect(
            kinds == [
                "LIVE": 24, "LOG": 59, "OPS": 25, "PERF": 26, "QUERY": 90, "RULE": 177, "TEST": 54,
            ]
        )
    }

    @Test func `are cited on the line of a test, before it or behind its name`() {
        let source = """
            // AAA-01
            @Test func `one BBB-02`() {  // CCC-03
                // DDD-04 is one.
            }
            let other = "EEE-05"
            @Test  // FFF-06
            func `two`() {
                // GGG-07 is one, and Q99.
                body("Q98")
            }
            """
        #expect(
            ids(citedIn: source).sorted() == [
                "AAA-01", "BBB-02", "CCC-03", "DDD-04", "FFF-06", "GGG-07", "Q99",
            ]
        )
    }
}

private struct Requirement {
    let id: String
    let kind: String
    let area: String
}

private func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        .filter { !$0.hasPrefix("#") }
}

private func reasons(in file: URL) throws -> [String: String] {
    let pairs = try lines(of: file).map { line in
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : "")
    }
    return Dictionary(pairs) { _, second in second }
}

private func citations(in folder: URL) throws -> Set<String> {
    var cited: Set<String> = []
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        cited.formUnion(ids(citedIn: try String(contentsOf: file, encoding: .utf8)))
    }
    return cited
}

/// The ids in the declarations of tests, with a comment just before or just behind one.
private func ids(citedIn source: String) -> Set<String> {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.drop { $0 == " " } }
    var text = ""
    for (index, line) in lines.enumerated() where line.hasPrefix("@Test") {
        if index > 0, lines[index - 1].hasPrefix("//") { text += lines[index - 1] + " " }
        var end = index
        while end + 1 < lines.count, !opensBody(lines[end]) { end += 1 }
        text += lines[index...end].joined(separator: " ") + " "
        if end + 1 < lines.count, lines[end + 1].hasPrefix("//") { text += lines[end + 1] + " " }
    }
    return Set(text.matches(of: /\b(?:[A-Z]+-[0-9]+|Q[0-9][0-9])\b/).map { String($0.output) })
}

private func opensBody(_ line: Substring) -> Bool {
    let code = line.prefix(upTo: line.firstRange(of: "  //")?.lowerBound ?? line.endIndex)
    return code.hasSuffix("{")
}
