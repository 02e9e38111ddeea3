public import Messaging

extension Store {
    /// Returns the numbers of this process since it opened the store: commits, sends and their
    /// latency, what waits, the sizes of the files.
    ///
    ///     let gauges = store.gauges()
    ///     report("sends", gauges.sends.done)
    ///     report("slow sends", gauges.sends.latency.counts.last ?? 0)
    ///
    /// It never fails: what cannot be read at this moment, such as views that are being rebuilt, is
    /// zero.
    ///
    /// - Returns: The numbers.
    /// - Complexity: some microseconds, and a walk over the lists of free pages; while a request to
    ///   erase a user's messages waits, a walk over the log after each event of the store's own
    ///   stream.
    public func gauges() -> Gauges { engine.gauges() }
}
