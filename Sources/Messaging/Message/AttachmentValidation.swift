extension Attachment {
    /// What is wrong with it, if anything is.
    var fault: MessageRefusal.AttachmentFault? {
        guard url.hasOneTo(Limits.url) else { return .url }
        if let thumbnail, !thumbnail.hasOneTo(Limits.url) { return .thumbnail }
        for side in [width, height] {
            if let side, !(1...Limits.attachmentDimension).contains(side) { return .dimensions }
        }
        // What is not a number lies in no range.
        if let seconds, !(0..<Double.infinity).contains(seconds) { return .duration }
        if let name, !name.hasAtMost(Limits.attachmentName) { return .name }
        return faultOfKind
    }

    private var faultOfKind: MessageRefusal.AttachmentFault? {
        switch kind {
        case .image:
            if let sizeInBytes, sizeInBytes > Limits.imageBytes { return .size }
        case .audio:
            guard let seconds else { return .durationIsMissing }
            if seconds > Double(Limits.audioSeconds) { return .duration }
        case .file: break
        case .unspecified, .unrecognized: return .kind
        }
        return nil
    }
}

extension Location {
    /// Whether it is a place on Earth with a name of limited length.
    var isValid: Bool {
        (-90...90).contains(latitude) && (-180...180).contains(longitude)
            && (name?.hasAtMost(Limits.placeName) ?? true)
            && (address?.hasAtMost(Limits.placeName) ?? true)
    }
}

extension LinkPreview {
    /// Whether it has an address, and texts of limited length.
    var isValid: Bool {
        url.hasOneTo(Limits.url)
            && (title?.hasAtMost(Limits.previewTitle) ?? true)
            && (description?.hasAtMost(Limits.previewDescription) ?? true)
            && (image?.hasOneTo(Limits.url) ?? true)
    }
}

extension MessageKind {
    /// What a message is, by what is attached to it; a text beside it is its caption.
    init(attachments: [AttachmentKind], hasLocation: Bool) {
        let kinds = Set(attachments)
        switch (kinds.first, hasLocation) {
        case (nil, false): self = .text
        case (nil, true): self = .location
        case (let kind?, false) where kinds.count == 1: self = MessageKind(only: kind)
        case (_?, _): self = .mixed
        }
    }

    private init(only kind: AttachmentKind) {
        switch kind {
        case .image: self = .image
        case .audio: self = .audio
        case .file: self = .file
        case .unspecified, .unrecognized: self = .mixed
        }
    }
}
