extension Oracle {
    /// This state as it is shown later (D-15, D-79).
    ///
    /// Nothing of the moment is known any more, and what was erased since is erased here too. What
    /// expires is judged by `time`, or by the time
    /// of the newest event.
    package func past(seenFrom later: Oracle, at time: Int? = nil) -> Oracle {
        var past = self
        past.restart()
        if let time { past.now = time }
        past.isPast = true
        // What was looked up at that time still has what was erased since.
        past.folds = nil
        past.erased = later.erased
        past.debts.removeAll { debt in !later.debts.contains { $0.first == debt.first } }
        past.aliases = later.aliases
        return past
    }
}
