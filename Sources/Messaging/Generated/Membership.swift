// Generated from scrollback/v1/membership.proto by `swift package generate-schemas`; not to be edited.

public import Wire

/// One `ParticipantAdded` as it lies in its bytes, checked and not copied.
package struct EncodedParticipantAdded: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// What they are in the conversation.
    package private(set) var role: Role = Role(rawValue: 0)

    /// May add members.
    package private(set) var canAdd: Bool = false

    /// May remove members.
    package private(set) var canRemove: Bool = false

    /// May change title and photo.
    package private(set) var canEdit: Bool = false

    /// Whether the conversation was created with this member, who then joined at its creation.
    package private(set) var founder: Bool = false

    /// How many countable messages there were: none of these is unread.
    package private(set) var messageNumber: UInt64 = 0

    /// The entry's place in the timeline.
    package private(set) var ordinal: UInt64 = 0

    /// The position from which the member sees the history with this membership; 0 where the
    /// conversation's own rule says it.
    package private(set) var historyFrom: UInt64 = 0

    fileprivate var userRange = WireRange.absent
    fileprivate var entryRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                userRange = try reader.sized(16)
            case 16:
                role = Role(rawValue: try reader.int32())
                if role.rawValue == 0 { throw reader.defaultValueWritten() }
            case 24:
                canAdd = try reader.bool()
                if !canAdd { throw reader.defaultValueWritten() }
            case 32:
                canRemove = try reader.bool()
                if !canRemove { throw reader.defaultValueWritten() }
            case 40:
                canEdit = try reader.bool()
                if !canEdit { throw reader.defaultValueWritten() }
            case 48:
                founder = try reader.bool()
                if !founder { throw reader.defaultValueWritten() }
            case 58:
                entryRange = try reader.sized(16)
            case 64:
                messageNumber = try reader.uint64()
                if messageNumber == 0 { throw reader.defaultValueWritten() }
            case 72:
                ordinal = try reader.uint64()
                if ordinal == 0 { throw reader.defaultValueWritten() }
            case 80:
                historyFrom = try reader.uint64()
                if historyFrom == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1...10:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// Who joined; who added them is the actor, and absent for the operator.
    package var user: UniqueID? {
        bytes.uniqueID(userRange)
    }

    /// The id of this event's entry in the timeline; founders have none.
    package var entry: UniqueID? {
        bytes.uniqueID(entryRange)
    }

    package func validate() throws(WireError) {}
}

/// A user became a member, for the first time or again.
public struct ParticipantAdded: WireMessage {
    /// Who joined; who added them is the actor, and absent for the operator.
    public var user: UniqueID?

    /// What they are in the conversation.
    public var role: Role

    /// May add members.
    public var canAdd: Bool

    /// May remove members.
    public var canRemove: Bool

    /// May change title and photo.
    public var canEdit: Bool

    /// Whether the conversation was created with this member, who then joined at its creation.
    public var founder: Bool

    /// The id of this event's entry in the timeline; founders have none.
    public var entry: UniqueID?

    /// How many countable messages there were: none of these is unread.
    public var messageNumber: UInt64

    /// The entry's place in the timeline.
    public var ordinal: UInt64

    /// The position from which the member sees the history with this membership; 0 where the
    /// conversation's own rule says it.
    public var historyFrom: UInt64

    package init(
        user: UniqueID? = nil,
        role: Role = Role(rawValue: 0),
        canAdd: Bool = false,
        canRemove: Bool = false,
        canEdit: Bool = false,
        founder: Bool = false,
        entry: UniqueID? = nil,
        messageNumber: UInt64 = 0,
        ordinal: UInt64 = 0,
        historyFrom: UInt64 = 0
    ) {
        self.user = user
        self.role = role
        self.canAdd = canAdd
        self.canRemove = canRemove
        self.canEdit = canEdit
        self.founder = founder
        self.entry = entry
        self.messageNumber = messageNumber
        self.ordinal = ordinal
        self.historyFrom = historyFrom
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedParticipantAdded) throws(WireError) {
        user = encoded.user
        role = encoded.role
        canAdd = encoded.canAdd
        canRemove = encoded.canRemove
        canEdit = encoded.canEdit
        founder = encoded.founder
        entry = encoded.entry
        messageNumber = encoded.messageNumber
        ordinal = encoded.ordinal
        historyFrom = encoded.historyFrom
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedParticipantAdded(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let user { writer.write(user, field: 1) }
        if role.rawValue != 0 { writer.write(int32: role.rawValue, field: 2) }
        if canAdd { writer.write(bool: canAdd, field: 3) }
        if canRemove { writer.write(bool: canRemove, field: 4) }
        if canEdit { writer.write(bool: canEdit, field: 5) }
        if founder { writer.write(bool: founder, field: 6) }
        if let entry { writer.write(entry, field: 7) }
        if messageNumber != 0 { writer.write(uint64: messageNumber, field: 8) }
        if ordinal != 0 { writer.write(uint64: ordinal, field: 9) }
        if historyFrom != 0 { writer.write(uint64: historyFrom, field: 10) }
    }
}

/// One `ParticipantLeft` as it lies in its bytes, checked and not copied.
package struct EncodedParticipantLeft: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// The entry's place in the timeline.
    package private(set) var ordinal: UInt64 = 0

