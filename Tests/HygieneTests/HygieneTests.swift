import Foundation
import TestSupport
import Testing

/// The package's own files, read as text.
private enum Package {
    static let root = packageFolder

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The modules that a file imports, which stand at its top.
    static func imports(of path: String) throws -> [String] {
        var modules: [String] = []
        for line in try text(path).split(separator: "\n", maxSplits: 60) {
            if line.hasPrefix("//") || line.hasPrefix("#") { continue }
            let words = line.split(separator: " ")
            guard let place = words.firstIndex(of: "import"), place <= 2 else { break }
            // Of `import enum Messaging.QueryName` it is the first part.
            let module = words.last?.split(separator: ".").first
            if place + 1 < words.count, let module { modules.append(String(module)) }
        }
        return modules
    }

    /// The paths below a folder, from the root, without what is built.
    static func files(in folder: String, endings: [String]) -> [String] {
        let base = root.appending(path: folder)
        guard let walk = FileManager.default.enumerator(atPath: base.path) else { return [] }
        return walk.compactMap { $0 as? String }
            .filter { path in
                !path.split(separator: "/").contains(".build")
                    && endings.contains { path.hasSuffix($0) }
            }
            .map { "\(folder)/\($0)" }
            .sorted()
    }
}

@Suite struct `The house is in order` {
    /// The rows of the module table: which module may import which.
    private func allowedImports() throws -> [String: Set<String>] {
        var allowed: [String: Set<String>] = [:]
        var everything: Set<String> = []
        for line in try Package.text("ARCHITECTURE.md").split(separator: "\n") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 5, cells[0].isEmpty, cells[4].isEmpty else { continue }
            let names = cells[1].components(separatedBy: ", ")
            guard
                names.allSatisfy({
                    FileManager.default.fileExists(
                        atPath: Package.root.appending(path: "Sources/\($0)").path
                    )
                })
            else { continue }
            let imports =
                cells[3] == "everything above"
                ? everything : Set(cells[3].components(separatedBy: ", ")).subtracting([""])
            for name in names { allowed[name] = imports }
            everything.formUnion(names)
        }
        return allowed
    }

    @Test func `modules import only what the architecture allows`() throws {
        let allowed = try allowedImports()
        let modules = try FileManager.default.contentsOfDirectory(
            atPath: Package.root.appending(path: "Sources").path
        )
        #expect(Set(modules) == Set(allowed.keys), "the table lists the folders of Sources")
        for path in Package.files(in: "Sources", endings: [".swift"]) {
            let module = String(path.split(separator: "/")[1])
            for imported in try Package.imports(of: path) where modules.contains(imported) {
                #expect(
                    allowed[module]?.contains(imported) == true,
                    "\(path) imports \(imported)"
                )
            }
        }
    }

    @Test func `a target declares the modules that it imports, and no others`() throws {
        let manifest = try Package.text("Package.swift")
        let declaration = /\.(target|testTarget|executableTarget)\(\s*name: "(\w+)"/
        let starts = manifest.matches(of: declaration)
        let modules = Set(starts.map { String($0.output.2) })
        let programs = Set(starts.filter { $0.output.1 == "executableTarget" }.map { $0.output.2 })
        #expect(modules.count > 40)
        for (number, start) in starts.enumerated() {
            let end = number + 1 < starts.count ? starts[number + 1].range.lowerBound : nil
            let text = manifest[start.range.upperBound..<(end ?? manifest.endIndex)]
            let name = String(start.output.2)
            let folder =
                text.firstMatch(of: /path: "([^"]+)"/).map { String($0.output.1) }
                ?? (start.output.1 == "testTarget" ? "Tests/\(name)" : "Sources/\(name)")
            let list = text.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.output.1 ?? ""
            let declared = Set(list.matches(of: /"(\w+)"/).map { String($0.output.1) })
            var imported: Set<String> = []
            for path in Package.files(in: folder, endings: [".swift"]) {
                imported.formUnion(try Package.imports(of: path))
            }
            imported.formIntersection(modules.subtracting([name]))
            #expect(imported.subtracting(declared) == [], "\(name) imports, but does not declare")
            // A program is built for tests that start it.
            let unused = declared.intersection(modules).subtracting(imported)
            #expect(unused.isSubset(of: programs.map(String.init)), "\(name) does not import")
        }
    }

    @Test func `a module is imported only by modules below it in the table`() throws {
        // The table itself must go one way, or obeying it would prove nothing.
        let allowed = try allowedImports()
        var seen: Set<String> = []
        let lines = try Package.text("ARCHITECTURE.md").split(separator: "\n")
        for line in lines where line.hasPrefix("|") {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let names = (cells.first ?? "").components(separatedBy: ", ")
            for name in names {
                guard let imports = allowed[name] else { continue }
                #expect(imports.isSubset(of: seen), "\(name) imports what stands below it")
            }
            seen.formUnion(names)
        }
        #expect(seen.isSuperset(of: allowed.keys))
    }

    @Test func `the sources hold no unfinished business`() throws {
        let words = ["TODO", "FIXME", "XXX", "HACK"]
        let files =
            Package.files(in: "Sources", endings: [".swift", ".c", ".h"])
            + Package.files(in: "Plugins", endings: [".swift"])
            + Package.files(in: "Benchmarks", endings: [".swift"])
        for path in files {
            let text = try Package.text(path)
            for word in words {
                let isSaid = text.contains(try Regex("\\b\(word)\\b"))
                #expect(!isSaid, "\(path) says \(word)")
            }
        }
    }

    @Test func `no file opens with a banner`() throws {
        for path in Package.files(in: "Sources", endings: [".swift"]) {
            let text = try Package.text(path)
            #expect(!text.hasPrefix("//\n"), "\(path)")
            #expect(!text.contains("Created by"), "\(path)")
        }
    }

    @Test func `silenced checks give their reason`() throws {
        for path in Package.files(in: "Sources", endings: [".swift"]) {
            let lines = try Package.text(path).components(separatedBy: "\n")
            for (number, line) in lines.enumerated() where line.contains("@unchecked Sendable") {
                let near = lines[max(number - 2, 0)...min(number + 3, lines.count - 1)].joined()
                #expect(near.contains("Sendable: "), "\(path):\(number + 1)")
            }
            for line in lines {
                #expect(!line.contains("nonisolated(unsafe)"), "\(path)")
                #expect(!line.contains("try!"), "\(path)")
            }
        }
    }

    @Test func `tests start programs in the one way that is safe beside other tests`() throws {
        for path in Package.files(in: "Tests", endings: [".swift"]) {
            let names = try Regex(#"= (Foundation\.)?Process\(\)"#)
            #expect(!(try Package.text(path).contains(names)), "\(path) uses Foundation's Process")
        }
    }

    @Test func `the architecture is short, and names every page of docs`() throws {
        let page = try Package.text("ARCHITECTURE.md")
        #expect(page.split(whereSeparator: \.isWhitespace).count <= 1_800)
        for path in Package.files(in: "docs", endings: [".md"]) {
            #expect(page.contains("](\(path))"), "\(path) is missing")
        }
    }

    @Test func `every built-in projector stands in the table of views`() throws {
        let page = try Package.text("docs/views.md")
        for path in Package.files(in: "Sources/Projections", endings: [".swift"]) {
            let text = try Package.text(path)
            let isProjector = ["Projector {", "MessageProjector {"].contains { protocolName in
                text.contains("package struct") && text.contains(": \(protocolName)")
            }
            guard isProjector else { continue }
            let file = path.split(separator: "/").last?.dropLast(".swift".count) ?? ""
            #expect(page.contains("| \(file) |"), "\(file) is missing from the table of views")
        }
    }

    @Test func `the commands of the README exist`() throws {
        let readme = try Package.text("README.md")
        let makefile = try Package.text("Makefile")
        for word in readme.matches(of: /make ([a-z]+)/).map(\.output.1) {
            #expect(makefile.contains("\n\(word):"), "make \(word)")
        }
    }
}
