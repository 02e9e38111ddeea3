import DomainSupport
import Merkle
import Messaging
import Testing

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")

/// Why a message with these is refused.
private func refusal(
    _ attachments: [Messaging.Attachment],
    location: Location? = nil,
    custom: String? = nil
) -> Refusal? {
    var scenario = Scenario()
    let direct = scenario.direct(sarah, tom)
    return scenario.refuses(
        SendMessage(
            conversation: direct,
            message: .named("new"),
            attachments: attachments,
            location: location,
            custom: custom
        ),
        as: tom
    )
}

private func fault(_ attachment: Messaging.Attachment) -> MessageRefusal.AttachmentFault? {
    switch refusal([attachment]) {
    case .message(.attachmentIsInvalid(let fault)): fault
    default: nil
    }
}

private func text(_ count: Int) -> String { String(repeating: "a", count: count) }

@Suite struct `Attachments` {
    @Test  // MEDIA-09 C09
    func `are at most ten`() {
        #expect(refusal(Array(repeating: image(), count: 9)) == nil)
        #expect(refusal(Array(repeating: image(), count: 10)) == nil)
        #expect(
            refusal(Array(repeating: image(), count: 11))
                == .message(.tooManyAttachments(limit: 10))
        )
    }

    @Test func `are all looked at`() {
        #expect(
            refusal([image(), file { $0.url = "" }]) == .message(.attachmentIsInvalid(.url))
        )
    }

    @Test  // C09
    func `are of a kind that is known`() {
        #expect(fault(file { $0.kind = .unspecified }) == .kind)
        #expect(fault(file { $0.kind = .unrecognized(9) }) == .kind)
    }

    @Test(  // MEDIA-01 D-67 TEST-03
        arguments: [(0, false), (1, true), (2_047, true), (2_048, true), (2_049, false)]
    )
    func `have addresses of limited length`(count: Int, isAllowed: Bool) {
        #expect(fault(image { $0.url = text(count) }) == (isAllowed ? nil : .url))
        #expect(fault(image { $0.thumbnail = text(count) }) == (isAllowed ? nil : .thumbnail))
    }

    @Test  // D-67 TEST-03
    func `need no thumbnail`() {
        #expect(fault(image { $0.thumbnail = nil }) == nil)
    }

    @Test(  // MEDIA-02
        arguments: [(0, false), (1, true), (99_999, true), (100_000, true), (100_001, false)]
    )
    func `have sides of at least one and at most a hundred thousand`(
        side: UInt32,
        isAllowed: Bool
    ) {
        #expect(fault(image { $0.width = side }) == (isAllowed ? nil : .dimensions))
        #expect(fault(image { $0.height = side }) == (isAllowed ? nil : .dimensions))
    }

    @Test  // MEDIA-03 C35
    func `have at most a mebibyte if they are images`() {
        let limit: UInt64 = 1_048_576
        for (bytes, isAllowed) in [(0, true), (limit - 1, true), (limit, true), (limit + 1, false)]
        {
            #expect(
                fault(image { $0.sizeInBytes = bytes }) == (isAllowed ? nil : .size(limit: 1 << 20))
            )
        }
        #expect(fault(file { $0.sizeInBytes = .max }) == nil)
        #expect(fault(audio(seconds: 1) { $0.sizeInBytes = .max }) == nil)
    }

    @Test(arguments: [  // MEDIA-13 TEST-25
        (119, true), (120, true), (120.001, false), (121, false), (0, true), (-0.1, false),
        (Double.nan, false), (.infinity, false), (-.infinity, false),
    ])
    func `last at most two minutes if they are audio`(seconds: Double, isAllowed: Bool) {
        let isTooLong = seconds.isFinite && seconds > 120
        let expected: MessageRefusal.AttachmentFault =
            isTooLong ? .tooLong(limit: 120) : .duration
        #expect(fault(audio(seconds: seconds)) == (isAllowed ? nil : expected))
    }

    @Test  // MEDIA-13 D-67
    func `say how long they last if they are audio`() {
        #expect(fault(audio(seconds: nil)) == .durationIsMissing)
    }

    @Test(arguments: [(0, true), (1, true), (255, true), (256, true), (257, false)])
    func `have a waveform of limited length if they are audio`(count: Int, isAllowed: Bool) {
        // D-123
        let levels = [UInt8](repeating: 255, count: count)
        #expect(fault(audio(seconds: 1) { $0.waveform = levels }) == (isAllowed ? nil : .waveform))
        for attachment in [image { $0.waveform = levels }, file { $0.waveform = levels }] {
            #expect(fault(attachment) == (count == 0 ? nil : .waveform))
        }
    }

    @Test func `of another kind may last longer, but no time that is none`() {
        #expect(fault(file { $0.seconds = 121 }) == nil)
        #expect(fault(file { $0.seconds = .nan }) == .duration)
        #expect(fault(image { $0.seconds = -1 }) == .duration)
    }

    @Test(arguments: [(0, true), (254, true), (255, true), (256, false)])
    func `have names of limited length`(count: Int, isAllowed: Bool) {
        #expect(fault(file { $0.name = text(count) }) == (isAllowed ? nil : .name))
    }

    @Test func `cannot hide more bytes in a character than a text has`() {
        let accents = "a" + String(repeating: "\u{301}", count: 32_767)
        #expect(fault(file { $0.name = accents }) == nil)
        #expect(fault(file { $0.name = accents + "b" }) == nil)
        #expect(fault(file { $0.name = accents + "bc" }) == .name)
    }
}

@Suite struct `A location` {
    @Test(arguments: [  // MEDIA-12 D-67 TEST-25
        (90, 180, true), (-90, -180, true), (0, 0, true), (90.001, 0, false), (-90.001, 0, false),
        (0, 180.001, false), (0, -180.001, false), (Double.nan, 0, false), (0, .nan, false),
        (.infinity, 0, false), (0, -.infinity, false),
    ])
    func `is on Earth`(latitude: Double, longitude: Double, isAllowed: Bool) {
        let place = Location(latitude: latitude, longitude: longitude)
        #expect(
            refusal([], location: place) == (isAllowed ? nil : .message(.locationIsInvalid))
        )
    }

    @Test(arguments: [(0, true), (255, true), (256, true), (257, false)])  // MEDIA-12
    func `has a name and an address of limited length`(count: Int, isAllowed: Bool) {
        let expected: Refusal? = isAllowed ? nil : .message(.locationIsInvalid)
        var place = rome
        place.name = text(count)
        #expect(refusal([], location: place) == expected)
        place = rome
        place.address = text(count)
        #expect(refusal([], location: place) == expected)
    }
}

@Suite struct `Custom data of a message` {
    @Test(arguments: [(0, true), (4_095, true), (4_096, true), (4_097, false)])
    func `has at most 4,096 bytes`(bytes: Int, isAllowed: Bool) {
        #expect(
            refusal([image()], custom: text(bytes))
                == (isAllowed ? nil : .message(.customIsTooLong))
        )
    }

    @Test func `is counted in bytes, not in characters`() {
        #expect(
            refusal([image()], custom: text(4_095) + "é") == .message(.customIsTooLong)
        )
    }
}
