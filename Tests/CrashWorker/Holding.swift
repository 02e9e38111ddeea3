internal import EventLog
internal import Glibc
internal import Scrollback
internal import Views

/// A reading process that is stopped while it holds a snapshot of a store.
enum Holding {
    /// Takes a snapshot of the log or the views, stops itself, and gives it back once it goes on
    /// and its input ends.
    static func hold(_ file: String, of path: String) throws {
        switch file {
        case "log":
            let log = try EventLog(opening: StoreDirectory(path: path), access: .reading)
            let snapshot = try log.snapshot()
            stop()
            _ = snapshot.size
        default:
            let engine = try Engine(opening: path, access: .reading)
            let snapshot = try engine.views.snapshot()
            stop()
            _ = snapshot.position
        }
    }

    private static func stop() {
        kill(getpid(), SIGSTOP)
        var byte: UInt8 = 0
        while read(0, &byte, 1) > 0 {}
    }
}
