import EventLog
import LogSchema
import Messaging
import TestSupport
import Testing
import Wire

@testable import Projections
@testable import Views

@Suite struct `The routes of events` {
    private let tables: TableList

    init() {
        var tables = TableList()
        _ = BuiltInProjectors(&tables)
        self.tables = tables
    }

    /// The names of the views that declare an event.
    private func declaring(_ number: UInt32) -> Set<String> {
        Set(tables.events.filter { $0.events.contains(number) }.map(\.view))
    }

    @Test func `lead to every projector that declares an event, which refuses all others`() throws {
        let store = try StoreInFolder()
        let opened = try Opened<BuiltInProjectors>(store.directory)
        var views = try opened.views.openForWriting()
        var writer = try LogWriter(opened.log)
        // An erasure is folded by several views together.
        for event in EventDescription.all where event.number != EnvelopeEvent.contentErased {
            try writer.begin()
            try views.begin()
            try writer.appendEmpty(event.number)
            let refusing = opened.views.projectors.refusing(try writer.newest(), &views)
            let others = Set(tables.events.map(\.view)).subtracting(declaring(event.number))
            #expect(refusing == others, "\(event.name)")
            views.abandon()
            writer.abandon()
        }
    }

    @Test func `of messages and erasures, which have ways of their own, are those declared`() throws
    {
        let store = try StoreInFolder()
        let opened = try Opened<BuiltInProjectors>(store.directory)
        var views = try opened.views.openForWriting()
        var writer = try LogWriter(opened.log)

        let created = Event.conversationCreated(ConversationCreated(kind: .group), nil)
        _ = try opened.fold(created, in: stream(1), &writer, &views)
        let first = MessageSent(message: .greatest, kind: .text, ordinal: 1, messageNumber: 1)
        let plain = Event.messageSent(first, MessageContent())
        let byPlain = try opened.fold(plain, in: stream(1), &writer, &views)
        let always: Set = ["streams", "commands", "outlines", "actors"]
        #expect(byPlain == always.union(["timeline", "messages", "senders"]))
        let second = MessageSent(
            message: .zero,
            kind: .mixed,
            replyTo: .greatest,
            replyToOrdinal: 1,
            forwardedFrom: .greatest,
            mentions: [.greatest],
            attachments: [.image],
            ordinal: 2,
            messageNumber: 2
        )
        let image = Attachment(kind: .image, url: "https://example.org/a.jpg")
        let full = Event.messageSent(second, MessageContent(attachments: [image]))
        let byFull = try opened.fold(full, in: stream(1), &writer, &views)
        #expect(byFull == declaring(EnvelopeEvent.messageSent))

        let ranges = [PositionRange(first: writer.size.rawValue, count: 1)]
        let erased = Event.contentErased(ContentErased(ranges: ranges))
        let byErased = try opened.fold(erased, in: .store, &writer, &views)
        // What a request is about is in the content of its creation.
        #expect(byErased == declaring(EnvelopeEvent.contentErased).subtracting(["contexts"]))
    }

    @Test func `are a table by number, and what is not known goes to views of every event`() {
        let routes = EventRoutes([
            (.every, [.conversation, .user, .store]), ([0, 48, 127], [.conversation]),
            ([48], [.conversation, .store]), ([], [.user]),
        ])
        func places(_ number: UInt32, _ kind: StreamID.Kind = .conversation) -> [Int] {
            var route = routes[number, in: kind]
            var places: [Int] = []
            while let place = route.next() { places.append(place) }
            return places
        }
        #expect(places(48) == [0, 1, 2])
        #expect(places(0) == [0, 1])
        #expect(places(127) == [0, 1])
        #expect(places(48, .store) == [0, 2])
        #expect(places(48, .user) == [0])
        #expect(places(0, .store) == [0])
        for number in [1, 49, 128, 176, .max] as [UInt32] { #expect(places(number) == [0]) }
    }

    @Test func `end at a number that every event is below`() {
        #expect(
            EventDescription.all.allSatisfy { event in
                var route = EventRoutes([([event.number], [.store])])[event.number, in: .store]
                return route.next() == 0
            }
        )
    }
}

extension Opened<BuiltInProjectors> {
    /// Appends and folds an event; the names of the views that it changed.
    fileprivate func fold(
        _ event: Event,
        in stream: StreamID,
        _ writer: inout LogWriter,
        _ views: inout ViewsWriter
    ) throws -> Set<String> {
        try writer.begin()
        try views.begin()
        try writer.confirm(stream)
        var events = EventList()
        var writtenContent = WireWriter()
        event.encodeContent(into: &writtenContent)
        var content = writtenContent.bytes.array
        if event.hasContent, content.isEmpty { content = [1, 2, 3] }
        events.add(
            event.number,
            to: stream,
            actor: .zero,
            command: CommandTrace(id: .greatest),
            content: content.span.bytes
        ) { event.encodeStructure(into: &$0) }
        try writer.append(events[0], recorded: Timestamp(microseconds: 2))
        try self.views.projectors.apply(try writer.newest(), to: &views)
        var tables = TableList()
        _ = BuiltInProjectors(&tables)
        var changed: Set<String> = []
        for view in tables.views {
            for number in view.tables {
                let buffer = views.buffers[ViewTable(number: number)]
                if buffer.pointee.count > 0 { changed.insert(view.name) }
            }
        }
        try writer.commit()
        try views.commit(through: writer.size, root: writer.root)
        return changed
    }
}

extension BuiltInProjectors {
    /// The names of the views that do not take an event.
    fileprivate func refusing(
        _ record: borrowing StoredRecord,
        _ views: inout ViewsWriter
    ) -> Set<String> {
        var refusing: Set<String> = []
        for view in View.allCases {
            do throws(ViewsError) {
                try fold(record, into: view, of: &views)
            } catch .undeclaredEvent(record.envelope.eventNumber, projector: "\(view)") {
                refusing.insert("\(view)")
            } catch {
                // An event without fields cannot be folded, which is another error.
            }
        }
        return refusing
    }
}

extension LogWriter {
    /// Appends an event that says nothing.
    fileprivate mutating func appendEmpty(_ number: UInt32) throws {
        try confirm(nil, of: stream(1))
        var events = EventList()
        events.add(number, to: stream(1)) { _ in }
        try append(events[0], recorded: Timestamp(microseconds: 2))
    }
}
