import Glibc
import Locking
import Messaging
import Scrollback
import ScrollbackServe
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(15)))
final class `The file of revocations` {
    private let folder = TemporaryFolder()
    private let now = Double(time(nil))
    private static let day = 86_400.0
    private static let lineBytes = 64

    private var store: String { folder.path("") }
    private var path: String { folder.path("revoked.tokens") }
    private var file: [UInt8] { readFile(path) }

    private static func user(_ number: UInt64) -> UserID {
        UserID(UniqueID(high: 0x4000, low: 0x8000_0000_0000_0000 | number))
    }

    private func user(_ number: UInt64) -> UserID { Self.user(number) }

    /// Revokes tokens of users some seconds ago.
    private func revoke(_ numbers: ClosedRange<UInt64>, ago: Double) throws {
        for number in numbers {
            _ = try Revocations.revoke(user(number), inStore: store, now: now - ago)
        }
    }

    private func users(in bytes: [UInt8]) -> Set<String> {
        Set(
            String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap {
                $0.split(separator: " ").first.map(String.init)
            }
        )
    }

    @Test func `a server forgets what is about no token that can be alive, as it runs`() throws {
        try revoke(1...6, ago: 2 * Self.day)
        let revocations = try Revocations(inStore: store)
        _ = try revocations.revoke(user(7), now: now)
        _ = try revocations.revoke(user(8), now: now)
        _ = try revocations.revoke(user(7), now: now)
        #expect(file.count == 9 * Self.lineBytes)
        try revocations.forget(now: now)
        #expect(users(in: file) == ["\(user(7))", "\(user(8))"])
        #expect(file.count == 2 * Self.lineBytes)
        var about = stat()
        stat(path, &about)
        #expect(about.st_mode & 0o777 == 0o600)
        for again in [revocations, try Revocations(inStore: store)] {
            #expect(again.from(user(7)) != nil && again.from(user(8)) != nil)
            #expect(again.from(user(1)) == nil)
        }
        // What comes then is behind the lines that were kept.
        try revoke(9...9, ago: 0)
        try revocations.refresh()
        #expect(revocations.from(user(9)) != nil)
        try revocations.forget(now: now + 2 * Self.day)
        #expect(file.isEmpty && revocations.from(user(9)) == nil)
        _ = try revocations.revoke(user(1), now: now)
        #expect(try Revocations(inStore: store).from(user(1)) != nil)
    }

    @Test func `a server that runs sees to it by itself`() throws {
        let made = try Store.temporary()
        for number in 1...3 as ClosedRange<UInt64> {
            let ago = now - 2 * Self.day
            _ = try Revocations.revoke(user(number), inStore: made.path, now: ago)
        }
        _ = try Revocations.revoke(user(4), inStore: made.path, now: now)
        let served = try ServedStore(over: made)
        let path = "\(made.path)/revoked.tokens"
        #expect(eventually { readFile(path).count == Self.lineBytes })
        #expect(served.revocations.from(user(4)) != nil)
    }

    @Test func `it stays as it is while most lines count, for a day, and with a bad line`() throws {
        try revoke(1...2, ago: 2 * Self.day)
        try revoke(3...5, ago: Self.day)
        let revocations = try Revocations(inStore: store)
        let before = file
        try revocations.forget(now: now)
        #expect(file == before, "a clock that was put forward brings no token back")
        let bad = [UInt8](repeating: UInt8(ascii: "x"), count: Self.lineBytes - 1) + [10]
        // As an editor leaves it, which writes a file anew too.
        writeFile("\(path).edited", bad + before)
        rename("\(path).edited", path)
        _ = try? revocations.refresh()
        try revocations.forget(now: now + 3 * Self.day)
        #expect(file == bad + before)
    }

