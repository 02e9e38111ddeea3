import Foundation
import ScrollbackJSON
import TestSupport
import Testing
import Wire

@Suite struct `Hostile lines` {
    private static let pieces: [[UInt8]] = [
        "\"", "\\", "{", "}", "[", "]", ":", ",", "null", "true", "-", "0", "1.0", "1e999", "\\u",
        "\\ud800", "\\udc00", "\\u0000", "\"id\":", "\"do\":\"all\",", "\"as\":\"operator\",", " ",
        "\t", "9007199254740993", "[[[[[[[[", "{\"a\":", "\u{212A}", "é",
    ].map { Array($0.utf8) }

    /// Changes some bytes of a line, doubles a part or takes it out.
    private func mutate(_ line: [UInt8], using random: inout SplitMix64) -> [UInt8] {
        var line = line
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...line.count, using: &random)
            let end = min(line.count, place + Int.random(in: 0..<20, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0 where place < line.count:
                line[place] = UInt8.random(in: 0...255, using: &random)
            case 1: line.removeSubrange(place..<end)
            case 2: line.insert(contentsOf: line[place..<end], at: place)
            case 3: line.removeSubrange(place...)
            case 4 where place < line.count:
                line[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            default:
                line.insert(
                    contentsOf: Self.pieces.randomElement(using: &random) ?? [],
                    at: place
                )
            }
        }
        return line
    }

    @Test func `are answered with a line of JSON each, and never with a trap`() throws {
        var random = SplitMix64(seed: seed(for: "hostile lines"))
        let lines = Example.all.map { Array($0.line.utf8) }
        var counts = (commands: 0, refused: 0)
        for round in 0..<20_000 {
            let line = mutate(lines[round % lines.count], using: &random)
            var fresh: UInt64 = 0
            var writer = JSONWriter()
            do throws(MalformedLine) {
                let decoded = try PipeDecoder(readsTime: round % 2 == 0).decode(line) {
                    fresh += 1
                    return id(fresh)
                }
                writer.writeLine(ref: decoded.ref, position: .zero, answer: .done)
                counts.commands += 1
            } catch {
                #expect(error.error.message.hasSuffix("."))
                writer.writeLine(ref: error.ref, error: error.error)
                counts.refused += 1
            }
            let answer = try JSONDocument(writer.bytes.dropLast()).object()
            #expect(writer.bytes.last == UInt8(ascii: "\n"))
            #expect(answer["ok"] != nil || answer["error"]?.object?["code"]?.string != nil)
        }
        #expect(counts.commands > 100 && counts.refused > 10_000)
    }

    @Test func `are taken for JSON only where others take them for it`() throws {
        var random = SplitMix64(seed: seed(for: "another reader"))
        let lines = Example.all.map { Array($0.line.utf8) }
        var accepted = 0
        for round in 0..<20_000 {
            let line = mutate(lines[round % lines.count], using: &random)
            guard let document = try? JSONDocument(line) else { continue }
            accepted += 1
            // The other reader refuses numbers that no floating-point number is near.
            guard !hasExponent(line) else { continue }
            let other = try? JSONSerialization.jsonObject(
                with: Data(line),
                options: .fragmentsAllowed
            )
            #expect(other != nil, "\(String(decoding: line, as: UTF8.self))")
            // What is laid out for people is still the same to the other reader.
            let indented = try JSONSerialization.jsonObject(
                with: Data(document.indented()),
                options: .fragmentsAllowed
            )
            #expect((indented as? NSObject) == (other as? NSObject))
        }
        #expect(accepted > 500)
    }

    /// Whether some number of the line may have an exponent.
    private func hasExponent(_ line: [UInt8]) -> Bool {
        zip(line, line.dropFirst()).contains { digit, letter in
            digit >= UInt8(ascii: "0") && digit <= UInt8(ascii: "9")
                && letter | 0x20 == UInt8(ascii: "e")
        }
    }

    @Test func `of every truncated example end in a refusal`() {
        for example in Example.all {
            let line = Array(example.line.utf8)
            for count in 0..<line.count {
                #expect(throws: JSONFault.self) { try JSONDocument(Array(line.prefix(count))) }
            }
        }
    }
}
