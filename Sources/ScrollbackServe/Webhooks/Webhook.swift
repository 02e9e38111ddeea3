internal import HTTPSending
internal import Merkle
internal import Messaging
internal import Scrollback
internal import Wire

/// A receiver of requests about what happens in the store.
struct Webhook: Hashable, Sendable {
    /// What it is sent.
    enum Content: Hashable, Sendable {
        /// The notification plan of each event that has one.
        case plans
        /// The changes for a user.
        case changes(UserID)
    }

    /// The name, which is also that of its mark.
    let name: String
    let content: Content
    let target: HTTPTarget
    /// The keys of the signatures, one, or two while they change.
    let secrets: [[UInt8]]

    /// The headers of a request, in the form of Standard Webhooks.
    func headers(id: String, second: Int64, _ body: [UInt8]) -> [(name: String, value: String)] {
        let signatures = secrets.map { secret in
            var code = HMACSHA256(key: secret.span.bytes)
            let head = Array("\(id).\(second).".utf8)
            code.update(head.span.bytes)
            code.update(body.span.bytes)
            return "v1,\(code.finish().base64)"
        }
        return [
            ("Content-Type", "application/json"), ("webhook-id", id),
            ("webhook-timestamp", "\(second)"),
            ("webhook-signature", signatures.joined(separator: " ")),
        ]
    }
}

/// The webhooks of a server, as their file says.
///
/// A line is a name, the secrets with commas between them, what to send, and the URL; `private`
/// behind it allows networks that their owner does not share. The file has mode 0600: it holds
/// secrets, and a URL often is one.
package struct WebhookList: Sendable {
    private static let secretBytes = 24...64
    private static let secretPrefix = "whsec_"
    private static let mostSecrets = 2
    private static let privateWord = "private"

    let webhooks: [Webhook]

    /// Reads the file, which has at most so many webhooks; only its owner may be able to.
    package init(file path: String, atMost most: Int) throws(APIKeys.Fault) {
        try self.init(text: try APIKeys.read(path, named: "file of webhooks"))
        guard webhooks.count <= most else {
            throw APIKeys.Fault(
                description: "The file of webhooks has more than \(most); see --receivers."
            )
        }
    }

    package init(text: String) throws(APIKeys.Fault) {
        var webhooks: [Webhook] = []
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let words = line.split(separator: " ")
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            do throws(APIKeys.Fault) {
                let webhook = try Self.webhook(words)
                guard !webhooks.contains(where: { $0.name == webhook.name }) else {
                    throw APIKeys.Fault(description: "the name is there already")
                }
                webhooks.append(webhook)
            } catch {
                // The line itself is secret.
                throw APIKeys.Fault(
                    description: "Line \(index + 1) of the file of webhooks: \(error.description)."
                )
            }
        }
        self.webhooks = webhooks
    }

    private static func webhook(_ words: [Substring]) throws(APIKeys.Fault) -> Webhook {
        let allowsUnshared = words.count == 5 && words[4] == privateWord
        guard words.count == 4 || allowsUnshared else {
            throw APIKeys.Fault(
                description: "expected a name, one or two secrets, plans or changes=USER, a URL, "
                    + "and optionally private"
            )
        }
        guard Consumer.isName(words[0]) else {
            throw APIKeys.Fault(description: "a name has 1 to 64 of a-z, 0-9, '.', '_' and '-'")
        }
        var secrets: [[UInt8]] = []
        for word in words[1].split(separator: ",", omittingEmptySubsequences: false) {
            let digits = Array(word.dropFirst(secretPrefix.count).utf8)
            guard word.hasPrefix(secretPrefix),
                let secret = try? Base64.decode(digits.span.bytes),
                secretBytes.contains(secret.count)
            else {
                throw APIKeys.Fault(
                    description: "a secret is \(secretPrefix) and 24 to 64 bytes in base 64"
                )
            }
            secrets.append(secret)
        }
        guard secrets.count <= mostSecrets else {
            throw APIKeys.Fault(description: "there are one or two secrets")
        }
        let content = try content(words[2])
        do throws(HTTPTarget.Fault) {
            var target = try HTTPTarget(String(words[3]))
            target.allowsUnshared = allowsUnshared
            return Webhook(
                name: String(words[0]),
                content: content,
                target: target,
                secrets: secrets
            )
        } catch {
            throw APIKeys.Fault(description: error.description)
        }
    }

    private static func content(_ word: Substring) throws(APIKeys.Fault) -> Webhook.Content {
        let parts = word.split(separator: "=", omittingEmptySubsequences: false)
        switch (parts[0], parts.count) {
        case ("plans", 1): return .plans
        case ("changes", 2):
            if let id = UniqueID(String(parts[1])) { return .changes(UserID(id)) }
        default: break
        }
        throw APIKeys.Fault(description: "what to send is plans or changes=USER")
    }
}

// Making webhooks.
extension WebhookList {
    /// Makes a webhook with a secret of 32 random bytes, to stand behind the others of a file;
    /// without a text, a file is begun.
    package static func make(
        name: String,
        content: String,
        url: String,
        allowsUnshared: Bool,
        in text: String?
    ) throws(APIKeys.Fault) -> (secret: String, file: String) {
        var file = text ?? "# The webhooks of scrollback serve: name, secret, content, URL.\n"
        if !file.hasSuffix("\n") { file += "\n" }
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
        let secret = secretPrefix + Base64.encode(bytes.span.bytes)
        let words = [name, secret, content, url] + (allowsUnshared ? [privateWord] : [])
        guard words.allSatisfy({ !$0.isEmpty && !$0.contains(where: \.isWhitespace) }) else {
            throw APIKeys.Fault(description: "Name, content and URL have no spaces.")
        }
        file += words.joined(separator: " ") + "\n"
        _ = try WebhookList(text: file)
        return (secret, file)
    }
}
