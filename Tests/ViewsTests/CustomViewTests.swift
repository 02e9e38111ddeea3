import EventLog
import Glibc
import Locking
import TestSupport
import Testing
import Views
import Wire

@Suite struct `An embedder's views are kept as the built-in ones are` {
    @Test(arguments: [[40], [1, 0, 30, 9]])
    func `live, in a rebuild and in a recount they are the same`(batches: [Int]) throws {
        let store = try StoreInFolder()
        let opened = try store.open(custom: [CustomCounter()])
        var views = try opened.views.openForWriting()
        try opened.appendLive(batches, to: &views)
        let live = try opened.views.snapshot().lines()
        #expect(live.contains { $0.hasPrefix("custom.counter.counts ") })
        #expect(try opened.views.differenceFromRecount(runBytes: 1) == nil)
        for runBytes in [1, 3_000, Replay.runBytes] {
            let again = try opened.views.withRecount(
                through: Position(41),
                runBytes: runBytes
            ) { (recount) throws(ViewsError) -> [String] in
                var lines: [String] = []
                try recount.dump { lines.append($0) }
                return lines
            }
            #expect(again == live)
        }
        views = try opened.views.rebuild()
        #expect(try opened.views.snapshot().lines() == live)
    }

    @Test func `a row of theirs that is wrong is named`() throws {
        let store = try StoreInFolder(events: 20)
        // What no projector may do: it counts what it has seen, and not what there was.
        let seen = CustomCounter.Seen()
        let fickle = CustomWriting { _, rows in
            seen.add()
            try rows.put([1], CustomCounter.bytes(UInt64(seen.count)), in: "rows")
        }
        let opened = try store.open(custom: [fickle])
        let views = try opened.views.openForWriting()
        let found = try opened.views.differenceFromRecount()
        #expect(found?.table == "custom.writing.rows" && found?.key == [1])
        #expect(found?.kind == .different)
        _ = consume views
    }

    @Test func `one that is added is folded alone, with progress`() throws {
        let store = try StoreInFolder(events: 40)
        _ = try store.openAndClose()
        let birth = FileBirth(path: store.viewsPath)
        let steps = Lock<[Position]>([])
        let opened = try store.open(custom: [CustomCounter()]) { done, total in
            steps.withLock { $0.append(done) }
            #expect(total == Position(41))
        }
        let views = try opened.views.openForWriting()
        #expect(FileBirth(path: store.viewsPath) == birth)
        #expect(steps.withLock { $0 } == [Position(41)])
        #expect(opened.notices == [])
        #expect(try opened.views.differenceFromRecount() == nil)
        #expect(try opened.views.snapshot().rows("newest", of: "counter").count == 2 * 8)
        _ = consume views
    }

