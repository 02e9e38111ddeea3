import Foundation
import TestSupport
import Testing

/// A change of an export, after which all sums are made anew.
private struct Forgery: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let words: [String]
    let change: @Sendable (_ place: String) throws -> Void

    init(
        _ description: String,
        of words: String...,
        change: @escaping @Sendable (_ place: String) throws -> Void
    ) {
        testDescription = description
        self.words = words
        self.change = change
    }
}

/// Changes an object of JSON in a file.
private func change(
    _ path: String,
    _ body: (inout [String: Any]) throws -> Void
) throws {
    let found = try JSONSerialization.jsonObject(with: Data(readFile(path)))
    var object = try #require(found as? [String: Any])
    try body(&object)
    let text = try JSONSerialization.data(withJSONObject: object, options: .withoutEscapingSlashes)
    writeFile(path, Array(text))
}

/// Withholds the words of the message that is sent first in an export.
private func withhold(_ why: String, in place: String) throws {
    var lines = String(decoding: readFile("\(place)/events.jsonl"), as: UTF8.self)
        .split(separator: "\n").map(String.init)
    let number = try #require(lines.firstIndex { $0.contains(#""type":"messageSent""#) })
    let file = "\(place)/line"
    writeFile(file, Array(lines[number].utf8))
    try change(file) { line in
        var event = try #require(line["event"] as? [String: Any])
        try #require(event.removeValue(forKey: "content") != nil)
        line["event"] = event
        try #require(line.removeValue(forKey: "content") != nil)
        line["salt"] = nil
        line["withheld"] = why
    }
    lines[number] = String(decoding: readFile(file), as: UTF8.self)
    unlink(file)
    edit(place) { $0 = lines }
    try change("\(place)/manifest.json") { manifest in
        manifest["contents"] = try #require(manifest["contents"] as? Int) - 1
        manifest["withheld"] = try #require(manifest["withheld"] as? Int) + 1
    }
}

private let forgeries: [Forgery] = [
    Forgery("words of everything are withheld") { try withhold("deleted", in: $0) },
    Forgery(
        "words are withheld though those of deleted messages were asked for",
        of: "--conversation",
        SmallChat.group,
        "--deleted"
    ) { try withhold("deleted", in: $0) },
    Forgery(
        "words of a message that nobody deleted are withheld",
        of: "--conversation",
        SmallChat.group
    ) { try withhold("deleted", in: $0) },
    Forgery(
        "words of a conversation are withheld as forwarded",
        of: "--conversation",
        SmallChat.group
    ) { try withhold("forwarded", in: $0) },
    Forgery("words are withheld without a reason that there is", of: "--from", "2023-11-14") {
        try withhold("private", in: $0)
    },
    Forgery("a person's own words are withheld", of: "--person", SmallChat.eve) {
        try withhold("forwarded", in: $0)
    },
]

@Suite(.serialized, .timeLimit(.minutes(5)))
struct `The checker of exports refuses what another forged` {
    @Test(arguments: forgeries) private func refuses(_ forgery: Forgery) throws {
        let chat = try SmallChat()
        let place = chat.folder.path("export")
        let made = try Command.run(["export", chat.store, place] + forgery.words)
        try #require(made.exit == 0, "\(made.errors)")
        // Sums that are made anew change nothing.
        try resum(place)
        let before = try Checker.checkExport(place)
        try #require(before.exit == 0, "\(before.errors)")
        try forgery.change(place)
        try resum(place)
        let run = try Checker.checkExport(place)
        #expect(run.exit == 1, "\(run.output) \(run.errors)")
    }
}
