package import Wire

/// One interval in which a user's reaction was set on a message.
package struct ReactionTime: Hashable, Sendable {
    package let user: UserID
    package let reaction: String
    package let set: Position
    /// The position where it was removed or replaced; nil while it is set.
    package let removed: Position?

    package init(user: UserID, reaction: String, set: Position, removed: Position? = nil) {
        self.user = user
        self.reaction = reaction
        self.set = set
        self.removed = removed
    }
}

/// The reactions on a message as a viewer may know them.
package struct StandingReactions: Hashable, Sendable {
    package struct Group: Hashable, Sendable {
        package let reaction: String
        /// The users who have it, and the positions where it was set, in that order.
        package fileprivate(set) var times: [ReactionTime]
    }

    /// The group with the most users first; of equal ones, the one with the oldest reaction.
    package let groups: [Group]

    /// Chooses from all the intervals of reactions on a message.
    ///
    /// Settings and removals count if the viewer can see them and the message. The state that the
    /// viewer saw last counts: of a user's one tapback, or of each emoji.
    package init(
        _ times: [ReactionTime],
        on message: Position,
        policy: ReactionPolicy,
        for viewer: Visibility
    ) {
        var known: [Owner: (at: Position, standing: ReactionTime?)] = [:]
        for time in times {
            let owner = Owner(user: time.user, reaction: policy.allowsSeveral ? time.reaction : "")
            let end = time.removed.flatMap { viewer.shows($0, about: message) ? $0 : nil }
            let last = known[owner]
            // A tapback that replaces another is set where the other ends.
            if let end {
                if last.map({ end > $0.at }) ?? true { known[owner] = (end, nil) }
            } else if viewer.shows(time.set, about: message),
                last.map({ time.set >= $0.at }) ?? true
            {
                known[owner] = (time.set, time)
            }
        }
        var groups: [String: Group] = [:]
        for time in known.values.compactMap(\.standing).sorted(by: { $0.set < $1.set }) {
            groups[time.reaction, default: Group(reaction: time.reaction, times: [])]
                .times.append(time)
        }
        self.groups = groups.values.sorted { left, right in
            (-left.times.count, left.times[0].set) < (-right.times.count, right.times[0].set)
        }
    }

    /// Whose reaction it is that the next one takes the place of.
    private struct Owner: Hashable {
        let user: UserID
        let reaction: String
    }
}

extension ReactionPolicy {
    /// Whether a user may have several reactions on one message.
    var allowsSeveral: Bool {
        switch self {
        case .open: true
        case .tapback, .unspecified, .unrecognized: false
        }
    }
}
