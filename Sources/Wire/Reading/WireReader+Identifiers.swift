extension WireReader {
    /// Reads on to the next field, of any number, that has the length of an identifier, and returns
    /// it; nil at the end.
    ///
    /// It takes no schema, so that an index of identifiers covers events of newer software too.
    @_lifetime(self: copy self)
    package mutating func nextIdentifier() throws(WireError) -> UniqueID? {
        while place < bytes.byteCount {
            let tag = try tag()
            guard tag.rawValue & 7 == 2 else {
                try skip(tag)
                continue
            }
            let value = bytes.slice(try range())
            if value.byteCount == UniqueID.byteCount { return UniqueID(value) }
        }
        return nil
    }
}
