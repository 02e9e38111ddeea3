internal import EventLog
internal import LogSchema
internal import Views
internal import Wire

// What every projector does with an event: read its structure, and say which one cannot be folded.

extension StoredRecord {
    /// The event's structure.
    ///
    /// - Throws: `projectorFailed`, which is corruption: what is recorded must be foldable.
    @_lifetime(copy self)
    func structure<View: WireView & ~Escapable>(
        _ type: View.Type,
        for projector: StaticString
    ) throws(ViewsError) -> View {
        do throws(WireError) {
            return try View(envelope.event)
        } catch {
            throw unfoldable(by: projector)
        }
    }

    /// What an event must name to be folded.
    func need<Value>(_ value: Value?, for projector: StaticString) throws(ViewsError) -> Value {
        guard let value else { throw unfoldable(by: projector) }
        return value
    }

    /// What a repeated field of the event's structure holds.
    func values<Value: SizedValue>(
        _ field: borrowing RepeatedValues<Value>,
        for projector: StaticString
    ) throws(ViewsError) -> [Value] {
        do throws(WireError) {
            return try field.array()
        } catch {
            throw unfoldable(by: projector)
        }
    }

    /// The numbers that a repeated field of the event's structure holds.
    func values<Coding: ScalarCoding>(
        _ field: borrowing RepeatedScalars<Coding>,
        for projector: StaticString
    ) throws(ViewsError) -> [Coding.Value] {
        do throws(WireError) {
            return try field.array()
        } catch {
            throw unfoldable(by: projector)
        }
    }

    /// The conversation whose stream the event is in.
    func conversation(for projector: StaticString) throws(ViewsError) -> UniqueID {
        guard stream.kind == .conversation else { throw unfoldable(by: projector) }
        return stream.id
    }

    /// The user who did it.
    func actor(for projector: StaticString) throws(ViewsError) -> UniqueID {
        try need(envelope.actor, for: projector)
    }

    /// Where the sight of somebody begins whom the event adds: founders join at the creation, which
    /// their event follows by as many events as it says its version is.
    func joining(asFounder isFounder: Bool) -> Position {
        isFounder ? Position(position.rawValue &- (version.rawValue &- 1)) : position
    }

    /// The error of a projector for an event that it does not fold.
    func undeclared(by projector: StaticString) -> ViewsError {
        .undeclaredEvent(envelope.eventNumber, projector: "\(projector)")
    }

    func unfoldable(by projector: StaticString) -> ViewsError {
        .projectorFailed(name: "\(projector)", position)
    }
}