    fileprivate var userRange = WireRange.absent
    fileprivate var entryRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                userRange = try reader.sized(16)
            case 18:
                entryRange = try reader.sized(16)
            case 24:
                ordinal = try reader.uint64()
                if ordinal == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1...3:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// Who left.
    package var user: UniqueID? {
        bytes.uniqueID(userRange)
    }

    /// The id of this event's entry in the timeline.
    package var entry: UniqueID? {
        bytes.uniqueID(entryRange)
    }

    package func validate() throws(WireError) {}
}

/// A member left.
public struct ParticipantLeft: WireMessage {
    /// Who left.
    public var user: UniqueID?

    /// The id of this event's entry in the timeline.
    public var entry: UniqueID?

    /// The entry's place in the timeline.
    public var ordinal: UInt64

    package init(
        user: UniqueID? = nil,
        entry: UniqueID? = nil,
        ordinal: UInt64 = 0
    ) {
        self.user = user
        self.entry = entry
        self.ordinal = ordinal
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedParticipantLeft) throws(WireError) {
        user = encoded.user
        entry = encoded.entry
        ordinal = encoded.ordinal
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedParticipantLeft(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let user { writer.write(user, field: 1) }
        if let entry { writer.write(entry, field: 2) }
        if ordinal != 0 { writer.write(uint64: ordinal, field: 3) }
    }
}

/// One `ParticipantRemoved` as it lies in its bytes, checked and not copied.
package struct EncodedParticipantRemoved: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// The entry's place in the timeline.
    package private(set) var ordinal: UInt64 = 0

    fileprivate var userRange = WireRange.absent
    fileprivate var entryRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                userRange = try reader.sized(16)
            case 18:
                entryRange = try reader.sized(16)
            case 24:
                ordinal = try reader.uint64()
                if ordinal == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1...3:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// Who was removed; who did it is the actor.
    package var user: UniqueID? {
        bytes.uniqueID(userRange)
    }

    /// The id of this event's entry in the timeline.
    package var entry: UniqueID? {
        bytes.uniqueID(entryRange)
    }

    package func validate() throws(WireError) {}
}

/// A member was removed by another member or by the operator.
public struct ParticipantRemoved: WireMessage {
    /// Who was removed; who did it is the actor.
    public var user: UniqueID?

    /// The id of this event's entry in the timeline.
    public var entry: UniqueID?

    /// The entry's place in the timeline.
    public var ordinal: UInt64

    package init(
        user: UniqueID? = nil,
        entry: UniqueID? = nil,
        ordinal: UInt64 = 0
    ) {
        self.user = user
        self.entry = entry
        self.ordinal = ordinal
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedParticipantRemoved) throws(WireError) {
        user = encoded.user
        entry = encoded.entry
        ordinal = encoded.ordinal
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedParticipantRemoved(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let user { writer.write(user, field: 1) }
        if let entry { writer.write(entry, field: 2) }
        if ordinal != 0 { writer.write(uint64: ordinal, field: 3) }
    }
}

/// One `RoleChanged` as it lies in its bytes, checked and not copied.
package struct EncodedRoleChanged: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// What they are from now on.
    package private(set) var role: Role = Role(rawValue: 0)

    fileprivate var userRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                userRange = try reader.sized(16)
            case 16:
                role = Role(rawValue: try reader.int32())
                if role.rawValue == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1...2:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// Whose role it is.
    package var user: UniqueID? {
        bytes.uniqueID(userRange)
    }

    package func validate() throws(WireError) {}
}

/// A member became an admin, or an admin a member.
public struct RoleChanged: WireMessage {
    /// Whose role it is.
    public var user: UniqueID?

