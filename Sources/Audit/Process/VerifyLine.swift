internal import EventLog
internal import Merkle
internal import Wire

// What a process that verifies and the one that started it say to each other, a line each.
//
//     to the child     store PATH · keys PATH · key TEXT · origin TEXT · pin BASE64 · from-pin
//                      threads N · interval N · patience MILLISECONDS
//                      page-patience MILLISECONDS · go
//     from the child   progress DONE TOTAL REACHED
//                      finding CLAUSE POSITION NOTE       the first so far; nothing takes it back
//                                                         but an earlier one or the report
//                      report NAME=VALUE …                the end, with the last finding
//                      error TEXT                         the end: it could not be done
//
// A word has no spaces and no control characters: other bytes than printable ASCII stand as %XX.

/// A line from the child.
enum VerifyLine: Equatable {
    case progress(VerifyProgress)
    case finding(Finding)
    case report(VerifyReport)
    case error(String)

    var text: String {
        switch self {
        case .progress(let progress):
            "progress \(progress.done) \(progress.total) \(progress.reached)"
        case .finding(let finding):
            "finding \(finding.clause.rawValue) \(finding.position) \(Word.encode(finding.note))"
        case .report(let report):
            "report size=\(report.size) start=\(report.start) root=\(report.root.base64) "
                + "records=\(report.records) content=\(report.withContent) "
                + "erased=\(report.erased) undecided=\(report.undecided) "
                + "contexts=\(report.clearContexts) streams=\(report.streams) "
                + "tiles=\(report.tiles) "
                + "checkpoints=\(report.checkpoints) signatures=\(report.areSignaturesChecked) "
                + "pages=\(report.arePagesChecked) "
                + "seconds=\(report.seconds) reading=\(report.reading.rawValue) "
                + "sound=\(report.isSound)"
        case .error(let text): "error \(Word.encode(text))"
        }
    }

    init?(_ text: String) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        switch (words.first, words.count) {
        case ("progress", 4):
            guard let done = UInt64(words[1]), let total = UInt64(words[2]),
                let reached = UInt64(words[3])
            else { return nil }
            self = .progress(
                VerifyProgress(done: done, total: total, reached: Position(reached))
            )
        case ("finding", 4):
            guard let clause = Clause(rawValue: words[1]), let position = UInt64(words[2]),
                let note = Word.decode(words[3])
            else { return nil }
            self = .finding(Finding(clause, at: Position(position), note))
        case ("report", _):
            guard let report = VerifyReport(words: words.dropFirst()) else { return nil }
            self = .report(report)
        case ("error", 2):
            guard let text = Word.decode(words[1]) else { return nil }
            self = .error(text)
        default: return nil
        }
    }
}

extension VerifyReport {
    /// Reads the words of a line; if the report is not sound, its finding has no note of its own,
    /// and the last finding before it replaces it.
    fileprivate init?(words: some Sequence<String>) {
        var values: [Substring: Substring] = [:]
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            values[parts[0]] = parts[1]
        }
        func number<Number: FixedWidthInteger>(_ name: Substring) -> Number? {
            values[name].flatMap { Number($0) }
        }
        guard let size: UInt64 = number("size"), let start: UInt64 = number("start"),
            let records: UInt64 = number("records"), let content: UInt64 = number("content"),
            let erased: UInt64 = number("erased"), let undecided: UInt64 = number("undecided"),
            let clearContexts: UInt64 = number("contexts"), let streams: Int = number("streams"),
            let tiles: UInt64 = number("tiles"), let checkpoints: Int = number("checkpoints"),
            let areSignaturesChecked = values["signatures"].flatMap({ Bool(String($0)) }),
            let arePagesChecked = values["pages"].flatMap({ Bool(String($0)) }),
            let seconds = values["seconds"].flatMap({ Double($0) }),
            let reading = Reading(rawValue: values["reading"].map { String($0) } ?? "shared"),
            let rootText = values["root"].map({ Array($0.utf8) }),
            let root = try? Digest(base64: rootText.span.bytes),
            let isSound = values["sound"].flatMap({ Bool(String($0)) })
        else { return nil }
        self.init()
        self.size = Position(size)
        self.start = Position(start)
        self.root = root
        self.records = records
        withContent = content
        self.erased = erased
        self.undecided = undecided
        self.clearContexts = clearContexts
        self.streams = streams
        self.tiles = tiles
        self.checkpoints = checkpoints
        self.areSignaturesChecked = areSignaturesChecked
        self.arePagesChecked = arePagesChecked
        self.seconds = seconds
        self.reading = reading
        if !isSound { finding = Finding(.file, at: .zero, "the finding was lost") }
    }
}

