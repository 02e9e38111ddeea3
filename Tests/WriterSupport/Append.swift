package import EventLog
package import Scrollback
package import Wire

/// Appends events as they are, whatever the rules say, if their streams stand where the caller
/// thinks.
package struct Append: WriterCommand {
    /// An event that its caller has encoded.
    package struct Event: Sendable {
        package var stream: StreamID
        package var type: UInt32
        package var actor: UniqueID?
        package var command: UniqueID?
        package var sent: Timestamp?
        package var body: [UInt8]
        package var content: [UInt8]

        package init(
            to stream: StreamID,
            type: UInt32,
            actor: UniqueID? = nil,
            command: UniqueID? = nil,
            sent: Timestamp? = nil,
            body: [UInt8] = [],
            content: [UInt8] = []
        ) {
            self.stream = stream
            self.type = type
            self.actor = actor
            self.command = command
            self.sent = sent
            self.body = body
            self.content = content
        }
    }

    /// Where a stream must stand for the append to happen.
    package struct Expectation: Sendable {
        package var stream: StreamID
        /// The newest version; `zero` for a stream without events.
        package var version: Version

        package init(_ stream: StreamID, at version: Version) {
            self.stream = stream
            self.version = version
        }
    }

    package enum Refusal: Error, Equatable, Sendable {
        /// The stream has moved on, or not come so far; read it again and decide anew.
        case streamElsewhere(StreamID, expected: Version, actual: Version)
        /// There is nothing to append.
        case noEvents
        /// The type is not the number of an event's field.
        case invalidType(UInt32)
        /// The envelope or content of an event is over its limit.
        case eventTooLarge(index: Int)
    }

    package struct Answer: Equatable, Sendable {
        /// The position of the first event; the others follow it.
        package let first: Position
        /// The position of the last event.
        package let last: Position
    }

    package var events: [Event]
    package var expectations: [Expectation]

    package init(_ events: [Event], expecting expectations: [Expectation] = []) {
        self.events = events
        self.expectations = expectations
    }

    package func decide(
        _ facts: borrowing CurrentFacts,
        _ list: inout EventList
    ) throws(Refusal) -> Answer {
        guard !events.isEmpty else { throw .noEvents }
        for expectation in expectations {
            let actual = facts.head(of: expectation.stream)?.version ?? .zero
            guard actual == expectation.version else {
                throw .streamElsewhere(
                    expectation.stream,
                    expected: expectation.version,
                    actual: actual
                )
            }
        }
        for (index, event) in events.enumerated() {
            guard EventList.types.contains(event.type) else { throw .invalidType(event.type) }
            guard EventList.fits(bodyBytes: event.body.count, contentBytes: event.content.count)
            else { throw .eventTooLarge(index: index) }
            list.add(
                event.type,
                to: event.stream,
                actor: event.actor,
                command: event.command.map { CommandTrace(id: $0) },
                sent: event.sent,
                content: event.content.span.bytes
            ) { $0.append(event.body.span.bytes) }
        }
        let size = facts.size
        return Answer(
            first: size.next,
            last: size.advanced(by: UInt64(events.count))
        )
    }
}
