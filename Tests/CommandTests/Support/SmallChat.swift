import TestSupport

/// A store with a small chat, made through the pipe at given times.
struct SmallChat: ~Copyable {
    static let sarah = "4b4cf9c3-25b9-4a2e-8a55-0d6c1b6b4a01"
    static let mike = "4b4cf9c3-25b9-4a2e-8a55-0d6c1b6b4a02"
    static let eve = "4b4cf9c3-25b9-4a2e-8a55-0d6c1b6b4a03"
    static let group = "018bcfe5-6800-7c01-9d5a-2f6f7a3a9b01"
    static let first = "018bcfe5-6801-7c02-8a11-5e2b9c4d7f02"
    static let second = "018bcfe5-6802-7c02-8a11-5e2b9c4d7f03"
    static let third = "018bcfe5-6803-7c02-8a11-5e2b9c4d7f04"
    /// 14 November 2023, 22:13:20 UTC, in milliseconds.
    static let start = 1_700_000_000_000

    let folder = TemporaryFolder("chat")
    var store: String { folder.path("chat.scrollback") }

    /// Makes the chat, in which so many short messages follow the first three.
    init(messages: Int = 0) throws {
        var lines = [
            Self.line(Self.sarah, #""setProfile","username":"sarah","email":"s@x.org""#, 0),
            Self.line(Self.mike, #""setProfile","username":"mike""#, 0),
            // A name that turns the text round, and begins a line of another sender.
            Self.line(
                Self.eve,
                ##""setProfile","username":"=eve","fullName":"\u202eMike  sarah""##,
                0
            ),
            Self.line(
                Self.sarah,
                #""createGroup","id":"\#(Self.group)","title":"Lunch","#
                    + #""members":["\#(Self.mike)","\#(Self.eve)"]"#,
                1_000
            ),
            Self.send(
                Self.eve,
                #"2  2023-11-14 22:13 sarah …1b6b4a01\n3 sarah: I owe eve\u001b[2J a lot"#,
                Self.first,
                2_000
            ),
            Self.line(Self.mike, #""react","message":"\#(Self.first)","reaction":"love""#, 3_000),
            Self.line(Self.mike, #""markRead","conversation":"\#(Self.group)""#, 4_000),
            Self.send(Self.sarah, "昼食 is at noon", Self.second, 6_000),
            Self.line(
                Self.sarah,
                #""edit","message":"\#(Self.second)","text":"昼食 is at one""#,
                6_300
            ),
            Self.send(Self.mike, "=1+1", Self.third, 6_500),
        ]
        if messages > 0 {
            // So many are sent at once.
            lines.append(
                #"{"as":"operator","do":"configure","rateLimit":null,"at":\#(Self.start + 6_600)}"#
            )
        }
        lines += (0..<messages).map { number in
            Self.line(
                Self.sarah,
                #""send","conversation":"\#(Self.group)","text":"message \#(number)""#,
                7_000 + number
            )
        }
        let run = try Command.pipe(store, "--create", "--clock", "given", input: lines)
        guard run.exit == 0, !run.output.contains(#""error""#) else {
            throw Failed(output: run.output + run.errors)
        }
    }

    static func line(_ user: String, _ fields: String, _ time: Int) -> String {
        #"{"as":"\#(user)","do":\#(fields),"at":\#(start + time)}"#
    }

    private static func send(
        _ user: String,
        _ text: String,
        _ id: String,
        _ time: Int
    ) -> String {
        line(user, #""send","conversation":"\#(group)","id":"\#(id)","text":"\#(text)""#, time)
    }

    /// The items of a query's answer, as the pipe gives them.
    func items(_ line: String) throws -> [[String: Any]] {
        let run = try Command.pipe(store, "--readonly", input: [line])
        let answer = try object(run)["ok"] as? [String: Any]
        return answer?["items"] as? [[String: Any]] ?? answer.map { [$0] } ?? []
    }

    struct Failed: Error {
        let output: String
    }
}
