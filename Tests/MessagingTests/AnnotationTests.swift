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

    @Test(  // D-109 MEDIA-14 MEDIA-18
        arguments: [
            ("see https://a.b/c now", "https://a.b", true), ("a.b", "https://a.b", true),
            ("a.b", "http://a.b", true), ("https://a.b", "a.b", true),
            ("http://a.b", "https://a.b", true), ("https://A.b", "https://a.b", false),
            ("hello", "https://a.b", false), ("https://", "https://", false),
            ("aab.aab.aac", "aab.aac", true), ("aab.aab.aad", "aab.aac", false),
        ]
    )
    func `has a preview of what the text names`(text: String, url: String, isAllowed: Bool) {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text(text, in: direct, by: tom)
        let refusal = scenario.refuses(
            AnnotateMessage(message: message, linkPreview: LinkPreview(url: url)),
            as: tom
        )
        #expect(refusal == (isAllowed ? nil : .message(.linkPreviewIsNotOfTheText)))
        if !isAllowed { #expect(refusal?.code == .invalidRequest) }
    }

    @Test  // D-109
    func `loses its preview with the link, for good, and keeps it with other edits`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text("https://a.b", in: direct, by: tom)
        try scenario.does(AnnotateMessage(message: message, linkPreview: preview), as: tom)
        func removes(_ text: String) throws -> Bool? {
            let events = try scenario.does(EditMessage(message: message, text: text), as: tom)
                .events
            guard case .messageEdited(let edited, _)? = events.first?.event else { return nil }
            return edited.removesLinkPreview
        }
        #expect(try removes("look: https://a.b") == false)
        #expect(scenario.world.linkPreview(of: message) == preview)
        #expect(try removes("look") == true)
        #expect(scenario.world.linkPreview(of: message) == nil)
        #expect(try removes("https://a.b") == false)
        #expect(scenario.world.linkPreview(of: message) == nil)
    }

    @Test  // D-109
    func `takes its preview away, if there is one`() throws {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let message = scenario.text("https://a.b", in: direct, by: tom)
        let clear = AnnotateMessage(message: message, removesLinkPreview: true)
        #expect(try scenario.does(clear, as: tom).events == [])
        try scenario.does(AnnotateMessage(message: message, linkPreview: preview), as: tom)
        #expect(try scenario.does(clear, as: tom).events.count == 1)
        #expect(scenario.world.linkPreview(of: message) == nil)
        #expect(try scenario.does(clear, as: tom).events == [])
        let both = AnnotateMessage(
            message: message,
            linkPreview: preview,
            removesLinkPreview: true
        )
        #expect(scenario.refuses(both, as: tom) == .message(.linkPreviewIsInvalid))
    }

    @Test  // MEDIA-14
    func `has texts of limited length`() {
        var scenario = Scenario()
        let direct = scenario.direct(sarah, tom)
        let text = "https://a.b " + String(repeating: "a", count: 3_000)
        let message = scenario.text(text, in: direct, by: tom)
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
