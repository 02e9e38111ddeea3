import EventLog
import TestSupport
import Testing
import Views
import Wire

@Suite struct `views.state says exactly what was written` {
    private static let file = FileBirth(device: 2_049, inode: 77, born: 1_700_000_000_123_456_789)
    private static let good = """
        scrollback views 2
        generation 3
        boot 5f0c2a7e-1111-2222-3333-444455556666
        file 2049 77 1700000000123456789
        state dirty
        starts 1
        rebuilds 1700000000000000 1700000001000000 because row timeline.heads

        """

    private static let rebuilds =
        "rebuilds 1700000000000000 1700000001000000 because row timeline.heads"

    private func read(_ text: String) -> ViewsState? {
        let folder = TemporaryFolder("views")
        let directory = StoreDirectory(path: folder.path)
        writeFile(directory.viewsStatePath, Array(text.utf8))
        return try? ViewsState.read(in: directory)
    }

    @Test(arguments: [0, 1, UInt64.max], [nil, BootIdentity("5f0c2a7e")])
    func `what is written is read`(generation: UInt64, boot: BootIdentity?) throws {
        let folder = TemporaryFolder("views")
        let directory = StoreDirectory(path: folder.path)
        let state = ViewsState(
            generation: generation,
            boot: boot,
            file: FileBirth(device: .max, inode: .max, born: .min),
            condition: boot == nil ? .clean : .dirty
        )
        try state.write(in: directory)

        #expect(try ViewsState.read(in: directory) == state)
        #expect(names(in: folder.path) == ["views.state"])
    }

    @Test func `the text is the one that is documented`() {
        #expect(
            read(Self.good)
                == ViewsState(
                    generation: 3,
                    boot: BootIdentity("5f0c2a7e-1111-2222-3333-444455556666"),
                    file: Self.file,
                    condition: .dirty,
                    starts: 1,
                    rebuilds: RebuildHistory(
                        times: [
                            Timestamp(microseconds: 1_700_000_000_000_000),
                            Timestamp(microseconds: 1_700_000_001_000_000),
                        ],
                        cause: .row(table: "timeline.heads")
                    )
                )
        )
        #expect(read(Self.good.replacing("dirty", with: "clean"))?.condition == .clean)
        #expect(read(Self.good.replacing("dirty", with: "unchecked"))?.condition == .unchecked)
        let none = Self.good.replacing(Self.rebuilds, with: "rebuilds none")
        #expect(read(none)?.rebuilds == RebuildHistory())
    }

    @Test func `any text that was cut short is refused`() {
        let bytes = Array(Self.good.utf8)
        for count in bytes.indices {
            #expect(read(String(decoding: bytes[..<count], as: UTF8.self)) == nil, "\(count) bytes")
        }
    }

    private static let alterations: [(String, String)] = [
        ("scrollback views 2", "scrollback views 1"),
        ("scrollback views 2", "scrollback views 3"),
        ("scrollback views 2", "Scrollback views 2"),
        ("starts 1", "starts -1"),
        ("starts 1", "starts"),
        ("starts 1\n", ""),
        (rebuilds, "rebuilds"),
        (rebuilds, "rebuilds "),
        (rebuilds, "rebuilds because page"),
        (rebuilds, "rebuilds 1 2 3 4 because page"),
        (rebuilds, "rebuilds 1 because"),
        (rebuilds, "rebuilds 1 because rows"),
        (rebuilds, "rebuilds 1 because row a b"),
        (rebuilds, "rebuilds 1 2"),
        (rebuilds, "rebuilds one because page"),
        ("generation 3", "generation -3"),
        ("generation 3", "generation +3"),
        ("generation 3", "generation 03"),
        ("generation 3", "generation three"),
        ("generation 3", "generation 18446744073709551616"),
        ("generation 3", "generation  3"),
        ("generation 3", "generation 3 "),
        ("generation 3", "generation"),
        ("generation 3", "generation 3 4"),
        ("generation 3\n", ""),
        ("generation", "Generation"),
        ("boot ", "boots "),
        ("boot 5f0c2a7e-1111-2222-3333-444455556666", "boot"),
        ("boot 5f0c2a7e-1111-2222-3333-444455556666", "boot one two"),
        ("file 2049 77 ", "file 2049 "),
        ("file 2049 77 ", "file 2049 77 1 "),
        ("file 2049 77 ", "file 2049 -77 "),
        ("file 2049 77 ", "file 0x2049 77 "),
        ("file 2049", "file\t2049"),
        ("state dirty", "state Dirty"),
        ("state dirty", "state"),
        ("state dirty", "state clean dirty"),
        ("state dirty", "state unknown"),
        ("state dirty\n", "state dirty\n\n"),
        ("state dirty\n", "state dirty\r\n"),
        ("state dirty\n", "state dirty\nstate clean\n"),
        ("scrollback", " scrollback"),
    ]

    @Test(arguments: alterations)
    func `an altered line is refused`(line: String, altered: String) throws {
        try #require(Self.good.contains(line))
        #expect(read(Self.good.replacing(line, with: altered)) == nil)
    }

    @Test func `bytes that are no text, or too many, are refused`() throws {
        let folder = TemporaryFolder("views")
        let directory = StoreDirectory(path: folder.path)
        writeFile(directory.viewsStatePath, Array(Self.good.utf8) + [0xFF])
        #expect(try ViewsState.read(in: directory) == nil)
        writeFile(directory.viewsStatePath, [UInt8](repeating: 10, count: 100_000))
        #expect(try ViewsState.read(in: directory) == nil)
    }

    @Test func `none is read where there is none`() throws {
        let folder = TemporaryFolder("views")
        #expect(try ViewsState.read(in: StoreDirectory(path: folder.path)) == nil)
    }

    @Test func `what a crash left of writing it does not matter`() throws {
        let folder = TemporaryFolder("views")
        let directory = StoreDirectory(path: folder.path)
        writeFile(directory.viewsStatePath, Array(Self.good.utf8))
        writeFile(directory.viewsStatePath + ".new", Array("scrollback vie".utf8))
        var state = try #require(try ViewsState.read(in: directory))
        #expect(state.generation == 3)
        state.generation = 4
        try state.write(in: directory)
        #expect(try ViewsState.read(in: directory) == state)
        #expect(names(in: folder.path) == ["views.state"])
    }
}

