/// Receives the look-ups of a snapshot's rows.
///
/// Views into which a part of the log was folded have rows that say nothing: one who asks for them
/// has to be told, and not believe that there are none.
package protocol RowScope: AnyObject, Sendable {
    /// The rows between two keys are looked up, both included.
    func willRead(_ lower: RawSpan, _ upper: RawSpan, in table: ViewTable)
}
