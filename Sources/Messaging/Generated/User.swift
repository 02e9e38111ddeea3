// Generated from scrollback/v1/user.proto by `swift package generate-schemas`; not to be edited.

public import Wire

/// One `ProfileSet` as it lies in its bytes, checked and not copied.
package struct EncodedProfileSet: EncodedWireMessage, ~Escapable {
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

/// A user set the profile.
///
/// All of it is content.
public struct ProfileSet: WireMessage {
    package init() {}

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedProfileSet) throws(WireError) {
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedProfileSet(bytes))
    }

    package func encode(into writer: inout WireWriter) {
    }
}

/// One `ProfileContent` as it lies in its bytes, checked and not copied.
package struct EncodedProfileContent: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var usernameRange = WireRange.absent
    fileprivate var fullNameRange = WireRange.absent
    fileprivate var avatarRange = WireRange.absent
    fileprivate var emailRange = WireRange.absent
    fileprivate var customRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                usernameRange = try reader.string()
                if usernameRange.count == 0 { throw reader.defaultValueWritten() }
            case 18:
                fullNameRange = try reader.string()
            case 26:
                avatarRange = try reader.string()
            case 34:
                emailRange = try reader.string()
            case 42:
                customRange = try reader.string()
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

    /// The name under which others find them.
    package var username: String {
        bytes.text(usernameRange)
    }

    /// The UTF-8 of `username`, none if it is absent.
    package var usernameUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(usernameRange)
        }
    }

    /// The name that is shown, where there is one.
    package var fullName: String? {
        fullNameRange.isPresent ? bytes.text(fullNameRange) : nil
    }

    /// The UTF-8 of `fullName`, none if it is absent.
    package var fullNameUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(fullNameRange)
        }
    }

    /// The URL or storage path of a picture.
    package var avatar: String? {
        avatarRange.isPresent ? bytes.text(avatarRange) : nil
    }

    /// The UTF-8 of `avatar`, none if it is absent.
    package var avatarUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(avatarRange)
        }
    }

    /// An address, where there is one.
    package var email: String? {
        emailRange.isPresent ? bytes.text(emailRange) : nil
    }

    /// The UTF-8 of `email`, none if it is absent.
    package var emailUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(emailRange)
        }
    }

    /// The embedder's own data, as it was given.
    package var custom: String? {
        customRange.isPresent ? bytes.text(customRange) : nil
    }

    /// The UTF-8 of `custom`, none if it is absent.
    package var customUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(customRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// A user's profile.
public struct ProfileContent: WireMessage {
    /// The name under which others find them.
    public var username: String

    /// The name that is shown, where there is one.
    public var fullName: String?

    /// The URL or storage path of a picture.
    public var avatar: String?

    /// An address, where there is one.
    public var email: String?

    /// The embedder's own data, as it was given.
    public var custom: String?

    package init(
        username: String = "",
        fullName: String? = nil,
        avatar: String? = nil,
        email: String? = nil,
        custom: String? = nil
    ) {
        self.username = username
        self.fullName = fullName
        self.avatar = avatar
        self.email = email
        self.custom = custom
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedProfileContent) throws(WireError) {
        username = encoded.username
        fullName = encoded.fullName
        avatar = encoded.avatar
        email = encoded.email
        custom = encoded.custom
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedProfileContent(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if !username.isEmpty { writer.write(username, field: 1) }
        if let fullName { writer.write(fullName, field: 2) }
        if let avatar { writer.write(avatar, field: 3) }
        if let email { writer.write(email, field: 4) }
        if let custom { writer.write(custom, field: 5) }
    }
}

/// One `SettingsChanged` as it lies in its bytes, checked and not copied.
package struct EncodedSettingsChanged: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// Others are told what this user has read.
    package private(set) var sendReadReceipts: Bool?

    /// Others are told when this user types.
    package private(set) var shareTyping: Bool?

    /// Who may add this user to a group.
    package private(set) var groupAdds: GroupAdds?

    /// This user is notified at all.
    package private(set) var notifications: Bool?

    /// When a notification shows what was said.
    package private(set) var previews: Previews?

    /// Notifications make a sound.
    package private(set) var sound: Bool?

    /// The application's icon shows how much is unread.
    package private(set) var badge: Bool?

    /// When attachments are fetched by themselves.
    package private(set) var autoDownload: AutoDownload?

    /// Pictures that arrive are saved to the device's photos.
    package private(set) var saveToPhotos: Bool?

    /// How good the pictures are that this user sends.
    package private(set) var imageQuality: ImageQuality?

    /// For how long this user's devices keep messages.
    package private(set) var keepMessages: KeepMessages?

    /// Others see when this user is online, and was there last.
    package private(set) var sharePresence: Bool?

    /// Notifications make the device vibrate.
    package private(set) var vibration: Bool?

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 8:
                sendReadReceipts = try reader.bool()
            case 16:
                shareTyping = try reader.bool()
            case 24:
                groupAdds = GroupAdds(rawValue: try reader.int32())
            case 32:
                notifications = try reader.bool()
            case 40:
                previews = Previews(rawValue: try reader.int32())
            case 48:
                sound = try reader.bool()
            case 56:
                badge = try reader.bool()
            case 64:
                autoDownload = AutoDownload(rawValue: try reader.int32())
            case 72:
                saveToPhotos = try reader.bool()
            case 80:
                imageQuality = ImageQuality(rawValue: try reader.int32())
            case 88:
                keepMessages = KeepMessages(rawValue: try reader.int32())
            case 96:
                sharePresence = try reader.bool()
            case 104:
                vibration = try reader.bool()
            default:
                switch tag.number {
                case 1...13:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    package func validate() throws(WireError) {}
}

/// A user changed settings.
///
/// An absent field stays as it was.
public struct SettingsChanged: WireMessage {
    /// Others are told what this user has read.
    public var sendReadReceipts: Bool?

    /// Others are told when this user types.
    public var shareTyping: Bool?

    /// Who may add this user to a group.
    public var groupAdds: GroupAdds?

    /// This user is notified at all.
    public var notifications: Bool?

    /// When a notification shows what was said.
    public var previews: Previews?

    /// Notifications make a sound.
    public var sound: Bool?

    /// The application's icon shows how much is unread.
    public var badge: Bool?

    /// When attachments are fetched by themselves.
    public var autoDownload: AutoDownload?

    /// Pictures that arrive are saved to the device's photos.
    public var saveToPhotos: Bool?

    /// How good the pictures are that this user sends.
    public var imageQuality: ImageQuality?

    /// For how long this user's devices keep messages.
    public var keepMessages: KeepMessages?

    /// Others see when this user is online, and was there last.
    public var sharePresence: Bool?

    /// Notifications make the device vibrate.
    public var vibration: Bool?

    /// Puts one together; what is not said is absent.
    public init(
        sendReadReceipts: Bool? = nil,
        shareTyping: Bool? = nil,
        groupAdds: GroupAdds? = nil,
        notifications: Bool? = nil,
        previews: Previews? = nil,
        sound: Bool? = nil,
        badge: Bool? = nil,
        autoDownload: AutoDownload? = nil,
        saveToPhotos: Bool? = nil,
        imageQuality: ImageQuality? = nil,
        keepMessages: KeepMessages? = nil,
        sharePresence: Bool? = nil,
        vibration: Bool? = nil
    ) {
        self.sendReadReceipts = sendReadReceipts
        self.shareTyping = shareTyping
        self.groupAdds = groupAdds
        self.notifications = notifications
        self.previews = previews
        self.sound = sound
        self.badge = badge
        self.autoDownload = autoDownload
        self.saveToPhotos = saveToPhotos
        self.imageQuality = imageQuality
        self.keepMessages = keepMessages
        self.sharePresence = sharePresence
        self.vibration = vibration
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedSettingsChanged) throws(WireError) {
        sendReadReceipts = encoded.sendReadReceipts
        shareTyping = encoded.shareTyping
        groupAdds = encoded.groupAdds
        notifications = encoded.notifications
        previews = encoded.previews
        sound = encoded.sound
        badge = encoded.badge
        autoDownload = encoded.autoDownload
        saveToPhotos = encoded.saveToPhotos
        imageQuality = encoded.imageQuality
        keepMessages = encoded.keepMessages
        sharePresence = encoded.sharePresence
        vibration = encoded.vibration
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedSettingsChanged(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let sendReadReceipts { writer.write(bool: sendReadReceipts, field: 1) }
        if let shareTyping { writer.write(bool: shareTyping, field: 2) }
        if let groupAdds { writer.write(int32: groupAdds.rawValue, field: 3) }
        if let notifications { writer.write(bool: notifications, field: 4) }
        if let previews { writer.write(int32: previews.rawValue, field: 5) }
        if let sound { writer.write(bool: sound, field: 6) }
        if let badge { writer.write(bool: badge, field: 7) }
        if let autoDownload { writer.write(int32: autoDownload.rawValue, field: 8) }
        if let saveToPhotos { writer.write(bool: saveToPhotos, field: 9) }
        if let imageQuality { writer.write(int32: imageQuality.rawValue, field: 10) }
        if let keepMessages { writer.write(int32: keepMessages.rawValue, field: 11) }
        if let sharePresence { writer.write(bool: sharePresence, field: 12) }
        if let vibration { writer.write(bool: vibration, field: 13) }
    }
}

/// One `ContactAdded` as it lies in its bytes, checked and not copied.
package struct EncodedContactAdded: EncodedWireMessage, ~Escapable {
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

    /// The new contact.
    package var user: UniqueID? {
        bytes.uniqueID(userRange)
    }

    package func validate() throws(WireError) {}
}

/// The actor added a contact.
public struct ContactAdded: WireMessage {
    /// The new contact.
    public var user: UniqueID?

    package init(
        user: UniqueID? = nil
    ) {
        self.user = user
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedContactAdded) throws(WireError) {
        user = encoded.user
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedContactAdded(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let user { writer.write(user, field: 1) }
    }
}

/// One `ContactRemoved` as it lies in its bytes, checked and not copied.
package struct EncodedContactRemoved: EncodedWireMessage, ~Escapable {
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

    /// Who was a contact.
    package var user: UniqueID? {
        bytes.uniqueID(userRange)
    }

    package func validate() throws(WireError) {}
}

/// The actor removed a contact.
public struct ContactRemoved: WireMessage {
    /// Who was a contact.
    public var user: UniqueID?

    package init(
        user: UniqueID? = nil
    ) {
        self.user = user
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedContactRemoved) throws(WireError) {
        user = encoded.user
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedContactRemoved(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let user { writer.write(user, field: 1) }
    }
}

/// One `Blocked` as it lies in its bytes, checked and not copied.
package struct EncodedBlocked: EncodedWireMessage, ~Escapable {
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

    /// Who is blocked.
    package var user: UniqueID? {
        bytes.uniqueID(userRange)
    }

    package func validate() throws(WireError) {}
}

/// The actor blocked a user.
public struct Blocked: WireMessage {
    /// Who is blocked.
    public var user: UniqueID?

    package init(
        user: UniqueID? = nil
    ) {
        self.user = user
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedBlocked) throws(WireError) {
        user = encoded.user
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedBlocked(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let user { writer.write(user, field: 1) }
    }
}

/// One `Unblocked` as it lies in its bytes, checked and not copied.
package struct EncodedUnblocked: EncodedWireMessage, ~Escapable {
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

    /// Who was blocked.
    package var user: UniqueID? {
        bytes.uniqueID(userRange)
    }

    package func validate() throws(WireError) {}
}

/// The actor unblocked a user.
public struct Unblocked: WireMessage {
    /// Who was blocked.
    public var user: UniqueID?

    package init(
        user: UniqueID? = nil
    ) {
        self.user = user
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedUnblocked) throws(WireError) {
        user = encoded.user
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedUnblocked(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let user { writer.write(user, field: 1) }
    }
}

/// One `UserForgotten` as it lies in its bytes, checked and not copied.
package struct EncodedUserForgotten: EncodedWireMessage, ~Escapable {
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

/// The operator erased a user's profile and everything that the user wrote, which an erasure names.
public struct UserForgotten: WireMessage {
    package init() {}

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedUserForgotten) throws(WireError) {
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedUserForgotten(bytes))
    }

    package func encode(into writer: inout WireWriter) {
    }
}

/// One `ForgettingContent` as it lies in its bytes, checked and not copied.
package struct EncodedForgettingContent: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var basisRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                basisRange = try reader.string()
                if basisRange.count == 0 { throw reader.defaultValueWritten() }
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

    /// What gives the right to it, a law or a contract.
    package var basis: String {
        bytes.text(basisRange)
    }

    /// The UTF-8 of `basis`, none if it is absent.
    package var basisUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(basisRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// Why, in the operator's words.
public struct ForgettingContent: WireMessage {
    /// What gives the right to it, a law or a contract.
    public var basis: String

    package init(
        basis: String = ""
    ) {
        self.basis = basis
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedForgettingContent) throws(WireError) {
        basis = encoded.basis
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedForgettingContent(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if !basis.isEmpty { writer.write(basis, field: 1) }
    }
}

/// Who may add a user to a group.
public enum GroupAdds: WireEnumeration {
    case unspecified
    case everyone
    case contacts
    case nobody

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .everyone
        case 2: self = .contacts
        case 3: self = .nobody
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .everyone: 1
        case .contacts: 2
        case .nobody: 3
        case .unrecognized(let number): number
        }
    }
}

/// When a notification shows what was said.
public enum Previews: WireEnumeration {
    case unspecified
    case always
    case whenUnlocked
    case never

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .always
        case 2: self = .whenUnlocked
        case 3: self = .never
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .always: 1
        case .whenUnlocked: 2
        case .never: 3
        case .unrecognized(let number): number
        }
    }
}

/// When a device fetches attachments by itself.
public enum AutoDownload: WireEnumeration {
    case unspecified
    case wifi
    case always
    case never

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .wifi
        case 2: self = .always
        case 3: self = .never
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .wifi: 1
        case .always: 2
        case .never: 3
        case .unrecognized(let number): number
        }
    }
}

/// How good the pictures are that a user sends.
public enum ImageQuality: WireEnumeration {
    case unspecified
    case high
    case medium
    case low

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .high
        case 2: self = .medium
        case 3: self = .low
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .high: 1
        case .medium: 2
        case .low: 3
        case .unrecognized(let number): number
        }
    }
}

/// For how long a user's devices keep messages.
public enum KeepMessages: WireEnumeration {
    case unspecified
    case thirtyDays
    case ninetyDays
    case oneYear
    case forever

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .thirtyDays
        case 2: self = .ninetyDays
        case 3: self = .oneYear
        case 4: self = .forever
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .thirtyDays: 1
        case .ninetyDays: 2
        case .oneYear: 3
        case .forever: 4
        case .unrecognized(let number): number
        }
    }
}
