import EventLog
import Glibc
import Scrollback
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Requests that come at once over HTTP` {
    @Test func `share commits`() async throws {
        // Those that come during a commit wait for the next one, which is so long in coming.
        var store = try ServedStore.make(over: .http) { options in
            let commit = options.committers.log
            options.committers.log = { (log) throws(CommitFailure) in
                usleep(100_000)
                try commit(&log)
            }
        }
        _ = try await store.answer(
            does("configure", as: "operator", #""rateLimit":null"#),
            begins(group)
        )
        let (connections, times) = (16, 4)
        let commits = try store.commits(
            for: sends("a", to: group),
            over: connections,
            times: times
        )
        // One takes what came first, and the next one the rest of the sixteen.
        #expect((times...(connections * times / 4)).contains(commits), "\(commits)")
    }
}
