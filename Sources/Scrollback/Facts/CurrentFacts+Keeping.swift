internal import EventLog
package import Messaging
internal import Projections
internal import Views
internal import Wire

// The look-ups before an erasure: they use the log, and the views must agree with it. If a view
// does not, the views are damaged: they are rebuilt, and nothing is erased.

extension CurrentFacts {
    package func activeHolds() -> [HoldFacts] {
        lookUp { (views, log) throws(ViewsError) in
            try confirmHolds(views, log)
            return register.activeHolds
        } ?? []
    }

    package func retention(of kind: ConversationKind) -> Retention {
        lookUp { (views, log) throws(ViewsError) in
            try readRegister(log)
            let retention = register.retention(of: kind)
            guard try projectors.storeSettings.retention(of: kind, in: views) == retention else {
                throw .damagedRow(table: "settings")
            }
            return retention
        } ?? Retention()
    }

    package func ownRetentions() -> [OwnRetention] {
        lookUp { (views, log) throws(ViewsError) in
            try readRegister(log)
            let own = register.ownRetentions
            guard try projectors.storeSettings.ownRetentions(in: views) == own else {
                throw .damagedRow(table: "retentions")
            }
            return own
        } ?? []
    }

    package func contentsNaming(media url: String) -> [Position] {
        lookUp { (views, log) throws(ViewsError) in
            let found = try projectors.mediaDebts.positions(naming: url, of: log.log, in: views)
            // Content that is about to be erased names it.
            if found.isEmpty { throw .damagedRow(table: "owed.names") }
            return found
        } ?? []
    }

    package func erasureRequests() -> ErasureRequests {
        lookUp { (_, log) throws(ViewsError) in
            try readRegister(log)
            return register.requests
        } ?? ErasureRequests()
    }

    package func plan(of scope: ErasureScope) -> ErasurePlan? {
        ErasureSurvey.readOn(&survey.left, of: scope, on: self)
    }

    /// Reads a window of the records on which an erasure is decided.
    ///
    /// - Returns: whether everything is read, or reading failed.
    func readKeeping() -> Bool {
        lookUp { (_, log) throws(ViewsError) -> Bool? in
            do throws(LogError) {
                return try register.readWindow(of: log)
            } catch {
                throw .log(error)
            }
        } ?? true
    }

    package func contents(of message: MessageID) -> [ContentFacts] {
        let contents = claimedContents(of: message)
        let known = Set(contents.map(\.position))
        return lookUp { (_, log) throws(ViewsError) in
            let held: [Position]
            do throws(LogError) {
                held = try register.changes(of: message, in: log)
            } catch {
                throw .log(error)
            }
            guard held.allSatisfy(known.contains) else { throw .damagedRow(table: "edits") }
            return contents
        } ?? []
    }

    /// Refuses to erase content that a hold covers, even if it was planned.
    ///
    /// - Throws: `damagedRow` for the holds, because only damaged views lead here.
    func requireNotHeld(_ draft: borrowing Draft) throws(StoreFault) {
        let isHeld: Bool
        do throws(LogError) {
            isHeld = try isAnyHeld(of: draft.erasedPositions(at: log.size.next))
        } catch {
            throw .log(error)
        }
        // If the look-up failed, it is unknown whether a hold covers the content.
        if let fault = takeFault() { throw fault }
        if isHeld { throw .views(.damagedRow(table: "holds")) }
    }

    /// Whether an active hold covers content at one of some positions, or of its message.
    private func isAnyHeld(of ranges: [ClosedRange<UInt64>]) throws(LogError) -> Bool {
        if ranges.isEmpty { return false }
        try register.readOn(in: log)
        let holds = register.activeHolds
        if holds.isEmpty { return false }
        // Only a hold that is about a time covers a part of a message.
        let partly = holds.filter(\.isBounded)
        var messages: Set<MessageID> = []
        for position in ranges.joined() {
            let isHeld = try log.withRecord(at: Position(position)) { (record) throws(LogError) in
                guard let content = try ContentFacts(record) else { return false }
                if let message = content.message, !partly.isEmpty { messages.insert(message) }
                return holds.contains { $0.covers(content) }
            }
            if isHeld { return true }
        }
        return messages.contains { message in
            claimedContents(of: message).contains { part in
                !part.isErased && partly.contains { $0.covers(part) }
            }
        }
    }

    private func readRegister(_ log: borrowing LogWriter) throws(ViewsError) {
        do throws(LogError) {
            try register.readOn(in: log)
        } catch {
            throw .log(error)
        }
    }

    /// Compares the holds that the views know with those of the log.
    private func confirmHolds(
        _ views: borrowing ViewsWriter,
        _ log: borrowing LogWriter
    ) throws(ViewsError) {
        try readRegister(log)
        var claimed: [UniqueID: Holds.Row] = [:]
        try projectors.holds.forEach(in: views) { hold, row in
            claimed[hold] = row
            return .goOn
        }
        let isConfirmed = register.holds.allSatisfy { entry in
            guard let row = claimed[entry.hold.id.rawValue] else { return false }
            return row.position == entry.hold.position && row.released == entry.released
        }
        guard isConfirmed, claimed.count == register.holds.count else {
            throw .damagedRow(table: "holds")
        }
    }
}