/// The options of a verification, as sent to the child.
struct VerifyRequest {
    var path: String
    var keysPath: String
    var options: Verification.Options

    init(_ directory: StoreDirectory, _ options: Verification.Options) {
        path = directory.path
        keysPath = directory.keysPath
        self.options = options
    }

    var directory: StoreDirectory { StoreDirectory(path: path, keysPath: keysPath) }

    /// The lines to send.
    var lines: [String] {
        var lines = ["store \(Word.encode(path))", "keys \(Word.encode(keysPath))"]
        lines += options.keys.map { "key \(Word.encode($0.description))" }
        if let origin = options.origin { lines.append("origin \(Word.encode(origin))") }
        if let pin = options.pin {
            let bytes = pin.bytes
            lines.append("pin \(Base64.encode(bytes.span.bytes))")
        }
        if options.beginsAtPin { lines.append("from-pin") }
        lines.append("threads \(options.threads)")
        lines.append("interval \(options.progressInterval)")
        lines.append("patience \(Int64(options.patience / .milliseconds(1)))")
        lines.append("page-patience \(Int64(options.pagePatience / .milliseconds(1)))")
        return lines + ["go"]
    }

    /// Reads lines up to the last one; nil if they are not understood.
    init?(reading next: () -> String?) {
        var path: String?
        var keysPath: String?
        var options = Verification.Options()
        while let line = next() {
            let words = line.split(separator: " ").map(String.init)
            guard let name = words.first, words.count <= 2 else { return nil }
            let value = words.count == 2 ? Word.decode(words[1]) : nil
            switch (name, value) {
            case ("go", nil):
                guard let path, let keysPath else { return nil }
                self.path = path
                self.keysPath = keysPath
                self.options = options
                return
            case ("from-pin", nil): options.beginsAtPin = true
            case ("store", let value?): path = value
            case ("keys", let value?): keysPath = value
            case ("origin", let value?): options.origin = value
            case ("key", let value?):
                guard let key = try? VerifierKey(value) else { return nil }
                options.keys.append(key)
            case ("pin", _):
                let text = Array(words.last.map { $0.utf8.map { $0 } } ?? [])
                guard let bytes = try? Base64.decode(text.span.bytes),
                    let note = try? SignedNote(parsing: bytes.span.bytes)
                else { return nil }
                options.pin = note
            case ("threads", let value?):
                guard let threads = Int(value) else { return nil }
                options.threads = threads
            case ("interval", let value?):
                guard let interval = UInt64(value) else { return nil }
                options.progressInterval = interval
            case ("patience", let value?):
                guard let milliseconds = Int64(value) else { return nil }
                options.patience = .milliseconds(milliseconds)
            case ("page-patience", let value?):
                guard let milliseconds = Int64(value) else { return nil }
                options.pagePatience = .milliseconds(milliseconds)
            default: return nil
            }
        }
        return nil
    }
}

/// A text as a word of a line.
enum Word {
    static func encode(_ text: String) -> String {
        if text.isEmpty { return "%" }
        var word = ""
        for byte in text.utf8 {
            if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%") {
                word.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16)
                word += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return word
    }

    static func decode(_ word: String) -> String? {
        if word == "%" { return "" }
        var bytes: [UInt8] = []
        var rest = Array(word.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
