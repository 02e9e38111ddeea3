import Audit
import EventLog
import Glibc
import LogSupport
import TestSupport
import Testing
import Wire

private let isRoot = geteuid() == 0

/// What must not be written to can be verified, and nothing is left beside it.
///
/// One after the other: a test lists the private copies of all.
@Suite(.serialized) struct `Read-only evidence can be verified` {
    private func files(_ log: AuditedLog) -> [String] {
        ["", "/log.mdb", "/log.mdb-lock", "/keys.bin", "/keys.bin.mark", "/writer.lock"].map {
            log.directory.path + $0
        }
    }

    private func copies() -> [String] {
        names(in: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp").filter {
            $0.hasPrefix("scrollback-evidence-")
        }
    }

    @Test func `files that may only be read, as a user without special rights`() async throws {
        let log = try AuditedLog()
        try log.append(300)
        let path = log.directory.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let directory = StoreDirectory(path: path)
            let files = ["log.mdb", "log.mdb-lock", "keys.bin", "keys.bin.mark", "writer.lock"]
            for file in files { chmod("\(path)/\(file)", 0o400) }
            chmod(path, 0o500)
            if geteuid() == 0 {
                for file in files { chown("\(path)/\(file)", 65_534, 65_534) }
                chown(path, 65_534, 65_534)
                chmod(directory.parent, 0o755)
                seteuid(65_534)
            }
            let report = try await Verification.run(at: directory)
            #expect(report.isSound && report.size.rawValue == 301)
            #expect(report.reading == .unshared)
        }
        if isRoot { for file in files(log) { chown(file, 0, 0) } }
        chmod(path, 0o700)
        #expect(!names(in: path).contains { $0.hasSuffix(".new") })
    }

    @Test(.enabled(if: isRoot, "Only root can give a file away."))
    func `another owner's`() async throws {
        let log = try AuditedLog()
        try log.append(300)
        for file in files(log) { chown(file, 1, 1) }
        let before = names(in: log.directory.path)
        let report = try await Verification.run(at: log.directory)
        #expect(report.isSound && report.reading == .unshared)
        #expect(names(in: log.directory.path) == before)
    }

    @Test(.enabled(if: isRoot, "Only root can give a file away."))
    func `beside a writer from a private copy, which is removed`() async throws {
        let log = try AuditedLog()
        try log.append(300)
        let before = copies()
        let open = try EventLog(
            opening: log.directory,
            access: .writing,
            options: LogInFolder.options
        )
        defer { open.close() }
        for file in files(log) { chown(file, 1, 1) }
        let report = try await Verification.run(at: log.directory)
        #expect(report.isSound && report.size.rawValue == 301)
        #expect(report.reading == .copy)
        #expect(copies() == before)
    }

    @Test(.enabled(if: isRoot, "Only root can give a file away."))
    func `without a lock that shows that nobody writes from a private copy`() async throws {
        let log = try AuditedLog()
        try log.append(300)
        unlink(log.directory.lockPath)
        for file in files(log) { chown(file, 1, 1) }
        let report = try await Verification.run(at: log.directory)
        #expect(report.isSound && report.reading == .copy)
        #expect(!names(in: log.directory.path).contains("writer.lock"))
    }

    @Test(.enabled(if: isRoot, "Only root can give a file away."))
    func `what is written after the copy is made is no finding`() async throws {
        let log = try AuditedLog()
        try log.append(300)
        try log.erase(100...101, carriedOut: false)
        unlink(log.directory.lockPath)
        for file in files(log) { chown(file, 1, 1) }
        let (copy, reading) = try EventLog.lookingAt(
            log.directory,
            options: EventLog.Options(checks: .none)
        )
        defer { copy.close() }
        #expect(reading == .copy)
        for file in files(log) { chown(file, 0, 0) }
        try log.append(3)
        try log.erase(20...25)
        var options = Verification.Options()
        options.patience = .milliseconds(50)
        let report = try await Verification(of: copy, options: options).run()
        #expect(report.finding == nil && report.size.rawValue == 302)
        // Event 100, and of the later erasure 20, 22, 23 and 24, had content.
        #expect(report.undecided == 5)
        #expect(report.arePagesChecked)
        let newer = try await log.verify()
        #expect(newer.isSound && newer.undecided == 0)
    }

    @Test(.enabled(if: isRoot, "Only root can mount."))
    func `a read-only disk`() async throws {
        let log = try AuditedLog()
        try log.append(300)
        let disk = log.folder.path("disk")
        mkdir(disk, 0o700)
        let flags = UInt(MS_BIND)
        guard mount(log.directory.path, disk, nil, flags, nil) == 0 else { return }
        defer { umount2(disk, Int32(MNT_DETACH)) }
        let readOnly = UInt(MS_BIND) | UInt(MS_REMOUNT) | UInt(MS_RDONLY)
        try #require(mount(nil, disk, nil, readOnly, nil) == 0)
        let report = try await Verification.run(at: StoreDirectory(path: disk))
        #expect(report.isSound && report.reading == .unshared)
        // A writer on the other side of the mount is seen through it.
        let open = try EventLog(
            opening: log.directory,
            access: .writing,
            options: LogInFolder.options
        )
        defer { open.close() }
        let beside = try await Verification.run(at: StoreDirectory(path: disk))
        #expect(beside.isSound && beside.reading == .copy)
    }

    @Test(.enabled(if: isRoot, "Only root can give a file away."))
    func `damage is found there too`() async throws {
        let log = try AuditedLog()
        try log.append(300)
        try log.raw.forge(100) { $0[$0.count - 1] ^= 1 }
        for file in files(log) { chown(file, 1, 1) }
        #expect(try await Verification.run(at: log.directory).finding?.position.rawValue == 100)
    }
}
