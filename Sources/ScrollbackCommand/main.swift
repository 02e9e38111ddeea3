import EventLog
import Scrollback
import Wire

func run() async throws {
    let path = CommandLine.arguments[1]
    let n = Int(CommandLine.arguments[2])!
    try Engine.create(at: path)
    do {
        let engine = try Engine(opening: path, options: { var o = Engine.Options(); o.notice = { print($0) }; return o }())
        let clock = ContinuousClock()
        let t = clock.now
        await withTaskGroup(of: Void.self) { group in
            for i in 0..<64 {
                group.addTask {
                    var g = SystemRandomNumberGenerator()
                    let stream = StreamID.conversation(.random(using: &g))
                    for k in 0..<(n / 64) {
                        do {
                            let a = try await engine.submit(Append([.init(to: stream, type: 17, actor: stream.id, body: Array(repeating: 7, count: 30), content: Array(repeating: 65, count: 60))], expecting: [.init(stream, at: Version(UInt64(k)))]))
                            if i == 0 && k % 1000 == 0 { print(a) }
                        } catch { print(error); return }
                    }
                }
            }
        }
        print("appended in", clock.now - t, try engine.snapshot().position)
        engine.close()
    }
    let clock = ContinuousClock()
    let t = clock.now
    let engine = try Engine(opening: path, options: { var o = Engine.Options(); o.notice = { print($0) }; return o }())
    print("opened in", clock.now - t)
    let t2 = clock.now
    let s = try engine.snapshot()
    var records = try s.log.records(from: Position(1))
    var contents = engine.log.contents()
    var sum = 0
    while let r = try records.next() { sum += try contents.content(of: r).bytes.byteCount }
    print("scanned in", clock.now - t2, sum)
}
try await run()
