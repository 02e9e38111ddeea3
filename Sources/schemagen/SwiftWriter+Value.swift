extension SwiftWriter {
    /// Writes the owned value of a message.
    func writeValue(_ message: SchemaMessage, _ shapes: [FieldShape], _ text: inout SwiftText) {
        let oneof = message.oneofs.first
        let conformances = oneof == nil ? "WireMessage" : "Sendable, Hashable"
        text.gap()
        text.document(message.comment)
        text.block("\(access) struct \(message.swiftName): \(conformances)") { text in
            for (index, shape) in shapes.enumerated() {
                if index > 0 { text.gap() }
                shape.writeProperty(access, &text)
            }
            writeInitializers(message, shapes, &text)
            text.gap()
            if let oneof {
                writeMemberEncoding(oneof, of: message, &text)
                text.gap()
                text.block("private func encodeFields(into writer: inout WireWriter)") { text in
                    for shape in shapes { shape.writeEncoding(&text) }
                }
            } else {
                text.block("package func encode(into writer: inout WireWriter)") { text in
                    for shape in shapes { shape.writeEncoding(&text) }
                }
            }
        }
    }

    private func writeInitializers(
        _ message: SchemaMessage,
        _ shapes: [FieldShape],
        _ text: inout SwiftText
    ) {
        let access = PublicTypes.initializerAccess(of: message.swiftName)
        text.gap()
        let parameters = shapes.map { "\($0.name): \($0.ownedType) = \($0.ownedDefault)" }
        if access == "public" {
            text.document("Puts one together; what is not said is absent.")
        }
        if parameters.isEmpty {
            text.line("\(access) init() {}")
        } else {
            text.list("\(access) init(", parameters, " {")
            text.inside { text in
                for shape in shapes { text.line("self.\(shape.plainName) = \(shape.name)") }
            }
            text.line("}")
        }
        text.gap()
        text.document(
            "Copies an encoded message, without the fields that these schemas do not know."
        )
        let encoded = "Encoded\(message.swiftName)"
        text.block("package init(_ encoded: borrowing \(encoded)) throws(WireError)") { text in
            for shape in shapes { shape.writeCopy(&text) }
        }
        text.gap()
        text.block("package init(decoding bytes: RawSpan) throws(WireError)") { text in
            text.line("try self.init(\(encoded)(bytes))")
        }
    }

    private func writeMemberEncoding(
        _ oneof: SchemaOneof,
        of message: SchemaMessage,
        _ text: inout SwiftText
    ) {
        let label = SwiftNames.property(oneof.name)
        let smallest = oneof.members.first?.number ?? 0
        text.document("Appends the fields and, encoded already, the \(oneof.name).")
        text.line("///")
        text.line("/// - Precondition: the number is 0 for none, or at least \(smallest).")
        text.list(
            "package func encode(",
            ["into writer: inout WireWriter", "\(label) number: UInt32", "body: RawSpan"],
            " {"
        )
        text.inside { text in
            let condition = "number == 0 || number >= \(smallest)"
            text.line("precondition(\(condition), \"not a member's number\")")
            text.line("encodeFields(into: &writer)")
            text.line("if number != 0 { writer.write(body, field: number) }")
        }
        text.line("}")
        text.gap()
        text.document("Appends the fields and the \(oneof.name).")
        text.line("///")
        text.line("/// - Precondition: the number is at least \(smallest).")
        text.list(
            "package func encode(",
            [
                "into writer: inout WireWriter",
                "\(label) number: UInt32",
                "body: borrowing some WireMessage",
            ],
            " {"
        )
        text.inside { text in
            text.line("precondition(number >= \(smallest), \"not a member's number\")")
            text.line("encodeFields(into: &writer)")
            text.line("writer.write(body, field: number)")
        }
        text.line("}")
    }
}
