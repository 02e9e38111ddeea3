internal import EventLog
public import Views

extension Store {
    /// Folds the views from the log anew while the store is at work, and puts them in the place of
    /// the present ones between two commits.
    ///
    /// So damaged views are mended, and embedders' projectors that failed are tried again. It takes
    /// as much room as the views.
    ///
    /// - Parameters:
    ///   - comparing: whether the old rows are compared with the new ones, one by one.
    ///   - progress: told now and then how far it is, on a thread of its own.
    /// - Returns: up to where they were folded, and what the comparison found.
    /// - Throws: why the present views were kept.
    @discardableResult
    public func rebuildViews(
        comparing: Bool = false,
        progress: Progress? = nil
    ) async throws(StoreError) -> RebuildReport {
        guard engine.log.access == .writing else {
            throw StoreError(.readOnly, "The store is open for reading only.")
        }
        do throws(RebuildError) {
            return try await engine.rebuildViews(comparing: comparing, progress: progress)
        } catch {
            throw StoreError(error)
        }
    }

    /// Folds the log anew beside the views, and names the first row that differs; nil if none does.
    ///
    /// The store goes on meanwhile: each slice of the views is compared as it stands then. It takes
    /// as much room as the views until it ends, and the caller waits for it.
    public func differenceFromRecount(
        progress: Progress? = nil
    ) throws(StoreError) -> ViewsDifference? {
        do throws(ViewsError) {
            return try engine.views.differenceFromRecount(progress: progress)
        } catch {
            throw StoreError(reading: .views(error))
        }
    }

    /// How the embedder's views stand: whether each follows, is behind, or could not fold an event.
    public func customViews() throws(StoreError) -> [CustomViewStatus] {
        let state = try state()
        do throws(ViewsError) {
            return try state.views.customViews()
        } catch {
            throw StoreError(reading: .views(state.hear(error)))
        }
    }

    /// Lends the tables of one of the embedder's views, with everything in them that this store has
    /// acknowledged; to be looked at now and not kept.
    ///
    ///     let count = try store.readView("messages-by-user") { view in
    ///         try view.value(of: key, in: "counts")
    ///     }
    ///
    /// - Throws: what the closure throws, or a `StoreError` with the code `unavailable`.
    public func readView<Result>(
        _ name: String,
        _ body: (borrowing CustomViewReader) throws -> Result
    ) throws -> Result {
        try body(CustomViewReader(try state(), of: name))
    }
}
