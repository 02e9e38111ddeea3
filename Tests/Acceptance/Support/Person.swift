/// Somebody in a story, with a client that speaks to the backend.
struct Person {
    let id: String
    let name: String
    let backend: any Backend

    /// Does something, and is told what it led to.
    @discardableResult
    func does(_ deed: Deed) async throws -> Done {
        try await backend.perform([Wish(user: id, deed: deed)])[0].get()
    }

    /// Tries something that should be refused; the word of the refusal, or nil.
    func isRefused(_ deed: Deed) async throws -> String? {
        guard case .failure(let refused) = try await backend.perform([wish(deed)])[0] else {
            return nil
        }
        return refused.code
    }

    func wish(_ deed: Deed) -> Wish { Wish(user: id, deed: deed) }

    /// Begins the direct conversation with somebody, or finds it.
    func meets(_ other: Person) async throws -> String {
        try await does(.startDirect(with: other.id)).conversation ?? ""
    }

    /// Creates a group with oneself in it.
    func gathers(_ others: [Person], title: String? = nil) async throws -> String {
        let id = freshID()
        let done = try await does(
            .createGroup(id: id, title: title, members: others.map(\.id))
        )
        return done.conversation ?? ""
    }

    @discardableResult
    func sends(
        _ text: String,
        to conversation: String,
        replyingTo parent: Done? = nil
    ) async throws -> Done {
        var draft = Draft(id: freshID(), conversation: conversation, text: text)
        draft.replyTo = parent?.message
        return try await does(.send(draft))
    }

    // What is seen.

    func list(_ filter: String = "active", search: String? = nil) throws -> [Row] {
        try backend.conversations(filter, search: search, of: id)
    }

    /// The row of a conversation in one of the lists.
    func row(of conversation: String) throws -> Row? {
        try list("all").first { $0.conversation == conversation }
    }

    func portrait(of conversation: String) throws -> Portrait {
        try backend.conversation(conversation, for: id)
    }

    func entries(of conversation: String, showingDeleted: Bool = true) throws -> [Entry] {
        let window = Window(limit: 500, showsDeleted: showingDeleted)
        return try backend.messages(in: conversation, window, for: id).items
    }

    func texts(in conversation: String) throws -> [String] {
        try entries(of: conversation).compactMap(\.text)
    }

    func entry(_ message: Done) throws -> Entry { try entry(message.message ?? "") }

    func entry(_ message: String) throws -> Entry { try backend.message(message, for: id) }

    func receipts(of message: Done) throws -> Receipts {
        try backend.receipts(of: message.message ?? "", for: id)
    }

    func unread(in conversation: String) throws -> Int {
        try backend.unread(in: conversation, for: id)
    }

    func objection(
        to action: String,
        in conversation: String,
        with other: Person? = nil
    ) throws -> String? {
        try backend.objection(to: action, in: conversation, with: other?.id, by: id)
    }

    /// The word of the refusal of a question, or nil where it is answered.
    func isDenied(_ question: () throws -> some Any) throws -> String? {
        do {
            _ = try question()
            return nil
        } catch let refused as Refused {
            return refused.code
        }
    }

    /// Where the log ends now: from here on somebody who watches is told of everything.
    func present() throws -> Int { try news(since: 0).next }

    /// Opens a screen that is told of every change behind a position, or from now on.
    func watches(_ conversation: String? = nil, since position: Int? = nil) throws -> any Watcher {
        try backend.watch(since: position ?? present(), in: conversation, for: id)
    }

    /// All that has changed behind a position, pulled page by page.
    func news(
        since position: Int,
        in conversation: String? = nil,
        limit: Int? = nil
    ) throws -> ChangeList {
        var (items, known): ([Change], Int) = ([], position)
        while true {
            let page = try backend.changes(
                since: known,
                in: conversation,
                limit: limit,
                for: id
            )
            items += page.items
            if page.next == known { return ChangeList(items: items, next: known) }
            known = page.next
        }
    }
}

extension Backend {
    /// Somebody new, with a profile.
    func person(_ name: String) async throws -> Person {
        let person = Person(id: freshID(), name: name, backend: self)
        try await person.does(.setProfile(username: name.lowercased(), fullName: name))
        return person
    }

    func people(_ names: String...) async throws -> [Person] {
        var people: [Person] = []
        for name in names { people.append(try await person(name)) }
        return people
    }

    /// The operator does something.
    func operates(_ deed: Deed) async throws {
        _ = try await perform([Wish(user: nil, deed: deed)])[0].get()
    }
}