    @Test func `a revocation that waits while it is written anew is in the new file`() throws {
        try revoke(1...1, ago: 0)
        let revocations = try Revocations(inStore: store)
        // As a server has it while it writes the file anew.
        let former = open(path, O_RDWR | O_CLOEXEC)
        try #require(flock(former, LOCK_EX) == 0)
        let (store, second) = (store, user(2))
        let done = Completion<Bool>()
        let thread = SystemThread(named: "revoke") {
            let from = try? Revocations.revoke(second, inStore: store, now: Double(time(nil)))
            done.complete(from != nil)
        }
        #expect(eventually { waits(on: former) })
        writeFile("\(path).kept", file)
        rename("\(path).kept", path)
        close(former)
        #expect(done.wait())
        thread?.join()
        #expect(users(in: file) == ["\(user(1))", "\(user(2))"])
        try revocations.refresh()
        #expect(revocations.from(user(2)) != nil)
    }

    /// Whether somebody waits for the lock of a file.
    private func waits(on descriptor: Int32) -> Bool {
        var about = stat()
        fstat(descriptor, &about)
        return String(decoding: readFile("/proc/locks"), as: UTF8.self).split(separator: "\n")
            .contains { $0.contains("->") && $0.contains(":\(about.st_ino) ") }
    }

    @Test func `it is not written anew while a revocation is being written`() throws {
        try revoke(1...4, ago: 2 * Self.day)
        let revocations = try Revocations(inStore: store)
        // As a process has it that adds a line.
        let writer = open(path, O_RDWR | O_APPEND | O_CLOEXEC)
        try #require(flock(writer, LOCK_EX) == 0)
        let before = file
        try revocations.forget(now: now)
        #expect(file == before)
        let line = "\(user(5)) \(Int64(now) + 60)"
        let padded = line + String(repeating: " ", count: Self.lineBytes - 1 - line.count) + "\n"
        #expect(write(writer, Array(padded.utf8), Self.lineBytes) == Self.lineBytes)
        // Closing alone would leave it to a child of another test that has not started its program.
        flock(writer, LOCK_UN)
        close(writer)
        try revocations.forget(now: now + 60)
        #expect(users(in: file) == ["\(user(5))"], "and then it is, with that line")
        #expect(revocations.from(user(5)) != nil)
    }

    @Test(arguments: [0, 10, 64, 256])
    func `what a crash left of a new file is no matter`(_ bytes: Int) throws {
        try revoke(1...4, ago: 2 * Self.day)
        try revoke(5...5, ago: 0)
        // Before the new file had the name.
        writeFile("\(path).new", [UInt8](repeating: UInt8(ascii: "x"), count: bytes))
        let revocations = try Revocations(inStore: store)
        #expect(revocations.from(user(5)) != nil)
        try revocations.forget(now: now)
        #expect(users(in: file) == ["\(user(5))"])
        #expect(access("\(path).new", F_OK) != 0)
    }

    @Test func `no revocation is lost by many that come while it is written anew again and again`()
        throws
    {
        let count: UInt64 = 100
        let store = store
        let hasEnded = Lock(false)
        let forgetting = SystemThread(named: "forget") {
            while !hasEnded.withLock({ $0 }) {
                let revocations = try? Revocations(inStore: store)
                try? revocations?.forget(now: Double(time(nil)))
            }
        }
        let threads = (0..<3 as Range<UInt64>).map { thread in
            SystemThread(named: "revoke") {
                for number in 0..<count {
                    // Half of the lines are over as they come.
                    for ago in [3 * 86_400.0, 0] {
                        _ = try? Revocations.revoke(
                            Self.user(thread * count + number + (ago > 0 ? 100_000 : 1)),
                            inStore: store,
                            now: Double(time(nil)) - ago
                        )
                    }
                }
            }
        }
        for thread in threads { thread?.join() }
        hasEnded.withLock { $0 = true }
        forgetting?.join()
        let revocations = try Revocations(inStore: store)
        #expect((1...3 * count).allSatisfy { revocations.from(user($0)) != nil })
    }

    @Test func `it may be longer than is read at once`() throws {
        var bytes: [UInt8] = []
        for number in 0..<40_000 as Range<UInt64> {
            let line = "\(user(number)) \(Int64(now))"
            bytes += line.utf8
            bytes += String(repeating: " ", count: Self.lineBytes - 1 - line.count).utf8 + [10]
        }
        writeFile(path, bytes)
        let revocations = try Revocations(inStore: store)
        for number in [0, 16_383, 16_384, 39_999] as [UInt64] {
            #expect(revocations.from(user(number)) == Int64(now))
        }
    }
}
