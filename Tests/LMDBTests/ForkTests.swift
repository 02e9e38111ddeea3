import Glibc
import LMDB
import Testing

@Suite struct `An environment belongs to the process that opened it` {
    /// Swift hides `fork` because little is safe after it; these children do one thing and end.
    private static func fork() throws -> pid_t {
        typealias Fork = @convention(c) () -> pid_t
        let symbol = try #require(dlsym(nil, "fork"))
        return unsafeBitCast(symbol, to: Fork.self)()
    }

    /// Ends the process with 0 if a call throws `usedAfterFork`.
    private static func expectRefusal(_ body: () throws(LMDBError) -> Void) -> Never {
        do throws(LMDBError) {
            try body()
            _exit(1)
        } catch .usedAfterFork {
            _exit(0)
        } catch {
            _exit(2)
        }
    }

    private static func exitCode(of child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {}
        return status
    }

    @Test func `a forked child can neither write nor read nor ask`() async {
        await #expect(processExitsWith: .success) {
            let place = EnvironmentInFolder()
            let environment = try place.open()
            for attempt in 0..<4 {
                let child = try Self.fork()
                if child == 0 {
                    Self.expectRefusal { () throws(LMDBError) in
                        switch attempt {
                        case 0: try environment.beginWriting().abort()
                        case 1: _ = try environment.beginReading()
                        case 2: _ = try environment.status()
                        default: try environment.flush()
                        }
                    }
                }
                #expect(Self.exitCode(of: child) == 0)
            }
        }
    }

    @Test func `a forked child that lets go takes nothing from its parent`() async {
        await #expect(processExitsWith: .success) {
            let place = EnvironmentInFolder()
            let environment = try place.open()
            let table = try environment.openOnlyTable()
            try environment.put("a", "1", in: table)
            let reader = try environment.beginReading()
            let child = try Self.fork()
            if child == 0 {
                environment.close()
                _exit(0)
            }
            #expect(Self.exitCode(of: child) == 0)

            try environment.put("a", "2", in: table)
            let text = try reader.text(of: "a", in: table)
            #expect(text == "1")
            #expect(try environment.reclaimDeadReaders() == 0)
        }
    }
}
