package import Wire

/// One time that somebody's reaction stood on a message, or stands.
package struct ReactionTime: Hashable, Sendable {
    package let user: UserID
    package let reaction: String
    package let set: Position
    /// Where it was taken off, or another took its place; nil while it stands.
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
        /// Who has it, and where it was set, in the order of that.
        package fileprivate(set) var times: [ReactionTime]
    }

    /// The one with most first; of as many, the one that somebody has had for the longest time.
    package let groups: [Group]

    /// Chooses from all the times that reactions stood on a message.
    ///
    /// A setting or a taking off counts that the viewer can see, the message included. What they
    /// saw last of somebody's reaction stands: of somebody's one tapback, or of each emoji.
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
            // Where a tapback takes the place of another, it is set where that one ends.
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
    /// Whether somebody may have several reactions on one message.
    var allowsSeveral: Bool {
        switch self {
        case .open: true
        case .tapback, .unspecified, .unrecognized: false
        }
    }
}
