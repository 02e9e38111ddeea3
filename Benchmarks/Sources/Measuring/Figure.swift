/// One number that a run gives, with its unit.
package struct Figure: Hashable, Sendable, Codable {
    package let name: String
    package let unit: String

    package init(_ name: String, _ unit: String) {
        self.name = name
        self.unit = unit
    }

    package static let timePerEvent = Figure("time", "µs/event")
    package static let rate = Figure("rate", "events/s")
    package static let duration = Figure("duration", "ms")
    package static let p50 = Figure("p50", "µs")
    package static let p99 = Figure("p99", "µs")
    package static let processor = Figure("CPU", "µs/event")
    package static let written = Figure("written", "B/event")
    package static let size = Figure("on disk", "B/event")
    package static let memory = Figure("memory", "MiB")
    package static let flushes = Figure("flushes", "waits")
    package static let processorOnce = Figure("CPU", "µs")
    package static let bytes = Figure("size", "B/event")
}

/// What one run of one contestant gave.
package struct Sample: Sendable {
    /// In the order of the table's columns.
    package private(set) var values: [(figure: Figure, value: Double)] = []

    package init() {}

    package subscript(figure: Figure) -> Double? {
        get { values.first { $0.figure == figure }?.value }
        set {
            let index = values.firstIndex { $0.figure == figure }
            switch (index, newValue) {
            case (let index?, let value?): values[index].value = value
            case (let index?, nil): values.remove(at: index)
            case (nil, let value?): values.append((figure, value))
            case (nil, nil): break
            }
        }
    }
}

/// Something that answers a row's question, once a call.
package protocol Contestant: Sendable {
    var name: String { get }

    /// Sets up what is not measured, measures what is, and checks what came of it.
    ///
    /// - Throws: also where the result is not the one that the workload asks for: a fast wrong
    ///   answer is none.
    func run(in folder: String) async throws -> Sample
}
