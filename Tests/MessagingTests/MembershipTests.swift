import DomainSupport
import Testing

@testable import Messaging

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let maya = UserID.named("maya")
private let ben = UserID.named("ben")

@Suite struct `Adding somebody` {
    @Test  // PART-09 PART-16 SYS-01 SYS-02 TEST-02 TEST-24
    func `is an entry, and makes a member without flags`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        var fresh = scenario.nextAsked.fresh

        let outcome = try scenario.does(AddParticipant(conversation: group, user: ben), as: sarah)

        #expect(
            outcome.events == [
                NewEvent(
                    .participantAdded(
                        ParticipantAdded(
                            user: ben.rawValue,
                            role: .member,
                            entry: fresh.next(),
                            ordinal: 2
                        )
                    ),
                    in: .conversation(group)
                )
            ]
        )
        #expect(scenario.world.activeMembers(of: group).map(\.user) == [sarah, tom, maya, ben])
        #expect(scenario.world.conversation(group)?.entryCount == 2)
    }

    @Test  // UNREAD-10
    func `leaves nothing unread of what was there, the first time and again`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        for count: UInt64 in [2, 4] {
            for _ in 0..<2 { scenario.text(in: group, by: tom) }
            let add = AddParticipant(conversation: group, user: ben)
            let outcome = try scenario.does(add, as: sarah)
            guard case .participantAdded(let added)? = outcome.events.first?.event else {
                Issue.record("nobody was added")
                return
            }
            #expect(added.messageNumber == count)
            #expect(scenario.world.personal(ben, in: group).marker == count)
            scenario.left(group, by: ben)
        }
    }

    @Test  // PART-05 PART-06 CONV-34 C19 TEST-02
    func `is for the creator, admins and members who may add, in requests as well`() {
        var scenario = Scenario()
        let conversations = [
            scenario.group(by: sarah, with: [tom, maya]),
            scenario.request(by: sarah, with: [tom, maya]),
        ]
        for conversation in conversations {
            let add = AddParticipant(conversation: conversation, user: ben)
            scenario.role(.admin, of: tom, in: conversation, by: sarah)
            #expect(scenario.refuses(add, as: sarah) == nil)
            #expect(scenario.refuses(add, as: tom) == nil)
            scenario.permissions(
                Permissions(canRemove: true, canEdit: true),
                of: maya,
                in: conversation,
                by: sarah
            )
            let refusal = scenario.refuses(add, as: maya)
            #expect(refusal == .membership(.actorMayNotAdd))
            #expect(refusal?.code == .permissionDenied)
            scenario.permissions(Permissions(canAdd: true), of: maya, in: conversation, by: sarah)
            #expect(scenario.refuses(add, as: maya) == nil)
        }
    }

    @Test  // D-46 PART-07 C20
    func `as an admin is for the creator and admins`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.role(.admin, of: tom, in: group, by: sarah)
        scenario.permissions(Permissions(canAdd: true), of: maya, in: group, by: sarah)
        let add = AddParticipant(conversation: group, user: ben, role: .admin)

        let refusal = scenario.refuses(add, as: maya)
        #expect(refusal == .membership(.onlyLeadersSetRoles))
        #expect(refusal?.code == .permissionDenied)
        #expect(scenario.refuses(add, as: sarah) == nil)
        try scenario.does(add, as: tom)
        #expect(scenario.world.member(ben, of: group)?.role == .admin)
        #expect(scenario.world.member(ben, of: group)?.permissions == Permissions())
    }

    @Test(  // D-110 PART-07
        arguments: [
            Permissions(canAdd: true), Permissions(canRemove: true), Permissions(canEdit: true),
        ]
    )
    func `with a flag is for the creator and admins, and one event`(flags: Permissions) throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.permissions(Permissions(canAdd: true), of: maya, in: group, by: sarah)
        let add = AddParticipant(conversation: group, user: ben, permissions: flags)

        #expect(scenario.refuses(add, as: maya) == .membership(.onlyLeadersSetRoles))
        let outcome = try scenario.does(add, as: sarah)
        #expect(outcome.events.count == 1)
        #expect(scenario.world.member(ben, of: group)?.permissions == flags)
        #expect(scenario.world.member(ben, of: group)?.effective == flags)
    }

    @Test  // D-110
    func `without a flag is for everybody who may add`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.permissions(Permissions(canAdd: true), of: maya, in: group, by: sarah)
        let add = AddParticipant(conversation: group, user: ben, permissions: Permissions())
        #expect(scenario.refuses(add, as: maya) == nil)
    }

    @Test(arguments: [Role.creator, .unspecified, .unrecognized(9)])  // PART-04 C20
    func `gives no other role`(role: Role) {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        for refusal in [
            scenario.refuses(AddParticipant(conversation: group, user: ben, role: role), as: sarah),
            scenario.refuses(SetRole(conversation: group, user: tom, role: role), as: sarah),
        ] {
            #expect(refusal == .membership(.roleIsInvalid))
            #expect(refusal?.code == .invalidRequest)
        }
    }

    @Test  // PART-03 PART-08
    func `who is a member already is refused, oneself among them`() {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        for user in [tom, sarah] {
            let refusal = scenario.refuses(
                AddParticipant(conversation: group, user: user),
                as: sarah
            )
            #expect(refusal == .membership(.alreadyAMember))
            #expect(refusal?.code == .alreadyAMember)
        }
    }

    @Test  // PART-30 C40
    func `who was a member begins a second membership, with nothing of the first`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.role(.admin, of: tom, in: group, by: sarah)
        scenario.permissions(Permissions(canAdd: true), of: tom, in: group, by: sarah)
        scenario.permissions(Permissions(canAdd: true), of: maya, in: group, by: sarah)
        scenario.removed(tom, from: group, by: sarah)

        try scenario.does(AddParticipant(conversation: group, user: tom), as: maya)

        let member = try #require(scenario.world.member(tom, of: group))
        #expect(member.isActive)
        #expect(member.role == .member)
        #expect(member.permissions == Permissions())
        #expect(member.intervals.count == 2)
        #expect(scenario.world.conversation(group)?.memberCount == 3)
    }

    @Test  // PART-10 PART-30 D-17
    func `shows all history, or only what is said during a membership`() throws {
        var scenario = Scenario()
        for history in [HistoryPolicy.full, .sinceJoin] {
            let group = scenario.group(by: sarah, with: [tom, maya], history: history)
            scenario.text(in: group, by: sarah)
            let before = scenario.world.size
            try scenario.does(AddParticipant(conversation: group, user: ben), as: sarah)
            let joined = scenario.world.size
            try scenario.does(Leave(conversation: group), as: ben)
            let left = scenario.world.size
            scenario.text(in: group, by: sarah)
            let between = scenario.world.size
            try scenario.does(AddParticipant(conversation: group, user: ben), as: sarah)

            let conversation = try #require(scenario.world.conversation(group))
            let member = try #require(scenario.world.member(ben, of: group))
            let seen = scenario.world.visibility(of: member, in: conversation, now: scenario.now)
            #expect(seen.shows(before) == (history == .full))
            #expect(seen.shows(joined))
            #expect(seen.shows(left))
            #expect(seen.shows(between) == (history == .full))
            #expect(seen.shows(scenario.world.size))
        }
    }

    @Test  // BLOCK-04 D-18
    func `who has blocked the actor is refused, whom the actor has blocked is not`() {
        var scenario = Scenario()
        scenario.blocked(sarah, by: ben)
        for conversation in [
            scenario.group(by: sarah, with: [tom, maya]),
            scenario.request(by: sarah, with: [tom]),
        ] {
            scenario.permissions(Permissions(canAdd: true), of: tom, in: conversation, by: sarah)
            let add = AddParticipant(conversation: conversation, user: ben)
            let refusal = scenario.refuses(add, as: sarah)
            #expect(refusal == .membership(.blockedByAUser))
            #expect(refusal?.code == .blocked)
            // Somebody else may, and the two then meet there.
            #expect(scenario.refuses(add, as: tom) == nil)
        }
        let own = scenario.group(by: ben, with: [tom, maya])
        #expect(scenario.refuses(AddParticipant(conversation: own, user: sarah), as: ben) == nil)
    }

    @Test  // SET-05 SET-02 D-45
    func `to a group asks who may, to a request does not`() {
        var scenario = Scenario()
        let group = AddParticipant(
            conversation: scenario.group(by: sarah, with: [tom, maya]),
            user: ben
        )
        let request = AddParticipant(
            conversation: scenario.request(by: sarah, with: [tom]),
            user: ben
        )
        scenario.settings(SettingsChanged(groupAdds: .contacts), of: ben)
        scenario.contact(ben, of: sarah)
        let refusal = scenario.refuses(group, as: sarah)
        #expect(refusal == .membership(.refusedByPrivacy))
        #expect(refusal?.code == .privacy)
        #expect(scenario.refuses(request, as: sarah) == nil)
        scenario.contact(sarah, of: ben)
        #expect(scenario.refuses(group, as: sarah) == nil)
        scenario.settings(SettingsChanged(groupAdds: .nobody), of: ben)
        #expect(scenario.refuses(group, as: sarah) == .membership(.refusedByPrivacy))
        #expect(scenario.refuses(request, as: sarah) == nil)
        scenario.settings(SettingsChanged(groupAdds: .unrecognized(9)), of: ben)
        #expect(scenario.refuses(group, as: sarah) == .membership(.refusedByPrivacy))
        scenario.settings(SettingsChanged(groupAdds: .everyone), of: ben)
        #expect(scenario.refuses(group, as: sarah) == nil)
    }

    @Test(arguments: [(4_998, true), (4_999, true), (5_000, false), (5_001, false)])
    func `ends at 5,000 members`(members: Int, isTaken: Bool) {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.world.conversations[group]?.memberCount = members
        let refusal = scenario.refuses(AddParticipant(conversation: group, user: ben), as: sarah)
        #expect(refusal == (isTaken ? nil : .membership(.conversationIsFull(limit: 5_000))))
        if !isTaken { #expect(refusal?.code == .invalidParticipants) }
    }

    @Test  // D-07 D-29 C24 CONV-36
    func `is refused for closing, permission, target, blocks, privacy, room in this order`() {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.permissions(Permissions(canAdd: true), of: maya, in: group, by: sarah)
        scenario.world.conversations[group]?.memberCount = Limits.members
        let add = AddParticipant(conversation: group, user: ben)
        #expect(
            scenario.refuses(add, as: sarah)
                == .membership(.conversationIsFull(limit: Limits.members))
        )
        scenario.settings(SettingsChanged(groupAdds: .nobody), of: ben)
        #expect(scenario.refuses(add, as: sarah) == .membership(.refusedByPrivacy))
        scenario.blocked(sarah, by: ben)
        #expect(scenario.refuses(add, as: sarah) == .membership(.blockedByAUser))
        scenario.added(ben, to: group, by: sarah)
        #expect(scenario.refuses(add, as: sarah) == .membership(.alreadyAMember))
        #expect(scenario.refuses(add, as: tom) == .membership(.actorMayNotAdd))
        var asAdmin = add
        asAdmin.role = .admin
        #expect(scenario.refuses(asAdmin, as: maya) == .membership(.onlyLeadersSetRoles))
        #expect(scenario.refuses(asAdmin, as: tom) == .membership(.actorMayNotAdd))
        scenario.closed(group, by: sarah)
        #expect(scenario.refuses(add, as: tom) == .conversation(.isClosed))
        scenario.left(group, by: tom)
        #expect(scenario.refuses(add, as: tom) == .conversation(.actorIsNoLongerAMember))
    }
}

