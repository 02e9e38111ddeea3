// Generated from scrollback/v1/record.proto by `swift package generate-schemas`; not to be edited.

package import Merkle
package import Wire

/// One `Record` as it lies in its bytes, checked and not copied.
package struct EncodedRecord: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// CRC-32C of every byte of the record before this field.
    package private(set) var crc32c: UInt32?

    fileprivate var envelopeRange = WireRange.absent
    fileprivate var sealedRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                envelopeRange = try reader.range()
            case 18:
                sealedRange = try reader.range()
                if sealedRange.count == 0 { throw reader.defaultValueWritten() }
            case 29:
                crc32c = try reader.fixed32()
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

    /// Kept for ever and hashed exactly as these bytes stand; never encoded again.
    package var envelope: EncodedEnvelope? {
        @_lifetime(copy self)
        get throws(WireError) {
            guard envelopeRange.isPresent else { return nil }
            return try EncodedEnvelope(bytes.slice(envelopeRange))
        }
    }

    /// The bytes of `envelope`, none if it is absent.
    package var envelopeBytes: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(envelopeRange)
        }
    }

    /// The content under AES-128-CTR.
    ///
    /// Absent where the event has none, and after an erasure.
    package var sealed: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(sealedRange)
        }
    }

    package func validate() throws(WireError) {
        if let message = try envelope { try message.validate() }
    }
}

