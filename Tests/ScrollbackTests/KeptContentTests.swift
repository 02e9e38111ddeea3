import DomainSupport
import EventLog
import Glibc
import Messaging
import Scrollback
import TestSupport
import Testing
import Wire

/// Has threads made with so large a stack from now on.
private func setStack(ofThreads byteCount: Int) {
    let room = UnsafeMutableRawPointer.allocate(
        byteCount: MemoryLayout<pthread_attr_t>.size,
        alignment: MemoryLayout<pthread_attr_t>.alignment
    )
    defer { room.deallocate() }
    let attributes = room.assumingMemoryBound(to: pthread_attr_t.self)
    precondition(pthread_attr_init(attributes) == 0)
    precondition(pthread_attr_setstacksize(attributes, byteCount) == 0)
    precondition(setThreadDefaults(room) == 0)
}

/// No module declares it.
@_silgen_name("pthread_setattr_default_np")
private func setThreadDefaults(_ attributes: UnsafeRawPointer) -> Int32

@Suite struct `Content that is kept opened` {
    let store: StoreOfPeople

    init() throws { store = try StoreOfPeople() }

    private func prepare(_ count: Int) async throws {
        for (user, name) in [(ann, "Ann"), (ben, "Ben"), (cem, "Cem")] {
            try await store.name(user, name, username: name)
        }
        try await store.createTeam(title: "The team")
        for number in 0..<count {
            try await store.send(number.isMultiple(of: 3) ? ann : ben, "message \(number)")
            if number > 0, number.isMultiple(of: 7) {
                try await store.edit(ben, "message \(number / 3 * 3 - 2)")
            }
        }
    }

    private func erase(_ name: String) async throws {
        let erasure = Erase(target: .message(.named(name)), basis: "law", reason: "asked")
        try await store.operates(.erase(erasure))
    }

    private func page(_ user: UserID) throws -> MessagePage {
        var evaluator = try store.seen(by: user)
        return try evaluator.messages(MessagesQuery(in: team, limit: 50))
    }

