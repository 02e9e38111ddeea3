import DomainSupport
import Testing
import Wire

@testable import Messaging

@Suite struct `Setting a profile` {
    private var scenario = Scenario()
    private let sarah = UserID.named("sarah")

    private static let full = SetProfile(
        username: "sarah",
        fullName: "Sarah Moss",
        avatar: "https://example.org/sarah.png",
        email: "sarah@example.org",
        custom: "{}"
    )

    private func profile(_ scenario: Scenario) -> ProfileContent? {
        for record in scenario.world.records.reversed() where record.stream == .user(sarah) {
            if case .profileSet(_, let content) = record.event { return content }
        }
        return nil
    }

    @Test func `keeps all of it as content of the user's stream`() throws {  // USER-01 USER-06
        var scenario = scenario

        let outcome = try scenario.does(Self.full, as: sarah)

        let content = ProfileContent(
            username: "sarah",
            fullName: "Sarah Moss",
            avatar: "https://example.org/sarah.png",
            email: "sarah@example.org",
            custom: "{}"
        )
        #expect(outcome.events == [NewEvent(.profileSet(ProfileSet(), content), in: .user(sarah))])
        #expect(outcome.answer == .done)
    }

    @Test func `replaces the whole of it`() throws {  // D-52
        var scenario = scenario
        try scenario.does(Self.full, as: sarah)

        try scenario.does(SetProfile(username: "moss"), as: sarah)

        #expect(profile(scenario) == ProfileContent(username: "moss"))
    }

    @Test func `takes white space from the ends of names`() throws {
        var scenario = scenario

        try scenario.does(
            SetProfile(username: " sarah\n", fullName: "\u{3000}Sarah  Moss ", email: " a@b "),
            as: sarah
        )

        #expect(
            profile(scenario)
                == ProfileContent(username: "sarah", fullName: "Sarah  Moss", email: "a@b")
        )
    }

    @Test func `writes nothing when it is the same`() throws {  // D-72
        var scenario = scenario
        try scenario.does(Self.full, as: sarah)

        #expect(try scenario.does(Self.full, as: sarah).events == [])
    }

    @Test(arguments: [
        SetProfile(username: "mike"),
        SetProfile(username: "sarah", fullName: "Sarah"),
        SetProfile(username: "sarah", avatar: "a"),
        SetProfile(username: "sarah", email: "a@b"),
        SetProfile(username: "sarah", custom: ""),
        SetProfile(username: "sarah\u{301}"),
    ])
    func `writes any difference`(changed: SetProfile) throws {  // USER-06
        var scenario = scenario
        try scenario.does(SetProfile(username: "sarah"), as: sarah)

        #expect(try scenario.does(changed, as: sarah).events.count == 1)
    }

    @Test func `keeps another spelling of the same letters`() throws {
        var scenario = scenario
        try scenario.does(SetProfile(username: "\u{E9}mile"), as: sarah)

        try scenario.does(SetProfile(username: "e\u{301}mile"), as: sarah)

        #expect(profile(scenario)?.username.unicodeScalars.first == "e")
    }

    @Test func `writes the same again for who was forgotten`() throws {  // D-71
        var scenario = scenario
        try scenario.does(Self.full, as: sarah)
        try scenario.does(ForgetUser(user: sarah, basis: "asked"))

        #expect(try scenario.does(Self.full, as: sarah).events.count == 1)
        #expect(try scenario.does(Self.full, as: sarah).events == [])
    }

    @Test func `writes the same again also while a hold keeps what it was`() throws {  // D-71
        var scenario = scenario
        try scenario.does(Self.full, as: sarah)
        try scenario.does(PlaceHold(hold: .named("hold"), matter: "a case", user: sarah))
        try scenario.does(ForgetUser(user: sarah, basis: "asked"))

        #expect(try scenario.does(Self.full, as: sarah).events.count == 1)
        #expect(try scenario.does(Self.full, as: sarah).events == [])
    }

    @Test(arguments: [("", false), ("s", true), (" \t", false)])
    func `needs a username`(name: String, isAllowed: Bool) {
        let refusal = scenario.refuses(SetProfile(username: name), as: sarah)

        #expect(refusal == (isAllowed ? nil : .user(.usernameIsInvalid)))
    }

    @Test(arguments: [-1, 0, 1])
    func `has texts of limited length`(beyond: Int) {  // D-52 D-70
        /// Each of two scalars, so that characters are what is counted.
        func text(_ limit: Int) -> String {
            String(repeating: "e\u{301}", count: limit + beyond)
        }
        func refusal(_ refusal: UserRefusal) -> Refusal? { beyond > 0 ? .user(refusal) : nil }

        let refusals = [
            SetProfile(username: text(64)), SetProfile(username: "s", fullName: text(128)),
            SetProfile(username: "s", avatar: text(2_048)),
            SetProfile(username: "s", email: text(254)),
            SetProfile(username: "s", custom: String(repeating: "\u{E9}", count: 2_048 + beyond)),
        ].map { scenario.refuses($0, as: sarah) }

        #expect(
            refusals == [
                refusal(.usernameIsInvalid), refusal(.fullNameIsInvalid),
                refusal(.avatarIsInvalid), refusal(.emailIsInvalid), refusal(.customIsTooLong),
            ]
        )
    }

    @Test(arguments: ["", " ", "a\u{7}b", "a\nb", "a\u{85}b", "a\tb"])
    func `has lines without control characters`(line: String) {  // D-37
        #expect(
            scenario.refuses(SetProfile(username: line), as: sarah) == .user(.usernameIsInvalid)
        )
        #expect(
            scenario.refuses(SetProfile(username: "s", fullName: line), as: sarah)
                == .user(.fullNameIsInvalid)
        )
        #expect(
            scenario.refuses(SetProfile(username: "s", email: line), as: sarah)
                == .user(.emailIsInvalid)
        )
        #expect(Refusal.user(.usernameIsInvalid).code == .invalidText)
        #expect(Refusal.user(.fullNameIsInvalid).code == .invalidText)
    }

    @Test func `has no empty avatar`() {
        #expect(
            scenario.refuses(SetProfile(username: "s", avatar: ""), as: sarah)
                == .user(.avatarIsInvalid)
        )
    }
}

