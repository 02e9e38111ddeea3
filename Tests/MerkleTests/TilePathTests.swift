import Merkle
import TestSupport
import Testing

@Suite struct `A tile has one path and a path one tile` {
    @Test func `paths are as the specification writes them`() throws {
        let published: [(Int, UInt64, Int, String)] = [
            (0, 0, 256, "tile/0/000"),
            (0, 0, 255, "tile/0/000.p/255"),
            (1, 0, 256, "tile/1/000"),
            (15, 455_667, 256, "tile/15/x455/667"),
            (15, 123_456_789, 41, "tile/15/x123/x456/789.p/41"),
            (0, 1_234_067, 256, "tile/0/x001/x234/067"),
            (63, 999_999_999_999_999_999, 255, "tile/63/x999/x999/x999/x999/x999/999.p/255"),
            (0, .max, 1, "tile/0/x018/x446/x744/x073/x709/x551/615.p/1"),
            (0, 1000, 256, "tile/0/x001/000"),
        ]
        for (level, index, width, path) in published {
            let tile = try Tile(level: level, index: index, width: width)
            #expect(tile.path == path)
            #expect(try Tile(path: path) == tile)
            #expect(path.utf8.count <= Tile.maximumPathBytes)
            let bundle = try EntryBundle(index: index, width: width)
            #expect(try EntryBundle(path: bundle.path) == bundle)
        }
        #expect(try EntryBundle(index: 255, width: 253).path == "tile/entries/255.p/253")
        #expect(try EntryBundle(index: 1_234_067).path == "tile/entries/x001/x234/067")
    }

    @Test func `a bundle is as wide as the log has entries for it`() throws {
        let published: [(UInt64, UInt64, String)] = [
            (0, 256, "000"), (255, 256, "000"), (251, 255, "000.p/255"), (256, 512, "001"),
            (3, 257, "000"), (256, 257, "001.p/1"),
            (31_604_937_984, 31_604_938_240, "x123/x456/789"),
        ]
        for (entry, size, path) in published {
            let bundle = try EntryBundle(ofEntry: entry, inLogOf: size)
            #expect(bundle.path == "tile/entries/" + path)
        }
        #expect(throws: TileError.outsideTree(level: 0, index: 1, size: 256)) {
            try EntryBundle(ofEntry: 256, inLogOf: 256)
        }
    }

    @Test func `a tree of 70000 has the tiles that the specification counts`() throws {
        #expect(try Tile(level: 0, index: 272, inTreeOf: 70_000).isFull)
        #expect(try Tile(level: 0, index: 273, inTreeOf: 70_000).width == 112)
        #expect(try Tile(level: 1, index: 0, inTreeOf: 70_000).isFull)
        #expect(try Tile(level: 1, index: 1, inTreeOf: 70_000).width == 17)
        #expect(try Tile(level: 2, index: 0, inTreeOf: 70_000).width == 1)
        #expect(try Tile(level: 0, index: 0, inTreeOf: 256).isFull)
        #expect(try Tile(level: 1, index: 0, inTreeOf: 256).width == 1)
        for (level, index, size) in [
            (0, 274, 70_000), (1, 2, 70_000), (2, 1, 70_000), (3, 0, 70_000), (63, 0, 70_000),
            (0, 1, 256), (0, 0, 0), (8, 0, .max),
        ] as [(Int, UInt64, UInt64)] {
            #expect(throws: TileError.outsideTree(level: level, index: index, size: size)) {
                try Tile(level: level, index: index, inTreeOf: size)
            }
        }
    }

    @Test func `levels and widths outside the limits are refused`() {
        #expect(throws: TileError.levelOutOfRange(64)) { try Tile(level: 64, index: 0) }
        #expect(throws: TileError.levelOutOfRange(-1)) { try Tile(level: -1, index: 0) }
        #expect(throws: TileError.levelOutOfRange(64)) {
            try Tile(level: 64, index: 0, inTreeOf: 1)
        }
        #expect(throws: TileError.widthOutOfRange(0)) { try Tile(level: 0, index: 0, width: 0) }
        #expect(throws: TileError.widthOutOfRange(257)) {
            try Tile(level: 0, index: 0, width: 257)
        }
    }

    @Test func `paths that are almost right are refused`() {
        let refused = [
            "", "tile", "tile/", "tile/0", "tile/0/", "/tile/0/000", "Tile/0/000", "tile/64/000",
            "tile/00/000", "tile/01/000", "tile/-1/000", "tile/+1/000", "tile/x/000",
            "tile/18446744073709551616/000", "tile/0/0", "tile/0/00", "tile/0/0000", "tile/0/x000",
            "tile/0/000/", "tile/0/x000/001", "tile/0/001/001", "tile/0/x001", "tile/0/x001/",
            "tile/0/x001/x234", "tile/0/x001/x234/", "tile/0/x001/x234/067.p",
            "tile/0/x001/x234/067.p/", "tile/1/x001/.p/abc", "tile/0/000.p/0", "tile/0/000.p/256",
            "tile/0/000.p/08", "tile/0/000.p/-8", "tile/0/000.p/8 ", "tile/0/000.p/8/",
            "tile/0/000.p/99999999999999999999", "tile/0/000.P/8", "tile/0/０００", "tile/0/000\n",
            "tile/0/x018/x446/x744/x073/x709/x551/616",
            "tile/0/x999/x999/x999/x999/x999/x999/999",
            "tile/0/x001/x000/x000/x000/x000/x000/x000/000",
            "tile/entries/000", String(repeating: "tile/", count: 13),
        ]
        for path in refused {
            #expect(throws: TileError.self, "\(path)") { try Tile(path: path) }
            let entries = path.replacing("tile/0/", with: "tile/entries/")
            if entries != path {
                #expect(throws: TileError.self, "\(entries)") { try EntryBundle(path: entries) }
            }
        }
        #expect(throws: TileError.malformedPath(offset: 8)) {
            try Tile(path: "tile/12/x000/001")
        }
    }

    @Test func `every prefix and changed byte of a path is refused or names another tile`() {
        let path = Array("tile/15/x123/x456/789.p/41".utf8)
        for place in path.indices {
            let prefix = String(decoding: path[..<place], as: UTF8.self)
            if let tile = try? Tile(path: prefix) { #expect(tile.path == prefix) }
            for value in UInt8.min...UInt8.max where value != path[place] {
                var changed = path
                changed[place] = value
                let text = String(decoding: changed, as: UTF8.self)
                if let tile = try? Tile(path: text) { #expect(tile.path == text) }
            }
        }
    }

    @Test func `random paths are refused or come back the same`() {
        let seed: UInt64 = 41
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        let pieces = ["tile", "/", "entries", "x", "0", "12", "345", ".p", "p", "000", "9"]
        for _ in 0..<50_000 {
            var text = generator.next() & 1 == 0 ? "tile/" : "tile/entries/"
            for _ in 0..<generator.next() % 12 {
                text += pieces[Int(generator.next() % UInt64(pieces.count))]
            }
            if let tile = try? Tile(path: text) { #expect(tile.path == text) }
            if let bundle = try? EntryBundle(path: text) { #expect(bundle.path == text) }
        }
    }
}
