/// An enumeration of the schema, in which a number that the schema does not know stays a number.
///
/// Values are made by `init(rawValue:)` alone, so that a known number never hides in
/// `unrecognized`.
package protocol WireEnumeration: Sendable, Hashable, BitwiseCopyable {
    /// Names a number.
    init(rawValue: Int32)

    /// The number on the wire.
    var rawValue: Int32 { get }
}
