internal import Messaging
internal import Views
internal import Wire

/// How many things of each kind a message carries.
struct CarriedMedia: Hashable {
    private var images: UInt64 = 0
    private var audios: UInt64 = 0
    private var files: UInt64 = 0
    private var locations: UInt64 = 0
    /// Those in its text.
    var links: UInt64 = 0
    /// Where one was found out about, which then stands for all of them.
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

    /// Loses what was sent with the text.
    mutating func loseAttachments() {
        (images, audios, files, locations) = (0, 0, 0, 0)
    }

    init(_ row: RawSpan) throws(ViewsError) {
        guard row.byteCount == 48 else { throw Media.damaged }
        images = row.number(at: 0)
        audios = row.number(at: 8)
        files = row.number(at: 16)
        locations = row.number(at: 24)
        links = row.number(at: 32)
        linkPreview = row.position(at: 40)
    }

    var row: RowBytes {
        var row = RowBytes()
        row.append(images)
        row.append(audios)
        row.append(files)
        row.append(locations)
        row.append(links)
        row.append(linkPreview?.rawValue ?? 0)
        return row
    }
}
