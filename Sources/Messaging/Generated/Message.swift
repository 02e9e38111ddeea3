// Generated from scrollback/v1/message.proto by `swift package generate-schemas`; not to be edited.

public import Merkle
public import Wire

/// One `MessageSent` as it lies in its bytes, checked and not copied.
package struct EncodedMessageSent: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// What it holds, as one word.
    package private(set) var kind: MessageKind = MessageKind(rawValue: 0)

    /// The parent's place in the timeline.
    package private(set) var replyToOrdinal: UInt64 = 0

    /// It went to many conversations at once, the embedder says.
    package private(set) var broadcast: Bool = false

    /// It is about a payment, the embedder says.
    package private(set) var payment: Bool = false

    /// What the sender's clock said, in microseconds since 1970 UTC.
    package private(set) var claimedAt: Int64?

    /// It holds a location.
    package private(set) var location: Bool = false

    /// How many links the text holds, and how many characters.
    package private(set) var links: UInt32 = 0

    /// The length of the text, as a reader counts.
    package private(set) var characters: UInt32 = 0

    /// Sending reads what came before; this sender's receipts are off.
    package private(set) var silent: Bool = false

    /// Its place in the timeline, and among the countable messages.
    package private(set) var ordinal: UInt64 = 0

    /// Its number among the countable messages, from 1.
    package private(set) var messageNumber: UInt64 = 0

    fileprivate var messageRange = WireRange.absent
    fileprivate var replyToRange = WireRange.absent
    fileprivate var forwardedFromRange = WireRange.absent
    fileprivate var mentionsRun = WireRun.none
    fileprivate var attachmentsRun = WireRun.none

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                messageRange = try reader.sized(16)
            case 16:
                kind = MessageKind(rawValue: try reader.int32())
                if kind.rawValue == 0 { throw reader.defaultValueWritten() }
            case 26:
                replyToRange = try reader.sized(16)
            case 32:
                replyToOrdinal = try reader.uint64()
                if replyToOrdinal == 0 { throw reader.defaultValueWritten() }
            case 42:
                forwardedFromRange = try reader.sized(16)
            case 48:
                broadcast = try reader.bool()
                if !broadcast { throw reader.defaultValueWritten() }
            case 56:
                payment = try reader.bool()
                if !payment { throw reader.defaultValueWritten() }
            case 64:
                claimedAt = try reader.int64()
            case 74:
                mentionsRun = try reader.run(tag, of: .sized(16))
            case 82:
                attachmentsRun = try reader.packed(Scalar.Enumeration<AttachmentKind>.self)
            case 88:
                location = try reader.bool()
                if !location { throw reader.defaultValueWritten() }
            case 96:
                links = try reader.uint32()
                if links == 0 { throw reader.defaultValueWritten() }
            case 104:
                characters = try reader.uint32()
                if characters == 0 { throw reader.defaultValueWritten() }
            case 112:
                silent = try reader.bool()
                if !silent { throw reader.defaultValueWritten() }
            case 120:
                ordinal = try reader.uint64()
                if ordinal == 0 { throw reader.defaultValueWritten() }
            case 128:
                messageNumber = try reader.uint64()
                if messageNumber == 0 { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1...16:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// The message's id, which its sender gave it.
    package var message: UniqueID? {
        bytes.uniqueID(messageRange)
    }

    /// The message that it answers, in the same conversation.
    package var replyTo: UniqueID? {
        bytes.uniqueID(replyToRange)
    }

    /// A message that its sender could see, possibly in another conversation.
    package var forwardedFrom: UniqueID? {
        bytes.uniqueID(forwardedFromRange)
    }

    /// Who is named in the text, each once.
    package var mentions: RepeatedValues<UniqueID> {
        @_lifetime(copy self)
        get {
            RepeatedValues<UniqueID>(mentionsRun, in: bytes)
        }
    }

    /// The kinds of the attachments, in their order.
    package var attachments: RepeatedScalars<Scalar.Enumeration<AttachmentKind>> {
        @_lifetime(copy self)
        get {
            RepeatedScalars<Scalar.Enumeration<AttachmentKind>>(attachmentsRun, in: bytes)
        }
    }

    package func validate() throws(WireError) {}
}

/// A message was sent.
public struct MessageSent: WireMessage {
    /// The message's id, which its sender gave it.
    public var message: UniqueID?

