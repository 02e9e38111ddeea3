import Oracle
import ScrollbackJSON

extension Value {
    /// Reads what the store has answered.
    init(json bytes: [UInt8]) throws {
        self.init(try JSONDocument(bytes).root)
    }

    private init(_ json: JSONValue) {
        if json.isNull {
            self = .null
        } else if let flag = json.boolean {
            self = .bool(flag)
        } else if case .number(let number)? = json.integer {
            self = .int(Int(number))
        } else if let number = json.number {
            self = .double(number)
        } else if let text = json.string {
            self = .string(text)
        } else if let elements = json.elements {
            self = .array(elements.map(Value.init))
        } else {
            let members = json.object.map { $0.members.map { ($0.name, Value($0.value)) } } ?? []
            self = .object(Dictionary(uniqueKeysWithValues: members))
        }
    }
}
