package import Wire

/// What a person's devices have said of them, as the process that writes remembers it.
package struct PresenceSign: Hashable, Sendable {
    /// When a device last said that the person is online, of those that have not said otherwise.
    package let online: Timestamp?
    /// The newest `online`, or `offline` said while the person was online.
    package let seen: Timestamp

    package init(online: Timestamp?, seen: Timestamp) {
        self.online = online
        self.seen = seen
    }

    /// For how long a device is believed that says nothing more.
    package static let lifetimeMicroseconds: Int64 = 75_000_000

    /// Whether the person is online at a time; what was said later than that holds.
    package func isOnline(at now: Timestamp) -> Bool {
        online.map { Self.holds($0, at: now) } ?? false
    }

    /// Whether what a device said at one time holds at another.
    package static func holds(_ heard: Timestamp, at now: Timestamp) -> Bool {
        let (age, overflow) = now.microseconds.subtractingReportingOverflow(heard.microseconds)
        return overflow ? now < heard : age < lifetimeMicroseconds
    }
}

extension Presence {
    /// What is answered of a person; nil where nothing is known of them.
    ///
    /// Suspended people cannot do anything, so they are not shown online.
    package init?(
        _ sign: PresenceSign?,
        newestEvent: Timestamp?,
        standing: Standing,
        at now: Timestamp
    ) {
        guard let seen = [sign?.seen, newestEvent].compactMap({ $0 }).max() else { return nil }
        self.init(
            isOnline: !standing.isSuspended(at: now) && sign?.isOnline(at: now) ?? false,
            lastSeenAt: seen
        )
    }
}
