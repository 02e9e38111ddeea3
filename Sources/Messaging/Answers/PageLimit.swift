/// How many items a page has at most: never everything.
package struct PageLimit: Hashable, Sendable {
    package let count: Int

    /// - Parameter asked: the requested number; nil for the default.
    /// - Throws: `limitIsOutOfRange` for a number outside of `Limits.page`.
    package init(_ asked: Int? = nil) throws(Refusal) {
        count = asked ?? Limits.usualPage
        guard Limits.page.contains(count) else { throw .request(.limitIsOutOfRange) }
    }

    /// How many items a page around one shows before it.
    package var before: Int { (count - 1) / 2 }

    /// How many items a page around one shows after it; room that is not used on one side is
    /// not given to the other.
    package var after: Int { count - 1 - before }
}
