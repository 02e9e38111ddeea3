internal import EventLog
internal import LogSchema
package import Messaging
internal import Projections
internal import Views
internal import Wire

extension ReadingFacts where Self: ~Copyable {
    package var configuration: Configuration {
        lookUp { (views, _) throws(ViewsError) in
            try projectors.storeSettings.configuration(in: views)
        } ?? Configuration()
    }

    package func retention(of kind: ConversationKind) -> Retention {
        lookUp { (views, _) throws(ViewsError) in
            try projectors.storeSettings.retention(of: kind, in: views)
        } ?? Retention()
    }

    package func ownRetentions() -> [OwnRetention] {
        lookUp { (views, _) throws(ViewsError) in
            try projectors.storeSettings.ownRetentions(in: views)
        } ?? []
    }

    package func reactions(of user: UserID, on message: MessageID) -> [String] {
        lookUp { (views, _) throws(ViewsError) in
            guard let place = try projectors.messages.place(of: message.rawValue, in: views)
            else { return nil }
            var found: [Reactions.Reaction] = []
            try projectors.reactions.forEach(
                of: place.conversation,
                place.ordinal,
                user: user.rawValue,
                in: views
            ) { reaction in
                found.append(reaction)
                return .goOn
            }
            return found.sorted { $0.position < $1.position }.map(\.reaction)
        } ?? []
    }

    package func report(_ id: ReportID) -> ReportFacts? {
        lookUp { (views, _) throws(ViewsError) in
            try projectors.reports.row(of: id.rawValue, in: views).map { row in
                ReportFacts(
                    id: id,
                    position: row.position,
                    user: row.user.map(UserID.init),
                    isResolved: row.resolved != nil
                )
            }
        }
    }

    package func hold(_ id: HoldID) -> HoldFacts? {
        let row = lookUp { (views, _) throws(ViewsError) in
            try projectors.holds.row(of: id.rawValue, in: views)
        }
        return row.flatMap { hold(id, $0) }
    }

    package func activeHolds() -> [HoldFacts] { claimedHolds() }

    /// The active holds as the views name them.
    func claimedHolds() -> [HoldFacts] {
        let rows = lookUp { (views, _) throws(ViewsError) -> [(UniqueID, Holds.Row)]? in
            var rows: [(UniqueID, Holds.Row)] = []
            try projectors.holds.forEach(in: views) { hold, row in
                if row.released == nil { rows.append((hold, row)) }
                return .goOn
            }
            return rows.sorted { $0.1.position < $1.1.position }
        }
        return (rows ?? []).compactMap { hold(HoldID($0.0), $0.1) }
    }

    private func hold(_ id: HoldID, _ row: Holds.Row) -> HoldFacts? {
        content(at: row.position) { event in
            guard case .holdPlaced(let placed, _) = event else { return nil }
            let isReleased = row.released != nil
            return HoldFacts(placed, as: id, at: row.position, isReleased: isReleased)
        }
    }

    package func forwards(of message: MessageID) -> [MessageID] {
        lookUp { (views, records) throws(ViewsError) in
            var copies: [(id: UniqueID, position: Position)] = []
            try projectors.forwards.forEach(of: message.rawValue, in: views) { copy, position in
                copies.append((copy, position))
                return .goOn
            }
            for copy in copies {
                let isOne = try records.readClaimedRecord(copy.position, by: "forwards") {
                    (record) throws(LogError) in
                    try record.isCopy(copy.id, of: message.rawValue)
                }
                guard isOne else { throw .damagedRow(table: "forwards") }
            }
            return copies.map { MessageID($0.id) }
        } ?? []
    }
}
