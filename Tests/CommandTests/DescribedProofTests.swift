import EventLog
import Foundation
import Messaging
import Scrollback
import TestSupport
import Testing

private let hostile = "Noon?\u{202E}\n  | sender    forged\n\\x"

/// A chat with a message that has everything, proved under a checkpoint.
private final class ProvedChat {
    let folder = TemporaryFolder("chat")
    let conversation: ConversationID
    let sender = UserID.fresh()
    let message: SentMessage
    let profile: Position
    var publicKey: String { folder.path("log.pub") }

    init() async throws {
        let store = try Store.open(folder.path("chat.scrollback"))
        let sarah = store.session(for: sender)
        profile = try await sarah.setProfile(SetProfile(username: "sarah"))
        conversation = try await sarah.startDirect(with: .fresh())
        message = try await sarah.send(
            SendMessage(
                conversation: conversation,
                message: .fresh(),
                text: hostile,
                attachments: [
                    Attachment(kind: .image, url: "https://example.com/a.png", width: 640)
                ]
            )
        )
        store.close()
        let key = try Command.run("keygen", "--out", folder.path("signer.key"))
        writeFile(folder.path("log.pub"), Array(key.output.utf8))
        let path = folder.path("chat.scrollback")
        let signed = try Command.run("checkpoint", path, "--key", folder.path("signer.key"))
        #expect(signed.exit == 0, "\(signed.errors)")
    }

    func proof(_ option: String, _ position: Position) throws -> String {
        let path = folder.path("\(option)-\(position)")
        let run = try Command.run(
            "prove",
            folder.path("chat.scrollback"),
            option,
            "\(position)",
            "--out",
            path
        )
        #expect(run.exit == 0, "\(run.errors)")
        return path
    }
}

