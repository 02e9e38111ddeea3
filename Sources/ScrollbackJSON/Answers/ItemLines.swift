extension JSONWriter {
    /// Writes an item of an answer as a line of its own, in the shape that it has there.
    package mutating func writeLine<Item: JSONCodable>(_ item: Item) {
        Item.rendering.write(item, &self)
        endLine()
    }

    /// Writes a whole answer as a line.
    package mutating func writeLine<Asked: JSONQuery>(_ answer: Asked.Answer, to type: Asked.Type) {
        write(answer, to: type)
        endLine()
    }
}
