import DomainSupport
import Messaging
import Testing
import Wire

@testable import Messaging

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")

private func time(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

@Suite struct `A sign of presence` {  // LIVE-10 LIVE-11 D-82
    @Test(arguments: PresenceState.allCases)
    func `is never recorded`(state: PresenceState) throws {
        var scenario = Scenario()
        for device in [nil, "phone", String(repeating: "a", count: Limits.device)] {
            let outcome = try scenario.does(SignalPresence(state, device: device), as: tom)
            #expect(outcome.events == [] && outcome.answer == .done)
        }
    }

    @Test(arguments: ["", " ", "\n", "a\u{7}", String(repeating: "a", count: 65)])
    func `names a device by a line or not at all`(device: String) {
        let scenario = Scenario()
        #expect(
            scenario.refuses(SignalPresence(.online, device: device), as: tom)
                == .user(.deviceIsInvalid)
        )
        #expect(Refusal.user(.deviceIsInvalid).code == .invalidText)
        #expect(Refusal.user(.deviceIsInvalid).field == "device")
        #expect(SignalPresence(.online, device: " phone ").normalizedDevice == "phone")
    }

    @Test func `holds for 75 seconds, also when the clock went back`() {
        let sign = PresenceSign(online: time(100), seen: time(100))
        #expect(sign.isOnline(at: time(100)) && sign.isOnline(at: time(174)))
        #expect(!sign.isOnline(at: time(175)))
        #expect(sign.isOnline(at: time(0)))
        #expect(!PresenceSign(online: nil, seen: time(100)).isOnline(at: time(100)))
        let extremes = [Timestamp(microseconds: .min), Timestamp(microseconds: .max)]
        #expect(PresenceSign.holds(extremes[1], at: extremes[0]))
        #expect(!PresenceSign.holds(extremes[0], at: extremes[1]))
    }

    @Test func `says when the person was there last, whatever told it`() {
        let sign = PresenceSign(online: time(100), seen: time(100))
        func presence(_ sign: PresenceSign?, _ event: Timestamp?, _ standing: Standing = .good)
            -> Presence?
        { Presence(sign, newestEvent: event, standing: standing, at: time(120)) }
        #expect(presence(nil, nil) == nil)
        #expect(presence(sign, nil) == Presence(isOnline: true, lastSeenAt: time(100)))
        #expect(presence(sign, time(110)) == Presence(isOnline: true, lastSeenAt: time(110)))
        #expect(presence(nil, time(90)) == Presence(isOnline: false, lastSeenAt: time(90)))
        for standing in [Standing.banned, .suspended(until: nil), .suspended(until: time(121))] {
            #expect(presence(sign, nil, standing)?.isOnline == false)
        }
        #expect(presence(sign, nil, .suspended(until: time(120)))?.isOnline == true)
    }
}
