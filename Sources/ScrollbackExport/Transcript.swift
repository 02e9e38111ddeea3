internal import EventLog
internal import LogSchema
internal import Merkle
internal import Messaging
internal import ScrollbackText
internal import Wire

/// The messages of an export, folded from its events, as a page to read and print.
///
/// The page has no script and loads nothing; what people wrote is text in it and cannot be more.
struct Transcript {
    private struct Entry {
        var sender: UserID?
        var at: Timestamp
        var text: String?
        var files: [(name: String?, url: String)] = []
        var place: String?
        var edits = 0
        var note: String?
        var system: SystemEntry?
        var reactions: [UserID: [String]] = [:]

        /// The bytes of people's words in it.
        var wordBytes: Int {
            let links = files.reduce(0) { sum, file in
                sum + file.url.utf8.count + (file.name?.utf8.count ?? 0)
            }
            let reacted = reactions.values.reduce(0) { sum, own in
                own.reduce(sum) { $0 + 48 + $1.utf8.count }
            }
            let title = if case .renamed(let title?) = system { title.utf8.count } else { 0 }
            return (text?.utf8.count ?? 0) + links + (place?.utf8.count ?? 0) + reacted + title
        }
    }

    /// More entries than that are not kept; the page says so.
    static let limit = 100_000
    /// More bytes of words than that are not kept; the page says so.
    static let usualBytes = 64 << 20

    private var conversations: [(id: UniqueID, title: String?, entries: [Entry])] = []
    private var places: [UniqueID: Int] = [:]
    private var messages: [UniqueID: (conversation: Int, entry: Int)] = [:]
    private let byteLimit: Int
    private var count = 0
    private var wordBytes = 0
    private var isCut = false

    init(atMost byteLimit: Int = Transcript.usualBytes) { self.byteLimit = byteLimit }

    /// Takes the next event of the export, with its content if that is in it.
    mutating func take(
        _ record: borrowing StoredRecord,
        _ content: [UInt8]?,
        isErased: Bool,
        withheld: EventLines.Withheld?
    ) throws(WireError) {
        guard record.stream.kind == .conversation else { return }
        let event = try Event(
            number: record.envelope.eventNumber,
            structure: record.envelope.event,
            content: content?.span.bytes
        )
        guard let event else { return }
        let place = place(of: record.stream.id)
        let actor = record.envelope.actor.map { UserID($0) }
        var entry = Entry(sender: actor, at: record.sent)
        switch event {
        case .messageSent(let sent, let content):
            guard let id = sent.message else { return }
            entry.text = content?.text
            entry.files = (content?.attachments ?? []).map { ($0.name, $0.url) }
            entry.place = content?.location.map {
                "\($0.name ?? "") \($0.latitude), \($0.longitude)"
            }
            if isErased { entry.note = "The content was erased." }
            switch withheld {
            case .deleted: entry.note = "Deleted; the words are withheld."
            case .forwarded: entry.note = "Forwarded; the words are another person's."
            case nil: break
            }
            add(entry, to: place, message: id)
        case .messageEdited(let edited, let content):
            change(edited.message) { entry in
                entry.edits += 1
                entry.text = content?.text ?? (isErased || withheld != nil ? nil : entry.text)
            }
        case .messageDeleted(let deleted):
            change(deleted.message) { $0.note = $0.note ?? "Deleted." }
        case .reactionSet(let set):
            guard let actor else { return }
            change(set.message) { entry in
                if !set.replaced.isEmpty {
                    entry.reactions[actor]?.removeAll { $0 == set.replaced }
                }
                entry.reactions[actor, default: []].append(set.reaction)
            }
        case .reactionRemoved(let removed):
            guard let actor else { return }
            change(removed.message) { entry in
                entry.reactions[actor]?.removeAll { $0 == removed.reaction }
            }
        default:
            if case .conversationCreated(_, let content) = event {
                conversations[place].title = content?.title
            }
            guard let system = SystemEntry(event) else { return }
            switch system {
            case .renamed(let title): conversations[place].title = title
            case .titleRemoved: conversations[place].title = nil
            default: break
            }
            entry.system = system
            add(entry, to: place, message: nil)
        }
    }

    private mutating func place(of conversation: UniqueID) -> Int {
        if let place = places[conversation] { return place }
        conversations.append((conversation, nil, []))
        places[conversation] = conversations.count - 1
        return conversations.count - 1
    }

    private mutating func add(_ entry: Entry, to place: Int, message: UniqueID?) {
        let bytes = entry.wordBytes
        // Behind a gap nothing is shown: what is there is whole up to its end.
        guard !isCut, count < Self.limit, wordBytes + bytes <= byteLimit else {
            isCut = true
            return
        }
        count += 1
        wordBytes += bytes
        conversations[place].entries.append(entry)
        if let message { messages[message] = (place, conversations[place].entries.count - 1) }
    }

    private mutating func change(_ message: UniqueID?, _ body: (inout Entry) -> Void) {
        guard let message, let place = messages[message] else { return }
        var entry = conversations[place.conversation].entries[place.entry]
        let before = entry.wordBytes
        body(&entry)
        // What no longer fits is left out whole: an earlier text must not stand for the newest.
        if wordBytes - before + entry.wordBytes > byteLimit {
            isCut = true
            entry.text = nil
            entry.reactions = [:]
            entry.note = entry.note ?? "There was no room for it here: see events.jsonl."
        }
        wordBytes += entry.wordBytes - before
        conversations[place.conversation].entries[place.entry] = entry
    }
}

