internal import Messaging
internal import Projections
internal import Views
internal import Wire

extension UserQueryEvaluator {
    /// Returns the later annotations of a message, as far as the viewer may know.
    borrowing func annotations(
        of seen: SeenEntry,
        from seat: Seat
    ) throws(QueryError) -> (LinkPreview?, AnnotateMessage.Priority?) {
        let entry = seen.entry
        guard entry.linkPreview != nil || entry.priority != nil else { return (nil, nil) }
        let newest = [entry.linkPreview, entry.priority].compactMap { $0 }
        // Newest first: the first one found counts.
        let isPresent = newest.allSatisfy { seat.visibility.shows($0, about: entry.position) }
        let positions =
            isPresent
            ? Set(newest).sorted(by: >) : try earlierAnnotations(of: seen, from: seat)
        var preview: LinkPreview??
        var priority: AnnotateMessage.Priority?
        for position in positions where preview == nil || priority == nil {
            let event = try event(at: position).event
            if preview == nil, case .messageEdited(let edited, _) = event,
                edited.removesLinkPreview
            {
                preview = .some(nil)
            }
            guard case .messageAnnotated(let found, let content) = event else { continue }
            if preview == nil, found.hasLinkPreview || found.removesLinkPreview {
                preview = .some(found.hasLinkPreview ? content?.linkPreview : nil)
            }
            if priority == nil, let isPriority = found.priority {
                priority = AnnotateMessage.Priority(
                    isPriority: isPriority,
                    reason: content?.reason
                )
            }
        }
        return (preview ?? nil, priority)
    }

    /// Returns the positions of the annotations and edits that the viewer can see, newest first: an
    /// edit can remove a preview.
    private borrowing func earlierAnnotations(
        of seen: SeenEntry,
        from seat: Seat
    ) throws(QueryError) -> [Position] {
        try read { (state) throws(ViewsError) in
            var positions: [Position] = []
            try state.projectors.edits.forEach(
                of: seat.conversation.id.rawValue,
                seen.ordinal,
                descending: true,
                in: state.views
            ) { _, position in
                if seat.visibility.shows(position, about: seen.entry.position) {
                    positions.append(position)
                }
                return .goOn
            }
            return positions
        }
    }
}
