internal import Merkle
internal import Messaging

extension Shape<Digest> {
    /// SHA-256 in lower-case hexadecimal.
    static let digest = Shape(.text) { json throws(FormFault) in
        let text = try Shape<String>.text.read(json)
        guard let digest = Digest(hexadecimal: text) else {
            throw FormFault(.isOutOfRange("64 hexadecimal digits in lower case"))
        }
        return digest
    }
}

extension Shape<Attachment> {
    fileprivate static let attachment = object(
        .required("kind", .word(AttachmentKind.self)),
        .required("url", .text),
        .optional("thumbnail", .text),
        .optional("width", .integer(UInt32.self)),
        .optional("height", .integer(UInt32.self)),
        .optional("bytes", .integer(UInt64.self)),
        .optional("seconds", .number),
        .optional("name", .text),
        .optional("sha256", .digest),
        .optional("waveform", .list(of: .integer(UInt8.self)), else: [])
    ) { kind, url, thumbnail, width, height, bytes, seconds, name, sha256, waveform in
        Attachment(
            kind: kind,
            url: url,
            thumbnail: thumbnail,
            width: width,
            height: height,
            sizeInBytes: bytes,
            seconds: seconds,
            name: name,
            sha256: sha256,
            waveform: waveform
        )
    }
    .refusing(as: .invalidAttachment)
}

extension Shape<Location> {
    fileprivate static let location = object(
        .required("latitude", .number),
        .required("longitude", .number),
        .optional("name", .text),
        .optional("address", .text)
    ) { Location(latitude: $0, longitude: $1, name: $2, address: $3) }
    .refusing(as: .invalidAttachment)
}

extension Shape<LinkPreview> {
    fileprivate static let linkPreview = object(
        .required("url", .text),
        .optional("title", .text),
        .optional("description", .text),
        .optional("image", .text)
    ) { LinkPreview(url: $0, title: $1, description: $2, image: $3) }
}

extension Shape<AnnotateMessage.Priority> {
    fileprivate static let priority = object(
        .required("isPriority", .boolean),
        .optional("reason", .text)
    ) { AnnotateMessage.Priority(isPriority: $0, reason: $1) }
}

extension CommandForm {
    static let messages: [CommandForm] = [
        CommandForm(
            .send,
            .required("conversation", .id(ConversationID.self)),
            .created("id"),
            .optional("text", .text),
            .optional("attachments", .list(of: .attachment), else: []),
            .optional("location", .location),
            .optional("replyTo", .id(MessageID.self)),
            .optional("broadcast", .boolean, else: false),
            .optional("payment", .boolean, else: false),
            .optional("forwardedFrom", .id(MessageID.self)),
            .optional("claimedAt", .time),
            .optional("custom", .text)
        ) {
            conversation,
            id,
            text,
            attachments,
            location,
            replyTo,
            broadcast,
            payment,
            forwardedFrom,
            claimedAt,
            custom in
            .send(
                SendMessage(
                    conversation: conversation,
                    message: id,
                    text: text,
                    attachments: attachments,
                    location: location,
                    replyTo: replyTo,
                    isBroadcast: broadcast,
                    isPayment: payment,
                    forwardedFrom: forwardedFrom,
                    claimedAt: claimedAt,
                    custom: custom
                )
            )
        },
        CommandForm(
            .edit,
            .required("message", .id(MessageID.self)),
            .required("text", .text)
        ) { .edit(EditMessage(message: $0, text: $1)) },
        CommandForm(.delete, .required("message", .id(MessageID.self))) {
            .delete(DeleteMessage(message: $0))
        },
        CommandForm(
            .annotate,
            .required("message", .id(MessageID.self)),
            .optional("linkPreview", Shape<LinkPreview?>.nullable(.linkPreview)),
            .optional("priority", .priority)
        ) { message, linkPreview, priority in
            .annotate(
                AnnotateMessage(
                    message: message,
                    linkPreview: linkPreview ?? nil,
                    removesLinkPreview: linkPreview == .some(nil),
                    priority: priority
                )
            )
        },
        CommandForm(
            .typing,
            .required("conversation", .id(ConversationID.self)),
            .required("on", .boolean)
        ) { .typing(SignalTyping(conversation: $0, isTyping: $1)) },
    ]
}
