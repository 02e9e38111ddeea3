import EventLog
import Locking
import LogSchema
import Projections
import TestSupport
import Testing
import Views
import Wire

@Suite struct `A rebuild equals what was folded live, row by row` {
    private static let batches = [1, 0, 300, 7, 1, 1, 90, 400, 12]

    /// The rows of a log that was folded batch by batch.
    private func live(_ store: borrowing StoreInFolder, seed: UInt64) throws -> [String: [[UInt8]]]
    {
        let opened = try store.open()
        var views = try opened.views.openForWriting()
        try opened.appendLive(Self.batches, to: &views, seed: seed)
        try opened.views.close(views)
        opened.log.close()
        return try rows(of: store.viewsPath)
    }

    @Test func `for the whole log`() throws {
        let seed = seed(for: "a rebuild equals what was folded live")
        let store = try StoreInFolder()
        let expected = try live(store, seed: seed)
        let before = store.generation

        try rebuild(store)

        #expect(store.generation != before)
        let isEqual = try rows(of: store.viewsPath) == expected
        #expect(isEqual, "SEED=\(seed)")
        #expect(recordedPositions(in: expected) == 813)
        #expect(expected["tally.counts"]?.count == 2 * 7)
    }

    @Test(arguments: [0, 1, 2, 255, 256, 257, 500, 812])
    func `after an interruption anywhere`(folded: Int) throws {
        let seed = seed(for: "after an interruption anywhere")
        let store = try StoreInFolder()
        var opened = try store.open()
        do {
            var views = try opened.views.openForWriting()
            var random = SplitMix64(seed: seed)
            var log = try LogWriter(opened.log)
            for number in 0..<812 {
                try log.begin()
                try log.appendRandom(using: &random)
                if number < folded {
                    try views.begin()
                    try opened.views.projectors.apply(try log.newest(), to: &views)
                    try views.commit(through: log.size, root: log.root)
                }
                try log.commit()
            }
        }
        opened.drop()
        let before = store.generation
        opened = try store.open()
        let views = try opened.views.openForWriting()
        let position = views.position
        try opened.views.close(views)
        opened.log.close()

        #expect(position == Position(813))
        #expect(store.generation == before)
        let found = try rows(of: store.viewsPath)
        try rebuild(store)
        let isEqual = try rows(of: store.viewsPath) == found
        #expect(isEqual, "SEED=\(seed)")
    }

    private func rebuild(_ store: borrowing StoreInFolder) throws {
        let opened = try store.open()
        var views = try opened.views.openForWriting()
        views = try opened.views.rebuild()
        try opened.views.close(views)
        opened.log.close()
    }

    @Test func `no further than it is to go on`() throws {
        let store = try StoreInFolder()
        let opened = try store.open()
        var views = try opened.views.openForWriting()
        try opened.log.append(20)
        let start = views.position
        for more in 0..<3 {
            var left = more
            let before = views.position
            // One event a run.
            try Replay.catchUp(
                &views,
                with: opened.views.projectors,
                from: opened.log,
                runBytes: 1,
                goesOn: {
                    left -= 1
                    return left >= 0
                }
            )
            #expect(views.position == before.advanced(by: UInt64(more + 1)))
        }
        #expect(views.position == start.advanced(by: 6))
        try opened.views.close(views)
    }

    @Test(arguments: [1, 1_000, 20_000, 1 << 20])
    func `whatever the length of a run`(runBytes: Int) throws {
        let store = try StoreInFolder()
        let opened = try store.open()
        let steps = Lock<[Position]>([])
        do {
            var views = try opened.views.openForWriting()
            try opened.log.append(700)
            try Replay.catchUp(
                &views,
                with: opened.views.projectors,
                from: opened.log,
                runBytes: runBytes
            ) { done, total in
                steps.withLock { $0.append(done) }
                #expect(total == Position(701))
            }
            try opened.views.close(views)
        }
        opened.log.close()
        let found = try rows(of: store.viewsPath)
        try rebuild(store)

        let isEqual = try rows(of: store.viewsPath) == found
        #expect(isEqual)
        let seen = steps.withLock { $0 }
        #expect(seen.last == Position(701))
        #expect(seen == seen.sorted() && Set(seen).count == seen.count)
        if runBytes == 1 { #expect(seen.count == 700) }
        if runBytes == 1 << 20 { #expect(seen.count == 1) }
    }

    @Test func `a damaged record stops it and is named`() throws {
        let store = try StoreInFolder(events: 700)
        try damageRecord(3, in: store.directory)
        let opened = try store.open()
        #expect(throws: ViewsError.log(.damagedRecord(Position(3), .checksum))) {
            _ = try opened.views.openForWriting()
        }
        #expect(ViewsError.log(.damagedRecord(Position(3), .checksum)).isCorruption)
    }
}

@Suite struct `Stream heads and positions equal a list` {
    @Test func `before and after the commit`() throws {
        let seed = seed(for: "stream heads and positions equal a list")
        let store = try StoreInFolder()
        let opened = try store.open()
        var views = try opened.views.openForWriting()
        let streams = opened.views.projectors.streams
        var random = SplitMix64(seed: seed)
        var log = try LogWriter(opened.log)
        var model: [StreamID: [Position]] = [.store: [Position(1)]]
        for count in [1, 30, 0, 200] {
            try log.begin()
            try views.begin()
            for _ in 0..<count {
                try log.appendRandom(using: &random)
                let newest = try log.newest()
                model[newest.stream, default: []].append(newest.position)
                try opened.views.projectors.apply(newest, to: &views)
            }
            try expect(views, streams, model)
            try log.commit()
            try views.commit(through: log.size, root: log.root)
            try expect(try opened.views.snapshot(), streams, model)
        }
    }

    private func expect(
        _ views: borrowing some ViewReading & ~Copyable,
        _ streams: Streams,
        _ model: [StreamID: [Position]]
    ) throws {
        for (stream, positions) in model {
            let head = try streams.head(of: stream, in: views)
            #expect(head?.version == Version(UInt64(positions.count)))
            #expect(head?.position == positions.last)
            for (index, position) in positions.enumerated() {
                let version = Version(UInt64(index) + 1)
                let found = try streams.position(of: version, in: stream, views: views)
                #expect(found == position)
            }
            let beyond = Version(UInt64(positions.count) + 1)
            let none = try streams.position(of: beyond, in: stream, views: views)
            let zero = try streams.position(of: .zero, in: stream, views: views)
            #expect(none == nil && zero == nil)
        }
        let stranger = try streams.head(of: stream(99), in: views)
        let twin = try streams.head(of: .user(stream(1).id), in: views)
        #expect(stranger == nil && twin == nil)
    }
}
