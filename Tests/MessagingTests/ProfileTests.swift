import DomainSupport
import Messaging
import Testing

private let sarah = UserID.named("sarah")
private let tom = UserID.named("tom")
private let anna = UserID.named("anna")

@Suite struct `A profile` {
    @Test func `is not shown to whom its owner has blocked`() {  // BLOCK-03
        #expect(!Profiles.shows(sarah, to: tom, exists: true, blocksViewer: true))
        #expect(Profiles.shows(sarah, to: tom, exists: true, blocksViewer: false))
    }

    @Test(arguments: [true, false])
    func `is not shown where there is none, to nobody`(blocksViewer: Bool) {  // D-13
        #expect(!Profiles.shows(sarah, to: tom, exists: false, blocksViewer: blocksViewer))
        #expect(!Profiles.shows(sarah, to: sarah, exists: false, blocksViewer: blocksViewer))
    }

    @Test(arguments: [true, false])
    func `is always shown to its owner`(blocksViewer: Bool) {
        #expect(Profiles.shows(sarah, to: sarah, exists: true, blocksViewer: blocksViewer))
    }
}

@Suite struct `A search for people` {
    private let search = PeopleSearch(by: sarah, excluding: [tom])

    private func finds(_ user: UserID, hasProfile: Bool = true, blocks: Bool = false) -> Bool {
        search.canFind(user, hasProfile: hasProfile, blocksAsker: blocks)
    }

    @Test func `leaves out the asker and whom they have chosen`() {  // PART-11
        #expect(finds(anna))
        #expect(!finds(sarah) && !finds(tom))
        #expect(PeopleSearch(by: sarah).canFind(tom, hasProfile: true, blocksAsker: false))
    }

    @Test func `leaves out who has blocked the asker, and who has no profile`() {
        // BLOCK-03 D-13 D-59
        #expect(!finds(anna, blocks: true))
        #expect(!finds(anna, hasProfile: false))
    }
}
