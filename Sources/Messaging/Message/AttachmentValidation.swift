extension Attachment {
    /// Returns the attachment's fault, if it has one.
    func fault(under limits: ConfiguredLimits) -> MessageRefusal.AttachmentFault? {
        guard Limits.allow(url: url) else { return .url }
        guard thumbnail.map(Limits.allow(url:)) ?? true else { return .thumbnail }
        for side in [width, height] {
            if let side, !(1...Limits.attachmentDimension).contains(side) { return .dimensions }
        }
        // A value that is not a number is in no range.
        if let seconds, !(0..<Double.infinity).contains(seconds) { return .duration }
        guard fits(name, upTo: Limits.attachmentName) else { return .name }
        guard waveform.isEmpty || (kind == .audio && waveform.count <= Limits.waveformLevels)
        else { return .waveform }
        return faultOfKind(under: limits)
    }

    private func faultOfKind(under limits: ConfiguredLimits) -> MessageRefusal.AttachmentFault? {
        switch kind {
        case .image:
            if let sizeInBytes, sizeInBytes > limits.imageBytes {
                return .size(limit: limits.imageBytes)
            }
        case .audio:
            guard let seconds else { return .durationIsMissing }
            if seconds > Double(limits.audioSeconds) {
                return .tooLong(limit: limits.audioSeconds)
            }
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
            && fits(name, upTo: Limits.placeName)
            && fits(address, upTo: Limits.placeName)
    }
}

extension LinkPreview {
    /// Whether it has an address, and texts of limited length.
    var isValid: Bool {
        Limits.allow(url: url)
            && fits(title, upTo: Limits.previewTitle)
            && fits(description, upTo: Limits.previewDescription)
            && (image.map(Limits.allow(url:)) ?? true)
    }
}

extension MessageKind {
    /// Makes the kind of a message from its attachments; a text beside them is a caption.
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

/// Whether a text is absent or within its limits.
private func fits(_ text: String?, upTo characters: Int) -> Bool {
    text.map { Limits.allow($0, from: 0, upTo: characters) } ?? true
}