    /// What it holds, as one word.
    public var kind: MessageKind

    /// The message that it answers, in the same conversation.
    public var replyTo: UniqueID?

    /// The parent's place in the timeline.
    public var replyToOrdinal: UInt64

    /// A message that its sender could see, possibly in another conversation.
    public var forwardedFrom: UniqueID?

    /// It went to many conversations at once, the embedder says.
    public var broadcast: Bool

    /// It is about a payment, the embedder says.
    public var payment: Bool

    /// What the sender's clock said, in microseconds since 1970 UTC.
    public var claimedAt: Int64?

    /// Who is named in the text, each once.
    public var mentions: [UniqueID]

    /// The kinds of the attachments, in their order.
    public var attachments: [AttachmentKind]

    /// It holds a location.
    public var location: Bool

    /// How many links the text holds, and how many characters.
    public var links: UInt32

    /// The length of the text, as a reader counts.
    public var characters: UInt32

    /// Sending reads what came before; this sender's receipts are off.
    public var silent: Bool

    /// Its place in the timeline, and among the countable messages.
    public var ordinal: UInt64

    /// Its number among the countable messages, from 1.
    public var messageNumber: UInt64

    package init(
        message: UniqueID? = nil,
        kind: MessageKind = MessageKind(rawValue: 0),
        replyTo: UniqueID? = nil,
        replyToOrdinal: UInt64 = 0,
        forwardedFrom: UniqueID? = nil,
        broadcast: Bool = false,
        payment: Bool = false,
        claimedAt: Int64? = nil,
        mentions: [UniqueID] = [],
        attachments: [AttachmentKind] = [],
        location: Bool = false,
        links: UInt32 = 0,
        characters: UInt32 = 0,
        silent: Bool = false,
        ordinal: UInt64 = 0,
        messageNumber: UInt64 = 0
    ) {
        self.message = message
        self.kind = kind
        self.replyTo = replyTo
        self.replyToOrdinal = replyToOrdinal
        self.forwardedFrom = forwardedFrom
        self.broadcast = broadcast
        self.payment = payment
        self.claimedAt = claimedAt
        self.mentions = mentions
        self.attachments = attachments
        self.location = location
        self.links = links
        self.characters = characters
        self.silent = silent
        self.ordinal = ordinal
        self.messageNumber = messageNumber
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedMessageSent) throws(WireError) {
        message = encoded.message
        kind = encoded.kind
        replyTo = encoded.replyTo
        replyToOrdinal = encoded.replyToOrdinal
        forwardedFrom = encoded.forwardedFrom
        broadcast = encoded.broadcast
        payment = encoded.payment
        claimedAt = encoded.claimedAt
        mentions = try encoded.mentions.array()
        attachments = try encoded.attachments.array()
        location = encoded.location
        links = encoded.links
        characters = encoded.characters
        silent = encoded.silent
        ordinal = encoded.ordinal
        messageNumber = encoded.messageNumber
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedMessageSent(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let message { writer.write(message, field: 1) }
        if kind.rawValue != 0 { writer.write(int32: kind.rawValue, field: 2) }
        if let replyTo { writer.write(replyTo, field: 3) }
        if replyToOrdinal != 0 { writer.write(uint64: replyToOrdinal, field: 4) }
        if let forwardedFrom { writer.write(forwardedFrom, field: 5) }
        if broadcast { writer.write(bool: broadcast, field: 6) }
        if payment { writer.write(bool: payment, field: 7) }
        if let claimedAt { writer.write(int64: claimedAt, field: 8) }
        for value in mentions { writer.write(value, field: 9) }
        writer.write(packed: attachments, as: Scalar.Enumeration<AttachmentKind>.self, field: 10)
        if location { writer.write(bool: location, field: 11) }
        if links != 0 { writer.write(uint32: links, field: 12) }
        if characters != 0 { writer.write(uint32: characters, field: 13) }
        if silent { writer.write(bool: silent, field: 14) }
        if ordinal != 0 { writer.write(uint64: ordinal, field: 15) }
        if messageNumber != 0 { writer.write(uint64: messageNumber, field: 16) }
    }
}

/// One `MessageContent` as it lies in its bytes, checked and not copied.
package struct EncodedMessageContent: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var textRange = WireRange.absent
    fileprivate var attachmentsRun = WireRun.none
    fileprivate var locationRange = WireRange.absent
    fileprivate var customRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                textRange = try reader.string()
                if textRange.count == 0 { throw reader.defaultValueWritten() }
            case 18:
                attachmentsRun = try reader.run(tag, of: .bytes)
            case 26:
                locationRange = try reader.range()
            case 34:
                customRange = try reader.string()
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

