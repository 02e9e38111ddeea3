/// A value that one thread provides once, and for which others wait.
package final class Completion<Value: Sendable>: Sendable {
    private let value = Monitor<Value?>(nil)

    package init() {}

    /// Provides the value.
    package func complete(_ result: Value) {
        value.change { value in
            precondition(value == nil, "What is complete is not completed again.")
            value = result
        }
    }

    /// Waits for the value.
    package func wait() -> Value { value.wait { $0 } }
}
