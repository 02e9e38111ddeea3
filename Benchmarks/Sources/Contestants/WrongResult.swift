/// A contestant that did not do what it was asked to.
package struct WrongResult: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}

/// Refuses a result unless it is right.
package func demand(_ isRight: Bool, _ complaint: @autoclosure () -> String) throws {
    if !isRight { throw WrongResult(description: complaint()) }
}