    /// The text as it was kept, normalised; empty if there is none.
    package var text: String {
        bytes.text(textRange)
    }

    /// The UTF-8 of `text`, none if it is absent.
    package var textUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(textRange)
        }
    }

    /// What hangs on the message, in the order of sending.
    package var attachments: RepeatedMessages<EncodedAttachment> {
        @_lifetime(copy self)
        get {
            RepeatedMessages<EncodedAttachment>(attachmentsRun, in: bytes)
        }
    }

    /// The place that was shared.
    package var location: EncodedLocation? {
        @_lifetime(copy self)
        get throws(WireError) {
            guard locationRange.isPresent else { return nil }
            return try EncodedLocation(bytes.slice(locationRange))
        }
    }

    /// The bytes of `location`, none if it is absent.
    package var locationBytes: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(locationRange)
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

    package func validate() throws(WireError) {
        try attachments.validate()
        if let message = try location { try message.validate() }
    }
}

/// What a person wrote and attached.
public struct MessageContent: WireMessage {
    /// The text as it was kept, normalised; empty if there is none.
    public var text: String

    /// What hangs on the message, in the order of sending.
    public var attachments: [Attachment]

    /// The place that was shared.
    public var location: Location?

    /// The embedder's own data, as it was given.
    public var custom: String?

    package init(
        text: String = "",
        attachments: [Attachment] = [],
        location: Location? = nil,
        custom: String? = nil
    ) {
        self.text = text
        self.attachments = attachments
        self.location = location
        self.custom = custom
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedMessageContent) throws(WireError) {
        text = encoded.text
        attachments = try encoded.attachments.array(of: Attachment.self)
        location =
            encoded.locationRange.isPresent
            ? try Location(decoding: encoded.locationBytes) : nil
        custom = encoded.custom
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedMessageContent(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if !text.isEmpty { writer.write(text, field: 1) }
        for value in attachments { writer.write(value, field: 2) }
        if let location { writer.write(location, field: 3) }
        if let custom { writer.write(custom, field: 4) }
    }
}

/// One `Attachment` as it lies in its bytes, checked and not copied.
package struct EncodedAttachment: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// Whether it is shown, played or downloaded.
    package private(set) var kind: AttachmentKind = AttachmentKind(rawValue: 0)

    /// The picture's width in pixels.
    package private(set) var width: UInt32?

    /// The picture's height in pixels.
    package private(set) var height: UInt32?

    /// The size that the sender declares.
    package private(set) var sizeInBytes: UInt64?

    /// How long it plays.
    package private(set) var seconds: Double?

    fileprivate var urlRange = WireRange.absent
    fileprivate var thumbnailRange = WireRange.absent
    fileprivate var nameRange = WireRange.absent
    fileprivate var sha256Range = WireRange.absent
    fileprivate var waveformRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 8:
                kind = AttachmentKind(rawValue: try reader.int32())
                if kind.rawValue == 0 { throw reader.defaultValueWritten() }
            case 18:
                urlRange = try reader.string()
                if urlRange.count == 0 { throw reader.defaultValueWritten() }
            case 26:
                thumbnailRange = try reader.string()
            case 32:
                width = try reader.uint32()
            case 40:
                height = try reader.uint32()
            case 48:
                sizeInBytes = try reader.uint64()
            case 57:
                seconds = try reader.double()
            case 66:
                nameRange = try reader.string()
            case 74:
                sha256Range = try reader.sized(32)
            case 82:
                waveformRange = try reader.range()
                if waveformRange.count == 0 { throw reader.defaultValueWritten() }
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

    /// Where it is: a URL or a storage path.
    package var url: String {
        bytes.text(urlRange)
    }

