package import EventLog
internal import Wire

/// The embedder's views that a writer keeps, and their states.
struct CustomFolding {
    let views: [CustomView]
    /// The states after the events of the open batch.
    var states: [CustomViewState]
    /// The states when the open batch began.
    private var committed: [CustomViewState]
    let notice: @Sendable (Notice) -> Void
    let trouble = StorageTrouble()

    init(
        _ views: [CustomView],
        _ states: [CustomViewState],
        notice: @escaping @Sendable (Notice) -> Void = { _ in }
    ) {
        self.views = views
        self.states = states
        committed = states
        self.notice = notice
    }

    /// Makes the states of a file into which nothing was folded yet.
    init(beginning views: [CustomView], notice: @escaping @Sendable (Notice) -> Void = { _ in }) {
        self.init(views, views.map(CustomViewState.init(following:)), notice: notice)
    }

    mutating func undoBatch() { states = committed }

    /// Restores the states that were kept before a batch.
    mutating func goBack(to earlier: [CustomViewState]) { (states, committed) = (earlier, earlier) }

    /// The views whose states the open batch has changed.
    var changed: [Int] { views.indices.filter { states[$0] != committed[$0] } }

    /// Keeps the states of the open batch.
    ///
    /// - Returns: the states before it.
    mutating func keepBatch() -> [CustomViewState] {
        defer { committed = states }
        return committed
    }

    /// Reports the faults of a committed batch to the operator.
    func tellOfFaults(before: [CustomViewState], after: [CustomViewState]) {
        for index in views.indices where before[index] != after[index] {
            guard case .faulted(let position, let error) = after[index].condition else { continue }
            notice(
                Notice(
                    .customViewFaulted,
                    "View \(views[index].name) cannot fold the event at position \(position) "
                        + "(\(error)); it is left out until it is changed or the views are rebuilt.",
                    ["view": views[index].name, "position": "\(position)"]
                )
            )
        }
    }
}

extension ViewsWriter {
    /// Folds one event into the embedder's views that are at the position of the built-in ones.
    ///
    /// Call it after each event folded into the built-in ones.
    package mutating func foldIntoCustomViews(
        _ record: borrowing StoredRecord
    ) throws(ViewsError) {
        if custom.views.isEmpty { return }
        for index in custom.views.indices where custom.states[index].condition == .follows {
            try fold(record, intoCustomView: index)
        }
    }

    /// Folds an event into one view; an error of its projector is kept as the view's fault.
    private mutating func fold(
        _ record: borrowing StoredRecord,
        intoCustomView index: Int
    ) throws(ViewsError) {
        let view = custom.views[index]
        let (log, trouble) = (log, custom.trouble)
        var rows = CustomRows(consume self, of: view, trouble: trouble)
        var fault: String?
        do {
            try view.projector.fold(record, of: log, into: &rows)
        } catch {
            fault = String(describing: type(of: error))
        }
        let steps = rows.undoSteps
        self = rows.writer
        if let error = trouble.error {
            trouble.error = nil
            throw error
        }
        guard let fault else { return }
        for step in steps.reversed() { try undo(step) }
        let name = String(fault.filter { !$0.isWhitespace }.prefix(Self.faultNameCharacters))
        custom.states[index].condition = .faulted(record.position, error: name)
    }

    private static var faultNameCharacters: Int { 128 }

    /// The position from which views that lag have to be folded; nil if none does.
    var customViewsStart: Position? {
        custom.states.compactMap { state in
            if case .behind(let position) = state.condition { return position }
            return nil
        }.min()
    }

    /// Folds an event into the views that have not folded it yet, unlike the built-in ones.
    mutating func foldIntoLaggingViews(_ record: borrowing StoredRecord) throws(ViewsError) {
        for index in custom.views.indices {
            guard case .behind(let seen) = custom.states[index].condition,
                seen < record.position
            else { continue }
            try fold(record, intoCustomView: index)
        }
    }

    /// Sets the position that the lagging views have reached.
    mutating func advanceLaggingViews(to reached: Position) {
        for index in custom.views.indices {
            guard case .behind(let seen) = custom.states[index].condition, seen <= reached else {
                continue
            }
            custom.states[index].condition = reached == position ? .follows : .behind(reached)
        }
    }
}
