package import Wire

/// The last signals of a person's devices, as the writing process remembers them.
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

    /// Whether the person is online at a time; signals later than that time count.
    package func isOnline(at now: Timestamp) -> Bool {
        online.map { Self.holds($0, at: now) } ?? false
    }

    /// Whether a device's signal of one time is still valid at another.
    package static func holds(_ heard: Timestamp, at now: Timestamp) -> Bool {
        let (age, overflow) = now.microseconds.subtractingReportingOverflow(heard.microseconds)
        return overflow ? now < heard : age < lifetimeMicroseconds
    }
}

extension Presence {
    /// Makes the presence to show; nil if nothing is known of the person.
    ///
    /// Suspended people cannot act, so they are not shown as online.
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
