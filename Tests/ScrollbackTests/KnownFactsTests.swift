import DomainSupport
import Messaging
import Scrollback
import Testing
import Views
import Wire

@Suite struct `The writer knows configuration and settings` {
    private let store: StoreOfPeople

    init() throws { store = try StoreOfPeople() }

    private func sending(_ name: String) -> (Actor, Messaging.Command) {
        (.user(ann), .send(SendMessage(conversation: team, message: .named(name), text: name)))
    }

    private func limiting(textsTo limit: Int) -> (Actor, Messaging.Command) {
        (.operator, .configure(Configure(textLimit: limit)))
    }

    private func hidingReadings(_ isHidden: Bool) -> (Actor, Messaging.Command) {
        (.user(ann), .setSettings(SetSettings(SettingsChanged(sendReadReceipts: !isHidden))))
    }

    /// Whether the events of messages say that their sender reads silently.
    private func silent(_ names: [String]) throws -> [Bool?] {
        let evaluator = try store.seen(by: ann)
        return names.map { name in
            guard let position = evaluator.state.message(.named(name))?.position,
                case .messageSent(let sent, _)? = evaluator.state.event(at: position)?.event
            else { return nil }
            return sent.silent
        }
    }

    @Test func `as the command before has changed them, also in one commit`() async throws {
        try await store.createTeam()
        let accepted = await store.attempt([
            sending("nine bytes 1"), limiting(textsTo: 5), sending("nine bytes 2"),
            sending("short"), limiting(textsTo: 20), sending("nine bytes 3"),
        ])
        #expect(accepted == [true, true, false, true, true, true])
        let others = await store.attempt([
            sending("loud"), hidingReadings(true), sending("silent"), hidingReadings(false),
            sending("loud again"),
        ])
        #expect(others == [true, true, true, true, true])
        #expect(try silent(["loud", "silent", "loud again"]) == [false, true, false])
    }

    @Test func `without the changes of commands that were undone`() async throws {
        try await store.createTeam()
        let limited = await store.attempt(
            .operator,
            together: [limiting(textsTo: 5).1, limiting(textsTo: 0).1]
        )
        #expect(!limited)
        let hidden = await store.attempt(
            .user(ann),
            together: [
                hidingReadings(true).1, sending("undone").1,
                .send(
                    SendMessage(conversation: .named("nowhere"), message: .named("x"), text: "x")
                ),
            ]
        )
        #expect(!hidden)
        let accepted = await store.attempt([sending("a long text"), hidingReadings(true)])
        #expect(accepted == [true, true])
        #expect(try silent(["undone", "a long text"]) == [nil, false])
    }

    /// How views that lost a row are replaced.
    enum Replacement: CaseIterable { case foundDamaged, asked }

    @Test(arguments: Replacement.allCases)
    func `as other views have them that take the place of wrong ones`(
        replacement: Replacement
    ) async throws {
        try await store.createTeam()
        _ = await store.attempt([limiting(textsTo: 5)])
        try store.changeViews(table: "settings") { $0.removeAll() }
        #expect(await store.attempt([sending("a long text")]) == [true])
        switch replacement {
        case .foundDamaged: try store.doubtViews(because: .sum(table: "settings"))
        case .asked: try await store.rebuildViews()
        }
        #expect(await store.attempt([sending("another long text")]) == [false])
        #expect(await store.attempt([sending("short")]) == [true])
    }

    @Test func `of each user apart`() async throws {
        try await store.createTeam()
        _ = await store.attempt([hidingReadings(true)])
        let accepted = await store.attempt([
            sending("by ann"),
            (
                .user(ben),
                .send(SendMessage(conversation: team, message: .named("by ben"), text: "by ben"))
            ),
            sending("by ann again"),
        ])
        #expect(accepted == [true, true, true])
        #expect(try silent(["by ann", "by ben", "by ann again"]) == [true, false, true])
    }
}
