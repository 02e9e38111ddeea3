// Generated from scrollback/v1/moderation.proto by `swift package generate-schemas`; not to be edited.

public import Wire

/// One `Reported` as it lies in its bytes, checked and not copied.
package struct EncodedReported: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// What is wrong, as one word.
    package private(set) var reason: ReportReason = ReportReason(rawValue: 0)

    fileprivate var reportRange = WireRange.absent
    fileprivate var messageRange = WireRange.absent
    fileprivate var conversationRange = WireRange.absent
    fileprivate var userRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                reportRange = try reader.sized(16)
            case 18:
                messageRange = try reader.sized(16)
            case 26:
                conversationRange = try reader.sized(16)
            case 34:
                userRange = try reader.sized(16)
            case 40:
                reason = ReportReason(rawValue: try reader.int32())
                if reason.rawValue == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1...5:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// The report's id, which the reporter gave it.
    package var report: UniqueID? {
        bytes.uniqueID(reportRange)
    }

    /// The message that it is about.
    package var message: UniqueID? {
        bytes.uniqueID(messageRange)
    }

    /// The conversation that it is about, or that the message is in.
    package var conversation: UniqueID? {
        bytes.uniqueID(conversationRange)
    }

    /// Whom it is about; with a message, its sender.
    package var user: UniqueID? {
        bytes.uniqueID(userRange)
    }

    package func validate() throws(WireError) {}
}

/// A user reported a message, a conversation or a user to the moderators.
public struct Reported: WireMessage {
    /// The report's id, which the reporter gave it.
    public var report: UniqueID?

    /// The message that it is about.
    public var message: UniqueID?

    /// The conversation that it is about, or that the message is in.
    public var conversation: UniqueID?

    /// Whom it is about; with a message, its sender.
    public var user: UniqueID?

    /// What is wrong, as one word.
    public var reason: ReportReason

    package init(
        report: UniqueID? = nil,
        message: UniqueID? = nil,
        conversation: UniqueID? = nil,
        user: UniqueID? = nil,
        reason: ReportReason = ReportReason(rawValue: 0)
    ) {
        self.report = report
        self.message = message
        self.conversation = conversation
        self.user = user
        self.reason = reason
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedReported) throws(WireError) {
        report = encoded.report
        message = encoded.message
        conversation = encoded.conversation
        user = encoded.user
        reason = encoded.reason
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedReported(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let report { writer.write(report, field: 1) }
        if let message { writer.write(message, field: 2) }
        if let conversation { writer.write(conversation, field: 3) }
        if let user { writer.write(user, field: 4) }
        if reason.rawValue != 0 { writer.write(int32: reason.rawValue, field: 5) }
    }
}

/// One `ReportContent` as it lies in its bytes, checked and not copied.
package struct EncodedReportContent: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var detailsRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                detailsRange = try reader.string()
                if detailsRange.count == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// Their own words.
    package var details: String {
        bytes.text(detailsRange)
    }

