extension SchemaScalar {
    /// The type in Swift.
    var swiftType: String {
        switch self {
        case .uint32, .fixed32: "UInt32"
        case .uint64, .fixed64: "UInt64"
        case .int32, .sint32, .sfixed32: "Int32"
        case .int64, .sint64, .sfixed64: "Int64"
        case .double: "Double"
        case .bool: "Bool"
        }
    }

    /// The name of the coding in Wire.
    var coding: String {
        switch self {
        case .uint32: "Scalar.UInt32"
        case .uint64: "Scalar.UInt64"
        case .int32: "Scalar.Int32"
        case .int64: "Scalar.Int64"
        case .sint32: "Scalar.SInt32"
        case .sint64: "Scalar.SInt64"
        case .fixed32: "Scalar.Fixed32"
        case .fixed64: "Scalar.Fixed64"
        case .sfixed32: "Scalar.SFixed32"
        case .sfixed64: "Scalar.SFixed64"
        case .double: "Scalar.Double"
        case .bool: "Scalar.Bool"
        }
    }

    /// The wire type's number.
    var wireType: UInt32 {
        switch self {
        case .uint32, .uint64, .int32, .int64, .sint32, .sint64, .bool: 0
        case .fixed64, .sfixed64, .double: 1
        case .fixed32, .sfixed32: 5
        }
    }

    /// The default, in Swift.
    var defaultValue: String { self == .bool ? "false" : "0" }

    /// The condition that a value is its default.
    ///
    /// Minus zero is not: it has another encoding.
    func isDefault(_ value: String) -> String {
        switch self {
        case .bool: "!\(value)"
        case .double: "\(value).bitPattern == 0"
        default: "\(value) == 0"
        }
    }

    /// The condition that a value is not its default.
    func isNotDefault(_ value: String) -> String {
        switch self {
        case .bool: value
        case .double: "\(value).bitPattern != 0"
        default: "\(value) != 0"
        }
    }
}