/// An event as it is stored: the value of one row of the log.
package struct Record: WireMessage {
    /// Kept for ever and hashed exactly as these bytes stand; never encoded again.
    ///
    /// The bytes of one `Envelope`, whose oneof only they keep.
    package var envelope: [UInt8]?

    /// The content under AES-128-CTR.
    ///
    /// Absent where the event has none, and after an erasure.
    package var sealed: [UInt8]

    /// CRC-32C of every byte of the record before this field.
    package var crc32c: UInt32?

    package init(
        envelope: [UInt8]? = nil,
        sealed: [UInt8] = [],
        crc32c: UInt32? = nil
    ) {
        self.envelope = envelope
        self.sealed = sealed
        self.crc32c = crc32c
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedRecord) throws(WireError) {
        envelope =
            encoded.envelopeRange.isPresent
            ? encoded.bytes.array(encoded.envelopeRange) : nil
        sealed = encoded.bytes.array(encoded.sealedRange)
        crc32c = encoded.crc32c
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedRecord(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let envelope { writer.write(envelope, field: 1) }
        if !sealed.isEmpty { writer.write(sealed, field: 2) }
        if let crc32c { writer.write(fixed32: crc32c, field: 3) }
    }
}

/// One `Envelope` as it lies in its bytes, checked and not copied.
package struct EncodedEnvelope: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// The version of these schemas that the writer knew.
    package private(set) var schema: UInt32 = 0

    /// Microseconds since 1970 UTC; never decreases along the log.
    package private(set) var recorded: Int64 = 0

    /// Microseconds since 1970 UTC, where an import or a bridge gives a time of its own.
    package private(set) var sent: Int64?

    package private(set) var streamKind: StreamKind = StreamKind(rawValue: 0)

    /// The event's number within its stream, from 1.
    package private(set) var version: UInt64 = 0

    /// Which command led to the event, where it carried an id: what makes asking for another one
    /// under the same id a conflict.
    package private(set) var commandKind: CommandKind = CommandKind(rawValue: 0)

    /// Of commands that happened together under one id: which of them, from 1, and how many they
    /// were.
    ///
    /// Absent for a command of its own id.
    package private(set) var commandMember: UInt32 = 0

    package private(set) var commandMembers: UInt32 = 0

    /// The field number of the event, 0 if there is none.
    package private(set) var eventNumber: UInt32 = 0

    fileprivate var eventRange = WireRange.absent
    fileprivate var streamRange = WireRange.absent
    fileprivate var actorRange = WireRange.absent
    fileprivate var commandRange = WireRange.absent
    fileprivate var previousRange = WireRange.absent
    fileprivate var sealRange = WireRange.absent
    fileprivate var commandBatchRange = WireRange.absent
    fileprivate var repeatsRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 8:
                schema = try reader.uint32()
                if schema == 0 { throw reader.defaultValueWritten() }
            case 16:
                recorded = try reader.int64()
                if recorded == 0 { throw reader.defaultValueWritten() }
            case 24:
                sent = try reader.int64()
            case 32:
                streamKind = StreamKind(rawValue: try reader.int32())
                if streamKind.rawValue == 0 { throw reader.defaultValueWritten() }
            case 42:
                streamRange = try reader.sized(16)
            case 48:
                version = try reader.uint64()
                if version == 0 { throw reader.defaultValueWritten() }
            case 58:
                actorRange = try reader.sized(16)
            case 66:
                commandRange = try reader.sized(16)
            case 74:
                previousRange = try reader.sized(32)
            case 82:
                sealRange = try reader.sized(32)
            case 88:
                commandKind = CommandKind(rawValue: try reader.int32())
                if commandKind.rawValue == 0 { throw reader.defaultValueWritten() }
            case 96:
                commandMember = try reader.uint32()
                if commandMember == 0 { throw reader.defaultValueWritten() }
            case 104:
                commandMembers = try reader.uint32()
                if commandMembers == 0 { throw reader.defaultValueWritten() }
            case 114:
                commandBatchRange = try reader.sized(16)
            case 122:
                repeatsRange = try reader.sized(32)
            default:
                switch tag.number {
                case 1...15:
                    throw reader.wrongWireType()
                case 16... where tag.isLengthDelimited:
                    guard eventNumber == 0 else { throw reader.secondMember() }
                    eventNumber = tag.number
                    eventRange = try reader.range()
                case 16...36, 40...45, 48...51, 56...59, 64...74, 80...86, 96...101, 112...115:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// Which conversation or user; absent for the stream of the store itself.
    package var stream: UniqueID? {
        bytes.uniqueID(streamRange)
    }

    /// Who did it; absent for the store and its operator.
    package var actor: UniqueID? {
        bytes.uniqueID(actorRange)
    }

    /// The command's id, where it carried one.
    package var command: UniqueID? {
        bytes.uniqueID(commandRange)
    }

    /// The leaf hash of the stream's previous event; absent in the first.
    package var previous: Digest? {
        bytes.digest(previousRange)
    }

    /// HMAC-SHA256(salt, "scrollback/content/1" || content), where there is content.
    package var seal: Digest? {
        bytes.digest(sealRange)
    }

    /// Of a command with an id of its own that happened together with others: the id they had in
    /// common.
    ///
    /// Absent where `command` is that id.
    package var commandBatch: UniqueID? {
        bytes.uniqueID(commandBatchRange)
    }

    /// Of an event that a restore or an opening took over from the journal: the leaf hash of the
    /// event that it repeats, which this log lost or never stored.
    package var repeats: Digest? {
        bytes.digest(repeatsRange)
    }

    /// The bytes of the event, which may be of a type that these schemas do not know.
    package var event: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(eventRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// What happened, without a person's words.
///
/// The leaf of the tree is SHA-256(0x00 || the envelope's bytes as stored).
package struct Envelope: Sendable, Hashable {
    /// The version of these schemas that the writer knew.
    package var schema: UInt32

    /// Microseconds since 1970 UTC; never decreases along the log.
    package var recorded: Int64

    /// Microseconds since 1970 UTC, where an import or a bridge gives a time of its own.
    package var sent: Int64?

    package var streamKind: StreamKind

    /// Which conversation or user; absent for the stream of the store itself.
    package var stream: UniqueID?

    /// The event's number within its stream, from 1.
    package var version: UInt64

    /// Who did it; absent for the store and its operator.
    package var actor: UniqueID?

    /// The command's id, where it carried one.
    package var command: UniqueID?

    /// The leaf hash of the stream's previous event; absent in the first.
    package var previous: Digest?

    /// HMAC-SHA256(salt, "scrollback/content/1" || content), where there is content.
    package var seal: Digest?

    /// Which command led to the event, where it carried an id: what makes asking for another one
    /// under the same id a conflict.
    package var commandKind: CommandKind

    /// Of commands that happened together under one id: which of them, from 1, and how many they
    /// were.
    ///
    /// Absent for a command of its own id.
    package var commandMember: UInt32

    package var commandMembers: UInt32

    /// Of a command with an id of its own that happened together with others: the id they had in
    /// common.
    ///
    /// Absent where `command` is that id.
    package var commandBatch: UniqueID?

    /// Of an event that a restore or an opening took over from the journal: the leaf hash of the
    /// event that it repeats, which this log lost or never stored.
    package var repeats: Digest?

    package init(
        schema: UInt32 = 0,
        recorded: Int64 = 0,
        sent: Int64? = nil,
        streamKind: StreamKind = StreamKind(rawValue: 0),
        stream: UniqueID? = nil,
        version: UInt64 = 0,
        actor: UniqueID? = nil,
        command: UniqueID? = nil,
        previous: Digest? = nil,
        seal: Digest? = nil,
        commandKind: CommandKind = CommandKind(rawValue: 0),
        commandMember: UInt32 = 0,
        commandMembers: UInt32 = 0,
        commandBatch: UniqueID? = nil,
        repeats: Digest? = nil
    ) {
        self.schema = schema
        self.recorded = recorded
        self.sent = sent
        self.streamKind = streamKind
        self.stream = stream
        self.version = version
        self.actor = actor
        self.command = command
        self.previous = previous
        self.seal = seal
        self.commandKind = commandKind
        self.commandMember = commandMember
        self.commandMembers = commandMembers
        self.commandBatch = commandBatch
        self.repeats = repeats
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedEnvelope) throws(WireError) {
        schema = encoded.schema
        recorded = encoded.recorded
        sent = encoded.sent
        streamKind = encoded.streamKind
        stream = encoded.stream
        version = encoded.version
        actor = encoded.actor
        command = encoded.command
        previous = encoded.previous
        seal = encoded.seal
        commandKind = encoded.commandKind
        commandMember = encoded.commandMember
        commandMembers = encoded.commandMembers
        commandBatch = encoded.commandBatch
        repeats = encoded.repeats
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedEnvelope(bytes))
    }

    /// Appends the fields and, encoded already, the event.
    ///
    /// - Precondition: the number is 0 for none, or at least 16.
    package func encode(
        into writer: inout WireWriter,
        event number: UInt32,
        body: RawSpan
    ) {
        precondition(number == 0 || number >= 16, "not a member's number")
        encodeFields(into: &writer)
        if number != 0 { writer.write(body, field: number) }
    }

    /// Appends the fields and the event.
    ///
    /// - Precondition: the number is at least 16.
    package func encode(
        into writer: inout WireWriter,
        event number: UInt32,
        body: borrowing some WireMessage
    ) {
        precondition(number >= 16, "not a member's number")
        encodeFields(into: &writer)
        writer.write(body, field: number)
    }

    private func encodeFields(into writer: inout WireWriter) {
        if schema != 0 { writer.write(uint32: schema, field: 1) }
        if recorded != 0 { writer.write(int64: recorded, field: 2) }
        if let sent { writer.write(int64: sent, field: 3) }
        if streamKind.rawValue != 0 { writer.write(int32: streamKind.rawValue, field: 4) }
        if let stream { writer.write(stream, field: 5) }
        if version != 0 { writer.write(uint64: version, field: 6) }
        if let actor { writer.write(actor, field: 7) }
        if let command { writer.write(command, field: 8) }
        if let previous { writer.write(previous, field: 9) }
        if let seal { writer.write(seal, field: 10) }
        if commandKind.rawValue != 0 { writer.write(int32: commandKind.rawValue, field: 11) }
        if commandMember != 0 { writer.write(uint32: commandMember, field: 12) }
        if commandMembers != 0 { writer.write(uint32: commandMembers, field: 13) }
        if let commandBatch { writer.write(commandBatch, field: 14) }
        if let repeats { writer.write(repeats, field: 15) }
    }
}

/// The numbers of the members of `Envelope`'s `event`.
package enum EnvelopeEvent {
    package static let logCreated: UInt32 = 16
    package static let configurationChanged: UInt32 = 17
    package static let moderatorAppointed: UInt32 = 18
    package static let moderatorDismissed: UInt32 = 19
    package static let retentionSet: UInt32 = 20
    package static let erasureRequested: UInt32 = 21
    package static let contentErased: UInt32 = 22
    package static let holdPlaced: UInt32 = 23
    package static let holdReleased: UInt32 = 24
    package static let customRecorded: UInt32 = 25
    package static let logRestored: UInt32 = 26
    package static let retentionRun: UInt32 = 27
    package static let erasureProgress: UInt32 = 28
    package static let contentOpened: UInt32 = 29
    package static let exportMade: UInt32 = 30
    package static let mediaOwed: UInt32 = 31
    package static let conversationCreated: UInt32 = 32
    package static let detailsChanged: UInt32 = 33
    package static let contextCleared: UInt32 = 34
    package static let conversationClosed: UInt32 = 35
    package static let requestCancelled: UInt32 = 36
    package static let participantAdded: UInt32 = 40
    package static let participantLeft: UInt32 = 41
    package static let participantRemoved: UInt32 = 42
    package static let roleChanged: UInt32 = 43
    package static let permissionsChanged: UInt32 = 44
    package static let ownershipPassed: UInt32 = 45
    package static let messageSent: UInt32 = 48
    package static let messageEdited: UInt32 = 49
    package static let messageDeleted: UInt32 = 50
    package static let messageAnnotated: UInt32 = 51
    package static let reactionSet: UInt32 = 56
    package static let reactionRemoved: UInt32 = 57
    package static let deliveredUpTo: UInt32 = 58
    package static let readUpTo: UInt32 = 59
    package static let markedUnread: UInt32 = 64
    package static let muted: UInt32 = 65
    package static let unmuted: UInt32 = 66
    package static let pinned: UInt32 = 67
    package static let unpinned: UInt32 = 68
    package static let archived: UInt32 = 69
    package static let unarchived: UInt32 = 70
    package static let hidden: UInt32 = 71
    package static let unhidden: UInt32 = 72
    package static let historyCleared: UInt32 = 73
    package static let notificationsSet: UInt32 = 74
    package static let profileSet: UInt32 = 80
    package static let settingsChanged: UInt32 = 81
    package static let contactAdded: UInt32 = 82
    package static let contactRemoved: UInt32 = 83
    package static let blocked: UInt32 = 84
    package static let unblocked: UInt32 = 85
    package static let userForgotten: UInt32 = 86
    package static let reported: UInt32 = 96
    package static let reportResolved: UInt32 = 97
    package static let warned: UInt32 = 98
    package static let suspended: UInt32 = 99
    package static let banned: UInt32 = 100
    package static let reinstated: UInt32 = 101
    package static let journalBegun: UInt32 = 112
    package static let keyCopyBegun: UInt32 = 113
    package static let keyCopyDone: UInt32 = 114
    package static let keyCopyGone: UInt32 = 115
}

package enum StreamKind: WireEnumeration {
    case unspecified
    case store
    case conversation
    case user

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    package init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .store
        case 2: self = .conversation
        case 3: self = .user
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    package var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .store: 1
        case .conversation: 2
        case .user: 3
        case .unrecognized(let number): number
        }
    }
}