    /// The UTF-8 of `details`, none if it is absent.
    package var detailsUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(detailsRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// What the reporter says about it.
public struct ReportContent: WireMessage {
    /// Their own words.
    public var details: String

    package init(
        details: String = ""
    ) {
        self.details = details
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedReportContent) throws(WireError) {
        details = encoded.details
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedReportContent(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if !details.isEmpty { writer.write(details, field: 1) }
    }
}

/// One `ReportResolved` as it lies in its bytes, checked and not copied.
package struct EncodedReportResolved: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// What was done about it.
    package private(set) var action: ModerationAction = ModerationAction(rawValue: 0)

    fileprivate var reportRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                reportRange = try reader.sized(16)
            case 16:
                action = ModerationAction(rawValue: try reader.int32())
                if action.rawValue == 0 { throw reader.defaultValueWritten() }
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

    /// The id of the report.
    package var report: UniqueID? {
        bytes.uniqueID(reportRange)
    }

    package func validate() throws(WireError) {}
}

/// A moderator resolved a report.
public struct ReportResolved: WireMessage {
    /// The id of the report.
    public var report: UniqueID?

    /// What was done about it.
    public var action: ModerationAction

    package init(
        report: UniqueID? = nil,
        action: ModerationAction = ModerationAction(rawValue: 0)
    ) {
        self.report = report
        self.action = action
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedReportResolved) throws(WireError) {
        report = encoded.report
        action = encoded.action
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedReportResolved(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let report { writer.write(report, field: 1) }
        if action.rawValue != 0 { writer.write(int32: action.rawValue, field: 2) }
    }
}

/// One `ResolutionContent` as it lies in its bytes, checked and not copied.
package struct EncodedResolutionContent: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var noteRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                noteRange = try reader.string()
                if noteRange.count == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// Their own words.
    package var note: String {
        bytes.text(noteRange)
    }

    /// The UTF-8 of `note`, none if it is absent.
    package var noteUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(noteRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// What the moderator says about it.
public struct ResolutionContent: WireMessage {
    /// Their own words.
    public var note: String

    package init(
        note: String = ""
    ) {
        self.note = note
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedResolutionContent) throws(WireError) {
        note = encoded.note
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedResolutionContent(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if !note.isEmpty { writer.write(note, field: 1) }
    }
}

/// One `Warned` as it lies in its bytes, checked and not copied.
package struct EncodedWarned: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var reportRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                reportRange = try reader.sized(16)
            default:
                switch tag.number {
                case 1:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// The report that led to it.
    package var report: UniqueID? {
        bytes.uniqueID(reportRange)
    }

    package func validate() throws(WireError) {}
}

/// A moderator warned the user in whose stream this event is.
public struct Warned: WireMessage {
    /// The report that led to it.
    public var report: UniqueID?

    package init(
        report: UniqueID? = nil
    ) {
        self.report = report
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedWarned) throws(WireError) {
        report = encoded.report
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedWarned(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let report { writer.write(report, field: 1) }
    }
}

/// One `Suspended` as it lies in its bytes, checked and not copied.
package struct EncodedSuspended: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// In microseconds since 1970 UTC; absent until reinstated.
    package private(set) var until: Int64?

    fileprivate var reportRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                reportRange = try reader.sized(16)
            case 16:
                until = try reader.int64()
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

    /// The report that led to it.
    package var report: UniqueID? {
        bytes.uniqueID(reportRange)
    }

    package func validate() throws(WireError) {}
}

/// A moderator suspended the user in whose stream this event is: they can do nothing for a while.
public struct Suspended: WireMessage {
    /// The report that led to it.
    public var report: UniqueID?

    /// In microseconds since 1970 UTC; absent until reinstated.
    public var until: Int64?

    package init(
        report: UniqueID? = nil,
        until: Int64? = nil
    ) {
        self.report = report
        self.until = until
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedSuspended) throws(WireError) {
        report = encoded.report
        until = encoded.until
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedSuspended(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let report { writer.write(report, field: 1) }
        if let until { writer.write(int64: until, field: 2) }
    }
}

/// One `Banned` as it lies in its bytes, checked and not copied.
package struct EncodedBanned: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var reportRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                reportRange = try reader.sized(16)
            default:
                switch tag.number {
                case 1:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// The report that led to it.
    package var report: UniqueID? {
        bytes.uniqueID(reportRange)
    }

    package func validate() throws(WireError) {}
}

/// A moderator banned the user in whose stream this event is.
public struct Banned: WireMessage {
    /// The report that led to it.
    public var report: UniqueID?

    package init(
        report: UniqueID? = nil
    ) {
        self.report = report
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedBanned) throws(WireError) {
        report = encoded.report
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedBanned(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let report { writer.write(report, field: 1) }
    }
}

/// One `Reinstated` as it lies in its bytes, checked and not copied.
package struct EncodedReinstated: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            try reader.skipUnknown(tag)
        }
    }

    package func validate() throws(WireError) {}
}

/// A moderator ended the suspension or ban of the user in whose stream this event is.
public struct Reinstated: WireMessage {
    package init() {}

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedReinstated) throws(WireError) {
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedReinstated(bytes))
    }

    package func encode(into writer: inout WireWriter) {
    }
}

/// One `ModeratorAppointed` as it lies in its bytes, checked and not copied.
package struct EncodedModeratorAppointed: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var userRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                userRange = try reader.sized(16)
            default:
                switch tag.number {
                case 1:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// Who became a moderator.
    package var user: UniqueID? {
        bytes.uniqueID(userRange)
    }

    package func validate() throws(WireError) {}
}

/// The operator made a user a moderator.
public struct ModeratorAppointed: WireMessage {
    /// Who became a moderator.
    public var user: UniqueID?

    package init(
        user: UniqueID? = nil
    ) {
        self.user = user
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedModeratorAppointed) throws(WireError) {
        user = encoded.user
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedModeratorAppointed(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let user { writer.write(user, field: 1) }
    }
}

/// One `ModeratorDismissed` as it lies in its bytes, checked and not copied.
package struct EncodedModeratorDismissed: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var userRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                userRange = try reader.sized(16)
            default:
                switch tag.number {
                case 1:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// Who is a moderator no longer.
    package var user: UniqueID? {
        bytes.uniqueID(userRange)
    }

    package func validate() throws(WireError) {}
}

/// The operator made a moderator an ordinary user again.
public struct ModeratorDismissed: WireMessage {
    /// Who is a moderator no longer.
    public var user: UniqueID?

    package init(
        user: UniqueID? = nil
    ) {
        self.user = user
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedModeratorDismissed) throws(WireError) {
        user = encoded.user
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedModeratorDismissed(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let user { writer.write(user, field: 1) }
    }
}

/// What is wrong with what is reported.
public enum ReportReason: WireEnumeration {
    case unspecified
    case spam
    case harassment
    case inappropriate
    case scam
    case other

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .spam
        case 2: self = .harassment
        case 3: self = .inappropriate
        case 4: self = .scam
        case 5: self = .other
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .spam: 1
        case .harassment: 2
        case .inappropriate: 3
        case .scam: 4
        case .other: 5
        case .unrecognized(let number): number
        }
    }
}

/// What a moderator does about a report.
public enum ModerationAction: WireEnumeration {
    case unspecified
    case dismiss
    case warn
    case suspend
    case ban

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .dismiss
        case 2: self = .warn
        case 3: self = .suspend
        case 4: self = .ban
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .dismiss: 1
        case .warn: 2
        case .suspend: 3
        case .ban: 4
        case .unrecognized(let number): number
        }
    }
}
