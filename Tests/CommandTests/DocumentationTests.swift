import Foundation
import Merkle
import TestSupport
import Testing

@Suite struct `The worked example of the documentation holds` {
    /// The blocks of the page that look like files of the example.
    private struct Example {
        var key = ""
        var texts: [String] = []
        var envelopes: [[UInt8]] = []

        init() throws {
            let page = try String(
                contentsOf: packageFolder.appending(path: "docs/proofs.md"),
                encoding: .utf8
            )
            for block in page.components(separatedBy: "```\n").enumerated()
            where block.offset % 2 == 1 {
                let text = block.element
                if text.hasPrefix("example.com/log+") { key = String(text.dropLast()) }
                if text.contains("\n— example.com/log ") { texts.append(text) }
                guard text.hasPrefix("000000") else { continue }
                for row in text.replacing("\n         ", with: "").split(separator: "\n") {
                    let digits = Array(row.split(separator: " ")[1].utf8)
                    envelopes.append(Hexadecimal.decode(digits.span.bytes) ?? [])
                }
            }
        }
    }

    @Test func `both checkers accept every file of it`() throws {
        let folder = TemporaryFolder()
        let example = try Example()
        #expect(example.texts.count == 5)
        #expect(example.envelopes.count == 3)
        var files = example.texts.map { Array($0.utf8) }
        let checkpoint = try #require(files.first)
        let note = try SignedNote(parsing: checkpoint.span.bytes)
        var export = try EnvelopeFile.opening(note)
        for envelope in example.envelopes { EnvelopeFile.append(envelope.span.bytes, to: &export) }
        files.append(export)
        for (number, bytes) in files.enumerated() {
            let path = folder.file("\(number)", bytes)
            let ours = try Command.run("check", path, "--key", example.key)
            #expect(ours.exit == 0, "\(ours.errors)")
            let theirs = try Checker.check(path, "--key", example.key)
            #expect(theirs.exit == 0, "\(theirs.errors)")
        }
    }

    @Test func `the page names every kind of file and its limit`() throws {
        let page = try String(
            contentsOf: packageFolder.appending(path: "docs/proofs.md"),
            encoding: .utf8
        )
        for kind in ProofFileKind.allCases { #expect(page.contains("`\(kind.firstLine)`")) }
        let limits = [
            SignedNote.maximumBytes, RecordProof.maximumBytes, ContinuationProof.maximumBytes,
            Disclosure.maximumBytes, ErasureReceipt.maximumBytes,
        ]
        for limit in limits {
            #expect(
                page.contains(
                    "\(limit.formatted(.number.locale(Locale(identifier: "en_US")))) bytes"
                )
            )
        }
    }

    @Test func `the commands of the README do what it says`() throws {
        let folder = TemporaryFolder()
        let page = try String(
            contentsOf: packageFolder.appending(path: "README.md"),
            encoding: .utf8
        )
        let programs = URL(filePath: Command.path).deletingLastPathComponent().path()
        // The tour has a test of its own.
        let part = try #require(page.firstRange(of: "## Prove it"))
        let lines = page[part.lowerBound...].split(separator: "\n").filter {
            $0.hasPrefix("$ scrollback ")
        }
        #expect(lines.count == 5)
        let crashTest = "scrollback crash-test --at chat.scrollback"
        #expect(page.contains("`\(crashTest)`"))
        for line in [crashTest] + lines.map({ String($0.dropFirst(2)) }) {
            let words = "cd '\(folder.path)' && PATH='\(programs)':$PATH \(line)"
            let run = try Command.run("sh", ["-c", words])
            #expect(run.exit == 0, "\(line): \(run.errors)")
            // Hashes, names and times differ from run to run; what they stand behind does not.
            for said in run.output.split(separator: "\n") where line != crashTest {
                guard let gap = said.firstRange(of: "  ") else { continue }
                let label = said[..<gap.lowerBound]
                #expect(page.contains("\n\(label)  "), "\(line) says \(said)")
            }
        }
    }
}