    /// The UTF-8 of `url`, none if it is absent.
    package var urlUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(urlRange)
        }
    }

    /// Where a small picture of it is.
    package var thumbnail: String? {
        thumbnailRange.isPresent ? bytes.text(thumbnailRange) : nil
    }

    /// The UTF-8 of `thumbnail`, none if it is absent.
    package var thumbnailUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(thumbnailRange)
        }
    }

    /// The file's name, as its sender called it.
    package var name: String? {
        nameRange.isPresent ? bytes.text(nameRange) : nil
    }

    /// The UTF-8 of `name`, none if it is absent.
    package var nameUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(nameRange)
        }
    }

    /// The SHA-256 of the file's bytes, as the sender declares it.
    package var sha256: Digest? {
        bytes.digest(sha256Range)
    }

    /// How loud a recording is over its time: levels from 0 to 255, one for each byte.
    package var waveform: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(waveformRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// A file that hangs on a message; the store keeps where it is and not what is in it.
public struct Attachment: WireMessage {
    /// Whether it is shown, played or downloaded.
    public var kind: AttachmentKind

    /// Where it is: a URL or a storage path.
    public var url: String

    /// Where a small picture of it is.
    public var thumbnail: String?

    /// The picture's width in pixels.
    public var width: UInt32?

    /// The picture's height in pixels.
    public var height: UInt32?

    /// The size that the sender declares.
    public var sizeInBytes: UInt64?

    /// How long it plays.
    public var seconds: Double?

    /// The file's name, as its sender called it.
    public var name: String?

    /// The SHA-256 of the file's bytes, as the sender declares it.
    public var sha256: Digest?

    /// How loud a recording is over its time: levels from 0 to 255, one for each byte.
    public var waveform: [UInt8]

    /// Puts one together; what is not said is absent.
    public init(
        kind: AttachmentKind = AttachmentKind(rawValue: 0),
        url: String = "",
        thumbnail: String? = nil,
        width: UInt32? = nil,
        height: UInt32? = nil,
        sizeInBytes: UInt64? = nil,
        seconds: Double? = nil,
        name: String? = nil,
        sha256: Digest? = nil,
        waveform: [UInt8] = []
    ) {
        self.kind = kind
        self.url = url
        self.thumbnail = thumbnail
        self.width = width
        self.height = height
        self.sizeInBytes = sizeInBytes
        self.seconds = seconds
        self.name = name
        self.sha256 = sha256
        self.waveform = waveform
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedAttachment) throws(WireError) {
        kind = encoded.kind
        url = encoded.url
        thumbnail = encoded.thumbnail
        width = encoded.width
        height = encoded.height
        sizeInBytes = encoded.sizeInBytes
        seconds = encoded.seconds
        name = encoded.name
        sha256 = encoded.sha256
        waveform = encoded.bytes.array(encoded.waveformRange)
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedAttachment(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if kind.rawValue != 0 { writer.write(int32: kind.rawValue, field: 1) }
        if !url.isEmpty { writer.write(url, field: 2) }
        if let thumbnail { writer.write(thumbnail, field: 3) }
        if let width { writer.write(uint32: width, field: 4) }
        if let height { writer.write(uint32: height, field: 5) }
        if let sizeInBytes { writer.write(uint64: sizeInBytes, field: 6) }
        if let seconds { writer.write(double: seconds, field: 7) }
        if let name { writer.write(name, field: 8) }
        if let sha256 { writer.write(sha256, field: 9) }
        if !waveform.isEmpty { writer.write(waveform, field: 10) }
    }
}

/// One `Location` as it lies in its bytes, checked and not copied.
package struct EncodedLocation: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// In degrees, from -90 at the south pole to 90 at the north pole.
    package private(set) var latitude: Double = 0

    /// In degrees, from -180 to 180, east of Greenwich above zero.
    package private(set) var longitude: Double = 0

    fileprivate var nameRange = WireRange.absent
    fileprivate var addressRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 9:
                latitude = try reader.double()
                if latitude.bitPattern == 0 { throw reader.defaultValueWritten() }
            case 17:
                longitude = try reader.double()
                if longitude.bitPattern == 0 { throw reader.defaultValueWritten() }
            case 26:
                nameRange = try reader.string()
            case 34:
                addressRange = try reader.string()
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

    /// What the place is called.
    package var name: String? {
        nameRange.isPresent ? bytes.text(nameRange) : nil
    }

    /// The UTF-8 of `name`, none if it is absent.
    package var nameUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(nameRange)
        }
    }

    /// Where the place is, in words.
    package var address: String? {
        addressRange.isPresent ? bytes.text(addressRange) : nil
    }

    /// The UTF-8 of `address`, none if it is absent.
    package var addressUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(addressRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// A place that was shared.
public struct Location: WireMessage {
    /// In degrees, from -90 at the south pole to 90 at the north pole.
    public var latitude: Double

    /// In degrees, from -180 to 180, east of Greenwich above zero.
    public var longitude: Double

    /// What the place is called.
    public var name: String?

    /// Where the place is, in words.
    public var address: String?

    /// Puts one together; what is not said is absent.
    public init(
        latitude: Double = 0,
        longitude: Double = 0,
        name: String? = nil,
        address: String? = nil
    ) {
        self.latitude = latitude
        self.longitude = longitude
        self.name = name
        self.address = address
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedLocation) throws(WireError) {
        latitude = encoded.latitude
        longitude = encoded.longitude
        name = encoded.name
        address = encoded.address
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedLocation(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if latitude.bitPattern != 0 { writer.write(double: latitude, field: 1) }
        if longitude.bitPattern != 0 { writer.write(double: longitude, field: 2) }
        if let name { writer.write(name, field: 3) }
        if let address { writer.write(address, field: 4) }
    }
}

/// One `MessageEdited` as it lies in its bytes, checked and not copied.
package struct EncodedMessageEdited: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// The message's place in the timeline.
    package private(set) var ordinal: UInt64 = 0

    /// Its number among the countable messages.
    package private(set) var messageNumber: UInt64 = 0

    /// How many links the new text holds.
    package private(set) var links: UInt32 = 0

    /// The length of the new text, as a reader counts.
    package private(set) var characters: UInt32 = 0

    /// The new text no longer holds the link that the preview is of, which goes with it.
    package private(set) var removesLinkPreview: Bool = false

    fileprivate var messageRange = WireRange.absent
    fileprivate var mentionsRun = WireRun.none

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                messageRange = try reader.sized(16)
            case 16:
                ordinal = try reader.uint64()
                if ordinal == 0 { throw reader.defaultValueWritten() }
            case 24:
                messageNumber = try reader.uint64()
                if messageNumber == 0 { throw reader.defaultValueWritten() }
            case 34:
                mentionsRun = try reader.run(tag, of: .sized(16))
            case 40:
                links = try reader.uint32()
                if links == 0 { throw reader.defaultValueWritten() }
            case 48:
                characters = try reader.uint32()
                if characters == 0 { throw reader.defaultValueWritten() }
            case 56:
                removesLinkPreview = try reader.bool()
                if !removesLinkPreview { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1...7:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// The id of the message.
    package var message: UniqueID? {
        bytes.uniqueID(messageRange)
    }

    /// Who is named in the new text, each once.
    package var mentions: RepeatedValues<UniqueID> {
        @_lifetime(copy self)
        get {
            RepeatedValues<UniqueID>(mentionsRun, in: bytes)
        }
    }

    package func validate() throws(WireError) {}
}

/// The text of a message was replaced.
public struct MessageEdited: WireMessage {
    /// The id of the message.
    public var message: UniqueID?

    /// The message's place in the timeline.
    public var ordinal: UInt64

    /// Its number among the countable messages.
    public var messageNumber: UInt64

    /// Who is named in the new text, each once.
    public var mentions: [UniqueID]

    /// How many links the new text holds.
    public var links: UInt32

    /// The length of the new text, as a reader counts.
    public var characters: UInt32

    /// The new text no longer holds the link that the preview is of, which goes with it.
    public var removesLinkPreview: Bool

    package init(
        message: UniqueID? = nil,
        ordinal: UInt64 = 0,
        messageNumber: UInt64 = 0,
        mentions: [UniqueID] = [],
        links: UInt32 = 0,
        characters: UInt32 = 0,
        removesLinkPreview: Bool = false
    ) {
        self.message = message
        self.ordinal = ordinal
        self.messageNumber = messageNumber
        self.mentions = mentions
        self.links = links
        self.characters = characters
        self.removesLinkPreview = removesLinkPreview
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedMessageEdited) throws(WireError) {
        message = encoded.message
        ordinal = encoded.ordinal
        messageNumber = encoded.messageNumber
        mentions = try encoded.mentions.array()
        links = encoded.links
        characters = encoded.characters
        removesLinkPreview = encoded.removesLinkPreview
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedMessageEdited(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let message { writer.write(message, field: 1) }
        if ordinal != 0 { writer.write(uint64: ordinal, field: 2) }
        if messageNumber != 0 { writer.write(uint64: messageNumber, field: 3) }
        for value in mentions { writer.write(value, field: 4) }
        if links != 0 { writer.write(uint32: links, field: 5) }
        if characters != 0 { writer.write(uint32: characters, field: 6) }
        if removesLinkPreview { writer.write(bool: removesLinkPreview, field: 7) }
    }
}

/// One `EditContent` as it lies in its bytes, checked and not copied.
package struct EncodedEditContent: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var textRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                textRange = try reader.string()
                if textRange.count == 0 { throw reader.defaultValueWritten() }
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

    /// The text as it was kept, normalised.
    package var text: String {
        bytes.text(textRange)
    }

    /// The UTF-8 of `text`, none if it is absent.
    package var textUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(textRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// The new text.
public struct EditContent: WireMessage {
    /// The text as it was kept, normalised.
    public var text: String

    package init(
        text: String = ""
    ) {
        self.text = text
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedEditContent) throws(WireError) {
        text = encoded.text
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedEditContent(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if !text.isEmpty { writer.write(text, field: 1) }
    }
}

/// One `MessageDeleted` as it lies in its bytes, checked and not copied.
package struct EncodedMessageDeleted: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// The message's place in the timeline.
    package private(set) var ordinal: UInt64 = 0

    /// Its number among the countable messages.
    package private(set) var messageNumber: UInt64 = 0

    fileprivate var messageRange = WireRange.absent
    fileprivate var senderRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                messageRange = try reader.sized(16)
            case 16:
                ordinal = try reader.uint64()
                if ordinal == 0 { throw reader.defaultValueWritten() }
            case 24:
                messageNumber = try reader.uint64()
                if messageNumber == 0 { throw reader.defaultValueWritten() }
            case 34:
                senderRange = try reader.sized(16)
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

    /// The id of the message.
    package var message: UniqueID? {
        bytes.uniqueID(messageRange)
    }

    /// Who sent it; who deleted it is the actor.
    package var sender: UniqueID? {
        bytes.uniqueID(senderRange)
    }

    package func validate() throws(WireError) {}
}

/// A message was deleted; its place in the timeline stays.
public struct MessageDeleted: WireMessage {
    /// The id of the message.
    public var message: UniqueID?

    /// The message's place in the timeline.
    public var ordinal: UInt64

    /// Its number among the countable messages.
    public var messageNumber: UInt64

    /// Who sent it; who deleted it is the actor.
    public var sender: UniqueID?

    package init(
        message: UniqueID? = nil,
        ordinal: UInt64 = 0,
        messageNumber: UInt64 = 0,
        sender: UniqueID? = nil
    ) {
        self.message = message
        self.ordinal = ordinal
        self.messageNumber = messageNumber
        self.sender = sender
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedMessageDeleted) throws(WireError) {
        message = encoded.message
        ordinal = encoded.ordinal
        messageNumber = encoded.messageNumber
        sender = encoded.sender
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedMessageDeleted(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let message { writer.write(message, field: 1) }
        if ordinal != 0 { writer.write(uint64: ordinal, field: 2) }
        if messageNumber != 0 { writer.write(uint64: messageNumber, field: 3) }
        if let sender { writer.write(sender, field: 4) }
    }
}

/// One `MessageAnnotated` as it lies in its bytes, checked and not copied.
package struct EncodedMessageAnnotated: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    /// The message's place in the timeline.
    package private(set) var ordinal: UInt64 = 0

    /// Its number among the countable messages.
    package private(set) var messageNumber: UInt64 = 0

    /// A preview of a link is in the content.
    package private(set) var hasLinkPreview: Bool = false

    /// It is to be noticed before others, or no longer.
    package private(set) var priority: Bool?

    /// There is no preview of a link any more.
    package private(set) var removesLinkPreview: Bool = false

    fileprivate var messageRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                messageRange = try reader.sized(16)
            case 16:
                ordinal = try reader.uint64()
                if ordinal == 0 { throw reader.defaultValueWritten() }
            case 24:
                messageNumber = try reader.uint64()
                if messageNumber == 0 { throw reader.defaultValueWritten() }
            case 32:
                hasLinkPreview = try reader.bool()
                if !hasLinkPreview { throw reader.defaultValueWritten() }
            case 40:
                priority = try reader.bool()
            case 48:
                removesLinkPreview = try reader.bool()
                if !removesLinkPreview { throw reader.defaultValueWritten() }
            default:
                switch tag.number {
                case 1...6:
                    throw reader.wrongWireType()
                default:
                    try reader.skipUnknown(tag)
                }
            }
        }
    }

    /// The id of the message.
    package var message: UniqueID? {
        bytes.uniqueID(messageRange)
    }

    package func validate() throws(WireError) {}
}

/// Something was found out about a message after it was sent.
///
/// An absent field stays as it was.
public struct MessageAnnotated: WireMessage {
    /// The id of the message.
    public var message: UniqueID?

    /// The message's place in the timeline.
    public var ordinal: UInt64

    /// Its number among the countable messages.
    public var messageNumber: UInt64

    /// A preview of a link is in the content.
    public var hasLinkPreview: Bool

    /// It is to be noticed before others, or no longer.
    public var priority: Bool?

    /// There is no preview of a link any more.
    public var removesLinkPreview: Bool

    package init(
        message: UniqueID? = nil,
        ordinal: UInt64 = 0,
        messageNumber: UInt64 = 0,
        hasLinkPreview: Bool = false,
        priority: Bool? = nil,
        removesLinkPreview: Bool = false
    ) {
        self.message = message
        self.ordinal = ordinal
        self.messageNumber = messageNumber
        self.hasLinkPreview = hasLinkPreview
        self.priority = priority
        self.removesLinkPreview = removesLinkPreview
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedMessageAnnotated) throws(WireError) {
        message = encoded.message
        ordinal = encoded.ordinal
        messageNumber = encoded.messageNumber
        hasLinkPreview = encoded.hasLinkPreview
        priority = encoded.priority
        removesLinkPreview = encoded.removesLinkPreview
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedMessageAnnotated(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let message { writer.write(message, field: 1) }
        if ordinal != 0 { writer.write(uint64: ordinal, field: 2) }
        if messageNumber != 0 { writer.write(uint64: messageNumber, field: 3) }
        if hasLinkPreview { writer.write(bool: hasLinkPreview, field: 4) }
        if let priority { writer.write(bool: priority, field: 5) }
        if removesLinkPreview { writer.write(bool: removesLinkPreview, field: 6) }
    }
}

/// One `AnnotationContent` as it lies in its bytes, checked and not copied.
package struct EncodedAnnotationContent: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var linkPreviewRange = WireRange.absent
    fileprivate var reasonRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                linkPreviewRange = try reader.range()
            case 18:
                reasonRange = try reader.string()
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

    /// What is behind the first link of the text.
    package var linkPreview: EncodedLinkPreview? {
        @_lifetime(copy self)
        get throws(WireError) {
            guard linkPreviewRange.isPresent else { return nil }
            return try EncodedLinkPreview(bytes.slice(linkPreviewRange))
        }
    }

    /// The bytes of `linkPreview`, none if it is absent.
    package var linkPreviewBytes: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(linkPreviewRange)
        }
    }

    /// Why it is to be noticed first.
    package var reason: String? {
        reasonRange.isPresent ? bytes.text(reasonRange) : nil
    }

    /// The UTF-8 of `reason`, none if it is absent.
    package var reasonUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(reasonRange)
        }
    }

    package func validate() throws(WireError) {
        if let message = try linkPreview { try message.validate() }
    }
}