@Suite struct `Removing somebody` {
    @Test  // PART-16 PART-17 SYS-01 SYS-02 TEST-02 TEST-24
    func `is an entry that ends the membership`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        var fresh = scenario.nextAsked.fresh

        let outcome = try scenario.does(
            RemoveParticipant(conversation: group, user: tom),
            as: sarah
        )

        #expect(
            outcome.events == [
                NewEvent(
                    .participantRemoved(
                        ParticipantRemoved(user: tom.rawValue, entry: fresh.next(), ordinal: 2)
                    ),
                    in: .conversation(group)
                )
            ]
        )
        #expect(scenario.world.member(tom, of: group)?.isActive == false)
        #expect(scenario.world.activeMembers(of: group).map(\.user) == [sarah, maya])
    }

    @Test  // PART-05 PART-13 PART-14 CONV-34 C19 TEST-02
    func `is for the creator, admins and members who may remove, in requests as well`() {
        var scenario = Scenario()
        let conversations = [
            scenario.group(by: sarah, with: [tom, maya, ben]),
            scenario.request(by: sarah, with: [tom, maya, ben]),
        ]
        for conversation in conversations {
            let remove = RemoveParticipant(conversation: conversation, user: ben)
            scenario.role(.admin, of: tom, in: conversation, by: sarah)
            #expect(scenario.refuses(remove, as: sarah) == nil)
            #expect(scenario.refuses(remove, as: tom) == nil)
            scenario.permissions(
                Permissions(canAdd: true, canEdit: true),
                of: maya,
                in: conversation,
                by: sarah
            )
            let refusal = scenario.refuses(remove, as: maya)
            #expect(refusal == .membership(.actorMayNotRemove))
            #expect(refusal?.code == .permissionDenied)
            scenario.permissions(
                Permissions(canRemove: true),
                of: maya,
                in: conversation,
                by: sarah
            )
            #expect(scenario.refuses(remove, as: maya) == nil)
        }
    }

    @Test  // D-46
    func `who is an admin takes no more than the flag`() {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.role(.admin, of: tom, in: group, by: sarah)
        scenario.permissions(Permissions(canRemove: true), of: maya, in: group, by: sarah)
        #expect(
            scenario.refuses(RemoveParticipant(conversation: group, user: tom), as: maya) == nil
        )
    }

    @Test  // PART-15 C19
    func `who is the creator is possible to nobody`() {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.role(.admin, of: tom, in: group, by: sarah)
        let refusal = scenario.refuses(
            RemoveParticipant(conversation: group, user: sarah),
            as: tom
        )
        #expect(refusal == .membership(.creatorCannotBeRemoved))
        #expect(refusal?.code == .creatorCannotBeRemoved)
    }

    @Test  // D-08
    func `who is no member is refused, whether they once were or not`() {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.left(group, by: tom)
        for user in [tom, ben] {
            let refusal = scenario.refuses(
                RemoveParticipant(conversation: group, user: user),
                as: sarah
            )
            #expect(refusal == .membership(.userIsNotAMember))
            #expect(refusal?.code == .notAMember)
        }
    }

    @Test  // D-08 PART-15
    func `who was the creator and left is refused for leaving`() {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.role(.admin, of: tom, in: group, by: sarah)
        scenario.left(group, by: sarah)
        #expect(
            scenario.refuses(RemoveParticipant(conversation: group, user: sarah), as: tom)
                == .membership(.userIsNotAMember)
        )
    }

    @Test  // PART-13 D-47
    func `who is oneself is leaving, and takes no permission`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        let remove = RemoveParticipant(conversation: group, user: tom)
        #expect(
            try scenario.decideOnly(remove, as: tom)
                == scenario.decideOnly(Leave(conversation: group), as: tom)
        )
        // The creator leaves too, and is not removed.
        let creator = RemoveParticipant(conversation: group, user: sarah)
        #expect(
            try scenario.decideOnly(creator, as: sarah)
                == scenario.decideOnly(Leave(conversation: group), as: sarah)
        )
        scenario.closed(group, by: sarah)
        #expect(scenario.refuses(remove, as: tom) == nil)
    }

    @Test  // D-07 D-29 C24
    func `is refused for closing, permission and target in this order`() {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        for user in [ben, sarah] {
            #expect(
                scenario.refuses(RemoveParticipant(conversation: group, user: user), as: tom)
                    == .membership(.actorMayNotRemove)
            )
        }
        scenario.closed(group, by: sarah)
        let remove = RemoveParticipant(conversation: group, user: ben)
        #expect(scenario.refuses(remove, as: tom) == .conversation(.isClosed))
        scenario.left(group, by: tom)
        #expect(scenario.refuses(remove, as: tom) == .conversation(.actorIsNoLongerAMember))
    }

    @Test  // PART-18 PART-19 C21 D-17
    func `leaves them all that was theirs up to it, and nothing after`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.text(in: group, by: sarah)
        let before = scenario.world.size
        try scenario.does(RemoveParticipant(conversation: group, user: tom), as: sarah)
        let removed = scenario.world.size
        scenario.text(in: group, by: sarah)

        let seat = try scenario.world.anySeat(of: tom, in: group, now: scenario.now)
        #expect(seat.visibility.shows(before))
        #expect(seat.visibility.shows(removed))
        #expect(!seat.visibility.shows(scenario.world.size))
        #expect(
            scenario.refuses(Rename(conversation: group, title: "Mine"), as: tom)?.code
                == .notAMember
        )
    }
}