    /// What they are from now on.
    public var role: Role

    package init(
        user: UniqueID? = nil,
        role: Role = Role(rawValue: 0)
    ) {
        self.user = user
        self.role = role
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedRoleChanged) throws(WireError) {
        user = encoded.user
        role = encoded.role
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedRoleChanged(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let user { writer.write(user, field: 1) }
        if role.rawValue != 0 { writer.write(int32: role.rawValue, field: 2) }
    }
}

/// One `PermissionsChanged` as it lies in its bytes, checked and not copied.
package struct EncodedPermissionsChanged: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// May add members.
    package private(set) var canAdd: Bool = false

    /// May remove members.
    package private(set) var canRemove: Bool = false

    /// May change title and photo.
    package private(set) var canEdit: Bool = false

    fileprivate var userRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                userRange = try reader.sized(16)
            case 16:
                canAdd = try reader.bool()
                if !canAdd { throw reader.defaultValueWritten() }
            case 24:
                canRemove = try reader.bool()
                if !canRemove { throw reader.defaultValueWritten() }
            case 32:
                canEdit = try reader.bool()
                if !canEdit { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1...4:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// Whose flags they are.
    package var user: UniqueID? {
        bytes.uniqueID(userRange)
    }

    package func validate() throws(WireError) {}
}

/// The permissions of a member were set; all flags as they are from now on.
public struct PermissionsChanged: WireMessage {
    /// Whose flags they are.
    public var user: UniqueID?

    /// May add members.
    public var canAdd: Bool

    /// May remove members.
    public var canRemove: Bool

    /// May change title and photo.
    public var canEdit: Bool

    package init(
        user: UniqueID? = nil,
        canAdd: Bool = false,
        canRemove: Bool = false,
        canEdit: Bool = false
    ) {
        self.user = user
        self.canAdd = canAdd
        self.canRemove = canRemove
        self.canEdit = canEdit
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedPermissionsChanged) throws(WireError) {
        user = encoded.user
        canAdd = encoded.canAdd
        canRemove = encoded.canRemove
        canEdit = encoded.canEdit
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedPermissionsChanged(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let user { writer.write(user, field: 1) }
        if canAdd { writer.write(bool: canAdd, field: 2) }
        if canRemove { writer.write(bool: canRemove, field: 3) }
        if canEdit { writer.write(bool: canEdit, field: 4) }
    }
}

/// One `OwnershipPassed` as it lies in its bytes, checked and not copied.
package struct EncodedOwnershipPassed: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// What the creator of before is from now on; absent for a member.
    package private(set) var formerRole: Role = Role(rawValue: 0)

    fileprivate var userRange = WireRange.absent
    fileprivate var fromRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                userRange = try reader.sized(16)
            case 18:
                fromRange = try reader.sized(16)
            case 24:
                formerRole = Role(rawValue: try reader.int32())
                if formerRole.rawValue == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1...3:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// Who is the creator from now on.
    package var user: UniqueID? {
        bytes.uniqueID(userRange)
    }

    /// Who was the creator before; absent where that is the actor.
    package var from: UniqueID? {
        bytes.uniqueID(fromRange)
    }

    package func validate() throws(WireError) {}
}

/// This member became the creator.
public struct OwnershipPassed: WireMessage {
    /// Who is the creator from now on.
    public var user: UniqueID?

    /// Who was the creator before; absent where that is the actor.
    public var from: UniqueID?

    /// What the creator of before is from now on; absent for a member.
    public var formerRole: Role

    package init(
        user: UniqueID? = nil,
        from: UniqueID? = nil,
        formerRole: Role = Role(rawValue: 0)
    ) {
        self.user = user
        self.from = from
        self.formerRole = formerRole
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedOwnershipPassed) throws(WireError) {
        user = encoded.user
        from = encoded.from
        formerRole = encoded.formerRole
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedOwnershipPassed(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let user { writer.write(user, field: 1) }
        if let from { writer.write(from, field: 2) }
        if formerRole.rawValue != 0 { writer.write(int32: formerRole.rawValue, field: 3) }
    }
}

/// What a member is in a conversation; creators and admins may do everything in it.
public enum Role: WireEnumeration {
    case unspecified
    case member
    case admin
    case creator

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .member
        case 2: self = .admin
        case 3: self = .creator
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .member: 1
        case .admin: 2
        case .creator: 3
        case .unrecognized(let number): number
        }
    }
}