    @Test func `it is folded and what the log has more is too`() throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose()
        let log = try EventLog(opening: store.directory, access: .writing)
        try log.append(10, seed: 5)
        log.close()
        let counter = CustomCounter()
        let opened = try store.open(custom: [counter])
        let views = try opened.views.openForWriting()
        #expect(views.position == Position(31) && counter.seen.count == 31)
        #expect(try opened.views.differenceFromRecount() == nil)
    }

    @Test func `one that is removed goes on where it stopped when it returns`() throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose(custom: [CustomCounter(), CustomCounter(name: "stays")])
        let generation = store.generation
        let without = try store.open(custom: [CustomCounter(name: "stays")])
        do {
            var views = try without.views.openForWriting()
            try without.appendLive([5, 5], to: &views)
            #expect(throws: ViewsError.unkeptView(name: "counter")) {
                _ = try without.views.snapshot().rows("counts", of: "counter")
            }
            #expect(try without.views.differenceFromRecount() == nil)
            try without.views.close(views)
        }
        without.log.close()
        let counter = CustomCounter()
        let again = try store.open(custom: [counter])
        let views = try again.views.openForWriting()
        #expect(counter.seen.count == 10)
        #expect(store.generation == generation && again.notices == [])
        #expect(try again.views.differenceFromRecount() == nil)
        _ = consume views
    }

    @Test func `another version or other tables have it folded anew, and nothing else`() throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose(custom: [CustomCounter(), CustomCounter(name: "stays")])
        let generation = store.generation
        var changed = CustomCounter(version: 2)
        for round in 0..<2 {
            changed.seen = CustomCounter.Seen()
            if round == 1 { changed.tables = ["newest", "counts"] }
            let stays = CustomCounter(name: "stays")
            let opened = try store.open(custom: [changed, stays])
            let views = try opened.views.openForWriting()
            #expect(changed.seen.count == 21 && stays.seen.count == 0)
            #expect(store.generation == generation)
            #expect(try opened.views.differenceFromRecount() == nil)
            try opened.views.close(views)
            opened.log.close()
        }
    }

    @Test func `a kill while one is folded lets it go on from there`() async throws {
        let store = try StoreInFolder(events: 40)
        _ = try store.openAndClose()
        let generation = store.generation
        // A run is full after nine of these events.
        let writing = CustomWriting { position, rows in
            for number in 0..<4_000 as Range<UInt64> {
                let key = CustomCounter.bytes(position.rawValue << 32 | number)
                try rows.put(key, [1], in: "rows")
            }
        }
        let path = store.path
        await #expect(processExitsWith: .exitCode(9)) { [path = path as String] in
            let writing = CustomWriting { position, rows in
                for number in 0..<4_000 as Range<UInt64> {
                    let key = CustomCounter.bytes(position.rawValue << 32 | number)
                    try rows.put(key, [1], in: "rows")
                }
            }
            let opened = try Opened<TestProjectors>(
                StoreDirectory(path: path),
                custom: [writing],
                progress: { done, _ in if done > Position(10) { _exit(9) } }
            )
            _ = try opened.views.openForWriting()
        }
        let left = try customRows("writing.rows", in: store.viewsPath).count / 2
        #expect(left > 0 && left < 41 * 4_000)
        let first = Lock<Position?>(nil)
        let watching = CustomWriting { position, rows in
            first.withLock { $0 = $0 ?? position }
            try writing.write(position, &rows)
        }
        let opened = try store.open(custom: [watching])
        let views = try opened.views.openForWriting()
        #expect(first.withLock { $0 } == Position(UInt64(left / 4_000) + 1))
        #expect(store.generation == generation)
        #expect(try opened.views.snapshot().rows("rows", of: "writing").count == 2 * 41 * 4_000)
        _ = consume views
    }

    @Test func `ranges are visited both ways, in a batch and in a snapshot`() throws {
        let store = try StoreInFolder()
        let long = [UInt8](repeating: 0xFF, count: 300)
        let keys: [[UInt8]] = [[1], [1, 0], [1, 255], [2], [255], long]
        let seen = Lock<[[[UInt8]]]>([])
        let ranges: [CustomRange] = [
            .all, CustomRange(prefix: [1]), CustomRange(prefix: [255], descending: true),
            CustomRange(from: [1, 1], through: [2], descending: true), CustomRange(prefix: [7]),
        ]
        let expected = [keys, Array(keys[0...2]), [long, [255]], [[2], [1, 255]], []]
        let writing = CustomWriting { position, rows in
            // Some rows lie in the table, the others in the batch alone.
            let written = position == Position(1) ? [0, 2, 4] : [1, 3, 5, 0]
            for index in written { try rows.put(keys[index], [UInt8(index)], in: "rows") }
            if position == Position(2) {
                for range in ranges {
                    var found: [[UInt8]] = []
                    try rows.forEachRow(in: "rows", range) { key, _ in
                        found.append(key.array)
                        return .goOn
                    }
                    seen.withLock { $0.append(found) }
                }
                #expect(throws: CustomCounter.Broken.self) {
                    try rows.forEachRow(in: "rows") { _, _ in throw CustomCounter.Broken() }
                }
            }
        }
        let opened = try store.open(custom: [writing])
        var views = try opened.views.openForWriting()
        try opened.appendLive([1], to: &views)
        #expect(seen.withLock { $0 } == expected)
        let snapshot = try opened.views.snapshot()
        for (range, expected) in zip(ranges, expected) {
            let rows = try snapshot.rows("rows", of: "writing", range)
            let found = stride(from: 0, to: rows.count, by: 2).map { rows[$0] }
            #expect(found == expected)
        }
        #expect(try snapshot.lines().filter { $0.hasPrefix("custom.") }.count == 6)
    }

    @Test func `a reading process sees those that the writing one keeps`() throws {
        let store = try StoreInFolder(events: 20)
        _ = try store.openAndClose(custom: [CustomCounter()])
        let reading = try store.open(
            .reading,
            custom: [CustomCounter(), CustomCounter(name: "unknown")]
        )
        do {
            let snapshot = try reading.views.snapshot()
            #expect(try snapshot.rows("newest", of: "counter").count == 2 * 8)
            #expect(throws: ViewsError.unkeptView(name: "unknown")) {
                _ = try snapshot.rows("newest", of: "unknown")
            }
            #expect(throws: ViewsError.noSuchTable("oldest", of: "counter")) {
                _ = try snapshot.rows("oldest", of: "counter")
            }
            #expect(try snapshot.customViews().map(\.condition) == [.follows, nil])
        }
        #expect(try reading.views.differenceFromRecount() == nil)
        reading.drop()
        let other = try store.open(.reading, custom: [CustomCounter(version: 2)])
        #expect(throws: ViewsError.unkeptView(name: "counter")) {
            _ = try other.views.snapshot().rows("newest", of: "counter")
        }
        other.drop()
    }

    @Test func `a damaged word of how one stands has it folded anew`() throws {
        for text in ["", "version 1", "version 1\ntables counts newest\nbehind -1", "\u{0}"] {
            let store = try StoreInFolder(events: 5)
            _ = try store.openAndClose(custom: [CustomCounter()])
            try overwriteState(of: "counter", with: text, in: store.viewsPath)
            let counter = CustomCounter()
            let opened = try store.open(custom: [counter])
            let views = try opened.views.openForWriting()
            #expect(counter.seen.count == 6)
            #expect(try opened.views.differenceFromRecount() == nil)
            _ = consume views
            opened.drop()
        }
    }

    @Test func `names that cannot be told apart are refused`() {
        func refusal(_ views: [CustomCounter]) -> CustomViewRefusal? {
            do throws(CustomViewRefusal) {
                _ = try CustomViews(views)
                return nil
            } catch {
                return error
            }
        }
        let long = String(repeating: "a", count: CustomLimits.nameBytes)
        #expect(refusal([]) == nil)
        #expect(refusal([CustomCounter(name: long), CustomCounter(name: "a-b_9")]) == nil)
        for name in ["", long + "a", "Counter", "a.b", "a b", "ä", "a\n"] {
            #expect(refusal([CustomCounter(name: name)]) == .malformedName(name))
            #expect(
                refusal([CustomCounter(tables: ["a", name])])
                    == .malformedTable(view: "counter", name)
            )
        }
        #expect(refusal([CustomCounter(), CustomCounter()]) == .nameIsTaken("counter"))
        #expect(
            refusal([CustomCounter(tables: [])]) == .wrongNumberOfTables(view: "counter", 0)
        )
        let tables = (0...CustomLimits.tables).map { "t\($0)" }
        #expect(refusal([CustomCounter(tables: tables.dropLast())]) == nil)
        #expect(
            refusal([CustomCounter(tables: tables)])
                == .wrongNumberOfTables(view: "counter", CustomLimits.tables + 1)
        )
        #expect(
            refusal([CustomCounter(tables: ["a", "b", "a"])]) == .tableIsTaken(view: "counter")
        )
        let many = (0...CustomLimits.views).map { CustomCounter(name: "v\($0)") }
        #expect(refusal(many.dropLast()) == nil)
        #expect(refusal(many) == .tooManyViews(CustomLimits.views + 1))
    }

    @Test func `as many as are allowed are kept`() throws {
        let store = try StoreInFolder(events: 3)
        let tables = (0..<CustomLimits.tables).map { "t\($0)" }
        let many = (0..<CustomLimits.views).map { number in
            var view = CustomWriting { position, rows in
                try rows.put([UInt8(number)], CustomCounter.bytes(position.rawValue), in: "t15")
            }
            view.name = "v\(number)"
            view.tables = tables
            return view
        }
        let opened = try store.open(custom: many)
        let views = try opened.views.openForWriting()
        let snapshot = try opened.views.snapshot()
        for number in 0..<CustomLimits.views {
            let rows = try snapshot.rows("t15", of: "v\(number)")
            #expect(rows == [[UInt8(number)], CustomCounter.bytes(4)])
        }
        _ = consume views
    }
}
