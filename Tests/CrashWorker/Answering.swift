internal import EventLog
internal import Glibc
internal import LMDB
internal import Scrollback
internal import ScrollbackPipe
internal import Wire

/// Answers lines of the pipe over a store whose views may be damaged: the same lines over the same
/// files are answered the same.
///
/// A line `sums` is answered with what comparing the views' tables with their sums has found, a
/// line `recount` with what comparing the views with the log has found: `equal` or the difference.
enum Answering {
    private static let seed: UInt64 = 7

    /// The options of a store of which no machine's clock is told.
    private static var options: Engine.Options {
        var options = Engine.Options()
        options.clock = { Timestamp(microseconds: 0) }
        options.log.flushing = .never
        options.notice = notice
        return options
    }

    /// Tells of what went wrong, for a person who looks at a failure.
    private static func notice(_ notice: Notice) {
        let line = Array("\(notice.message)\n".utf8)
        write(2, line, line.count)
    }

    static func answerLines(of path: String) async throws {
        let engine = try Engine(opening: path, options: options)
        defer { engine.close() }
        var options = Store.Options()
        options.givenTime = GivenTime()
        options.randomness = Numbers(state: seed)
        options.notice = notice
        var server = try PipeServer(Store(engine, options))
        while let line = readLine() {
            let answer =
                switch line {
                case "sums": sums(of: engine)
                case "recount": recount(of: engine)
                default: await server.answer([Array(line.utf8)])
                }
            var rest = answer[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    private static func sums(of engine: Engine) -> [UInt8] {
        do {
            let check = try engine.views.checkSums()
            return Array((check.tablesLeft.isEmpty ? "equal\n" : "left\n").utf8)
        } catch {
            return Array("differs: \(error)\n".utf8)
        }
    }

    private static func recount(of engine: Engine) -> [UInt8] {
        do {
            let difference = try engine.views.differenceFromRecount()
            return Array((difference.map { "differs: \($0)\n" } ?? "equal\n").utf8)
        } catch {
            return Array("differs: \(error)\n".utf8)
        }
    }

    private struct Numbers: RandomNumberGenerator, Sendable {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }
}
