package import LogSchema
package import Wire

/// The positions that one `ContentErased` names, and the steps that carry it out.
///
/// - The event is logged first, with a row in the same batch that marks it as pending.
/// - Then the slots are zeroed and flushed: from here on the content is unreadable, in this file
///   and in every backup of it.
/// - Then the records lose their sealed content, some at a time, each run durable; the last run
///   removes the row.
/// - Every step can be repeated without harm, so after a crash at any point the next opening
///   finishes it.
package struct Erasure: Sendable {
    /// The named positions, in the order of the event, no range empty.
    package private(set) var ranges: [ClosedRange<UInt64>] = []

    /// The first position that may be erased: the first event's content binds the keys to the log,
    /// and belongs to no user.
    package static let firstErasable: UInt64 = 2

    /// Reads the body of the event at a position.
    ///
    /// - Throws: `ErasureFault` if it names nothing, the log's first event, itself or anything
    ///   after it.
    package init(_ body: RawSpan, at position: Position) throws(ErasureFault) {
        var views = try Self.ranges(of: body)
        while let (first, count) = try views.nextRange() {
            guard first >= Self.firstErasable, count > 0, first < position.rawValue,
                count <= position.rawValue - first
            else { throw .outside(first: first, count: count) }
            ranges.append(first...first + (count - 1))
        }
        if ranges.isEmpty { throw .nothing }
    }

    @_lifetime(copy body)
    private static func ranges(
        of body: RawSpan
    ) throws(ErasureFault) -> RepeatedMessages<EncodedPositionRange> {
        do throws(WireError) {
            return try EncodedContentErased(body).ranges
        } catch {
            throw .malformed(error)
        }
    }
}

extension EncodedEnvelope {
    /// Returns the positions that the event erases; none unless it is an erasure.
    package func erasedPositions(
        at position: Position
    ) throws(LogError) -> [ClosedRange<UInt64>] {
        eventNumber == EnvelopeEvent.contentErased
            ? try Erasure(valid: event, at: position).ranges : []
    }
}

extension Draft {
    /// Returns the positions that the event would erase; none unless it is an erasure.
    package func erasedPositions(
        at position: Position
    ) throws(LogError) -> [ClosedRange<UInt64>] {
        type == EnvelopeEvent.contentErased ? try Erasure(valid: body, at: position).ranges : []
    }
}

/// The reason why an erasure is invalid.
package enum ErasureFault: Error, Equatable, Sendable {
    case malformed(WireError)
    /// It names no event.
    case nothing
    /// It names events outside of those that can be erased.
    case outside(first: UInt64, count: UInt64)
}

extension ErasureFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .malformed(let error): "it is not one (\(error))"
        case .nothing: "it names no event"
        case .outside(let first, let count):
            "it names \(count) from position \(first) on, which are not events before it, "
                + "or the log's first"
        }
    }
}

extension RepeatedMessages where Encoded == EncodedPositionRange {
    @_lifetime(self: copy self)
    fileprivate mutating func nextRange() throws(ErasureFault) -> (first: UInt64, count: UInt64)? {
        do throws(WireError) {
            guard let range = try next() else { return nil }
            return (range.first, range.count)
        } catch {
            throw .malformed(error)
        }
    }
}
