internal import Messaging
internal import Wire

/// The JSON form of a value to read, and its schema.
struct Shape<Value>: Sendable {
    let schema: Schema
    let read: @Sendable (JSONValue) throws(FormFault) -> Value

    init(
        _ schema: Schema,
        _ read: @escaping @Sendable (JSONValue) throws(FormFault) -> Value
    ) {
        self.schema = schema
        self.read = read
    }

    /// The same JSON as another value.
    func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> Shape<Other> {
        Shape<Other>(schema) { json throws(FormFault) in transform(try read(json)) }
    }

    /// The same, whose faults of value have a code of their own.
    func refusing(as code: Refusal.Code) -> Shape {
        Shape(schema) { json throws(FormFault) in
            do throws(FormFault) {
                return try read(json)
            } catch {
                throw error.isOfValue ? FormFault(error.problem, at: error.path, code: code) : error
            }
        }
    }
}

/// Everything that a shape reads but null says so when it meets null.
private func fault(_ json: JSONValue, isNot expectation: FormFault.Expectation) -> FormFault {
    FormFault(json.isNull ? .isNull : .isNot(expectation))
}

extension Shape<Bool> {
    static let boolean = Shape(.boolean) { json throws(FormFault) in
        guard let flag = json.boolean else { throw fault(json, isNot: .boolean) }
        return flag
    }
}

extension Shape<String> {
    static let text = Shape(.text) { json throws(FormFault) in
        guard let text = json.string else { throw fault(json, isNot: .text) }
        return text
    }
}

extension Shape<UInt64> {
    /// An epoch: 16 hexadecimal digits, of either case.
    static let epoch = Shape(.epoch) { json throws(FormFault) in
        guard let text = json.string else { throw fault(json, isNot: .text) }
        guard let epoch = UInt64(hexadecimalText: text) else { throw FormFault(.isNot(.epoch)) }
        return epoch
    }
}

extension Shape<PastMoment> {
    /// A position, or text that names a position or a time.
    static let moment = Shape(
        .noted(
            "A position, \"EPOCH:POSITION\", or a time such as 2026-11-17T14:00:00Z.",
            .either([.integer(0...JSONInteger.range.upperBound), .text])
        )
    ) { json throws(FormFault) in
        guard let text = json.string else {
            return .position(Position(try Shape<UInt64>.integer(UInt64.self).read(json)))
        }
        guard let moment = PastMoment(text) else { throw FormFault(.isNot(.moment)) }
        return moment
    }
}

extension Shape<Int64> {
    static let integer = Shape(.integer(JSONInteger.range)) { json throws(FormFault) in
        switch json.integer {
        case .number(let number)?: return number
        case .tooLarge?: throw FormFault(.isNot(.safeInteger))
        case nil: throw fault(json, isNot: .integer)
        }
    }
}

extension Shape where Value: FixedWidthInteger & Sendable {
    /// An integer that fits.
    static func integer(_: Value.Type) -> Shape {
        integer(in: Value.min...Value.max)
    }

    /// An integer of a range.
    static func integer(in range: ClosedRange<Value>) -> Shape {
        let bounds = Int64(clamping: range.lowerBound)...Int64(clamping: range.upperBound)
        return integer(within: JSONInteger.range.clamped(to: bounds))
    }

    private static func integer(within range: ClosedRange<Int64>) -> Shape {
        Shape(.integer(range)) { json throws(FormFault) in
            let number = try Shape<Int64>.integer.read(json)
            guard range.contains(number), let value = Value(exactly: number) else {
                throw FormFault(.isOutOfRange("from \(range.lowerBound) to \(range.upperBound)"))
            }
            return value
        }
    }
}

extension Shape<Double> {
    static let number = Shape(.number) { json throws(FormFault) in
        guard let number = json.number else { throw fault(json, isNot: .number) }
        guard number.isFinite else { throw FormFault(.isOutOfRange("a number of this world")) }
        return number
    }
}

extension Shape<Timestamp> {
    /// Milliseconds since the start of 1970 in UTC.
    static let time = Shape(.integer(JSONInteger.range)) { json throws(FormFault) in
        let milliseconds = try Shape<Int64>.integer.read(json)
        guard let time = Timestamp(milliseconds: milliseconds) else {
            throw FormFault(.isOutOfRange("a time in milliseconds since 1970"))
        }
        return time
    }
}

extension Shape<UniqueID> {
    static let uniqueID = Shape(.id) { json throws(FormFault) in
        guard json.isString else { throw fault(json, isNot: .text) }
        guard let id = json.uniqueID else { throw FormFault(.isNot(.id)) }
        return id
    }
}

extension Shape where Value: Identifier {
    static func id(_: Value.Type) -> Shape { Shape<UniqueID>.uniqueID.map { Value($0) } }
}

extension Shape where Value: Named {
    /// One of some words.
    static func word(_: Value.Type, except excluded: [Value] = []) -> Shape {
        choice(among: Value.names.filter { !excluded.contains($0.value) })
    }
}

extension Shape where Value: Sendable {
    /// One of some values, each by its word.
    static func choice(among choices: [(name: String, value: Value)]) -> Shape {
        let words = choices.map(\.name)
        let byName = Dictionary(uniqueKeysWithValues: choices.map { ($0.name, $0) })
        return Shape(.choice(words)) { json throws(FormFault) in
            guard let text = json.string else { throw fault(json, isNot: .text) }
            // Strings are equal too where only their looks are.
            guard let choice = byName[text], json.spells(choice.name) else {
                throw FormFault(.isNoneOf(words))
            }
            return choice.value
        }
    }
}

extension Shape {
    static func list<Element>(
        of element: Shape<Element>,
        minimum: Int = 0,
        maximum: Int? = nil
    ) -> Shape where Value == [Element] {
        Shape(.list(element.schema, minimum: minimum, maximum: maximum)) { json throws(FormFault) in
            guard let elements = json.elements else { throw fault(json, isNot: .list) }
            var values: [Element] = []
            for json in elements {
                guard values.count < maximum ?? .max else {
                    throw FormFault(.hasTooMany(values.count))
                }
                do throws(FormFault) {
                    values.append(try element.read(json))
                } catch {
                    throw error.inside(.index(values.count))
                }
            }
            guard values.count >= minimum else { throw FormFault(.hasTooFew(minimum)) }
            return values
        }
    }

    /// An object with these fields and no others.
    static func object<each Part>(
        _ fields: repeat Field<each Part>,
        make: @escaping @Sendable (repeat each Part) -> Value
    ) -> Shape {
        let fields = Fields(repeat each fields, make: make)
        return Shape(.object(fields.schema)) { json throws(FormFault) in
            guard let object = json.object else { throw fault(json, isNot: .object) }
            // Nothing within a field is created, so nothing there needs a name.
            return try fields.read(object, nextID: { .zero })
        }
    }

    /// The same, or null for nothing.
    static func nullable<Wrapped>(_ shape: Shape<Wrapped>) -> Shape where Value == Wrapped? {
        Shape(.either([shape.schema, .null])) { json throws(FormFault) in
            json.isNull ? nil : try shape.read(json)
        }
    }
}
