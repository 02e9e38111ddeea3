import DomainSupport
import Messaging
import Testing
import Wire

@testable import Messaging

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let maya = UserID.named("maya")

@Suite struct `Editing a message` {
    @Test  // EDIT-01 EDIT-15 C12
    func `gives it another text, and says anew what that holds`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        scenario.text("first", in: direct, by: sarah)
        let message = scenario.text("@[\(sarah)] http://a.b", in: direct, by: tom)
        let outcome = try scenario.does(
            EditMessage(message: message, text: " see @[\(maya)]\u{7} "),
            as: tom
        )
        #expect(
            outcome.events == [
                NewEvent(
                    .messageEdited(
                        MessageEdited(
                            message: message.rawValue,
                            ordinal: 2,
                            messageNumber: 2,
                            mentions: [maya.rawValue],
                            links: 0,
                            characters: 43
                        ),
                        EditContent(text: "see @[\(maya)]")
                    ),
                    in: .conversation(direct)
                )
            ]
        )
        #expect(outcome.answer == .done)
        #expect(scenario.world.text(of: message) == "see @[\(maya)]")
    }

    @Test  // EDIT-16 D-38 D-72
    func `to the same text changes nothing`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text("caf\u{E9}", in: direct, by: tom)
        let same = try scenario.does(EditMessage(message: message, text: " caf\u{E9}\n"), as: tom)
        #expect(same.events == [])
        let respelled = try scenario.does(
            EditMessage(message: message, text: "cafe\u{301}"),
            as: tom
        )
        #expect(respelled.events.count == 1)
        let back = try scenario.does(EditMessage(message: message, text: "caf\u{E9}"), as: tom)
        #expect(back.events.count == 1)
    }

    @Test  // D-38
    func `has no end in time`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text("now", in: direct, by: tom)
        scenario.advance(days: 5_000)
        let outcome = try scenario.does(EditMessage(message: message, text: "then"), as: tom)
        #expect(outcome.events.count == 1)
    }

    @Test  // D-38
    func `adds a caption to what had none`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let photo = scenario.sent(MessageContent(attachments: [image()]), in: direct, by: tom)
        let outcome = try scenario.does(EditMessage(message: photo, text: "Rome"), as: tom)
        #expect(outcome.events.count == 1)
    }

    @Test(arguments: ["", " \n", "\u{0}"])  // EDIT-02 D-38
    func `never leaves it empty, whatever else it has`(text: String) {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let photo = scenario.sent(MessageContent(attachments: [image()]), in: direct, by: tom)
        #expect(
            scenario.refuses(EditMessage(message: photo, text: text), as: tom) == .message(.isEmpty)
        )
    }

    @Test  // EDIT-02 EDIT-07 EDIT-08 EDIT-16
    func `is for its sender alone, even if others may delete it`() {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom, maya])
        scenario.moderator(sarah)
        scenario.role(.admin, of: maya, in: group, by: sarah)
        let message = scenario.text(in: group, by: tom)
        for other in [sarah, maya] {
            #expect(
                scenario.refuses(EditMessage(message: message, text: "no"), as: other)
                    == .message(.actorIsNotTheSender)
            )
        }
    }

    @Test  // EDIT-16 D-40
    func `never brings back what is gone`() {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let deleted = scenario.text(in: direct, by: tom)
        let erased = scenario.text(in: direct, by: tom)
        scenario.deleted(deleted)
        scenario.erased(scenario.world.contents(of: erased))
        for message in [deleted, erased] {
            #expect(
                scenario.refuses(EditMessage(message: message, text: "back"), as: tom)
                    == .message(.isDeleted)
            )
        }
    }
}
