internal import EventLog
public import Views

extension Store {
    /// Rebuilds the views from the log, while the store continues to read and write.
    ///
    /// This repairs damaged views, and runs custom projectors again that failed. It needs as much
    /// room on the disk as the views. After an error the present views stay in use.
    ///
    /// - Parameters:
    ///   - comparing: Whether to compare the old rows with the new ones, one by one.
    ///   - progress: A function that receives the progress, on another thread.
    /// - Returns: The position of the new views, and the result of the comparison.
    /// - Throws: `overloaded` if another rebuild runs or too many commands wait (retry later),
    ///   `storageFull`, `stopped` (open the store again), `readOnly`, `closed`, `viewsUnavailable`
    ///   or `unavailable`.
    /// - Complexity: O(events).
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

    /// Compares the views with the log, and returns the first row that differs; nil if none does.
    ///
    /// It folds the whole log into other views, and blocks the calling thread meanwhile. The store
    /// continues to read and write. Until it ends, it needs as much room on the disk as the views.
    ///
    /// - Throws: `viewsUnavailable` if the views are damaged or being rebuilt, `unavailable` if the
    ///   log cannot be read or there is no room, `closed`.
    /// - Complexity: O(events).
    public func differenceFromRecount(
        progress: Progress? = nil
    ) throws(StoreError) -> ViewsDifference? {
        do throws(ViewsError) {
            return try engine.views.differenceFromRecount(progress: progress)
        } catch {
            throw StoreError(reading: .views(error))
        }
    }

    /// Returns the state of each custom view: up to date, behind, or failed at an event.
    ///
    /// - Throws: `viewsUnavailable` while the views are rebuilt (retry after `retryAfter`);
    ///   `closed` after the store was closed.
    public func customViews() throws(StoreError) -> [CustomViewStatus] {
        let state = try state()
        do throws(ViewsError) {
            return try state.views.customViews()
        } catch {
            throw StoreError(reading: .views(state.hear(error)))
        }
    }

    /// Reads the tables of a custom view on one snapshot.
    ///
    /// The snapshot includes every change that this store has acknowledged. Keep the closure short:
    /// the store's files cannot reuse old pages while it runs.
    ///
    ///     let count = try store.readView("messages-by-user") { view in
    ///         try view.value(of: key, in: "counts")
    ///     }
    ///
    /// - Throws: what the closure throws, or a `StoreError`: `viewsUnavailable` while the views are
    ///   rebuilt (retry after `retryAfter`), `closed` after the store was closed.
    public func readView<Result>(
        _ name: String,
        _ body: (borrowing CustomViewReader) throws -> Result
    ) throws -> Result {
        try body(CustomViewReader(try state(), of: name))
    }
}
