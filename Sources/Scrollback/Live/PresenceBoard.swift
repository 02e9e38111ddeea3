internal import Locking
package import Messaging
package import Wire

/// The recent presence signals of people: in memory only, and lost with the process.
///
/// It stores signs; the queries decide who sees them. A refresh allocates nothing, because the
/// first device of a person lies in their entry and only a hash of its name is kept.
package final class PresenceBoard: Sendable {
    /// The number of people that are kept; beyond it, those with the oldest signals are removed.
    package let limit: Int
    private let people: Lock<People>

    /// The number of devices of a person that are kept; beyond it, the one with the oldest signal
    /// is removed.
    package static let devicesOfOne = 16
    /// How long after followers were told of a person they are told again.
    package static let tellingMicroseconds: Int64 = 5_000_000

    package init(limit: Int = 131_072) {
        self.limit = limit
        people = Lock(People())
    }

    /// A device, by a hash of its name that holds in this process.
    package struct DeviceName: Hashable, Sendable {
        fileprivate let hash: Int

        /// Takes a name, or nil for the device that all share who name none.
        package init(_ name: String?) { hash = name.hashValue }
    }

    /// Notes that a device says that its user is online.
    ///
    /// - Returns: whether followers are to be told now.
    @discardableResult
    package func hear(_ user: UserID, on device: DeviceName, at now: Timestamp) -> Bool {
        people.withLock { people in
            if people.byUser.count >= limit, people.byUser[user] == nil {
                people.forgetOldest(to: limit / 2)
            }
            people.isDue(from: now.later(byMicroseconds: PresenceSign.lifetimeMicroseconds))
            let step = people.byUser[user, default: Person()].hear(device, at: now)
            return people.take(step)
        }
    }

    /// Notes that a device says that its user no longer is online.
    ///
    /// - Returns: whether followers are to be told now.
    @discardableResult
    package func leave(_ user: UserID, on device: DeviceName, at now: Timestamp) -> Bool {
        people.withLock { people in
            guard let place = people.byUser.index(forKey: user) else { return false }
            return people.take(people.byUser.values[place].leave(device, at: now))
        }
    }

    /// Forgets the devices of a user who no longer shares presence.
    ///
    /// The time of the last notice to followers stays until the next notice is allowed, so that a
    /// user who shares presence again causes no extra notices.
    ///
    /// - Returns: whether followers are to be told now.
    @discardableResult
    package func forget(_ user: UserID, at now: Timestamp) -> Bool {
        people.withLock { people in
            guard let place = people.byUser.index(forKey: user) else { return false }
            let step = people.byUser.values[place].forget(at: now)
            people.isDue(from: now.later(byMicroseconds: Self.tellingMicroseconds))
            return people.take(step)
        }
    }

    /// Returns the sign of a person; nil if there is none.
    package func sign(of user: UserID) -> PresenceSign? {
        people.withLock { people in
            people.byUser[user].flatMap { $0.isForgotten ? nil : $0.sign }
        }
    }

    /// Returns the users whose presence followers must be told now: users with devices that have
    /// been silent for too long, and users whose last change came too soon after the one before.
    ///
    /// - Complexity: O(people), once when something is due and otherwise O(1).
    package func sweep(at now: Timestamp) -> [UserID] {
        people.withLock { people in
            guard let due = people.due, due <= now else { return [] }
            people.due = nil
            var told: [UserID] = []
            var over: [UserID] = []
            // `indices` would keep a copy, so that a change copies all people.
            var place = people.byUser.startIndex
            while place != people.byUser.endIndex {
                let step = people.byUser.values[place].step(at: now)
                if people.take(step) { told.append(people.byUser[place].key) }
                if let end = people.byUser.values[place].end(at: now) { people.isDue(from: end) }
                if let time = people.byUser.values[place].endOfForgetting {
                    if time <= now {
                        over.append(people.byUser[place].key)
                    } else {
                        people.isDue(from: time)
                    }
                }
                people.byUser.formIndex(after: &place)
            }
            for user in over { people.byUser[user] = nil }
            return told
        }
    }

    /// How many people are kept now.
    package var count: Int { people.withLock { $0.byUser.count } }
}

/// All people that are kept.
private struct People {
    var byUser: [UserID: Person] = [:]
    /// The time before which only a new sign changes anything.
    var due: Timestamp?

    /// Notes that something may change at a time.
    mutating func isDue(from time: Timestamp) {
        due = due.map { min($0, time) } ?? time
    }

