import CrashRig
import Testing

/// What the rig holds possible of names: a file is only found after a power cut where a flush of
/// its folder made its name last.
struct DiskTests {
    private static let trace = Trace(bytes: [], entries: [])

    private func disk(
        _ rule: Disk.NameRule = .posix,
        _ entries: Trace.Entry...
    ) throws -> Disk {
        var disk = Disk(rootPath: "/disk", rule: rule)
        try disk.apply(
            .opened(path: "/disk", inode: 1, size: 0, isFolder: true, isTruncated: false),
            of: Self.trace
        )
        for entry in entries { try disk.apply(entry, of: Self.trace) }
        return disk
    }

    private func opened(_ path: String, _ inode: UInt64) -> Trace.Entry {
        .opened(path: path, inode: inode, size: 0, isFolder: false, isTruncated: false)
    }

    private func flush(_ inode: UInt64) -> Trace.Entry {
        .flush(inode: inode, serial: inode, isEverything: false)
    }

    private func flushed(_ inode: UInt64, result: Int = 0) -> Trace.Entry {
        .flushed(inode: inode, serial: inode, result: result)
    }

    @Test func `a flushed file without a flushed name may be gone`() throws {
        let disk = try disk(.posix, opened("/disk/a", 2), flush(2), flushed(2))
        #expect(disk.paths { _ in false } == [])
        #expect(disk.paths { _ in true } == ["/a"])
    }

    @Test func `on ext4 a flushed new file has its name`() throws {
        let disk = try disk(.ext4, opened("/disk/a", 2), flush(2), flushed(2))
        #expect(disk.paths { _ in false } == ["/a"])
    }

    @Test func `a flush of the folder makes names last that were there when it began`() throws {
        let disk = try disk(
            .posix,
            opened("/disk/a", 2),
            flush(1),
            opened("/disk/b", 3),
            flushed(1)
        )
        #expect(disk.paths { _ in false } == ["/a"])
    }

    @Test func `a flush that failed makes nothing last`() throws {
        let disk = try disk(.posix, opened("/disk/a", 2), flush(1), flushed(1, result: -1))
        #expect(disk.paths { _ in false } == [])
    }

    @Test func `a rename happens as a whole or not at all`() throws {
        let disk = try disk(
            .posix,
            .made(path: "/disk/new", inode: 2),
            flush(1),
            flushed(1),
            opened("/disk/new/a", 3),
            flush(2),
            flushed(2),
            .renamed(from: "/disk/new", to: "/disk/store", isExchange: false)
        )
        #expect(disk.paths { _ in false } == ["/new", "/new/a"])
        #expect(disk.paths { _ in true } == ["/store", "/store/a"])
    }

    @Test func `a removed file may come back`() throws {
        let disk = try disk(
            .posix,
            opened("/disk/a", 2),
            flush(1),
            flushed(1),
            .removed(path: "/disk/a")
        )
        #expect(disk.paths { _ in false } == ["/a"])
        #expect(disk.paths { _ in true } == [])
    }

    @Test func `what the model does not know is said and not passed over`() {
        #expect(throws: RigError.self) { try disk(.posix, .unmodelled("a shared map")) }
        #expect(throws: RigError.self) { try disk(.posix, .resized(inode: 9, size: 1)) }
    }

    @Test func `a trace that ends within an entry keeps the entries before it`() throws {
        let whole: [UInt8] = [32, 0, 0, 0, 6, 0, 0, 0] + Array(repeating: 1, count: 24)
        let trace = try Trace(whole + whole.dropLast())
        #expect(
            trace.entries == [.resized(inode: 0x0101_0101_0101_0101, size: 0x0101_0101_0101_0101)]
        )
    }
}
