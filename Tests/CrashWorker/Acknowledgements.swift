internal import Glibc
internal import Wire

/// The file outside the store that says what the store said lasts.
///
/// One line of 32 bytes for each event: its position in 10 digits, its ordinal in 20. The first
/// event of the log, which the store makes, has ordinal 0.
struct Acknowledgements: Sendable {
    private let descriptor: Int32

    init?(path: String) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        if descriptor < 0 { return nil }
    }

    /// Notes events that lie side by side, in one write.
    func note(_ first: Position, _ ordinals: Range<UInt64>) throws(WorkerFailure) {
        var position = first
        var lines: [UInt8] = []
        for ordinal in ordinals {
            lines += digits(position.rawValue, 10) + [UInt8(ascii: " ")]
            lines += digits(ordinal, 20) + [UInt8(ascii: "\n")]
            position = position.next
        }
        guard write(descriptor, lines, lines.count) == lines.count else {
            throw .broken("The acknowledgements cannot be written.")
        }
    }

    private func digits(_ number: UInt64, _ count: Int) -> [UInt8] {
        let text = String(number)
        return Array((String(repeating: "0", count: count - text.count) + text).utf8)
    }

    /// The ordinals that were acknowledged, by position; a line cut short does not count.
    static func read(_ path: String) -> [Position: UInt64] {
        var noted: [Position: UInt64] = [:]
        guard let file = fopen(path, "r") else { return noted }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 64)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            guard text.count == 32, text[31] == UInt8(ascii: "\n"),
                let position = UInt64(String(decoding: text[..<10], as: UTF8.self)),
                let ordinal = UInt64(String(decoding: text[11..<31], as: UTF8.self))
            else { continue }
            noted[Position(position)] = ordinal
        }
        return noted
    }
}
