/// The definitions with which events were written, which must stay readable: `schemas/lock.txt`.
///
/// A line for every field, every member of a oneof and every value of an enumeration. A line is
/// added by an explicit command and never changed or removed, because the log keeps the bytes that
/// it describes for ever.
package struct SchemaLock {
    /// One line.
    struct Entry: Hashable {
        /// The message or enumeration.
        var owner: String
        var number: Int64
        var name: String

        /// The rest: type, label, length and oneof, in words that are compared as they are.
        var shape: String

        var line: String { "\(owner) \(number) \(name) \(shape)" }

        fileprivate var key: Key { Key(owner: owner, number: number) }
    }

    fileprivate struct Key: Hashable {
        var owner: String
        var number: Int64
    }

    private static let heading = """
        # What the log may hold: message or enumeration, number, name, type.
        # A message's number 0 is the content that is sealed with the event.
        # Lines are added by `swift package generate-schemas --accept`; none is ever changed.

        """

    private(set) var entries: [Entry]

    /// Describes a schema as it is now.
    package init(_ schema: Schema) {
        entries = schema.files.filter(\.isOfLog).flatMap(Self.entries)
        sort()
    }

    /// Reads the text of a lock file.
    package init(_ text: String) throws {
        entries = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated() where !line.isEmpty && !line.hasPrefix("#")
        {
            let parts = line.split(separator: " ", maxSplits: 3)
            guard parts.count == 4, let number = Int64(parts[1]) else {
                throw SchemaError("line \(index + 1) of the lock is not an entry")
            }
            entries.append(
                Entry(
                    owner: String(parts[0]),
                    number: number,
                    name: String(parts[2]),
                    shape: String(parts[3])
                )
            )
        }
    }

    /// The text of the lock file.
    package var text: String {
        Self.heading + entries.map { $0.line + "\n" }.joined()
    }

    /// Returns the removals and changes of a schema, one sentence each.
    package func breaks(in schema: Schema) -> [String] {
        let current = SchemaLock(schema).entries
        let byKey = Dictionary(current.map { ($0.key, $0) }) { first, _ in first }
        return entries.compactMap { old in
            let place = "\(old.owner).\(old.name)"
            guard let new = byKey[old.key] else {
                let moved = current.first { $0.owner == old.owner && $0.name == old.name }
                return moved.map { "\(place) was number \(old.number) and is \($0.number)" }
                    ?? "\(place), number \(old.number), was removed"
            }
            if new.name != old.name {
                return "\(place), number \(old.number), is now called \(new.name)"
            }
            return new.shape == old.shape
                ? nil : "\(place) was `\(old.shape)` and is `\(new.shape)`"
        }
    }

    /// Returns the additions of a schema to the lock, one line each.
    package func additions(in schema: Schema) -> [String] {
        let known = Set(entries.map(\.key))
        return SchemaLock(schema).entries.filter { !known.contains($0.key) }.map(\.line)
    }

    private mutating func sort() {
        entries.sort { ($0.owner, $0.number) < ($1.owner, $1.number) }
    }

    private static func entries(of file: SchemaFile) -> [Entry] {
        var entries: [Entry] = []
        for message in file.messages {
            for field in message.fields {
                entries.append(entry(field, in: message, shape: shape(field)))
            }
            for oneof in message.oneofs {
                for member in oneof.members {
                    let shape = "\(type(member)) member of \(oneof.name)"
                    entries.append(entry(member, in: message, shape: shape))
                    if let entry = contentEntry(of: member) { entries.append(entry) }
                }
            }
        }
        for enumeration in file.enumerations {
            for value in enumeration.values {
                entries.append(
                    Entry(
                        owner: enumeration.fullName,
                        number: Int64(value.number),
                        name: value.name,
                        shape: "value"
                    )
                )
            }
        }
        return entries
    }

    private static func entry(
        _ field: SchemaField,
        in message: SchemaMessage,
        shape: String
    ) -> Entry {
        Entry(
            owner: message.fullName,
            number: Int64(field.number),
            name: field.name,
            shape: shape
        )
    }

    /// Returns the content of an event; nil if nothing is sealed with it.
    private static func contentEntry(of member: SchemaField) -> Entry? {
        guard case .message(let content)? = member.content else { return nil }
        return Entry(owner: type(member), number: 0, name: "content", shape: content)
    }

    private static func shape(_ field: SchemaField) -> String {
        var words: [String] = []
        if field.label != .implicit { words.append(field.label.rawValue) }
        words.append(type(field))
        if let size = field.size { words.append("of \(size)") }
        return words.joined(separator: " ")
    }

    private static func type(_ field: SchemaField) -> String {
        switch field.kind {
        case .scalar(let scalar): scalar.rawValue
        case .string: "string"
        case .bytes: "bytes"
        case .message(let name), .enumeration(let name), .unsupported(let name): name
        }
    }
}
