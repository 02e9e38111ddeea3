/// An owned value of a message of the schema.
///
/// Two values with the same bytes are equal, but not the other way round: texts are equal as
/// Unicode has it, whether or not their accents are composed, and so are zero and minus zero.
/// Whoever asks whether somebody said the same again compares the bytes.
package protocol WireMessage: Sendable, Hashable {
    /// Reads a value, with all that lies within it; unknown fields are not kept.
    init(decoding bytes: RawSpan) throws(WireError)

    /// Appends the fields in their one canonical form, without a length.
    func encode(into writer: inout WireWriter)
}

/// A checked view of one message's bytes.
package protocol WireView: ~Escapable {
    /// Checks one level of a message; messages within it are checked when they are asked for.
    @_lifetime(copy bytes)
    init(_ bytes: RawSpan) throws(WireError)

    /// Checks the messages within this one, to the last level.
    func validate() throws(WireError)
}