/// What was found out, in words.
public struct AnnotationContent: WireMessage {
    /// What is behind the first link of the text.
    public var linkPreview: LinkPreview?

    /// Why it is to be noticed first.
    public var reason: String?

    package init(
        linkPreview: LinkPreview? = nil,
        reason: String? = nil
    ) {
        self.linkPreview = linkPreview
        self.reason = reason
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedAnnotationContent) throws(WireError) {
        linkPreview =
            encoded.linkPreviewRange.isPresent
            ? try LinkPreview(decoding: encoded.linkPreviewBytes) : nil
        reason = encoded.reason
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedAnnotationContent(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if let linkPreview { writer.write(linkPreview, field: 1) }
        if let reason { writer.write(reason, field: 2) }
    }
}

/// One `LinkPreview` as it lies in its bytes, checked and not copied.
package struct EncodedLinkPreview: EncodedWireMessage, ~Escapable {
    /// The whole message, with the fields that these schemas do not know.
    package let bytes: RawSpan

    fileprivate var urlRange = WireRange.absent
    fileprivate var titleRange = WireRange.absent
    fileprivate var descriptionRange = WireRange.absent
    fileprivate var imageRange = WireRange.absent

    @_lifetime(copy bytes)
    package init(_ bytes: RawSpan) throws(WireError) {
        self.bytes = bytes
        var reader = try WireReader(bytes)
        while let tag = try reader.nextField() {
            switch tag.rawValue {
            case 10:
                urlRange = try reader.string()
                if urlRange.count == 0 { throw reader.defaultValueWritten() }
            case 18:
                titleRange = try reader.string()
            case 26:
                descriptionRange = try reader.string()
            case 34:
                imageRange = try reader.string()
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

    /// The page that is shown.
    package var url: String {
        bytes.text(urlRange)
    }

    /// The UTF-8 of `url`, none if it is absent.
    package var urlUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(urlRange)
        }
    }

    /// The page's title.
    package var title: String? {
        titleRange.isPresent ? bytes.text(titleRange) : nil
    }

    /// The UTF-8 of `title`, none if it is absent.
    package var titleUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(titleRange)
        }
    }

