import DomainSupport
import LogSchema
import Testing
import Wire

@testable import Messaging

@Suite struct `The limits` {
    @Test func `are those that were agreed on`() {
        // C04 C09 C18 C34 D-35 D-45 D-70 MSG-14 MSG-15 MEDIA-03 MEDIA-09 MEDIA-13
        #expect(Limits.members == 5_000 && Limits.ownershipsTogether == 1_000)
        #expect(Limits.othersInGroup == 2 && Limits.othersInRequest == 1)
        #expect(Limits.title == 100 && Limits.lineBytesOfCharacter == 64)
        #expect(Limits.contextKind == 64 && Limits.contextID == 128)
        #expect(Limits.url == 2_048)
        #expect(Limits.customBytes == 4_096 && Limits.customType == 64)
        #expect(Limits.textBytes == 65_536 && Limits.textLimit == 65_536)
        #expect(Limits.attachments == 10 && Limits.attachmentName == 255)
        #expect(Limits.audioSeconds == 120 && Limits.imageBytes == 1_048_576)
        #expect(Limits.placeName == 256 && Limits.waveformLevels == 256)
        #expect(Limits.previewTitle == 300 && Limits.previewDescription == 1_000)
        #expect(Limits.priorityReason == 300)
        #expect(Limits.reactionBytes == 64 && Limits.tapbacks.count == 6)
        #expect(Limits.username == 64 && Limits.fullName == 128 && Limits.email == 254)
        #expect(Limits.note == 2_000 && Limits.people == 500)
        #expect(Limits.retentionDays == 36_525)
        #expect(Limits.rateMessages == 1_000_000 && Limits.rateSeconds == 86_400)
        #expect(Limits.commandsTogether == 1_000 && Limits.eventsTogether == 20_000)
        let configuration = Configuration()
        #expect(configuration.textLimit == 10_000 && configuration.receipts == .optional)
        #expect(configuration.rateLimits == [RateLimit(messages: 60, seconds: 60)])
    }
}

@Suite struct `A name or title` {
    @Test(arguments: [Limits.username, Limits.fullName, Limits.title])
    func `has sixty-four bytes for each character`(characters: Int) {  // D-80
        for (letter, count) in [("\u{915}\u{94D}\u{937}\u{93F}", characters), ("e", characters)] {
            let line = String(repeating: letter, count: count)
            #expect(Line.normalized(line, upTo: characters) == line)
        }
        // One character to a reader, however many marks stand on it.
        let marks = 64 * characters / 2 - 1
        let most = "ee" + String(repeating: "\u{301}", count: marks)
        #expect(most.count == 2 && most.utf8.count == 64 * characters)
        #expect(Line.normalized(most, upTo: characters) == most)
        #expect(Line.normalized(most + "e", upTo: characters) == nil)
    }
}

@Suite struct `Facts that say nothing more` {
    @Test func `are of an ordinary message`() {
        let message = MessageFacts(
            id: .named("message"),
            conversation: .named("chat"),
            position: Position(1),
            ordinal: 1,
            messageNumber: 1,
            sender: .named("sarah"),
            sentAt: Timestamp(microseconds: 0)
        )
        #expect(!message.isSystem && !message.isDeleted && !message.isErased)
    }

    @Test func `are of somebody who has read nothing and changed nothing`() {
        let personal = PersonalFacts()
        #expect(personal.marker == 0 && personal.readUpTo == 0)
        #expect(personal.deliveredUpTo == 0 && personal.loudlyReadUpTo == 0)
        #expect(!personal.isMuted && personal.mutedUntil == nil && !personal.isPinned)
        #expect(!personal.isArchived && !personal.isHidden && personal.cleared == .zero)
    }

    @Test func `are of an open conversation without anything in it`() {
        let chat = ConversationFacts(
            id: .named("chat"),
            position: Position(1),
            kind: .group,
            createdBy: .named("sarah")
        )
        #expect(chat.reactions == .tapback && chat.history == .full && !chat.isClosed)
        #expect(chat.memberCount == 0 && chat.entryCount == 0 && chat.messageCount == 0)
    }

    @Test func `are of a member who may nothing, and of nobody who was never there`() {
        let nobody = MemberFacts(user: .named("sarah"), role: .member, intervals: [])
        #expect(!nobody.isActive && nobody.effective == Permissions())
        #expect(!Permissions().canAdd && !Permissions().canRemove && !Permissions().canEdit)
    }

    @Test func `are of content that is there, a hold that lasts, an erasure of what is named`() {
        let content = ContentFacts(
            position: Position(1),
            stream: .store,
            actor: nil,
            sentAt: Timestamp(microseconds: 0)
        )
        #expect(!content.isErased)
        #expect(!HoldFacts(id: .named("hold"), position: Position(1)).isReleased)
        let erasure = ErasureFacts(position: Position(1), target: .user(.named("sarah")))
        #expect(!erasure.includesForwards && !erasure.forgetsUser)
    }
}
