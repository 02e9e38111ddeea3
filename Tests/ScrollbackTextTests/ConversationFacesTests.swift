import Messaging
import ScrollbackText
import Testing
import Wire

@Suite struct `The faces of a conversation` {
    private func user(_ number: UInt64) -> UserID { UserID(UniqueID(high: 1, low: number)) }

    private func faces(_ members: [UInt64], viewer: UInt64) -> ConversationFaces {
        ConversationFaces(
            of: members.map(user),
            count: members.count,
            besides: user(viewer),
            viewerIsMember: members.contains(viewer)
        )
    }

    @Test func `are the first four others in the order of joining`() {  // D-33 LIST-24 PART-33
        let faces = faces([7, 3, 9, 1, 5, 2], viewer: 9)
        #expect(faces.shown == [7, 3, 1, 5].map(user))
        #expect(faces.others == 5)
    }

    @Test(arguments: [([1], 0), ([1, 2], 1), ([1, 2, 3, 4], 3), ([1, 2, 3, 4, 5], 4)])
    func `leave the viewer out`(members: [UInt64], others: Int) {  // D-33 CONV-40
        let faces = faces(members, viewer: 1)
        #expect(faces.shown == members.dropFirst().map(user))
        #expect(faces.others == others)
    }

    @Test func `of somebody who left are all who were left behind`() {  // D-17 D-33
        let faces = faces([2, 3, 4], viewer: 1)
        #expect(faces.shown == [2, 3, 4].map(user))
        #expect(faces.others == 3)
    }

    @Test func `are found without walking a large group`() {  // PART-32 PART-33 LIST-24
        var asked = 0
        let members = sequence(state: UInt64(0)) { number -> UserID? in
            number += 1
            asked += 1
            return number <= 5_000 ? user(number) : nil
        }
        let faces = ConversationFaces(
            of: members,
            count: 5_000,
            besides: user(1),
            viewerIsMember: true
        )
        #expect(faces.shown == (2...5).map(user))
        #expect(faces.others == 4_999)
        #expect(asked == 5)
    }

    @Test func `never are fewer than those shown`() {
        let none = ConversationFaces(of: [], count: 0, besides: user(1), viewerIsMember: true)
        #expect(none.shown.isEmpty && none.others == 0)
        let few = ConversationFaces(
            of: [user(2), user(3)],
            count: 1,
            besides: user(1),
            viewerIsMember: true
        )
        #expect(few.others == 2)
    }
}
