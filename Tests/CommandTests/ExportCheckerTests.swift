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

/// Changes the scope that the manifest names.
private func rescope(_ name: String, _ value: Any, in place: String) throws {
    try change("\(place)/manifest.json") { manifest in
        var scope = try #require(manifest["scope"] as? [String: Any])
        scope[name] = value
        manifest["scope"] = scope
    }
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
    Forgery("a page that the manifest does not name") { place in
        writeFile("\(place)/transcript.html", Array("<p>Ben: I did it</p>".utf8))
    },
    Forgery("a manifest that no longer names the page", of: "--conversation", SmallChat.group) {
        try change("\($0)/manifest.json") { manifest in
            let files = try #require(manifest["files"] as? [[String: Any]])
            manifest["files"] = files.filter { $0["name"] as? String != "transcript.html" }
        }
    },
    Forgery("an event that stands twice in its line") { place in
        edit(place) { $0[4] = #"{"event":{"text":"I did it"},"# + $0[4].dropFirst() }
    },
    Forgery("a field that stands twice in an event") { place in
        edit(place) { $0[4] = #"{"event":{"position":9,"# + $0[4].dropFirst(10) }
    },
    Forgery("words beside the event") { place in
        edit(place) { $0[4] = #"{"text":"I did it","# + $0[4].dropFirst() }
    },
    Forgery("a salt without its content") { place in
        edit(place) { lines in
            if let number = lines.firstIndex(where: { !$0.contains(#""salt":"#) }) {
                lines[number] = #"{"salt":"AAAAAAAAAAAAAAAAAAAAAA==","# + lines[number].dropFirst()
            }
        }
    },
    Forgery("a proof that nothing asks for") { place in
        edit(place) { $0[4] = #"{"proof":["I did it"],"# + $0[4].dropFirst() }
    },
    Forgery("another conversation", of: "--conversation", SmallChat.group) {
        try rescope("conversation", SmallChat.first, in: $0)
    },
    Forgery("another person", of: "--person", SmallChat.eve) {
        try rescope("user", SmallChat.mike, in: $0)
    },
    Forgery("a time that begins later", of: "--from", "2023-11-14T22:13:22Z") {
        try rescope("from", SmallChat.start + 2_001, in: $0)
    },
    Forgery("a time that ends earlier", of: "--until", "2023-11-14T22:13:27Z") {
        try rescope("until", SmallChat.start + 6_500, in: $0)
    },
    Forgery("a person in a conversation", of: "--person", SmallChat.eve) {
        try rescope("conversation", SmallChat.group, in: $0)
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

    @Test func `a manifest that has a member twice`() throws {
        let chat = try SmallChat()
        let place = chat.folder.path("export")
        try #require(try Command.run("export", chat.store, place).exit == 0)
        let path = "\(place)/manifest.json"
        writeFile(path, Array(#"{"size":1,"#.utf8) + readFile(path).dropFirst())
        _ = try Command.run("bash", ["-c", "cd \(place) && sha256sum [a-z]* > SHA256SUMS"])
        let run = try Checker.checkExport(place)
        #expect(run.exit == 1, "\(run.output) \(run.errors)")
    }

    /// A manifest whose digest is noted, of another scope than is noted.
    private static let notedScopes = """
        import json, sys
        sys.path.insert(0, sys.argv[1])
        import check, check_export
        proof = open(sys.argv[2] + "/export.proof", "rb").read()
        manifest = json.load(open(sys.argv[2] + "/manifest.json"))
        extra = check.decode64(proof.split(b"\\n")[1][len(b"extra ") :], "extra")
        made = next(value for field, _, value in check.fields(extra) if field == 30)
        noted = {field: value for field, _, value in check.fields(made)}
        user = "4b4cf9c3-25b9-4a2e-8a55-0d6c1b6b4a02"

        def is_accepted(**scope):
            changed = {**manifest, "scope": {"deleted": False, **scope}}
            try:
                check_export.compare_note(noted, changed, noted[8])
                return True
            except check.Rejected:
                return False

        scope = manifest["scope"]
        print(is_accepted(**scope))
        others = {"deleted": not scope["deleted"]}, {"user": user}, {"conversation": user}
        times = {"from": 1}, {"from": -1}, {"until": 1700000030000}
        print(any(is_accepted(**{**scope, **other}) for other in others + times))
        print(is_accepted())
        """

    @Test(arguments: [
        [], ["--conversation", SmallChat.group], ["--person", SmallChat.eve, "--deleted"],
        ["--from", "1969-12-31T00:00:00Z", "--until", "2023-11-14T22:13:27Z"],
    ])
    func `a note of another scope`(words: [String]) throws {
        let chat = try SmallChat()
        let keys = chat.folder.path("key")
        let made = try Command.run("keygen", "--out", keys)
        try #require(made.exit == 0, "\(made.errors)")
        let place = chat.folder.path("export")
        let export = ["export", chat.store, place, "--key", keys] + words
        let exported = try Command.run(export)
        try #require(exported.exit == 0, "\(exported.errors)")
        let key = chat.folder.file("key.pub", Array(made.output.utf8))
        let checked = try Checker.checkExport(place, "--key", key)
        #expect(checked.exit == 0, "\(checked.errors)")
        let run = try Command.run(
            "python3",
            ["-B", "-c", Self.notedScopes, Checker.folder, place]
        )
        #expect(run.output == "True\nFalse\nFalse\n", "\(run.output) \(run.errors)")
    }
}