@Suite struct `A views file is opened only where that is safe` {
    private static let file = FileBirth(device: 1, inode: 2, born: 3)
    private static let first = BootIdentity("one")
    private static let second = BootIdentity("two")

    private static let cases:
        [(String, ViewsState.Condition, BootIdentity?, FileBirth, BootIdentity?, Bool)] = [
            ("dirty, same boot, same file", .dirty, first, file, first, true),
            ("dirty, other boot", .dirty, first, file, second, false),
            ("dirty, boot not told then", .dirty, nil, file, first, false),
            ("dirty, boot not told now", .dirty, first, file, nil, false),
            ("dirty, boot never told", .dirty, nil, file, nil, false),
            (
                "dirty, other device", .dirty, first, .init(device: 9, inode: 2, born: 3), first,
                false
            ),
            (
                "dirty, other inode", .dirty, first, .init(device: 1, inode: 9, born: 3), first,
                false
            ),
            (
                "dirty, other birth", .dirty, first, .init(device: 1, inode: 2, born: 9), first,
                false
            ),
            ("building, same boot, same file", .building, first, file, first, false),
            ("clean, same boot, same file", .clean, first, file, first, true),
            ("clean, other boot", .clean, first, file, second, true),
            ("clean, boot never told", .clean, nil, file, nil, true),
            ("unchecked, other boot", .unchecked, first, file, second, true),
            // A device may have another number after a restart.
            (
                "clean, other device", .clean, first, .init(device: 9, inode: 2, born: 3), second,
                true
            ),
            (
                "clean, other inode", .clean, first, .init(device: 1, inode: 9, born: 3), first,
                false
            ),
            (
                "clean, other birth", .clean, first, .init(device: 1, inode: 2, born: 9), first,
                false
            ),
        ]

    @Test(arguments: cases.indices)
    func `as a table says`(index: Int) {
        let (name, condition, boot, actual, current, isAllowed) = Self.cases[index]
        let state = ViewsState(generation: 1, boot: boot, file: Self.file, condition: condition)
        #expect(state.allowsOpening(file: actual, boot: current) == isAllowed, "\(name)")
    }

    @Test func `a copy of a file has another birth`() throws {
        let folder = TemporaryFolder("views")
        writeFile(folder.path("one"), [1])
        writeFile(folder.path("two"), readFile(folder.path("one")))
        let (one, two) = (FileBirth(path: folder.path("one")), FileBirth(path: folder.path("two")))
        #expect(one != nil && two != nil && one != two)
        #expect(FileBirth(path: folder.path("none")) == nil)
        #expect(FileBirth(path: folder.path("one")) == one)
    }
}
