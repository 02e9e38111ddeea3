import Messaging
import ScrollbackText
import Testing
import Wire

private let sarah = UserID(UniqueID(high: 1, low: 1))
private let mike = UserID(UniqueID(high: 1, low: 2))
private let tom = UserID(UniqueID(high: 1, low: 3))
private let place = UniqueID(high: 2, low: 1)

private func text(_ entry: SystemEntry, by actor: UserID?, seenBy viewer: UserID) -> String {
    English.text(of: entry, by: actor, seenBy: viewer) { user in
        [sarah: "Sarah", mike: "Mike", tom: "Tom"][user] ?? English.unknown
    }
}

@Suite struct `System entries in English` {
    @Test func `say who created`() {  // D-36 SYS-04 SYS-05 SYS-09 CONV-22
        #expect(text(.created, by: sarah, seenBy: sarah) == "You created this group")
        #expect(text(.created, by: sarah, seenBy: mike) == "Sarah created the group")
    }

    @Test func `tell each viewer who added whom`() {  // D-36 SYS-04 SYS-09 C36 PART-09
        #expect(text(.added(mike), by: sarah, seenBy: tom) == "Sarah added Mike")
        #expect(text(.added(mike), by: sarah, seenBy: sarah) == "You added Mike")
        #expect(text(.added(mike), by: sarah, seenBy: mike) == "Sarah added you")
    }

    @Test func `tell each viewer who removed whom`() {  // D-36 SYS-04 SYS-09 PART-16
        #expect(text(.removed(mike), by: sarah, seenBy: tom) == "Sarah removed Mike")
        #expect(text(.removed(mike), by: sarah, seenBy: sarah) == "You removed Mike")
        #expect(text(.removed(mike), by: sarah, seenBy: mike) == "Sarah removed you")
    }

    @Test func `say who left`() {  // D-36 SYS-05 SYS-09
        #expect(text(.left, by: sarah, seenBy: mike) == "Sarah left the group")
        #expect(text(.left, by: sarah, seenBy: sarah) == "You left the group")
    }

    @Test func `say what the title became`() {  // D-36 SYS-05 SYS-09 CONV-26
        let entry = SystemEntry.renamed("Trip")
        #expect(text(entry, by: sarah, seenBy: mike) == "Sarah changed the group name to 'Trip'")
        #expect(text(entry, by: sarah, seenBy: sarah) == "You changed the group name to 'Trip'")
        #expect(text(.titleRemoved, by: sarah, seenBy: mike) == "Sarah removed the group name")
    }

    @Test func `say what the operator did without naming anybody`() {  // D-106
        #expect(text(.added(mike), by: nil, seenBy: tom) == "Mike was added")
        #expect(text(.added(mike), by: nil, seenBy: mike) == "You were added")
        #expect(text(.removed(mike), by: nil, seenBy: tom) == "Mike was removed")
        #expect(text(.removed(mike), by: nil, seenBy: mike) == "You were removed")
        let renamed = "The group name was changed to 'Trip'"
        #expect(text(.renamed("Trip"), by: nil, seenBy: tom) == renamed)
        #expect(text(.renamed(nil), by: nil, seenBy: tom) == "The group name was changed")
        #expect(text(.titleRemoved, by: nil, seenBy: tom) == "The group name was removed")
        #expect(text(.photoChanged, by: nil, seenBy: tom) == "The group photo was changed")
        #expect(text(.photoRemoved, by: nil, seenBy: tom) == "The group photo was removed")
    }

    @Test func `say no more than that of a title that was erased`() {  // D-61
        #expect(text(.renamed(nil), by: sarah, seenBy: mike) == "Sarah changed the group name")
    }

    @Test func `say what became of the photo`() {  // D-36 SYS-05 CONV-27
        #expect(text(.photoChanged, by: sarah, seenBy: mike) == "Sarah changed the group photo")
        #expect(text(.photoRemoved, by: sarah, seenBy: sarah) == "You removed the group photo")
    }

    @Test func `ask for the names of others only, and pass on what cannot be looked up`() {
        struct NotFound: Error {}
        let mine = try? English.text(of: .left, by: sarah, seenBy: sarah) {
            _ throws(NotFound) in throw NotFound()
        }
        #expect(mine == "You left the group")
        #expect(throws: NotFound.self) {
            try English.text(of: .left, by: sarah, seenBy: mike) {
                _ throws(NotFound) in throw NotFound()
            }
        }
    }
}

@Suite struct `System entries` {
    @Test(
        arguments: [
            (.conversationCreated(ConversationCreated(entry: place), nil), .created),
            (.participantAdded(ParticipantAdded(user: mike.rawValue, entry: place)), .added(mike)),
            (
                .participantRemoved(ParticipantRemoved(user: mike.rawValue, entry: place)),
                .removed(mike)
            ),
            (.participantLeft(ParticipantLeft(user: mike.rawValue, entry: place)), .left),
            (
                .detailsChanged(
                    DetailsChanged(entry: place, detail: .title),
                    DetailsContent(text: "Trip")
                ),
                .renamed("Trip")
            ),
            (.detailsChanged(DetailsChanged(entry: place, detail: .title), nil), .renamed(nil)),
            (
                .detailsChanged(DetailsChanged(entry: place, detail: .title, cleared: true), nil),
                .titleRemoved
            ),
            (
                .detailsChanged(
                    DetailsChanged(entry: place, detail: .photo),
                    DetailsContent(text: "photos/1.jpg")
                ),
                .photoChanged
            ),
            (
                .detailsChanged(DetailsChanged(entry: place, detail: .photo, cleared: true), nil),
                .photoRemoved
            ),
        ] as [(Event, SystemEntry)]
    )
    func `are the membership and details events themselves`(event: Event, entry: SystemEntry) {
        // SYS-01 SYS-02 C48
        #expect(SystemEntry(event) == entry)
    }

    @Test(
        arguments: [
            .conversationCreated(ConversationCreated(kind: .direct), nil),
            .participantAdded(ParticipantAdded(user: mike.rawValue, founder: true)),
            .participantAdded(ParticipantAdded(entry: place)),
            .participantRemoved(ParticipantRemoved(user: mike.rawValue)),
            .participantRemoved(ParticipantRemoved(entry: place)),
            .participantLeft(ParticipantLeft(user: mike.rawValue)),
            .detailsChanged(DetailsChanged(detail: .title), nil),
            .detailsChanged(DetailsChanged(entry: place, detail: .unrecognized(9)), nil),
            .messageSent(MessageSent(message: place), nil),
            .roleChanged(RoleChanged(user: mike.rawValue)),
            .conversationClosed(ConversationClosed()),
            .ownershipPassed(OwnershipPassed(user: mike.rawValue)),
        ] as [Event]
    )
    func `are no other events, and none without a place in the timeline`(event: Event) {
        // SYS-07 C48 D-12
        #expect(SystemEntry(event) == nil)
    }

    @Test func `have the types and data of the outside form`() {  // SYS-01 SYS-02 SYS-03 SYS-08
        let entries: [SystemEntry] = [
            .created, .added(mike), .removed(mike), .left, .renamed("Trip"), .titleRemoved,
            .photoChanged, .photoRemoved,
        ]
        #expect(
            entries.map(\.type) == [
                "conversation_created", "user_added", "user_removed", "user_left",
                "conversation_renamed", "conversation_renamed", "photo_changed", "photo_changed",
            ]
        )
        #expect(entries.map(\.target) == [nil, mike, mike, nil, nil, nil, nil, nil])
        #expect(entries.map(\.title) == [nil, nil, nil, nil, "Trip", nil, nil, nil])
    }
}
