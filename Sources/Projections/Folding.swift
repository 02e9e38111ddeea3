internal import EventLog
internal import LogSchema
internal import Views
internal import Wire

// The part common to all projectors: read the event's structure, and report an event that cannot be
// folded.

extension StoredRecord {
    /// Reads the event's structure.
    ///
    /// - Throws: `projectorFailed`, which is corruption, because every recorded event must be
    ///   foldable.
    @_lifetime(copy self)
    func structure<Message: EncodedWireMessage & ~Escapable>(
        _ type: Message.Type,
        for projector: StaticString
    ) throws(ViewsError) -> Message {
        do throws(WireError) {
            return try Message(envelope.event)
        } catch {
            throw unfoldable(by: projector)
        }
    }

    /// Returns a value that an event must have to be folded; throws if it is missing.
    func need<Value>(_ value: Value?, for projector: StaticString) throws(ViewsError) -> Value {
        guard let value else { throw unfoldable(by: projector) }
        return value
    }

    /// Returns the values of a repeated field of the event's structure.
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

    /// Returns the numbers of a repeated field of the event's structure.
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

    /// Returns the conversation of the event's stream.
    func conversation(for projector: StaticString) throws(ViewsError) -> UniqueID {
        guard stream.kind == .conversation else { throw unfoldable(by: projector) }
        return stream.id
    }

    /// Returns the event's actor.
    func actor(for projector: StaticString) throws(ViewsError) -> UniqueID {
        try need(envelope.actor, for: projector)
    }

    /// Returns the first position that a member added by the event sees: founders join at the
    /// creation, from which the version of their event is counted.
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