@Suite struct `Settings of a user` {
    private var scenario = Scenario()
    private let sarah = UserID.named("sarah")

    @Test func `are what nobody has changed`() {  // SET-06 D-52
        let settings = scenario.world.settings(of: sarah)

        #expect(settings.sendReadReceipts && settings.shareTyping && settings.sharePresence)
        #expect(settings.groupAdds == .everyone)
        #expect(settings.notifications && settings.sound && settings.badge)
        #expect(settings.vibration)
        #expect(settings.previews == .always)
        #expect(settings.autoDownload == .wifi)
        #expect(!settings.saveToPhotos)
        #expect(settings.imageQuality == .high)
        #expect(settings.keepMessages == .forever)
    }

    @Test func `change where something is said`() throws {  // SET-01 SET-02 SET-03 SET-04 SET-06
        var scenario = scenario
        let all = SettingsChanged(
            sendReadReceipts: false,
            shareTyping: false,
            groupAdds: .contacts,
            notifications: false,
            previews: .never,
            sound: false,
            badge: false,
            autoDownload: .always,
            saveToPhotos: true,
            imageQuality: .low,
            keepMessages: .oneYear,
            sharePresence: false,
            vibration: false
        )

        let outcome = try scenario.does(SetSettings(all), as: sarah)

        #expect(outcome.events == [NewEvent(.settingsChanged(all), in: .user(sarah))])
        var expected = Settings()
        expected.apply(all)
        #expect(scenario.world.settings(of: sarah) == expected)
        try scenario.does(SetSettings(SettingsChanged(sound: true)), as: sarah)
        expected.sound = true
        #expect(scenario.world.settings(of: sarah) == expected)
    }

    @Test(arguments: [
        SettingsChanged(), SettingsChanged(badge: true), SettingsChanged(keepMessages: .forever),
    ])
    func `write nothing when they are so already`(change: SettingsChanged) throws {  // D-72
        #expect(try scenario.decideOnly(SetSettings(change), as: sarah).events == [])
    }

    @Test(arguments: [
        (SettingsChanged(groupAdds: .unspecified), "groupAdds"),
        (SettingsChanged(groupAdds: .unrecognized(9)), "groupAdds"),
        (SettingsChanged(previews: .unspecified), "previews"),
        (SettingsChanged(previews: .unrecognized(9)), "previews"),
        (SettingsChanged(autoDownload: .unspecified), "autoDownload"),
        (SettingsChanged(autoDownload: .unrecognized(9)), "autoDownload"),
        (SettingsChanged(imageQuality: .unspecified), "imageQuality"),
        (SettingsChanged(imageQuality: .unrecognized(9)), "imageQuality"),
        (SettingsChanged(keepMessages: .unspecified), "keepMessages"),
        (SettingsChanged(keepMessages: .unrecognized(9)), "keepMessages"),
    ])
    func `have no value without a meaning`(change: SettingsChanged, field: String) {
        let refusal = scenario.refuses(SetSettings(change), as: sarah)

        #expect(refusal?.code == .invalidRequest)
        #expect(refusal?.field == field)
    }

