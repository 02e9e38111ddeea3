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

/// The README's lines about the past, after a message that was edited later.
func runReadmePast(
    at path: String,
    _ sarahID: UserID,
    _ mikeID: UserID,
    print: (Any...) -> Void
) async throws {
    let store = try Store.open(path)
    defer { store.close() }
    let sarah = store.session(for: sarahID)
    let chat = try await sarah.startDirect(with: mikeID)
    let hello = try await sarah.send("Are you free tomorrow?", to: chat)
    try await sarah.edit(hello, to: "Are you free today?")

    let then = try store.asOf(.position(hello.position))
    for message in try then.session(for: mikeID).messages(in: chat) {
        print(message.text ?? "", message.editCount)
    }
}

/// The README's loop over changes.
func followReadme(
    _ mike: Session,
    since position: Position,
    show: (ChangeItem) -> Void
) async throws {
    var known = position
    for try await page in mike.follow(since: known) {
        for change in page.items { show(change) }
        known = page.next
    }
}