@Suite struct `Roles and flags` {
    @Test  // C20 PART-04 PART-07 D-46
    func `are set by the creator and admins, whatever flags others have`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya, ben])
        scenario.role(.admin, of: tom, in: group, by: sarah)
        scenario.permissions(
            Permissions(canAdd: true, canRemove: true, canEdit: true),
            of: maya,
            in: group,
            by: sarah
        )
        for attempt in [
            Attempt("role") {
                $0.refuses(SetRole(conversation: $1, user: ben, role: .admin), as: $2)
            },
            Attempt("flags") {
                $0.refuses(SetPermissions(conversation: $1, user: ben, canAdd: true), as: $2)
            },
        ] {
            #expect(attempt.refusal(scenario, group, sarah) == nil)
            #expect(attempt.refusal(scenario, group, tom) == nil)
            let refusal = attempt.refusal(scenario, group, maya)
            #expect(refusal == .membership(.onlyLeadersSetRoles))
            #expect(refusal?.code == .permissionDenied)
        }
    }

    @Test  // C20
    func `make a member an admin and an admin a member`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        for role in [Role.admin, .member] {
            let command = SetRole(conversation: group, user: tom, role: role)
            let outcome = try scenario.does(command, as: sarah)
            #expect(
                outcome.events == [
                    NewEvent(
                        .roleChanged(RoleChanged(user: tom.rawValue, role: role)),
                        in: .conversation(group)
                    )
                ]
            )
            #expect(scenario.world.member(tom, of: group)?.role == role)
            #expect(try scenario.does(command, as: sarah).events == [])
        }
    }

    @Test
    func `of an admin are the admin's to give up`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.role(.admin, of: tom, in: group, by: sarah)
        let command = SetRole(conversation: group, user: tom, role: .member)
        try scenario.does(command, as: tom)
        #expect(scenario.world.member(tom, of: group)?.leadsConversation == false)
    }

    @Test  // PART-07 C19 D-72
    func `change where they are named and stay where they are not`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        var command = SetPermissions(conversation: group, user: tom, canAdd: true, canEdit: true)
        let first = try scenario.does(command, as: sarah)
        #expect(
            first.events == [
                NewEvent(
                    .permissionsChanged(
                        PermissionsChanged(user: tom.rawValue, canAdd: true, canEdit: true)
                    ),
                    in: .conversation(group)
                )
            ]
        )
        #expect(try scenario.does(command, as: sarah).events == [])
        #expect(
            try scenario.does(SetPermissions(conversation: group, user: tom), as: sarah).events
                == []
        )
        command = SetPermissions(conversation: group, user: tom, canAdd: false, canRemove: true)
        try scenario.does(command, as: sarah)
        #expect(
            scenario.world.member(tom, of: group)?.permissions
                == Permissions(canRemove: true, canEdit: true)
        )
    }

    @Test  // D-46
    func `of admins are stored, and wait until they are members`() throws {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.role(.admin, of: tom, in: group, by: sarah)
        let refused = SetPermissions(conversation: group, user: tom, canEdit: false)
        #expect(try scenario.does(refused, as: sarah).events == [])
        let granted = SetPermissions(conversation: group, user: tom, canAdd: true)
        #expect(try scenario.does(granted, as: sarah).events.count == 1)
        #expect(scenario.world.member(tom, of: group)?.effective.canRemove == true)
        try scenario.does(SetRole(conversation: group, user: tom, role: .member), as: sarah)
        #expect(
            scenario.world.member(tom, of: group)?.effective == Permissions(canAdd: true)
        )
    }

    @Test  // D-46
    func `of the creator are out of reach, even of the creator`() {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.role(.admin, of: tom, in: group, by: sarah)
        for user in [sarah, tom] {
            for refusal in [
                scenario.refuses(
                    SetRole(conversation: group, user: sarah, role: .admin),
                    as: user
                ),
                scenario.refuses(
                    SetPermissions(conversation: group, user: sarah, canAdd: false),
                    as: user
                ),
            ] {
                #expect(refusal == .membership(.creatorIsUntouchable))
                #expect(refusal?.code == .permissionDenied)
            }
        }
    }

    @Test(arguments: [  // D-07 D-08 D-29
        Attempt("role") {
            $0.refuses(SetRole(conversation: $1, user: ben, role: .admin), as: $2)
        },
        Attempt("flags") {
            $0.refuses(SetPermissions(conversation: $1, user: ben, canAdd: true), as: $2)
        },
    ])
    func `are refused for closing, permission and target in this order`(attempt: Attempt) {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        for _ in ["never a member", "a former member"] {
            #expect(attempt.refusal(scenario, group, sarah) == .membership(.userIsNotAMember))
            #expect(attempt.refusal(scenario, group, tom) == .membership(.onlyLeadersSetRoles))
            scenario.added(ben, to: group, by: sarah)
            scenario.left(group, by: ben)
        }
        scenario.closed(group, by: sarah)
        #expect(attempt.refusal(scenario, group, tom) == .conversation(.isClosed))
        #expect(attempt.refusal(scenario, group, sarah) == .conversation(.isClosed))
        scenario.left(group, by: tom)
        #expect(attempt.refusal(scenario, group, tom) == .conversation(.actorIsNoLongerAMember))
    }
}
