internal import LogSchema
internal import Wire

// What a command's own rule writes down as content, by the rule's own normalization. Limits are
// not asked again: what was accepted once is the same although a limit has changed since.

extension SendMessage {
    var storedContent: MessageContent {
        MessageContent(
            text: text.map(Line.trimmed) ?? "",
            attachments: attachments,
            location: location,
            custom: custom
        )
    }
}

extension EditMessage {
    var storedContent: EditContent { EditContent(text: Line.trimmed(text)) }
}

extension AnnotateMessage {
    var storedContent: AnnotationContent? {
        let reason = priority?.reason
        guard linkPreview != nil || reason != nil else { return nil }
        return AnnotationContent(linkPreview: linkPreview, reason: reason)
    }
}

extension SetProfile {
    var storedContent: ProfileContent {
        ProfileContent(
            username: Line.trimmed(username),
            fullName: fullName.map(Line.trimmed),
            avatar: avatar,
            email: email.map(Line.trimmed),
            custom: custom
        )
    }
}

extension FileReport {
    var storedContent: ReportContent? { details.map { ReportContent(details: Line.trimmed($0)) } }
}

extension ResolveReport {
    var storedContent: ResolutionContent? {
        note.map { ResolutionContent(note: Line.trimmed($0)) }
    }
}

extension Erase {
    var storedContent: ErasureContent {
        ErasureContent(basis: Line.trimmed(basis), reason: Line.trimmed(reason))
    }
}

extension ForgetUser {
    var storedContent: ForgettingContent { ForgettingContent(basis: Line.trimmed(basis)) }
}

extension PlaceHold {
    var storedContent: HoldContent { HoldContent(matter: Line.trimmed(matter)) }
}

extension RecordCustom {
    var storedContent: CustomContent { CustomContent(data: data) }
}
