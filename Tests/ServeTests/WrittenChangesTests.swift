import Messaging
import ScrollbackJSON
import Testing
import Wire

@testable import ScrollbackServe

@Suite struct `Changes that are kept written` {
    private static let anna = UserID(UniqueID(high: 1, low: 1))
    private let written = WrittenChanges()
    private let seal: ViewerSeal

    init() throws {
        let text = String(repeating: "5e", count: 32)
        let keys = try PositionKeys(text: text, of: UniqueID(high: 1, low: 2))
        seal = ViewerSeal(keys, for: Self.anna, in: 1)
    }

    private static func change(_ change: ChangeItem.Change, at position: UInt64) -> ChangeItem {
        ChangeItem(at: Position(position), on: Timestamp(microseconds: 1), change)
    }

    private static func custom(at position: UInt64) -> ChangeItem {
        let person = ChangeItem.Person(user: anna, name: "Anna")
        return change(.custom(type: "note", data: "words \(position)", by: person), at: position)
    }

    private static let erasure = change(.erased(.init(messages: [], customs: [Position(3)])), at: 9)
    private static let namelessness = change(
        .profile(NamedProfile(user: anna, name: "Unknown")),
        at: 9
    )

    private func keep() {
        for position in UInt64(1)...3 {
            let item = Self.custom(at: position)
            var writer = JSONWriter()
            writer.write(item)
            #expect(written.bytes(of: item) == writer.bytes)
        }
        #expect(written.count == 3)
    }

    @Test(arguments: [erasure, namelessness], [false, true])
    func `are forgotten as soon as words are taken back`(change: ChangeItem, isSealed: Bool) {
        keep()
        let seal = isSealed ? seal : nil
        _ = written.bytes(of: change, seal: seal)
        // What tells of it is kept, unless it is another text for each user.
        #expect(written.count == (isSealed ? 0 : 1))
    }

    @Test func `are none with sealed positions, which are another text for each user`() {
        _ = written.bytes(of: Self.custom(at: 1), seal: seal)
        #expect(written.count == 0)
    }

    @Test func `are none after the end of the server`() {
        keep()
        written.end()
        #expect(written.count == 0)
        // A page that was being read then.
        _ = written.bytes(of: Self.custom(at: 4))
        #expect(written.count == 0)
    }
}