    @Test func `do not switch receipts off where they are mandatory`() throws {  // C15 D-21
        var scenario = scenario
        let off = SetSettings(SettingsChanged(sendReadReceipts: false))
        #expect(scenario.refuses(off, as: sarah) == nil)

        scenario.configured(ConfigurationChanged(receipts: .mandatory))

        #expect(scenario.refuses(off, as: sarah)?.code == .receiptsMandatory)
        #expect(
            scenario.refuses(SetSettings(SettingsChanged(sendReadReceipts: true)), as: sarah) == nil
        )
        #expect(scenario.refuses(SetSettings(SettingsChanged(sound: false)), as: sarah) == nil)
    }

    @Test func `do not switch receipts off again where they became mandatory`() throws {  // D-21
        var scenario = scenario
        let off = SetSettings(SettingsChanged(sendReadReceipts: false))
        try scenario.does(off, as: sarah)
        scenario.configured(ConfigurationChanged(receipts: .mandatory))

        #expect(scenario.refuses(off, as: sarah) == .user(.receiptsAreMandatory))
    }

    @Test func `name a value without a meaning before mandatory receipts`() {  // D-07
        var scenario = scenario
        scenario.configured(ConfigurationChanged(receipts: .mandatory))
        let both = SettingsChanged(sendReadReceipts: false, previews: .unspecified)

        #expect(scenario.refuses(SetSettings(both), as: sarah)?.code == .invalidRequest)
    }
}

@Suite struct `Contacts and blocks` {
    private var scenario = Scenario()
    private let sarah = UserID.named("sarah")
    private let tom = UserID.named("tom")

    private static let opposites: [(Relate.Action, Relate.Action)] = [
        (.addContact, .removeContact), (.block, .unblock),
    ]

    private func event(_ action: Relate.Action, _ user: UserID) -> Event {
        let id = user.rawValue
        return switch action {
        case .addContact: .contactAdded(ContactAdded(user: id))
        case .removeContact: .contactRemoved(ContactRemoved(user: id))
        case .block: .blocked(Blocked(user: id))
        case .unblock: .unblocked(Unblocked(user: id))
        }
    }

    @Test(arguments: opposites)
    func `come and go`(begin: Relate.Action, end: Relate.Action) throws {  // BLOCK-01 USER-11 C53
        var scenario = scenario

        let begun = try scenario.does(Relate(begin, user: tom), as: sarah)
        let ended = try scenario.does(Relate(end, user: tom), as: sarah)
        let again = try scenario.does(Relate(begin, user: tom), as: sarah)

        #expect(begun.events == [NewEvent(event(begin, tom), in: .user(sarah))])
        #expect(ended.events == [NewEvent(event(end, tom), in: .user(sarah))])
        #expect(again.events == begun.events)
    }

    @Test(arguments: opposites)
    func `write nothing when they are so already`(
        begin: Relate.Action,
        end: Relate.Action
    ) throws {  // D-72
        var scenario = scenario

        #expect(try scenario.decideOnly(Relate(end, user: tom), as: sarah).events == [])
        try scenario.does(Relate(begin, user: tom), as: sarah)
        #expect(try scenario.decideOnly(Relate(begin, user: tom), as: sarah).events == [])
    }

    @Test(arguments: Relate.Action.allCases)
    func `are with somebody else`(action: Relate.Action) {
        let refusal = scenario.refuses(Relate(action, user: sarah), as: sarah)

        #expect(refusal == .user(.aboutOneself))
        #expect(refusal?.code == .invalidRequest)
    }

    @Test func `are one's own`() throws {  // BLOCK-07
        var scenario = scenario
        let maya = scenario.user("maya")
        let group = scenario.group(by: sarah, with: [tom, maya])

        try scenario.does(Relate(.block, user: tom), as: sarah)

        #expect(scenario.world.isBlocked(tom, by: sarah))
        #expect(!scenario.world.isBlocked(sarah, by: tom))
        #expect(!scenario.world.isBlocked(tom, by: maya))
        #expect(scenario.world.activeMembers(of: group).count == 3)
    }

    @Test func `make close, as being the same user does`() {
        var scenario = scenario
        let maya = scenario.user("maya")

        scenario.contact(tom, of: sarah)

        #expect(scenario.world.isClose(tom, to: sarah))
        #expect(!scenario.world.isClose(sarah, to: tom))
        #expect(!scenario.world.isClose(maya, to: sarah))
        #expect(scenario.world.isClose(sarah, to: sarah))
    }
}
