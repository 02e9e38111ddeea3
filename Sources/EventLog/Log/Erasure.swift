internal import LogSchema
package import Wire

/// What one `ContentErased` names, and how it is carried out.
///
/// - The event is logged first, with a row in the same batch that says it is still to be done.
/// - Then the slots are zeroed and flushed: from here on nobody can read the content, in this
///   file or in any backup of it.
/// - Then the records lose what was sealed, some at a time, each run durable; the last one takes
///   the row away.
/// - All of it can be done again without harm, so a crash anywhere is mended at the next opening.
package struct Erasure: Sendable {
    /// The positions that are named, in the order of the event, none of them empty.
    package private(set) var ranges: [ClosedRange<UInt64>] = []

    /// What the first event seals binds the keys to the log, and is nobody's.
    package static let firstErasable: UInt64 = 2

    /// Reads the body of the event at a position.
    ///
    /// - Throws: `ErasureFault` where it names what no erasure can: nothing, the log's first
    ///   event, itself or anything after it.
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
    ) throws(ErasureFault) -> RepeatedMessages<PositionRangeView> {
        do throws(WireError) {
            return try ContentErasedView(body).ranges
        } catch {
            throw .malformed(error)
        }
    }
}

extension Draft {
    /// What the event would erase at a position: nothing, unless it is an erasure.
    package func erasedPositions(
        at position: Position
    ) throws(LogError) -> [ClosedRange<UInt64>] {
        type == EnvelopeEvent.contentErased ? try Erasure(valid: body, at: position).ranges : []
    }
}

/// Why an erasure cannot be meant.
package enum ErasureFault: Error, Equatable, Sendable {
    case malformed(WireError)
    /// It names no event.
    case nothing
    /// It names events that are not there to be erased.
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

extension RepeatedMessages where View == PositionRangeView {
    @_lifetime(self: copy self)
    fileprivate mutating func nextRange() throws(ErasureFault) -> (first: UInt64, count: UInt64)? {
        do throws(WireError) {
            guard let view = try next() else { return nil }
            return (view.first, view.count)
        } catch {
            throw .malformed(error)
        }
    }
}
