internal import Messaging
internal import Wire

/// Returns an id for a created object, if the client gave none.
typealias NextID = () -> UniqueID

/// A value of an object under one name, or under one of several.
struct Field<Value>: Sendable {
    let schema: Schema.Object
    let read: @Sendable (inout FieldValues, NextID) throws(FormFault) -> Value

    private init(
        _ name: String,
        _ schema: Schema,
        isRequired: Bool,
        read: @escaping @Sendable (JSONValue?, NextID) throws(FormFault) -> Value
    ) {
        let property = Schema.Property(name: name, schema: schema, isRequired: isRequired)
        self.schema = Schema.Object(properties: [property])
        self.read = { values, nextID throws(FormFault) in
            let json = values.next()
            do throws(FormFault) {
                return try read(json, nextID)
            } catch {
                throw error.inside(.field(name))
            }
        }
    }

    /// Several fields of which at most one is there.
    private init<Choice>(
        _ alternatives: [(name: String, shape: Shape<Choice>)],
        isRequired: Bool,
        make: @escaping @Sendable (Choice?) throws(FormFault) -> Value
    ) {
        schema = Schema.Object(
            properties: alternatives.map {
                Schema.Property(name: $0.name, schema: $0.shape.schema, isRequired: false)
            },
            alternatives: [.init(names: alternatives.map(\.name), isRequired: isRequired)]
        )
        read = { values, _ throws(FormFault) in
            var chosen: (name: String, value: Choice)?
            for (name, shape) in alternatives {
                guard let json = values.next() else { continue }
                if let chosen {
                    throw FormFault(.excludes(chosen.name), at: [.field(name)])
                }
                do throws(FormFault) {
                    chosen = (name, try shape.read(json))
                } catch {
                    throw error.inside(.field(name))
                }
            }
            return try make(chosen?.value)
        }
    }

    /// All fields of an object as one, which may be some of the fields of a larger object.
    static func all<each Part>(
        _ fields: repeat Field<each Part>,
        make: @escaping @Sendable (repeat each Part) throws(FormFault) -> Value
    ) -> Field {
        var schema = Schema.Object()
        for field in repeat each fields {
            schema.properties += field.schema.properties
            schema.alternatives += field.schema.alternatives
        }
        return Field(schema) { values, nextID throws(FormFault) in
            try make(repeat try (each fields).read(&values, nextID))
        }
    }

    private init(
        _ schema: Schema.Object,
        read: @escaping @Sendable (inout FieldValues, NextID) throws(FormFault) -> Value
    ) {
        self.schema = schema
        self.read = read
    }

    /// A field that has to be there.
    static func required(_ name: String, _ shape: Shape<Value>) -> Field {
        Field(name, shape.schema, isRequired: true) { json, _ throws(FormFault) in
            guard let json else { throw FormFault(.isMissing) }
            return try shape.read(json)
        }
    }

    /// A field that has to be there, and clears with null.
    static func clearing<Wrapped>(
        _ name: String,
        _ shape: Shape<Wrapped>
    ) -> Field where Value == Wrapped? {
        .required(name, .nullable(shape))
    }

    /// A field that may be left out.
    static func optional<Wrapped>(
        _ name: String,
        _ shape: Shape<Wrapped>
    ) -> Field where Value == Wrapped? {
        Field(name, shape.schema, isRequired: false) { json, _ throws(FormFault) in
            guard let json else { return nil }
            return try shape.read(json)
        }
    }

    /// Returns a field that may be left out and then has its default.
    static func optional(
        _ name: String,
        _ shape: Shape<Value>,
        else standard: Value
    ) -> Field where Value: Sendable {
        Field(name, shape.schema, isRequired: false) { json, _ throws(FormFault) in
            guard let json else { return standard }
            return try shape.read(json)
        }
    }

    /// Returns the field of a created object's id, which may be left out.
    static func created(_ name: String) -> Field where Value: Identifier {
        let shape = Shape.id(Value.self)
        return Field(name, shape.schema, isRequired: false) { json, nextID throws(FormFault) in
            guard let json else { return Value(nextID()) }
            return try shape.read(json)
        }
    }

    /// Exactly one of several fields.
    static func one(of alternatives: (String, Shape<Value>)...) -> Field {
        let names = alternatives.map(\.0)
        return Field(
            alternatives.map { (name: $0.0, shape: $0.1) },
            isRequired: true
        ) { choice throws(FormFault) in
            guard let choice else { throw FormFault(.isOneOfNone(names)) }
            return choice
        }
    }

    /// One of several fields, or none.
    static func atMostOne<Choice>(
        of alternatives: (String, Shape<Choice>)...
    ) -> Field where Value == Choice? {
        Field(
            alternatives.map { (name: $0.0, shape: $0.1) },
            isRequired: false
        ) { $0 }
    }
}

extension Field {
    /// Reads it by itself, where its value was found already.
    func read(_ json: JSONValue?, of object: JSONObject) throws(FormFault) -> Value {
        var values = FieldValues(document: object.value.document, tokens: [json?.index ?? 0])
        return try read(&values, { .zero })
    }
}

/// The values of an object's fields, handed out in the order of the fields.
struct FieldValues {
    private let document: JSONDocument
    private let tokens: [Int]
    private var upcoming = 0

    init(document: JSONDocument, tokens: [Int]) {
        self.document = document
        self.tokens = tokens
    }

    /// The value of the next field, if it is there.
    mutating func next() -> JSONValue? {
        defer { upcoming += 1 }
        // The first token is the text itself and in no field.
        guard tokens[upcoming] > 0 else { return nil }
        return JSONValue(document: document, index: tokens[upcoming])
    }
}

/// The fields of one object, and the value made of them.
struct Fields<Value>: Sendable {
    private let fields: Field<Value>
    private let names: NameTable

    var schema: Schema.Object { fields.schema }

    init(_ fields: Field<Value>) {
        self.fields = fields
        names = NameTable(fields.schema.properties.map(\.name))
    }

    init<each Part>(
        _ fields: repeat Field<each Part>,
        make: @escaping @Sendable (repeat each Part) -> Value
    ) {
        self.init(.all(repeat each fields, make: make))
    }

    /// Reads the fields, and refuses unknown ones.
    ///
    /// Values whose tokens were read already may be there besides.
    func read(
        _ object: JSONObject,
        besides known: [Int] = [],
        nextID: NextID
    ) throws(FormFault) -> Value {
        let tokens = try object.find(names) { (token, name) throws(FormFault) in
            guard known.contains(token) else {
                throw FormFault(.isUnknown, at: [.field(name())])
            }
        }
        var values = FieldValues(document: object.value.document, tokens: tokens)
        return try fields.read(&values, nextID)
    }

    /// Reads these fields, and skips those that newer software has added.
    func readKnown(_ object: JSONObject) throws(FormFault) -> Value {
        let tokens = object.find(names) { _, _ in }
        var values = FieldValues(document: object.value.document, tokens: tokens)
        return try fields.read(&values, { .zero })
    }
}
