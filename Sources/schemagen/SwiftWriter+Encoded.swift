extension SwiftWriter {
    /// Writes a message as it lies in its bytes.
    func writeEncoded(_ message: SchemaMessage, _ shapes: [FieldShape], _ text: inout SwiftText) {
        let oneof = message.oneofs.first
        text.gap()
        text.document("One `\(message.swiftName)` as it lies in its bytes, checked and not copied.")
        text.block("package struct Encoded\(message.swiftName): EncodedWireMessage, ~Escapable") {
            text in
            text.document("The whole message, with the fields that these schemas do not know.")
            text.line("package let bytes: RawSpan")
            text.gap()
            for shape in shapes { shape.writeStorage(&text) }
            if let oneof { writeMemberStorage(oneof, &text) }
            for shape in shapes { shape.writePlace(&text) }
            writeReading(shapes, oneof, &text)
            for shape in shapes where shape.isComputed {
                text.gap()
                shape.writeAccess(&text)
            }
            if let oneof { writeMemberAccess(oneof, &text) }
            text.gap()
            if shapes.contains(where: \.holdsMessages) {
                text.block("package func validate() throws(WireError)") { text in
                    for shape in shapes { shape.writeValidation(&text) }
                }
            } else {
                text.line("package func validate() throws(WireError) {}")
            }
        }
    }

    private func writeReading(
        _ shapes: [FieldShape],
        _ oneof: SchemaOneof?,
        _ text: inout SwiftText
    ) {
        text.gap()
        text.line("@_lifetime(copy bytes)")
        text.block("package init(_ bytes: RawSpan) throws(WireError)") { text in
            text.line("self.bytes = bytes")
            text.line("var reader = try WireReader(bytes)")
            text.block("while let tag = try reader.nextField()") { text in
                guard !shapes.isEmpty || oneof != nil else {
                    text.line("try reader.skipUnknown(tag)")
                    return
                }
                text.line("switch tag.rawValue {")
                for shape in shapes { shape.writeReading(&text) }
                text.line("default:")
                text.inside { text in
                    text.line("switch tag.number {")
                    if !shapes.isEmpty {
                        text.line("case \(Self.pattern(shapes.map(\.number))):")
                        text.inside { $0.line("throw reader.wrongWireType()") }
                    }
                    if let oneof { writeMemberReading(oneof, &text) }
                    text.line("default:")
                    text.inside { $0.line("try reader.skipUnknown(tag)") }
                    text.line("}")
                }
                text.line("}")
            }
        }
    }

    private func writeMemberStorage(_ oneof: SchemaOneof, _ text: inout SwiftText) {
        let name = SwiftNames.property(oneof.name)
        text.document("The field number of the \(oneof.name), 0 if there is none.")
        text.line("package private(set) var \(name)Number: UInt32 = 0")
        text.gap()
        text.line("fileprivate var \(name)Range = WireRange.absent")
    }

    private func writeMemberReading(_ oneof: SchemaOneof, _ text: inout SwiftText) {
        guard let smallest = oneof.members.first?.number else { return }
        let name = SwiftNames.property(oneof.name)
        text.line("case \(smallest)... where tag.isLengthDelimited:")
        text.inside { text in
            text.line("guard \(name)Number == 0 else { throw reader.secondMember() }")
            text.line("\(name)Number = tag.number")
            text.line("\(name)Range = try reader.range()")
        }
        text.line("case \(Self.pattern(oneof.members.map(\.number))):")
        text.inside { $0.line("throw reader.wrongWireType()") }
    }

    private func writeMemberAccess(_ oneof: SchemaOneof, _ text: inout SwiftText) {
        let name = SwiftNames.property(oneof.name)
        text.gap()
        text.document(
            "The bytes of the \(oneof.name), which may be of a type that these schemas do not know."
        )
        text.block("package var \(SwiftNames.quoted(name)): RawSpan") { text in
            text.line("@_lifetime(copy self)")
            text.block("get") { $0.line("bytes.slice(\(name)Range)") }
        }
    }

    /// Numbers as a pattern: `1...3, 5`.
    private static func pattern(_ numbers: [UInt32]) -> String {
        var ranges: [ClosedRange<UInt32>] = []
        for number in numbers {
            if let last = ranges.last, last.upperBound + 1 == number {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges.map { range in
            range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)...\(range.upperBound)"
        }.joined(separator: ", ")
    }
}