/// The commands that lead to events, in the order of the outside form as far as 52.
package enum CommandKind: WireEnumeration {
    case unspecified
    case setProfile
    case setSettings
    case addContact
    case removeContact
    case block
    case unblock
    case startDirect
    case createGroup
    case openRequest
    case rename
    case setPhoto
    case clearContext
    case completeRequest
    case cancelRequest
    case add
    case remove
    case leave
    case setRole
    case setPermissions
    case send
    case edit
    case delete
    case annotate
    case react
    case unreact
    case toggleReaction
    case markDelivered
    case markRead
    case markUnread
    case mute
    case unmute
    case pin
    case unpin
    case archive
    case unarchive
    case hide
    case unhide
    case clearHistory
    case clearAll
    case report
    case resolveReport
    case reinstate
    case recordCustom
    case appointModerator
    case dismissModerator
    case erase
    case forgetUser
    case placeHold
    case releaseHold
    case setRetention
    case runRetention
    case configure
    case setNotifications
    case passOwnership
    case acknowledgeMedia
    case keyCopyGone

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    package init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .setProfile
        case 2: self = .setSettings
        case 3: self = .addContact
        case 4: self = .removeContact
        case 5: self = .block
        case 6: self = .unblock
        case 7: self = .startDirect
        case 8: self = .createGroup
        case 9: self = .openRequest
        case 10: self = .rename
        case 11: self = .setPhoto
        case 12: self = .clearContext
        case 13: self = .completeRequest
        case 14: self = .cancelRequest
        case 15: self = .add
        case 16: self = .remove
        case 17: self = .leave
        case 18: self = .setRole
        case 19: self = .setPermissions
        case 20: self = .send
        case 21: self = .edit
        case 22: self = .delete
        case 23: self = .annotate
        case 24: self = .react
        case 25: self = .unreact
        case 26: self = .toggleReaction
        case 27: self = .markDelivered
        case 28: self = .markRead
        case 29: self = .markUnread
        case 30: self = .mute
        case 31: self = .unmute
        case 32: self = .pin
        case 33: self = .unpin
        case 34: self = .archive
        case 35: self = .unarchive
        case 36: self = .hide
        case 37: self = .unhide
        case 38: self = .clearHistory
        case 39: self = .clearAll
        case 40: self = .report
        case 41: self = .resolveReport
        case 42: self = .reinstate
        case 43: self = .recordCustom
        case 44: self = .appointModerator
        case 45: self = .dismissModerator
        case 46: self = .erase
        case 47: self = .forgetUser
        case 48: self = .placeHold
        case 49: self = .releaseHold
        case 50: self = .setRetention
        case 51: self = .runRetention
        case 52: self = .configure
        case 53: self = .setNotifications
        case 54: self = .passOwnership
        case 55: self = .acknowledgeMedia
        case 56: self = .keyCopyGone
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    package var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .setProfile: 1
        case .setSettings: 2
        case .addContact: 3
        case .removeContact: 4
        case .block: 5
        case .unblock: 6
        case .startDirect: 7
        case .createGroup: 8
        case .openRequest: 9
        case .rename: 10
        case .setPhoto: 11
        case .clearContext: 12
        case .completeRequest: 13
        case .cancelRequest: 14
        case .add: 15
        case .remove: 16
        case .leave: 17
        case .setRole: 18
        case .setPermissions: 19
        case .send: 20
        case .edit: 21
        case .delete: 22
        case .annotate: 23
        case .react: 24
        case .unreact: 25
        case .toggleReaction: 26
        case .markDelivered: 27
        case .markRead: 28
        case .markUnread: 29
        case .mute: 30
        case .unmute: 31
        case .pin: 32
        case .unpin: 33
        case .archive: 34
        case .unarchive: 35
        case .hide: 36
        case .unhide: 37
        case .clearHistory: 38
        case .clearAll: 39
        case .report: 40
        case .resolveReport: 41
        case .reinstate: 42
        case .recordCustom: 43
        case .appointModerator: 44
        case .dismissModerator: 45
        case .erase: 46
        case .forgetUser: 47
        case .placeHold: 48
        case .releaseHold: 49
        case .setRetention: 50
        case .runRetention: 51
        case .configure: 52
        case .setNotifications: 53
        case .passOwnership: 54
        case .acknowledgeMedia: 55
        case .keyCopyGone: 56
        case .unrecognized(let number): number
        }
    }
}
