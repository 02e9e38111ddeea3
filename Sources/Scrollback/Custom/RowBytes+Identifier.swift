public import Messaging
public import Views

extension RowBytes {
    /// Appends the sixteen bytes of an id.
    public mutating func append(_ id: some Identifier) { append(id.rawValue) }
}
