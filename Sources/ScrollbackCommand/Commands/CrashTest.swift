import Audit
import EventLog
import Glibc
import Messaging
import Scrollback
import Wire

/// Sends messages from a child process, kills it in the middle, reopens the store and reads.
enum CrashTest: Subcommand {
    static let name = "crash-test"
    static let summary = "send messages, kill the process, reopen the store, check it"
    static let operands: [String] = []
    static let options: [Option] = [.value("events"), .value("at")]

    /// The internal name under which the program starts itself.
    static let childName = "crash-test-child"

    static let help = """
        usage: scrollback crash-test [--events N] [--at PATH]

        Starts a process in which two users send each other messages, and kills it after N
        acknowledged messages. Then opens the store again and checks that every acknowledged
        message is there, in order, with its text. This tests a killed process; Tests/CrashTests
        tests power cuts.

          --events N   the number of acknowledged messages, 1 to 1000000 (default: 2000)
          --at PATH    keep the store at PATH, where nothing may exist (default: a temporary
                       folder, removed at the end)

        example: scrollback crash-test --events 500
        """

    private static let limit = 1_000_000

    static func run(_ arguments: Arguments) throws(CommandFailure) -> CommandResult {
        let events = try arguments.number("events", in: 1...UInt64(limit)) ?? 2_000
        return CommandResult(exit: try perform(messages: events, at: arguments.value("at")))
    }

    private static func perform(
        messages: UInt64,
        at place: String?
    ) throws(CommandFailure) -> ExitCode {
        let folder = place == nil ? try TemporaryPlace.make("crash-test") : nil
        guard let path = place ?? folder.map({ "\($0)/crash-test.scrollback" }) else {
            return .failure
        }
        defer {
            if let folder { remove("\(folder)/crash-test.scrollback", then: folder) }
        }
        do throws(StoreError) {
            var options = Store.Options()
            options.creation = .always
            try Store.open(path, options: options).close()
        } catch {
            complain(error.message)
            return .failure
        }
        print("created   \(TerminalText.line(path))")
        guard var child = ChildProcess(arguments: [childName, path]) else {
            complain("the child process cannot be started")
            return .failure
        }
        guard let names = child.nextLine()?.split(separator: " ").map(String.init),
            names.count == 2, let reader = UserID(names[0]), let chat = ConversationID(names[1])
        else {
            complain("the child process ended before the first message")
            return .failure
        }
        var acknowledged: UInt64 = 0
        while acknowledged < messages, let line = child.nextLine() {
            guard line == "\(acknowledged + 1)" else {
                complain("the child said: \(TerminalText.line(line))")
                break
            }
            acknowledged += 1
        }
        child.kill()
        child.wait()
        guard acknowledged == messages else {
            complain("the child ended before it had sent \(messages) messages")
            return .failure
        }
        print("sent      \(acknowledged) acknowledged messages, then killed the process")
        return check(path, chat, as: reader, acknowledged: acknowledged)
    }

    private static func check(
        _ path: String,
        _ chat: ConversationID,
        as reader: UserID,
        acknowledged: UInt64
    ) -> ExitCode {
        do {
            let store = try Store.open(path)
            defer { store.close() }
            let state = try store.operator.state()
            let views = try store.operator.views().map(\.position).min() ?? state.size
            print("reopened  \(state.size) events, views at \(views)")
            let texts = try texts(in: chat, store.session(for: reader))
            guard texts.count >= acknowledged else {
                print("LOST      messages \(texts.count + 1) to \(acknowledged)")
                return .finding
            }
            for (number, text) in texts.enumerated() where text != message(number + 1) {
                print("DIFFERENT message \(number + 1)")
                return .finding
            }
            print("checked   every message: there, in order, as it was sent")
            print("root      \(state.root)")
            return .success
        } catch {
            complain("\(error)")
            return .failure
        }
    }

    /// The texts of a conversation, oldest first.
    private static func texts(
        in chat: ConversationID,
        _ session: Session
    ) throws(StoreError) -> [String] {
        var texts: [String] = []
        var window = MessagesQuery.Window.newest
        while true {
            let page = try session.messages(in: chat, window, limit: 500)
            texts += page.items.reversed().compactMap(\.text)
            guard let older = page.before else { return texts.reversed() }
            window = .before(.cursor(older))
        }
    }

    static func runChild(_ arguments: [String]) async -> ExitCode {
        guard let path = arguments.first else { return .usage }
        do {
            let store = try Store.open(path)
            try await store.operator.configure(Configure(rateLimit: .unlimited))
            let sarah = store.session(for: .fresh())
            let mike = store.session(for: .fresh())
            try await sarah.setProfile(SetProfile(username: "sarah"))
            try await mike.setProfile(SetProfile(username: "mike"))
            let chat = try await sarah.startDirect(with: mike.user)
            print("\(mike.user) \(chat)")
            for number in 1...limit + 1 {
                let sender = number.isMultiple(of: 2) ? mike : sarah
                try await sender.send(message(number), to: chat)
                print(number)
                fflush(nil)
            }
            return .success
        } catch {
            print("\(error)")
            return .failure
        }
    }

    private static func message(_ number: Int) -> String { "This is message \(number)." }

    private static func remove(_ store: String, then folder: String) {
        for name in OpenFile.names(in: store) { unlink("\(store)/\(name)") }
        rmdir(store)
        rmdir(folder)
    }
}