    @Test func `changes no answer, and is found by the second reading`() async throws {
        try await prepare(40)
        try store.reopen { $0.openedBytes = 0 }
        let (page, list) = (try page(cem), try store.list(cem))
        #expect(store.kept.byteCount == 0 && store.kept.uses == OpenedContents.Uses())
        try store.reopen()
        #expect(try self.page(cem) == page)
        #expect(try store.list(cem) == list)
        let first = store.kept.uses
        #expect(first.misses > 40)
        #expect(try self.page(cem) == page)
        #expect(try store.list(cem) == list)
        let second = store.kept.uses
        #expect(second.hits >= first.hits + 40)
        // Only what has no content is looked for in vain.
        #expect(second.misses - first.misses < 10)
        // Later events are beside what is kept.
        try await store.edit(ben, "message 2")
        try await store.send(ann, "later")
        let later = try self.page(cem)
        #expect(later.items.last?.text == "later")
        #expect(
            later.items.first { $0.message == .named("message 2") }?.text == "message 2, edited"
        )
        try store.reopen { $0.openedBytes = 0 }
        #expect(try self.page(cem) == later)
    }

    @Test func `shows every form of a message as a reading without it does`() async throws {
        try await prepare(3)
        var forms: [SendMessage] = []
        func add(_ change: (inout SendMessage) -> Void) {
            let name = MessageID.named("form \(forms.count)")
            var form = SendMessage(conversation: team, message: name, text: "Zoë, 12 €")
            change(&form)
            forms.append(form)
        }
        add { _ in }
        add { $0.claimedAt = Timestamp(microseconds: 1) }
        add { $0.claimedAt = Timestamp(microseconds: 0) }
        add { $0.text = "@[\(cem)], look" }
        add { $0.text = "mail@example.org" }
        add { $0.replyTo = .named("message 1") }
        add { $0.forwardedFrom = .named("message 1") }
        add { $0.isBroadcast = true }
        add { $0.isPayment = true }
        add { $0.custom = "{}" }
        add { $0.custom = "" }
        add { $0.location = Location(latitude: 41.9, longitude: 12.5, name: "Rome") }
        add { $0.attachments = [Attachment(kind: .image, url: "photos/1.jpg")] }
        add {
            $0.text = nil
            $0.attachments = [Attachment(kind: .image, url: "photos/2.jpg")]
        }
        for form in forms { try await store.does(ann, .send(form)) }
        try await store.edit(ann, "form 1")
        try await store.delete(ann, "form 2")
        try store.reopen { $0.openedBytes = 0 }
        let page = try page(cem)
        #expect(page.items.count > forms.count)
        for form in forms where ![.named("form 1"), .named("form 2")].contains(form.message) {
            let item = page.items.first { $0.message == form.message }
            #expect(item?.text == form.text && item?.claimedAt == form.claimedAt)
        }
        try store.reopen()
        for _ in 0..<3 { #expect(try self.page(cem) == page) }
        // What another query keeps is as good.
        try store.reopen()
        _ = try store.list(cem)
        #expect(try self.page(cem) == page)
    }

    @Test func `is cleared before its erasure is answered`() async throws {
        try await prepare(10)
        _ = try page(ann)
        let words = Array("message 8".utf8)
        #expect(store.kept.addresses(of: words).count == 1)
        var before = try store.seen(by: ann)
        try await erase("message 8")
        #expect(store.kept.addresses(of: words).isEmpty)
        // A state from before does not show it either.
        let items = try before.messages(MessagesQuery(in: team, limit: 50)).items
        #expect(items.first { $0.message == .named("message 8") }?.text == nil)
        #expect(store.kept.addresses(of: words).isEmpty)
        #expect(try page(ben).items.first { $0.message == .named("message 8") }?.isErased == true)
    }

    /// A later content is shorter, and would leave the end of a longer one.
    @Test(arguments: [true, false])
    func `is cleared where the writer opened it, before its erasure is answered`(
        isEdited: Bool
    ) async throws {
        try await prepare(1)
        let tail = "Not even \(UInt64.random(in: 1 << 60...UInt64.max))."
        let text = String(repeating: "Words that nobody is to find. ", count: 20) + tail
        let sending = SendMessage(conversation: team, message: .named("secret"), text: text)
        try await store.does(ben, .send(sending))
        _ = try page(ann)
        // A look may miss what is there, while other threads map and unmap beside it.
        #expect(wait { CoreMap.privateCopies(of: tail) == 1 })
        // The writer looks at what an edit replaces, also where that changes nothing.
        let edit = EditMessage(message: .named("secret"), text: isEdited ? "clean" : text)
        try await store.does(ben, .edit(edit))
        try await erase("secret")
        #expect(CoreMap.privateCopies(of: tail) == 0)
        // A query that is over leaves nothing either.
        #expect(try page(ann).items.first { $0.message == .named("secret") }?.isErased == true)
        #expect(CoreMap.privateCopies(of: tail) == 0)
    }

    @Test func `is cleared in a process that only reads, without being read`() async throws {
        let store = try StoreInFolder()
        let path = store.path
        let first = try store.open()
        func name(_ user: UserID, _ name: String) async throws {
            let command = Messaging.Command.setProfile(SetProfile(username: "user", fullName: name))
            let fresh = FreshIDs(first: UniqueID(high: 0x7000, low: 1 << 63))
            _ = try await first.submit(Submission(as: .user(user), command, fresh: fresh))
        }
        try await name(ann, "Ann")
        try await name(ben, "Benjamin")
        first.close()
        var options = Engine.Options()
        options.upkeepSeconds = 0.01
        let reader = try store.open(.reading, options)
        defer { reader.close() }
        let words = Array("Benjamin".utf8)
        #expect(try reader.snapshot().profile(of: ben)?.fullName == "Benjamin")
        #expect(reader.log.opened.addresses(of: words).count == 1)
        await #expect(processExitsWith: .success) { [path = path as String] in
            let engine = try Engine(opening: path)
            let forgetting = ForgetUser(user: .named("ben"), basis: "asked")
            let fresh = FreshIDs(first: UniqueID(high: 0x7000, low: 1 << 63))
            _ = try await engine.submit(
                Submission(as: .operator, .forgetUser(forgetting), fresh: fresh)
            )
            engine.close()
        }
        #expect(wait { reader.log.opened.addresses(of: words).isEmpty })
    }

    @Test func `is kept by no process that has no thread to sweep it`() async throws {
        let store = try StoreInFolder()
        try store.open().close()
        await #expect(processExitsWith: .success) { [path = store.path as String] in
            // The system has no room for such a thread.
            setStack(ofThreads: 1 << 47)
            do throws(StoreFault) {
                _ = try Engine(opening: path, access: .reading)
                preconditionFailure("It was opened.")
            } catch {
                precondition("\(error)".contains("start a thread for"), "\(error)")
            }
            setStack(ofThreads: 1 << 20)
            let reader = try Engine(opening: path, access: .reading)
            reader.close()
            try Engine(opening: path).close()
        }
    }

    @Test func `is shared by many who read while it is erased`() async throws {
        try store.reopen { $0.openedBytes = 256 << 10 }
        try await prepare(60)
        let store = store
        try await withThrowingTaskGroup(of: Void.self) { group in
            for reader in 0..<4 {
                group.addTask {
                    for round in 0..<30 {
                        let user = [ann, ben, cem][(reader + round) % 3]
                        var evaluator = try store.seen(by: user)
                        let items = try evaluator.messages(MessagesQuery(in: team, limit: 50)).items
                        for item in items where item.kind != nil && !item.isErased {
                            // None shows the words of another one.
                            guard let text = item.text else { continue }
                            let name = text.split(separator: ",")[0]
                            #expect(item.message == .named(String(name)))
                        }
                    }
                }
            }
            group.addTask {
                for number in stride(from: 20, to: 60, by: 4) {
                    try await erase("message \(number)")
                    #expect(store.kept.addresses(of: Array("message \(number)".utf8)).isEmpty)
                }
            }
            try await group.waitForAll()
        }
    }
}
