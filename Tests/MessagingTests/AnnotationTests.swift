import DomainSupport
import Messaging
import Testing
import Wire

@testable import Messaging

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let preview = LinkPreview(url: "https://a.b", title: "A", description: "B", image: "c")

@Suite struct `An annotation` {
    @Test  // MSG-30 MEDIA-14 C09 TEST-25
    func `adds a link preview, a priority, or both`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text("https://a.b", in: direct, by: tom)
        func annotate(
            _ linkPreview: LinkPreview?,
            _ priority: AnnotateMessage.Priority?
        ) throws -> [NewEvent] {
            try scenario.does(
                AnnotateMessage(message: message, linkPreview: linkPreview, priority: priority),
                as: tom
            ).events
        }
        func event(
            hasLinkPreview: Bool,
            priority: Bool?,
            _ content: AnnotationContent?
        ) -> NewEvent {
            let annotated = MessageAnnotated(
                message: message.rawValue,
                ordinal: 1,
                messageNumber: 1,
                hasLinkPreview: hasLinkPreview,
                priority: priority
            )
            return NewEvent(.messageAnnotated(annotated, content), in: .conversation(direct))
        }
        #expect(
            try annotate(preview, nil) == [
                event(
                    hasLinkPreview: true,
                    priority: nil,
                    AnnotationContent(linkPreview: preview)
                )
            ]
        )
        #expect(
            try annotate(nil, .init(isPriority: true, reason: " soon ")) == [
                event(hasLinkPreview: false, priority: true, AnnotationContent(reason: "soon"))
            ]
        )
        #expect(
            try annotate(nil, .init(isPriority: false)) == [
                event(hasLinkPreview: false, priority: false, nil)
            ]
        )
        #expect(
            try annotate(preview, .init(isPriority: true, reason: "soon")) == [
                event(
                    hasLinkPreview: true,
                    priority: true,
                    AnnotationContent(linkPreview: preview, reason: "soon")
                )
            ]
        )
    }

    @Test func `adds something`() {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text(in: direct, by: tom)
        #expect(
            scenario.refuses(AnnotateMessage(message: message), as: tom)
                == .message(.nothingToAnnotate)
        )
    }

    @Test  // D-64
    func `is for the sender alone`() {
        var scenario = Scenario()
        let group = scenario.group(by: sarah, with: [tom])
        let message = scenario.text(in: group, by: tom)
        #expect(
            scenario.refuses(AnnotateMessage(message: message, linkPreview: preview), as: sarah)
                == .message(.actorIsNotTheSender)
        )
    }

    @Test  // D-40
    func `is not for what is gone`() {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text(in: direct, by: tom)
        scenario.deleted(message)
        #expect(
            scenario.refuses(AnnotateMessage(message: message, linkPreview: preview), as: tom)
                == .message(.isDeleted)
        )
    }

    @Test  // MEDIA-14
    func `has texts of limited length`() {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text(in: direct, by: tom)
        let parts: [(WritableKeyPath<LinkPreview, String?>, least: Int, most: Int)] = [
            (\.title, 0, 300), (\.description, 0, 1_000), (\.image, 1, 2_048),
        ]
        func refusal(_ preview: LinkPreview) -> Refusal? {
            scenario.refuses(AnnotateMessage(message: message, linkPreview: preview), as: tom)
        }
        for count in [0, 1, 299, 300, 301, 999, 1_000, 1_001, 2_047, 2_048, 2_049] {
            let text = String(repeating: "a", count: count)
            for part in parts {
                var changed = preview
                changed[keyPath: part.0] = text
                let isAllowed = (part.least...part.most).contains(count)
                #expect(refusal(changed) == (isAllowed ? nil : .message(.linkPreviewIsInvalid)))
            }
            #expect(
                refusal(LinkPreview(url: text))
                    == ((1...2_048).contains(count) ? nil : .message(.linkPreviewIsInvalid))
            )
        }
    }

    @Test(arguments: [(0, false), (1, true), (299, true), (300, true), (301, false)])  // MSG-30
    func `has a reason of limited length, which says something`(count: Int, isAllowed: Bool) {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text(in: direct, by: tom)
        let reason = " " + String(repeating: "é", count: count) + "\n"
        #expect(
            scenario.refuses(
                AnnotateMessage(
                    message: message,
                    priority: .init(isPriority: true, reason: reason)
                ),
                as: tom
            ) == (isAllowed ? nil : .message(.priorityReasonIsInvalid))
        )
    }
}
