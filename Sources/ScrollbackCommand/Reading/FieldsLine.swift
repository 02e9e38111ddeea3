import EventLog
import Merkle
import Messaging
import ScrollbackJSON
internal import Wire

/// The fields of an event on one line: names and values, with texts in quotation marks, so that a
/// text cannot imitate a field.
enum FieldsLine {
    static func text(_ fields: DescribedFields, isShort: Bool) -> String {
        (fields.fields.compactMap { field in
            value(field.value, isShort).map { "\(field.name) \($0)" }
        } + fields.unknown.map { "field \($0.number) \(Hexadecimal.encode($0.bytes.span.bytes))" })
        .joined(separator: ", ")
    }

    /// The fields of an event, and its content where that is shown.
    static func text(_ event: EventItem, isShort: Bool) -> String {
        var parts = [text(event.fields, isShort: isShort)]
        switch event.content {
        case nil: break
        case .described(let fields)?: parts.append(text(fields, isShort: isShort))
        case .opaque(let bytes)?: parts.append(Hexadecimal.encode(bytes.span.bytes))
        }
        if event.isErased { parts.append("(erased)") }
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// A value; nil for the one that a field has if it says nothing.
    private static func value(_ value: DescribedValue, _ isShort: Bool) -> String? {
        switch value {
        case .boolean(let flag): return flag ? "yes" : nil
        case .unsigned(let number): return number == 0 ? nil : "\(number)"
        case .bits(let bits): return bits == 0 ? nil : bits.hexadecimalText
        case .real(let number): return number == 0 ? nil : "\(number)"
        case .time(let time): return LocalTime.text(time)
        case .word(let number, let enumeration):
            return EventWords.word(number, of: enumeration) ?? "\(number)"
        case .text(let text): return text.isEmpty ? nil : JSON.string(text).text
        case .bytes(let bytes): return Hexadecimal.encode(bytes.span.bytes)
        case .id(let id): return Cell.id(id, isShort: isShort)
        case .digest(let digest): return isShort ? "…\("\(digest)".suffix(8))" : "\(digest)"
        case .message(let fields): return "(\(text(fields, isShort: isShort)))"
        case .list(let values):
            let parts = values.compactMap { self.value($0, isShort) }
            return parts.isEmpty ? nil : "[\(parts.joined(separator: ", "))]"
        }
    }
}
