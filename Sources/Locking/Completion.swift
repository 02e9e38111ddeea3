/// Something that one thread brings about once, and others wait for.
package final class Completion<Value: Sendable>: Sendable {
    private let value = Monitor<Value?>(nil)

    package init() {}

    /// Says what came of it.
    package func complete(_ result: Value) {
        value.change { value in
            precondition(value == nil, "What is complete is not completed again.")
            value = result
        }
    }

    /// Waits for what comes of it.
    package func wait() -> Value { value.wait { $0 } }
}