    /// A few words of what it says.
    package var description: String? {
        descriptionRange.isPresent ? bytes.text(descriptionRange) : nil
    }

    /// The UTF-8 of `description`, none if it is absent.
    package var descriptionUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(descriptionRange)
        }
    }

    /// The URL or storage path of a picture of it.
    package var image: String? {
        imageRange.isPresent ? bytes.text(imageRange) : nil
    }

    /// The UTF-8 of `image`, none if it is absent.
    package var imageUTF8: RawSpan {
        @_lifetime(copy self)
        get {
            bytes.slice(imageRange)
        }
    }

    package func validate() throws(WireError) {}
}

/// What is behind a link, as it is shown beneath the message.
public struct LinkPreview: WireMessage {
    /// The page that is shown.
    public var url: String

    /// The page's title.
    public var title: String?

    /// A few words of what it says.
    public var description: String?

    /// The URL or storage path of a picture of it.
    public var image: String?

    /// Puts one together; what is not said is absent.
    public init(
        url: String = "",
        title: String? = nil,
        description: String? = nil,
        image: String? = nil
    ) {
        self.url = url
        self.title = title
        self.description = description
        self.image = image
    }

    /// Copies an encoded message, without the fields that these schemas do not know.
    package init(_ encoded: borrowing EncodedLinkPreview) throws(WireError) {
        url = encoded.url
        title = encoded.title
        description = encoded.description
        image = encoded.image
    }

