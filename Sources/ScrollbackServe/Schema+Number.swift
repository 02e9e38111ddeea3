internal import ScrollbackJSON

extension Schema {
    /// A number that counts, as every number of the server's own routes does.
    static let count = integer(0...JSONInteger.largest)
}
