import Wire

/// A stretch of time; the end does not count.
struct Period {
    var from: Timestamp?
    var until: Timestamp?

    func holds(_ time: Timestamp) -> Bool {
        (from.map { time >= $0 } ?? true) && (until.map { time < $0 } ?? true)
    }
}

/// A place in the log that a person gave.
enum LogPlace {
    case position(Position)
    case time(Timestamp)
}
