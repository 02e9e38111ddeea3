internal import Messaging
internal import Wire

/// The JSON form of a value to write, and its schema: the counterpart of `Shape`.
package struct Rendering<Value>: Sendable {
    let schema: Schema
    let write: @Sendable (Value, inout JSONWriter) -> Void

    init(_ schema: Schema, _ write: @escaping @Sendable (Value, inout JSONWriter) -> Void) {
        self.schema = schema
        self.write = write
    }

    /// Returns a rendering of another value, by a part of it that this one renders.
    func of<Other>(_ part: @escaping @Sendable (Other) -> Value) -> Rendering<Other> {
        let write = write
        return Rendering<Other>(schema) { write(part($0), &$1) }
    }

    /// The same, of which the schema says a sentence more.
    func noting(_ sentence: String) -> Rendering {
        Rendering(.noted(sentence, schema), write)
    }

    /// Writes these fields of an object, in this order, and no others.
    static func object(_ fields: RenderedField<Value>...) -> Rendering { object(fields) }

    static func object(_ fields: [RenderedField<Value>]) -> Rendering {
        Rendering(.object(Schema.Object(properties: fields.map(\.property)))) { value, writer in
            writer.object { writer in
                for field in fields { field.write(value, &writer) }
            }
        }
    }

    static func list<Element>(of element: Rendering<Element>) -> Rendering
    where Value == [Element] {
        Rendering(.list(element.schema, maximum: nil)) { values, writer in
            writer.list(values, element.write)
        }
    }
}

/// A field that an object is written with.
struct RenderedField<Whole>: Sendable {
    let property: Schema.Property
    let write: @Sendable (Whole, inout JSONWriter) -> Void

    /// A field that is always there.
    static func always<Part>(
        _ name: String,
        _ rendering: Rendering<Part>,
        _ part: @escaping @Sendable (Whole) -> Part
    ) -> RenderedField {
        RenderedField(
            property: .init(name: name, schema: rendering.schema, isRequired: true)
        ) { whole, writer in
            writer.name(name)
            rendering.write(part(whole), &writer)
        }
    }

    /// A field that is left out where there is nothing to say.
    static func optional<Part>(
        _ name: String,
        _ rendering: Rendering<Part>,
        _ part: @escaping @Sendable (Whole) -> Part?
    ) -> RenderedField {
        RenderedField(
            property: .init(name: name, schema: rendering.schema, isRequired: false)
        ) { whole, writer in
            guard let part = part(whole) else { return }
            writer.name(name)
            rendering.write(part, &writer)
        }
    }

    /// The same field of something larger.
    func of<Larger>(_ part: @escaping @Sendable (Larger) -> Whole) -> RenderedField<Larger> {
        let write = write
        return RenderedField<Larger>(property: property) { write(part($0), &$1) }
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

extension Rendering where Value: FixedWidthInteger & SendableMetatype {
    /// How many there are, or at which place something is.
    static var count: Rendering { Rendering(.integer(0...JSONInteger.largest)) { $1.write($0) } }
}

extension Rendering<Position> {
    static let position = Rendering<UInt64>.count.of { (position: Position) in position.rawValue }
}

extension Rendering<Timestamp> {
    /// Milliseconds since the start of 1970 in UTC.
    static let time = Rendering(.integer(JSONInteger.range)) { $1.write($0) }
}

extension Rendering where Value: Identifier {
    static var id: Rendering { Rendering(.id) { $1.write($0.rawValue) } }
}

extension Rendering where Value: Named {
    /// One of some words; the first one for a value that newer software has written.
    static var word: Rendering {
        Rendering(.choice(Value.names.map(\.name))) { value, writer in
            writer.write(value.name ?? Value.names.first?.name ?? "")
        }
    }
}
