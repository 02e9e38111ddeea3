internal import Messaging
internal import ScrollbackJSON
internal import Wire

/// Opens the positions and cursors in the fields of a user's request.
///
/// A user knows positions only as sealed texts: a number could be guessed, and what follows would
/// tell how long the log is. Only 0, where every log begins, needs no seal.
struct SealedFields {
    let seal: ViewerSeal

    /// The fields with numbers and cursors in them, as the pipe knows them.
    func open(_ object: JSONObject) throws(ErrorForm) -> [UInt8] {
        var writer = JSONWriter()
        try writer.object { (writer) throws(ErrorForm) in
            for member in object.members { try open(member, of: object, &writer) }
        }
        return writer.bytes
    }

    private func open(
        _ member: JSONMember,
        of object: JSONObject,
        _ writer: inout JSONWriter
    ) throws(ErrorForm) {
        let name = member.name
        switch name {
        case "since", "position":
            guard let place = try place(member.value, in: name) else { break }
            guard object["epoch"] == nil else { throw Self.unknown(name) }
            writer.field(name, place.position)
            return writer.field("epoch", place.epoch.hexadecimalText)
        case "asOf":
            guard let place = try moment(member.value) else { break }
            return writer.field(
                name,
                "\(place.epoch.hexadecimalText):\(place.position.rawValue)"
            )
        case "cursor", "before", "after":
            guard let cursor = try cursor(member.value, in: name) else { break }
            return writer.field(name, cursor.text)
        case "query":
            guard let inner = member.value.object else { break }
            writer.name(name)
            return writer.write(json: try open(inner))
        default: break
        }
        writer.name(name)
        writer.write(json: member.value.bytes)
    }

    private func place(
        _ value: JSONValue,
        in field: String
    ) throws(ErrorForm) -> ViewerSeal.Place? {
        if let text = value.string {
            guard let place = seal.position(of: text) else { throw Self.unknown(field) }
            return place
        }
        guard value.integer != .number(0) else { return nil }
        guard value.integer == nil else { throw Self.unknown(field) }
        return nil
    }

    /// A sealed position; nil for a time, and for what the pipe refuses.
    private func moment(_ value: JSONValue) throws(ErrorForm) -> ViewerSeal.Place? {
        guard let text = value.string else { return try place(value, in: "asOf") }
        if let place = seal.position(of: text) { return place }
        if case .time? = PastMoment(text) { return nil }
        throw Self.unknown("asOf")
    }

    /// A sealed cursor; nil for the id of a message, and for what the pipe refuses.
    private func cursor(_ value: JSONValue, in field: String) throws(ErrorForm) -> Cursor? {
        guard let text = value.string, value.uniqueID == nil else { return nil }
        guard let cursor = seal.cursor(of: text) else { throw Self.unknown(field) }
        return cursor
    }

    static func unknown(_ field: String) -> ErrorForm {
        ErrorForm(
            .invalidCursor,
            "This user was not given this position or cursor; send one from an answer.",
            field: field
        )
    }
}
