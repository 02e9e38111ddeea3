/// The events that a projector folds, by their numbers in the envelope.
package struct FoldedEvents: Sendable, ExpressibleByArrayLiteral {
    /// The numbers; nil for all events, also those that these schemas do not know.
    private let numbers: Set<UInt32>?

    /// Every event.
    package static let every = FoldedEvents(numbers: nil)

    package init(arrayLiteral numbers: UInt32...) {
        self.init(numbers: Set(numbers))
    }

    private init(numbers: Set<UInt32>?) {
        self.numbers = numbers
    }

    /// Whether the projector folds the event with a number.
    package func contains(_ number: UInt32) -> Bool { numbers?.contains(number) ?? true }

    /// Whether it folds all events.
    package var isEvery: Bool { numbers == nil }
}
