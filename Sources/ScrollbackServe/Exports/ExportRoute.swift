internal import Messaging
internal import ScrollbackJSON
internal import Wire

/// What may be done with exports over HTTP, by the operator in person.
enum ExportRoute {
    case all
    case one(UniqueID)
    case ticket(UniqueID)
    /// Fetched with a ticket, and without a key.
    case download(UniqueID)

    private static let path = "/v1/exports"

    /// The route of a path; nil for another one.
    init?(_ path: Substring) {
        guard path.hasPrefix(Self.path) else { return nil }
        let parts = path.dropFirst(Self.path.count)
            .split(separator: "/", omittingEmptySubsequences: false)
        guard parts.first?.isEmpty != false else { return nil }
        guard parts.count > 1 else {
            guard parts.isEmpty || parts.count == 1 else { return nil }
            self = .all
            return
        }
        guard let id = UniqueID(String(parts[1])) else { return nil }
        switch parts.dropFirst(2).map(String.init) {
        case []: self = .one(id)
        case ["ticket"]: self = .ticket(id)
        case ["download"]: self = .download(id)
        default: return nil
        }
    }

    var methods: [String] {
        switch self {
        case .all: ["GET", "POST"]
        case .one: ["GET", "DELETE"]
        case .ticket: ["POST"]
        case .download: ["GET"]
        }
    }

    /// The line that a request with a method is; nil for tickets and downloads.
    func line(_ method: String) -> RequestLine? {
        switch (self, method) {
        case (.all, "POST"): RequestLine(.beginExport)
        case (.all, _): RequestLine(.exportJobs) { $0.field("limit", Limits.page.upperBound) }
        case (.one(let id), "DELETE"): RequestLine(.endExport) { $0.field("export", id) }
        case (.one(let id), _): RequestLine(.exportJob) { $0.field("export", id) }
        case (.ticket, _), (.download, _): nil
        }
    }

    /// The path without an id, as logs and numbers have it.
    var template: String {
        switch self {
        case .all: Self.path
        case .one: "\(Self.path)/{export}"
        case .ticket: "\(Self.path)/{export}/ticket"
        case .download: "\(Self.path)/{export}/download"
        }
    }

    /// Where the file of an export is fetched with a ticket.
    static func download(of export: UniqueID, with ticket: String) -> String {
        "\(path)/\(export)/download?\(ticketName)=\(ticket)"
    }

    /// The ticket in the query of a target; nil without one.
    static func ticket(in query: Substring?) -> String? {
        let beginning = "\(ticketName)="
        guard let query, query.hasPrefix(beginning) else { return nil }
        let text = query.dropFirst(beginning.count)
        return text.utf8.count == 64 ? String(text) : nil
    }

    static let ticketName = "ticket"
}
