extension JSONDocument {
    /// The same JSON, laid out for people.
    package func indented() -> [UInt8] {
        var text: [UInt8] = []
        append(root, depth: 0, to: &text)
        text.append(UInt8(ascii: "\n"))
        return text
    }

    private func append(_ value: JSONValue, depth: Int, to text: inout [UInt8]) {
        let isShort = value.bytes.count <= 80
        if isShort {
            text += value.bytes
        } else if let elements = value.elements {
            append(Array(elements), in: "[]", depth: depth, to: &text) { element, text in
                append(element, depth: depth + 1, to: &text)
            }
        } else if let members = value.object?.members {
            append(Array(members), in: "{}", depth: depth, to: &text) { member, text in
                text += member.rawName
                text += ": ".utf8
                append(member.value, depth: depth + 1, to: &text)
            }
        } else {
            text += value.bytes
        }
    }

    private func append<Part>(
        _ parts: [Part],
        in brackets: StaticString,
        depth: Int,
        to text: inout [UInt8],
        _ appendPart: (Part, inout [UInt8]) -> Void
    ) {
        let brackets = Array(brackets.description.utf8)
        text.append(brackets[0])
        for (number, part) in parts.enumerated() {
            if number > 0 { text.append(UInt8(ascii: ",")) }
            appendLine(depth: depth + 1, to: &text)
            appendPart(part, &text)
        }
        if !parts.isEmpty { appendLine(depth: depth, to: &text) }
        text.append(brackets[1])
    }

    private func appendLine(depth: Int, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\n"))
        text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }
}
