internal import Messaging
internal import Views
internal import Wire

/// The number of attachments, locations and links of each kind in a message.
struct CarriedMedia: Hashable {
    private var images: UInt64 = 0
    private var audios: UInt64 = 0
    private var files: UInt64 = 0
    private var locations: UInt64 = 0
    /// The number of links in its text.
    var links: UInt64 = 0
    /// The position of a link preview, which then stands for all links.
    var linkPreview: Position?

    init() {}

    init(attachments: [AttachmentKind], hasLocation: Bool, links: UInt64) {
        for attachment in attachments {
            switch MediaKind(attachment) {
            case .image: images += 1
            case .audio: audios += 1
            case .file: files += 1
            case .location, .link, nil: break
            }
        }
        locations = hasLocation ? 1 : 0
        self.links = links
    }

    /// How many of a kind, or of all.
    func count(of kind: MediaKind? = nil) -> UInt64 {
        switch kind {
        case .image: images
        case .audio: audios
        case .file: files
        case .location: locations
        case .link: linkPreview == nil ? links : 1
        case nil: MediaKind.allCases.reduce(0) { $0 + count(of: $1) }
        }
    }

    /// Removes the attachments sent with the text.
    mutating func loseAttachments() {
        (images, audios, files, locations) = (0, 0, 0, 0)
    }
}

extension CarriedMedia: RowLayout {
    @inline(__always)
    mutating func visit<Fields: RowFields & ~Copyable & ~Escapable>(_ fields: inout Fields) {
        fields.field(&images, "images")
        fields.field(&audios, "audios")
        fields.field(&files, "files")
        fields.field(&locations, "locations")
        fields.field(&links, "links")
        fields.field(&linkPreview, "link preview at")
    }
}