extension Transcript {
    /// Writes `transcript.html`.
    func write(
        to folder: ExportFolder,
        names: [UserID: String],
        upTo size: Position,
        of log: UniqueID
    ) throws(LogError) -> ListedFile {
        var file = try ExportFile("transcript.html", in: folder)
        try file.write(Array(Self.head.utf8))
        try file.write(
            Array(
                "<p class=\"about\">Log \(log), as of position \(size). Times are UTC.</p>\n".utf8
            )
        )
        for conversation in conversations where !conversation.entries.isEmpty {
            let title = conversation.title ?? "Conversation"
            let head =
                "<h1>\(HTML.text(title))</h1>\n<p class=\"about\">\(conversation.id)</p>\n"
            try file.write(Array(head.utf8))
            for entry in conversation.entries {
                try file.write(Array(Self.html(entry, names).utf8))
            }
        }
        if isCut {
            let note =
                "<p class=\"about\">This page has no room for everything: see events.jsonl.</p>\n"
            try file.write(Array(note.utf8))
        }
        try file.write(Array("</body>\n</html>\n".utf8))
        return try file.finish()
    }

    private static func html(_ entry: Entry, _ names: [UserID: String]) -> String {
        func name(_ user: UserID?) -> String {
            user.map { names[$0] ?? English.unknown } ?? "The operator"
        }
        let time = HTML.time(entry.at)
        if let system = entry.system {
            let text = English.text(of: system, by: entry.sender, seenBy: UserID(.zero)) {
                name($0)
            }
            return "<p class=\"system\"><time>\(time)</time> \(HTML.text(text))</p>\n"
        }
        let id = entry.sender.map { String("\($0)".suffix(8)) } ?? ""
        var html = "<article><header><b>\(HTML.text(name(entry.sender)))</b> "
        html += "<code>…\(id)</code> <time>\(time)</time>"
        if entry.edits > 0 { html += " <i>edited</i>" }
        html += "</header>\n"
        if let text = entry.text, !text.isEmpty { html += "<div>\(HTML.linked(text))</div>\n" }
        for file in entry.files {
            html += "<div class=\"file\">\(HTML.text(file.name ?? "attachment")): "
            html += "\(HTML.linked(file.url))</div>\n"
        }
        if let place = entry.place { html += "<div class=\"file\">\(HTML.text(place))</div>\n" }
        if let note = entry.note { html += "<div class=\"note\">\(note)</div>\n" }
        let reactions = entry.reactions.filter { !$0.value.isEmpty }
            .sorted { $0.key.description < $1.key.description }
        if !reactions.isEmpty {
            let all = reactions.map { "\(name($0.key)): \($0.value.joined(separator: " "))" }
            html += "<div class=\"file\">\(HTML.text(all.joined(separator: ", ")))</div>\n"
        }
        return html + "</article>\n"
    }

    private static let style = """
        body{font:11pt/1.45 sans-serif;max-width:44em;margin:2em auto;padding:0 1em;color:#111}
        h1{font-size:16pt;border-bottom:1px solid #888}
        article{margin:0 0 .9em;break-inside:avoid}header{font-size:9.5pt;color:#444}
        header b{color:#111}code,time{font-size:9pt;color:#555}
        div{white-space:pre-wrap;overflow-wrap:anywhere}
        .system,.about,.note,.file{font-size:9.5pt;color:#555}.note{font-style:italic}
        .mark{border:1px solid #b00;color:#b00;font:8pt monospace;padding:0 2px}
        """

    private static var head: String {
        let digest = SHA256.hash(Array(style.utf8).span.bytes).base64
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-\(digest)'">
            <meta name="referrer" content="no-referrer">
            <title>Transcript</title>
            <style>\(style)</style>
            </head>
            <body>

            """
    }
}

/// People's text as HTML that shows it and does nothing else.
enum HTML {
    /// A text, with characters that are not seen or turn the direction of text made visible.
    static func text(_ text: some StringProtocol) -> String {
        var html = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\"": html += "&quot;"
            case "'": html += "&#39;"
            case "\n", "\t": html.unicodeScalars.append(scalar)
            case _ where isHidden(scalar):
                let digits = String(scalar.value, radix: 16, uppercase: true)
                html += "<span class=\"mark\">U+\(digits)</span>"
            default: html.unicodeScalars.append(scalar)
            }
        }
        return "<bdi>\(html)</bdi>"
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // The joiner of emoji and the selector of their form belong to what is seen.
        case 0x200D, 0xFE0F: false
        case 0xE0000...0xE007F: true
        default:
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
                .paragraphSeparator:
                true
            default: false
            }
        }
    }

    /// A text in which words that begin with http:// or https:// are links.
    static func linked(_ text: String) -> String {
        var html = ""
        var plain = ""
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        for (number, part) in parts.enumerated() {
            if number > 0 { plain += " " }
            let isLink =
                (part.hasPrefix("http://") || part.hasPrefix("https://"))
                && part.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value < 0x7F }
            guard isLink else {
                plain += part
                continue
            }
            if !plain.isEmpty { html += Self.text(plain) }
            plain = ""
            let target = part.reduce(into: "") { target, character in
                switch character {
                case "&": target += "&amp;"
                case "\"": target += "%22"
                case "'": target += "%27"
                case "<": target += "%3C"
                case ">": target += "%3E"
                default: target.append(character)
                }
            }
            html += "<a href=\"\(target)\" rel=\"noreferrer noopener\">\(Self.text(part))</a>"
        }
        if !plain.isEmpty { html += Self.text(plain) }
        return html
    }

    /// A time in UTC, to the second.
    static func time(_ time: Timestamp) -> String {
        let (date, rest) = (time.iso8601.prefix(10), time.iso8601.dropFirst(11))
        return "\(date) \(rest.prefix(8))"
    }
}
