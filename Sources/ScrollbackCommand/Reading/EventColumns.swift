import Messaging
import Wire

extension [Column<EventItem>] {
    /// How events are shown in a table.
    static var events: [Column<EventItem>] {
        [
            Column("position") { .number($0.position.rawValue) },
            Column("time", usual: .time(Timestamp(microseconds: 0))) { .time($0.recorded) },
            Column("type", usual: .word("messageAnnotated")) { .word($0.type) },
            Column("stream", .dataOnly) { .word($0.streamKind) },
            Column("id", .dataOnly) { event in event.streamID.map { .id($0) } ?? .none },
            Column("stream", .textOnly, usual: anyID) { event in
                event.streamID.map { .id($0) } ?? .word("store")
            },
            Column("version", .dataOnly) { .number($0.version.rawValue) },
            Column("actor", usual: anyID) { .id($0.actor) },
            Column("fields", .wrapped) { event in .described { FieldsLine.text(event, isShort: $0) }
            },
        ]
    }

    private static var anyID: Cell { .id(UniqueID(high: 0, low: 0)) }
}

extension EventItem {
    fileprivate var streamKind: String {
        switch stream {
        case .store: "store"
        case .conversation: "conversation"
        case .user: "user"
        }
    }

    fileprivate var streamID: UniqueID? {
        switch stream {
        case .store: nil
        case .conversation(let id): id.rawValue
        case .user(let id): id.rawValue
        }
    }
}