@Suite struct `A proof of a message says what the message says` {
    @Test func `in words of the schemas, which no terminal obeys`() async throws {
        let chat = try await ProvedChat()
        let path = try chat.proof("--content", chat.message.position)
        let run = try Command.run("check", path, "--key", chat.publicKey)
        #expect(run.exit == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("stream    conversation \(chat.conversation), ") })
        #expect(lines.contains("type      messageSent (48)"))
        #expect(lines.contains("sender    \(chat.sender)"))
        #expect(lines.contains { $0.hasPrefix("recorded  20") })
        #expect(lines.contains("  | message: \(chat.message.message)"))
        #expect(lines.contains { $0.hasPrefix("says      MessageContent, ") })
        let said = lines.drop { $0 != "  | text:" }
        #expect(
            said.prefix(8) == [
                "  | text:",
                #"  |   | Noon?\u{202e}"#,
                #"  |   |   | sender    forged"#,
                #"  |   | \\x"#,
                "  | attachments 1:",
                "  |   kind: image",
                "  |   url: https://example.com/a.png",
                "  |   width: 640",
            ]
        )
    }

    /// A signer may write what the domain would not.
    @Test func `no text acts on a terminal`() throws {
        let folder = TemporaryFolder()
        // Field 1 of MessageContent, of five bytes.
        let log = try SmallLog(content: "\n\u{05}a\u{1B}[2J", event: 48)
        let path = folder.file("proof", try log.disclosure().bytes)
        let run = try Command.run("check", path, "--key", log.key)
        #expect(run.output.contains("\ntype      messageSent (48)\n"), "\(run.errors)")
        #expect(run.output.hasSuffix("\n  | text: a\\u{1b}[2J\n"), "\(run.output)")
        let theirs = try Checker.check(path, "--key", log.key)
        #expect(theirs.output.hasSuffix("\n  text: 'a\\x1b[2J'\n"), "\(theirs.output)")
        // What is no message of that schema is shown as bytes.
        let other = try SmallLog(content: "\n\u{7F}a\u{1B}[2J", event: 48)
        let opaque = folder.file("opaque", try other.disclosure().bytes)
        let shown = try Command.run("check", opaque, "--key", other.key)
        #expect(shown.output.hasSuffix("  | \n  | \\u{7f}a\\u{1b}[2J\n"), "\(shown.output)")
    }

    @Test func `and the same as JSON`() async throws {
        let chat = try await ProvedChat()
        let path = try chat.proof("--content", chat.message.position)
        let run = try Command.run("check", path, "--key", chat.publicKey, "--json")
        let fields = try object(run)
        let event = try #require(fields["event"] as? [String: Any])
        #expect(event["type"] as? Int == 48)
        #expect(event["typeName"] as? String == "messageSent")
        #expect(event["actor"] as? String == "\(chat.sender)")
        let structure = try #require(event["fields"] as? [String: Any])
        #expect(structure["message"] as? String == "\(chat.message.message)")
        let says = try #require(fields["says"] as? [String: Any])
        #expect(says["text"] as? String == hostile)
        let attachments = try #require(says["attachments"] as? [[String: Any]])
        #expect(attachments.map { $0["width"] as? Int } == [640])
        #expect(!run.output.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
    }

    @Test func `every type is described by its schema`() async throws {
        let chat = try await ProvedChat()
        let profile = try Command.run(
            "check",
            try chat.proof("--content", chat.profile),
            "--key",
            chat.publicKey
        )
        #expect(profile.output.contains("\ntype      profileSet (80)\n"))
        #expect(profile.output.contains("\n  | username: sarah\n"), "\(profile.output)")
        let created = try Command.run(
            "check",
            try chat.proof("--event", Position(1)),
            "--key",
            chat.publicKey
        )
        #expect(created.output.contains("\ntype      logCreated (16)\n"))
    }

    @Test func `a type that no schema knows is shown as bytes, as before`() async throws {
        let history = try await History(size: 20)
        let path = history.folder.path("proof")
        let made = try Command.run("prove", history.store, "--content", "4", "--out", path)
        #expect(made.exit == 0, "\(made.errors)")
        let run = try Command.run("check", path, "--key", history.publicKey)
        #expect(run.output.contains("\ntype      4095 (a field of Envelope in schemas/"))
        #expect(run.output.hasSuffix(":\n  | \(History.words(4))\n"))
    }

    @Test func `the other checker says the same in words of its own`() async throws {
        let chat = try await ProvedChat()
        let path = try chat.proof("--content", chat.message.position)
        let run = try Checker.check(path, "--key", chat.publicKey)
        #expect(run.exit == 0, "\(run.errors)")
        for words in [
            "type: messageSent (48)", "conversation: \(chat.conversation)",
            "sender: \(chat.sender)", #"text: 'Noon?\u202e\n  | sender    forged\n\\x'"#,
            "attachments:", "  kind: image", "  url: 'https://example.com/a.png'",
            "  width: 640", "recorded: 20",
        ] { #expect(run.output.contains("  \(words)"), "\(words) in \(run.output)") }
    }

    @Test func `the other checker names fields as the schemas do`() throws {
        let folder = packageFolder.appending(path: "schemas/scrollback/v1").path()
        var known: Set<String> = []
        for name in names(in: folder) where name.hasSuffix(".proto") {
            var message = ""
            let text = String(decoding: readFile("\(folder)/\(name)"), as: UTF8.self)
            for line in text.split(separator: "\n") {
                let words = line.split { " ;".contains($0) }.map(String.init)
                if let first = words.first, ["message", "enum"].contains(first) {
                    message = words[1]
                } else if let sign = words.firstIndex(of: "="), sign > 0, sign + 1 < words.count {
                    known.insert("\(message).\(words[sign - 1]) = \(words[sign + 1])")
                }
            }
        }
        #expect(known.contains("Envelope.message_sent = 48"))
        let run = try Checker.check("--schemas")
        #expect(run.exit == 0, "\(run.errors)")
        let named = run.output.split(separator: "\n").map(String.init)
        #expect(named.count > 80)
        for line in named {
            let parts = line.split { ". =".contains($0) }.map(String.init)
            // The words of an enumeration carry its name in the schemas.
            let prefix = parts[0].reduce("") {
                $0 + ($1.isUppercase && !$0.isEmpty ? "_" : "") + $1.uppercased()
            }
            let word = "\(parts[0]).\(prefix)_\(parts[1].uppercased()) = \(parts[2])"
            #expect(known.contains(line) || known.contains(word), "\(line)")
        }
    }
}