    package init(decoding bytes: RawSpan) throws(WireError) {
        try self.init(EncodedLinkPreview(bytes))
    }

    package func encode(into writer: inout WireWriter) {
        if !url.isEmpty { writer.write(url, field: 1) }
        if let title { writer.write(title, field: 2) }
        if let description { writer.write(description, field: 3) }
        if let image { writer.write(image, field: 4) }
    }
}

/// What a message holds, as one word: `mixed` if there is more than one thing in it.
public enum MessageKind: WireEnumeration {
    case unspecified
    case text
    case image
    case audio
    case file
    case location
    case mixed

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .text
        case 2: self = .image
        case 3: self = .audio
        case 4: self = .file
        case 5: self = .location
        case 6: self = .mixed
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .text: 1
        case .image: 2
        case .audio: 3
        case .file: 4
        case .location: 5
        case .mixed: 6
        case .unrecognized(let number): number
        }
    }
}

/// Whether an attachment is shown, played or downloaded.
public enum AttachmentKind: WireEnumeration {
    case unspecified
    case image
    case audio
    case file

    /// A number that these schemas do not know.
    case unrecognized(Int32)

    /// Names a number as it stands in the log.
    public init(rawValue: Int32) {
        switch rawValue {
        case 0: self = .unspecified
        case 1: self = .image
        case 2: self = .audio
        case 3: self = .file
        default: self = .unrecognized(rawValue)
        }
    }

    /// The number that stands in the log.
    public var rawValue: Int32 {
        switch self {
        case .unspecified: 0
        case .image: 1
        case .audio: 2
        case .file: 3
        case .unrecognized(let number): number
        }
    }
}
