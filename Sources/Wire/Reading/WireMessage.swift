/// An owned value of a message of the schema.
///
/// Two values with the same bytes are equal, but equal values may have different bytes: texts are
/// equal as Unicode has it, whether or not their accents are composed, and so are zero and minus
/// zero. To decide whether two messages say the same, compare the bytes.
package protocol WireMessage: Sendable, Hashable {
    /// Reads a value and all messages within it; unknown fields are not kept.
    init(decoding bytes: RawSpan) throws(WireError)

    /// Appends the fields in their one canonical form, without a length.
    func encode(into writer: inout WireWriter)
}

/// One message as it lies in its bytes, checked and not copied.
package protocol EncodedWireMessage: ~Escapable {
    /// Checks one level of a message; messages within it are checked when they are asked for.
    @_lifetime(copy bytes)
    init(_ bytes: RawSpan) throws(WireError)

    /// Checks the messages within this one, to the last level.
    func validate() throws(WireError)
}
