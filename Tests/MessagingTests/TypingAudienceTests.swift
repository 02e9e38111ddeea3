import DomainSupport
import Messaging
import Testing
import Wire

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let anna = UserID.named("anna")

private func sign(_ user: UserID, since: Int64 = 0, heard: Int64 = 0) -> TypingSign {
    TypingSign(
        by: user,
        since: Timestamp(microseconds: since),
        heard: Timestamp(microseconds: heard)
    )
}

/// Whose typing Sarah is shown.
private func shown(
    _ signs: TypingSign...,
    members: [UserID] = [sarah, tom, anna],
    isSilenced: Bool = false,
    at now: Int64 = 0,
    sharing: Set<UserID> = [tom, anna]
) -> [UserID] {
    TypingAudience(viewer: sarah, members: members, isSilenced: isSilenced)
        .shown(of: signs, now: Timestamp(microseconds: now)) { sharing.contains($0) }
}

@Suite struct `Who is shown to be typing` {
    @Test func `are others, never the viewer`() {  // LIVE-06
        #expect(shown(sign(tom), sign(sarah), sharing: [sarah, tom]) == [tom])
        #expect(shown(sign(sarah), sharing: [sarah]) == [])
    }

    @Test func `are those who share it, whatever the viewer does`() {  // LIVE-09 D-64
        #expect(shown(sign(tom), sign(anna), sharing: [anna]) == [anna])
        #expect(shown(sign(tom), sharing: [sarah, tom]) == [tom])
    }

    @Test func `are members, for members`() {
        #expect(shown(sign(tom), sign(anna), members: [sarah, anna]) == [anna])
        #expect(shown(sign(tom), members: [tom]) == [])
    }

    @Test func `are none where a block silences them`() {
        #expect(shown(sign(tom), isSilenced: true) == [])
    }

    @Test(arguments: [(4_999_999, true), (5_000_000, false), (-1, true)])
    func `are those of the last five seconds`(now: Int64, isShown: Bool) {  // LIVE-03
        #expect(shown(sign(tom, since: -9, heard: 0), at: now) == (isShown ? [tom] : []))
    }

    @Test func `are told apart at the ends of time too`() {
        #expect(shown(sign(tom, heard: .min), at: .max) == [])
        #expect(shown(sign(tom, heard: .max), at: .min) == [tom])
    }

    @Test func `are each once, who began first before others, then by id`() {  // LIVE-08
        #expect(shown(sign(tom, since: 2), sign(anna, since: 1)) == [anna, tom])
        #expect(shown(sign(anna, since: 2), sign(tom, since: 1)) == [tom, anna])
        #expect(shown(sign(tom), sign(anna), sign(tom, since: 3)) == [tom, anna].sorted())
    }
}
