/// Swift source while it is written: lines, and how far the next one is indented.
struct SwiftText {
    private(set) var text = ""
    private var depth = 0
    private var afterOpening = true

    /// Appends a line.
    mutating func line(_ line: String) {
        text += String(repeating: "    ", count: depth) + line + "\n"
        afterOpening = false
    }

    /// Appends an empty line, unless there is one or the last line opened a block.
    mutating func gap() {
        if !afterOpening && !text.hasSuffix("\n\n") { text += "\n" }
    }

    /// Appends a header with `{`, the lines of a body, and `}`.
    mutating func block(_ header: String, _ body: (inout SwiftText) -> Void) {
        line(header + " {")
        inside(body)
        line("}")
    }

    /// Appends lines one step further in.
    mutating func inside(_ body: (inout SwiftText) -> Void) {
        depth += 1
        afterOpening = true
        body(&self)
        depth -= 1
        afterOpening = false
    }

    /// Appends a parameter list, one parameter to a line, between a head and a tail.
    mutating func list(_ head: String, _ elements: [String], _ tail: String) {
        guard !elements.isEmpty else {
            line(head + ")" + tail)
            return
        }
        line(head)
        inside { text in
            for (index, element) in elements.enumerated() {
                text.line(element + (index == elements.count - 1 ? "" : ","))
            }
        }
        line(")" + tail)
    }

    /// Appends a documentation comment: its first sentence, then the rest as a paragraph.
    mutating func document(_ comment: String) {
        let words = comment.split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return }
        let end = words.indices.first { index in
            words[index].hasSuffix(".") && index + 1 < words.count
                && words[index + 1].first.map { $0.isUppercase || $0 == "`" } ?? false
        }
        let summary = end.map { words[...$0] } ?? words[...]
        paragraph(summary)
        let rest = words[summary.endIndex...]
        if !rest.isEmpty {
            line("///")
            paragraph(rest)
        }
    }

    private mutating func paragraph(_ words: ArraySlice<Substring>) {
        let width = 100 - depth * 4
        var current = "///"
        for word in words {
            if current.count + 1 + word.count > width {
                line(current)
                current = "///"
            }
            current += " " + word
        }
        line(current)
    }
}
