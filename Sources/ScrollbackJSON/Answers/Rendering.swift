internal import Messaging
internal import Wire

/// How a value is written as JSON and read back, and what the schema says of that: a shape that
/// can be written too.
public struct Rendering<Value>: Sendable {
    let shape: Shape<Value>
    let write: @Sendable (Value, inout JSONWriter) -> Void

    var schema: Schema { shape.schema }

    init(_ shape: Shape<Value>, _ write: @escaping @Sendable (Value, inout JSONWriter) -> Void) {
        self.shape = shape
        self.write = write
    }

    /// The same JSON for another value, which has this one as a part and is made of it.
    func of<Other>(
        _ part: @escaping @Sendable (Other) -> Value,
        make: @escaping @Sendable (Value) throws(FormFault) -> Other
    ) -> Rendering<Other> {
        let (shape, write) = (shape, write)
        return Rendering<Other>(
            Shape(shape.schema) { json throws(FormFault) in try make(try shape.read(json)) }
        ) { write(part($0), &$1) }
    }

    /// The same, which the schema describes in other words.
    func described(as schema: Schema) -> Rendering { Rendering(Shape(schema, shape.read), write) }

    /// The same, of which the schema says a sentence more.
    func noting(_ sentence: String) -> Rendering { described(as: .noted(sentence, schema)) }

    /// Writes exactly these fields of an object, in this order; reads them, and skips fields that
    /// newer software has added.
    static func object<each Part>(
        @FieldsBuilder<Value> _ fields: () -> FieldPack<Value, repeat each Part>,
        make: @escaping @Sendable (repeat each Part) throws(FormFault) -> Value
    ) -> Rendering {
        object(.all(fields, make: make))
    }

    static func object(_ fields: RenderedFields<Value>) -> Rendering {
        let known = Fields(fields.field)
        let shape = Shape<Value>(.object(known.schema)) { json throws(FormFault) in
            guard let object = json.object else { throw FormFault(.isNot(.object)) }
            return try known.readKnown(object)
        }
        let write = fields.write
        return Rendering(shape) { value, writer in
            writer.object { writer in write(value, &writer) }
        }
    }

    static func list<Element>(of element: Rendering<Element>) -> Rendering
    where Value == [Element] {
        Rendering(.list(of: element.shape)) { values, writer in
            writer.list(values, element.write)
        }
    }

    /// Writes as one of several renderings, and reads as the first of them that can.
    static func either(
        _ alternatives: Shape<Value>...,
        write: @escaping @Sendable (Value, inout JSONWriter) -> Void
    ) -> Rendering {
        Rendering(
            Shape(.either(alternatives.map(\.schema))) { json throws(FormFault) in
                var fault = FormFault(.isNot(.object))
                for alternative in alternatives {
                    do throws(FormFault) {
                        return try alternative.read(json)
                    } catch {
                        // Another word than the one that stands there says least of all.
                        if fault.isOfValue || !error.isOfValue { fault = error }
                    }
                }
                throw fault
            },
            write
        )
    }
}

/// A field that an object is written with and read from, or several that make up a part of it.
struct RenderedField<Whole, Part>: Sendable {
    let field: Field<Part>
    let write: @Sendable (Whole, inout JSONWriter) -> Void

    /// The same field of something larger.
    func of<Larger>(
        _ part: @escaping @Sendable (Larger) -> Whole
    ) -> RenderedField<Larger, Part> {
        let write = write
        return RenderedField<Larger, Part>(field: field) { write(part($0), &$1) }
    }
}

/// A field that is always there.
func always<Whole, Part>(
    _ name: String,
    _ rendering: Rendering<Part>,
    _ part: @escaping @Sendable (Whole) -> Part
) -> RenderedField<Whole, Part> {
    let write = rendering.write
    return RenderedField(field: .required(name, rendering.shape)) { whole, writer in
        writer.name(name)
        write(part(whole), &writer)
    }
}

/// A field that is left out where there is nothing to say.
func optional<Whole, Part>(
    _ name: String,
    _ rendering: Rendering<Part>,
    _ part: @escaping @Sendable (Whole) -> Part?
) -> RenderedField<Whole, Part?> {
    let write = rendering.write
    return RenderedField(field: .optional(name, rendering.shape)) { whole, writer in
        guard let part = part(whole) else { return }
        writer.name(name)
        write(part, &writer)
    }
}

/// All fields of a value, from which it can be made.
typealias RenderedFields<Value> = RenderedField<Value, Value>

extension RenderedField where Whole == Part {
    /// These fields, in this order, and what is made of them.
    static func all<each Piece>(
        @FieldsBuilder<Whole> _ fields: () -> FieldPack<Whole, repeat each Piece>,
        make: @escaping @Sendable (repeat each Piece) throws(FormFault) -> Whole
    ) -> RenderedField {
        let pack = fields()
        // One list of closures: a walk along the pack would look at its types for each value.
        var writes: [@Sendable (Whole, inout JSONWriter) -> Void] = []
        for field in repeat each pack.fields { writes.append(field.write) }
        return RenderedField(
            field: .all(repeat (each pack.fields).field, make: make)
        ) { [writes] whole, writer in
            for write in writes { write(whole, &writer) }
        }
    }
}

/// The fields of an object with their types.
struct FieldPack<Whole, each Part> {
    let fields: (repeat RenderedField<Whole, each Part>)
}

/// Takes the fields of an object one by one: the types of thirty in one expression would take the
/// compiler minutes.
@resultBuilder
enum FieldsBuilder<Whole> {
    static func buildExpression<Part>(
        _ field: RenderedField<Whole, Part>
    ) -> RenderedField<Whole, Part> { field }

    static func buildBlock<each Part>(
        _ fields: repeat RenderedField<Whole, each Part>
    ) -> FieldPack<Whole, repeat each Part> { FieldPack(fields: (repeat each fields)) }
}

extension Rendering<Void> {
    /// The one word that stands there.
    static func only(_ word: String) -> Rendering {
        Rendering(.choice(among: [(name: word, value: ())])) { $1.write(word) }
    }
}

extension Rendering<String> {
    static let text = Rendering(.text) { $1.write($0) }
}

extension Rendering<Bool> {
    static let boolean = Rendering(.boolean) { $1.write($0) }
}

extension Rendering<Double> {
    static let number = Rendering(.number) { $1.write($0) }
}

extension Rendering where Value: FixedWidthInteger & Sendable {
    /// How many there are, or at which place something is.
    static var count: Rendering {
        Rendering(.integer(Value.self)) { $1.write($0) }
            .described(as: .integer(0...JSONInteger.largest))
    }
}

extension Rendering<Position> {
    static let position = Rendering(Shape<Position>.position) { $1.write($0) }
}

extension Rendering<Timestamp> {
    /// Milliseconds since the start of 1970 in UTC.
    static let time = Rendering(.time) { $1.write($0) }
}

extension Rendering<Cursor> {
    static let cursor = Rendering(.cursor) { $1.write($0) }
}

extension Rendering where Value: Identifier {
    static var id: Rendering { Rendering(.id(Value.self)) { $1.write($0.rawValue) } }
}

extension Rendering where Value: Named {
    /// One of some words; the first one for a value that newer software has written.
    static var word: Rendering {
        Rendering(.word(Value.self)) { value, writer in
            writer.write(value.name ?? Value.names.first?.name ?? "")
        }
    }
}
