internal import EventLog
internal import LogSchema
internal import Messaging
internal import Scrollback
internal import ScrollbackJSON
internal import Wire

/// The memberships of conversations, from their events, for `members.jsonl`.
///
///     {"conversation", "user", "role", "joined", "joinedAt", "by"?, "left"?, "leftAt"?, "removedBy"?}
///
/// One line for each time that a user was a member; positions and times of the events that began
/// and ended it. The role is the last one of that time.
struct MembersThen {
    private struct Membership {
        let conversation: UniqueID
        let user: UniqueID
        var role: Role
        let joined: Position
        let joinedAt: Timestamp
        let by: UniqueID?
        var left: (position: Position, at: Timestamp, removedBy: UniqueID?)?
    }

    private struct Member: Hashable {
        let conversation: UniqueID
        let user: UniqueID
    }

    private var memberships: [Membership] = []
    /// The place of each present membership.
    private var present: [Member: Int] = [:]

    /// Takes an event; all events of its conversation before it were taken.
    mutating func take(_ record: borrowing StoredRecord) throws(LogError) {
        guard record.stream.kind == .conversation else { return }
        do throws(WireError) {
            try read(record)
        } catch {
            throw .damagedRecord(record.position, .frame(error))
        }
    }

    private mutating func read(_ record: borrowing StoredRecord) throws(WireError) {
        let event = record.envelope.event
        switch record.envelope.eventNumber {
        case EnvelopeEvent.participantAdded:
            let added = try EncodedParticipantAdded(event)
            guard let user = added.user else { return }
            let member = Member(conversation: record.stream.id, user: user)
            present[member] = memberships.count
            memberships.append(
                Membership(
                    conversation: member.conversation,
                    user: user,
                    role: added.role,
                    joined: record.position,
                    joinedAt: record.recorded,
                    by: record.envelope.actor
                )
            )
        case EnvelopeEvent.participantLeft:
            end(try EncodedParticipantLeft(event).user, record, removedBy: nil)
        case EnvelopeEvent.participantRemoved:
            let user = try EncodedParticipantRemoved(event).user
            end(user, record, removedBy: record.envelope.actor)
        case EnvelopeEvent.roleChanged:
            let changed = try EncodedRoleChanged(event)
            set(changed.role, of: changed.user, record)
        case EnvelopeEvent.ownershipPassed:
            let passed = try EncodedOwnershipPassed(event)
            let former = passed.formerRole == .unspecified ? .member : passed.formerRole
            set(former, of: passed.from ?? record.envelope.actor, record)
            set(.creator, of: passed.user, record)
        default: break
        }
    }

    private mutating func end(
        _ user: UniqueID?,
        _ record: borrowing StoredRecord,
        removedBy actor: UniqueID?
    ) {
        guard let user else { return }
        let member = Member(conversation: record.stream.id, user: user)
        guard let place = present.removeValue(forKey: member) else { return }
        memberships[place].left = (record.position, record.recorded, actor)
    }

    private mutating func set(
        _ role: Role,
        of user: UniqueID?,
        _ record: borrowing StoredRecord
    ) {
        guard let user else { return }
        let member = Member(conversation: record.stream.id, user: user)
        if let place = present[member] { memberships[place].role = role }
    }

    /// The lines of some conversations, nil for all, and of a time.
    func lines(of conversations: Set<UniqueID>?, _ scope: ExportScope) -> [[UInt8]] {
        memberships.filter { membership in
            guard conversations?.contains(membership.conversation) ?? true else { return false }
            if let until = scope.until, membership.joinedAt >= until { return false }
            guard let from = scope.from, let left = membership.left else { return true }
            return left.at >= from
        }
        .map(Self.line)
    }

    private static func line(_ membership: Membership) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.field("conversation", membership.conversation)
            writer.field("user", membership.user)
            writer.field("role", membership.role.name ?? "member")
            writer.field("joined", membership.joined)
            writer.field("joinedAt", membership.joinedAt)
            if let by = membership.by {
                writer.field("by", by)
            }
            guard let left = membership.left else { return }
            writer.field("left", left.position)
            writer.field("leftAt", left.at)
            if let removedBy = left.removedBy {
                writer.field("removedBy", removedBy)
            }
        }
        writer.endLine()
        return writer.bytes
    }
}

extension Exporter {
    /// Writes the members at the time: of the conversation, of those with events in the time, or
    /// of all.
    func members(
        of choice: ChosenEvents,
        _ conversations: Set<UniqueID>,
        upTo size: Position,
        in folder: ExportFolder
    ) throws(LogError) -> ListedFile {
        var members = MembersThen()
        // What a time does not hold may have begun before it.
        let all =
            choice.positions == nil ? ChosenEvents(scope: ExportScope(), meter: meter) : choice
        try all.forEachRecord(of: store.engine.log, upTo: size) { (record) throws(LogError) in
            try members.take(record)
        }
        var file = try ExportFile("members.jsonl", in: folder)
        let chosen = scope.isEverything ? nil : conversations
        for line in members.lines(of: chosen, scope) { try file.writeLine(line) }
        return try file.finish()
    }
}
