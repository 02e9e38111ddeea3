import CrashRig
import Testing

/// The rig's idea of a disk; a rig that allows too little would find nothing.
struct SectorFileTests {
    private static func sectors(_ letters: String) -> ArraySlice<UInt8> {
        letters.utf8.flatMap { Array(repeating: $0, count: 512) }[...]
    }

    /// The first byte of every sector, with a dot where there is none.
    private func letters(
        _ file: SectorFile,
        _ survives: (_ order: Int, _ sector: Int) -> Bool
    ) -> String {
        let bytes = file.surviving(survives)
        return String(
            decoding: stride(from: 0, to: bytes.count, by: 512).map { start in
                bytes[start] == 0 ? UInt8(ascii: ".") : bytes[start]
            },
            as: UTF8.self
        )
    }

    @Test func `each sector of a write that no flush covered may be lost`() {
        let file = SectorFile()
        file.write(Self.sectors("abc"), at: 0, order: 1)
        #expect(letters(file) { _, _ in false } == "")
        #expect(letters(file) { _, sector in sector == 1 } == ".b")
        #expect(letters(file) { _, sector in sector != 1 } == "a.c")
    }

    @Test func `a flush covers what was written before it began`() {
        let file = SectorFile()
        file.write(Self.sectors("ab"), at: 0, order: 1)
        file.write(Self.sectors("B"), at: 512, order: 3)
        file.flush(through: 2)
        #expect(letters(file) { _, _ in false } == "ab")
        #expect(letters(file) { _, _ in true } == "aB")
    }

    @Test func `a sector that changed twice may hold either state`() {
        let file = SectorFile()
        file.write(Self.sectors("x"), at: 0, order: 1)
        file.write(Self.sectors("y"), at: 0, order: 2)
        #expect(letters(file) { order, _ in order == 1 } == "x")
        #expect(letters(file) { _, _ in true } == "y")
    }

    @Test func `a synchronous write lasts without the writes around it`() {
        let file = SectorFile()
        file.write(Self.sectors("abc"), at: 0, order: 1)
        file.write(Self.sectors("B"), at: 512, order: 2)
        file.write(Self.sectors("C"), at: 1_024, order: 3)
        file.settle(2)
        #expect(letters(file) { _, _ in false } == ".B")
        #expect(letters(file) { order, _ in order == 1 } == "aBc")
        #expect(letters(file) { _, _ in true } == "aBC")
    }

    @Test func `a write within a sector takes the rest of the sector along`() {
        let file = SectorFile()
        file.write(Self.sectors("a"), at: 0, order: 1)
        file.write(Array("hello".utf8)[...], at: 100, order: 2)
        file.settle(2)
        #expect(letters(file) { _, _ in false } == "a")
    }

    @Test func `a file may keep its old size`() {
        let file = SectorFile()
        file.write(Self.sectors("ab"), at: 0, order: 1)
        file.flush(through: 1)
        file.resize(to: 512, order: 2)
        file.write(Self.sectors("c"), at: 512, order: 3)
        #expect(letters(file) { _, _ in false } == "ab")
        #expect(letters(file) { order, _ in order == 2 } == "a")
        #expect(letters(file) { _, _ in true } == "ac")
    }
}
