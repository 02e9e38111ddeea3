internal import EventLog
internal import LogSchema
package import Messaging
internal import Projections
internal import Views
internal import Wire

// Copies of the keys are rarely asked for, so they are found by the index of events, without a view.

extension ReadingFacts where Self: ~Copyable {
    package func keyCopy(_ place: KeyCopyID) -> KeyCopyFacts? {
        var copies = KeyCopies()
        for position in eventsOfKeyCopies(after: .zero, through: size) {
            if let event = event(at: position) { copies.take(event) }
        }
        return copies.facts(of: place)
    }

    /// The positions between two of the events about copies, and of erasures.
    ///
    /// Copies that an imported log tells of are of other keys.
    ///
    /// - Complexity: reads an index of nine bytes for each event between them.
    func eventsOfKeyCopies(after position: Position, through last: Position) -> [Position] {
        lookUp { (views, records) throws(ViewsError) in
            let search = EventSearch(types: KeyCopies.types, identifiers: [])
            var found: [Position] = []
            let imported: Position
            do throws(LogError) {
                imported = try records.importedSize()
            } catch {
                throw .log(error)
            }
            try projectors.outlines.forEachCandidate(
                of: search,
                from: max(position, imported).next,
                through: last,
                in: views
            ) { (position) throws(ViewsError) in
                let number = try records.readRecord(position) { $0.envelope.eventNumber }
                if KeyCopies.types.contains(number) { found.append(position) }
                return .goOn
            }
            return found
        } ?? []
    }
}