    /// Whether followers are told now; if later, that is noted.
    mutating func take(_ step: Person.Step) -> Bool {
        switch step {
        case .nothing: return false
        case .tell: return true
        case .later(let time):
            isDue(from: time)
            return false
        }
    }

    /// - Complexity: O(n log n), once in as many people as it makes room for.
    mutating func forgetOldest(to kept: Int) {
        let newest = byUser.sorted { ($0.value.seen, $0.key) > ($1.value.seen, $1.key) }
        byUser.removeAll(keepingCapacity: true)
        for (user, person) in newest.prefix(kept) { byUser[user] = person }
    }
}

/// The signals of one person's devices.
private struct Person {
    private struct Device {
        let name: PresenceBoard.DeviceName
        var heard: Timestamp
    }

    /// Whether followers have to be told of a change.
    enum Step { case nothing, tell, later(Timestamp) }

    private var first: Device?
    private var others: [Device] = []
    private(set) var seen = Timestamp(microseconds: .min)
    private(set) var isToldOnline = false
    private var toldAt: Timestamp?
    /// Whether something changed that followers were not told of yet.
    ///
    /// If it changes back meanwhile, they are told all the same: one may have asked in between.
    private var isUntold = false

    var sign: PresenceSign { PresenceSign(online: newest, seen: seen) }

    private var newest: Timestamp? {
        others.reduce(first?.heard) { newest, device in
            newest.map { max($0, device.heard) } ?? device.heard
        }
    }

    /// Returns the time at which a person who is online goes offline without another signal; nil if
    /// the person is not online.
    func end(at now: Timestamp) -> Timestamp? {
        guard sign.isOnline(at: now) else { return nil }
        return newest?.later(byMicroseconds: PresenceSign.lifetimeMicroseconds)
    }

    mutating func hear(_ name: PresenceBoard.DeviceName, at now: Timestamp) -> Step {
        note(name, at: now)
        seen = max(seen, now)
        return step(at: now)
    }

    private mutating func note(_ name: PresenceBoard.DeviceName, at now: Timestamp) {
        if first == nil || first?.name == name {
            first = Device(name: name, heard: now)
            others.removeAll { $0.name == name }
        } else if let place = others.firstIndex(where: { $0.name == name }) {
            others[place].heard = now
        } else {
            if others.count + 1 >= PresenceBoard.devicesOfOne { forgetOldest() }
            others.append(Device(name: name, heard: now))
        }
    }

    private mutating func forgetOldest() {
        guard let place = others.indices.min(by: { others[$0].heard < others[$1].heard })
        else { return }
        if let heard = first?.heard, heard < others[place].heard { first = others[place] }
        others.remove(at: place)
    }

    mutating func leave(_ name: PresenceBoard.DeviceName, at now: Timestamp) -> Step {
        if sign.isOnline(at: now) { seen = max(seen, now) }
        if first?.name == name { first = nil }
        others.removeAll { $0.name == name }
        return step(at: now)
    }

    /// Whether there is nothing left but when followers were told.
    var isForgotten: Bool { seen == Timestamp(microseconds: .min) }

    /// The time from which the entry of a forgotten user can be removed; nil for other users, and
    /// while a notice to followers is due.
    var endOfForgetting: Timestamp? {
        guard isForgotten, !isToldOnline, !isUntold else { return nil }
        return toldAt?.later(byMicroseconds: PresenceBoard.tellingMicroseconds) ?? seen
    }

    mutating func forget(at now: Timestamp) -> Step {
        first = nil
        others = []
        seen = Timestamp(microseconds: .min)
        return step(at: now)
    }

    /// Compares what holds now with what followers were told last.
    mutating func step(at now: Timestamp) -> Step {
        let isOnline = sign.isOnline(at: now)
        guard isOnline != isToldOnline || isUntold else { return .nothing }
        let next = toldAt?.later(byMicroseconds: PresenceBoard.tellingMicroseconds)
        if let next, now < next {
            isUntold = true
            return .later(next)
        }
        isUntold = false
        isToldOnline = isOnline
        toldAt = now
        return .tell
    }
}

extension Timestamp {
    /// A later moment, or the last one there is.
    fileprivate func later(byMicroseconds wait: Int64) -> Timestamp {
        let (time, overflow) = microseconds.addingReportingOverflow(wait)
        return Timestamp(microseconds: overflow ? .max : time)
    }
}
