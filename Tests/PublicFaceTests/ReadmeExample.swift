import Scrollback

/// The example of the README, line by line; `ReadmeTests` compares the two.
func runReadmeExample(
    at path: String,
    _ sarahID: UserID,
    _ mikeID: UserID,
    print: (Any...) -> Void
) async throws {
    let store = try Store.open(path)
    let sarah = store.session(for: sarahID)
    let mike = store.session(for: mikeID)
    try await sarah.setProfile(SetProfile(username: "sarah"))

    let chat = try await sarah.startDirect(with: mikeID)
    let hello = try await sarah.send("Are you free tomorrow?", to: chat)
    try await mike.react(.love, to: hello)

    for row in try mike.conversations() {
        print(row.title, row.unread, row.last?.preview ?? "")
    }
    for message in try mike.messages(in: chat, .newest, limit: 50) {
        print(message.senderName, message.text ?? "", message.reactions.map(\.reaction))
    }

    // All of it, or nothing.
    try await sarah.perform([
        .send("Noon?", to: chat, replyingTo: hello),
        .pin(chat),
    ])

    do {
        try await mike.edit(hello, to: "Never.")
    } catch {
        print(error.code.rawValue, error.message)
    }
    store.close()
}
